import { createTheme } from '@mantine/core'

interface FloatingRoom {
  availableHeight: number
  elements: { floating: HTMLElement }
}

/** The settings in which our overlays differ from Mantine's; the colours are in variables.css and src/app/base.css. */
export const ultimateOrangeTheme = createTheme({
  primaryColor: 'orange',
  fontFamily: 'var(--app-font)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // 0, 500, 720, 900, 1280, 1800 px
  breakpoints: { xs: '0em', smd: '31.25em', sm: '45em', md: '56.25em', lg: '80em', xl: '112.5em' },
  components: {
    // Applies to menus too. Set by name instead of importing the component, since not every overlay needs its code.
    Popover: {
      defaultProps: {
        middlewares: {
          size: {
            padding: 8,
            apply: ({ availableHeight, elements }: FloatingRoom) =>
              elements.floating.style.setProperty('--app-room', `${availableHeight}px`),
          },
        },
      },
    },
  },
})
