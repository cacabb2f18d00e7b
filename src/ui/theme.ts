import { createTheme, type VariantColorsResolver } from '@mantine/core'

interface FloatingRoom {
  availableHeight: number
  elements: { floating: HTMLElement }
}

/** The background and the sign of what is tinted by what it means: a notice, a badge. */
const tints: Readonly<Record<string, [background: string, sign: string]>> = {
  red: ['var(--app-error-tint)', 'var(--app-error)'],
  yellow: ['var(--app-warning-tint)', 'var(--app-warning)'],
  green: ['var(--app-success-tint)', 'var(--app-success)'],
  blue: ['var(--app-info-tint)', 'var(--app-info)'],
  gray: ['var(--app-skeleton)', 'var(--app-text)'],
}

// Decision 120: every screen is made of Mantine, except rows.
/**
 * The colours of a button: `filled` for the main action, `default` with a border, `light` tinted, `subtle` only text.
 * Red deletes something or tells of a failure, yellow warns, gray goes without orange. The colours themselves are in
 * src/app/colours.css.
 */
const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const red = color === 'red'
  const look = { hoverColor: undefined, border: '1px solid transparent' }
  if (variant === 'filled')
    return red
      ? {
          ...look,
          background: 'var(--app-error)',
          hover: 'color-mix(in oklab, var(--app-error), var(--app-text) 18%)',
          color: 'var(--app-on-primary)',
        }
      : {
          ...look,
          background: 'var(--app-primary)',
          hover: 'var(--app-primary-hover)',
          color: 'var(--app-on-primary)',
        }
  if (variant === 'default')
    return {
      background: 'var(--app-surface)',
      hover: 'var(--app-tint)',
      color: 'var(--app-text)',
      border: '1px solid var(--app-field-border)',
    }
  if (variant === 'light') {
    const [background, sign] = tints[String(color)] ?? ['var(--app-tint)', 'var(--app-link)']
    return { ...look, background, hover: 'var(--app-tint-strong)', color: sign }
  }
  const text = { red: 'var(--app-error)', gray: 'var(--app-text)' }[String(color)] ?? 'var(--app-link)'
  const hover = { red: 'var(--app-error-tint)', gray: 'var(--app-skeleton)' }[String(color)]
  return { ...look, background: 'transparent', hover: hover ?? 'var(--app-tint)', color: text }
}

const ticked = { color: 'var(--app-primary)', iconColor: 'var(--app-on-primary)' }

/**
 * The looks of every Mantine component that are not Mantine's own; sizes and colours are in mantine.css and
 * src/app/colours.css. Components are set by name instead of being imported, since not every page needs their code.
 */
export const ultimateOrangeTheme = createTheme({
  primaryColor: 'orange',
  respectReducedMotion: true,
  variantColorResolver,
  // 0, 500, 720, 900, 1280, 1800 px
  breakpoints: { xs: '0em', smd: '31.25em', sm: '45em', md: '56.25em', lg: '80em', xl: '112.5em' },
  components: {
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    // A sentence of the page; one that answers the user says so itself with role="alert".
    Alert: { defaultProps: { variant: 'light', radius: 'md', role: 'note' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Avatar: { styles: { placeholder: { background: 'var(--app-tint-strong)', color: 'var(--app-text)' } } },
    Badge: { defaultProps: { variant: 'light', size: 'lg', tt: 'none', fw: 550 } },
    Button: { defaultProps: { size: 'md', variant: 'filled', loaderProps: { size: 20 } } },
    // A box of the page. Dialogs are made of Paper, which has no border.
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'clamp(16px, 3vw, 24px)' } },
    Checkbox: { defaultProps: { size: 'md', ...ticked } },
    CloseButton: { defaultProps: { size: 44, iconSize: 20 } },
    Divider: { defaultProps: { color: 'var(--app-border)' } },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { size: 'md' } },
    List: { defaultProps: { listStyleType: 'disc' } },
    Loader: { defaultProps: { size: 28 } },
    // A menu must not contain a focusable element that is not an entry; the tab index lets the keyboard scroll a menu that
    // is longer than the screen.
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, menuItemTabIndex: 0, radius: 'lg', shadow: 'xl' },
    },
    Modal: { defaultProps: { centered: true, radius: 16 } },
    NativeSelect: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md', visibilityToggleFocusable: true } },
    Progress: { defaultProps: { bg: 'var(--app-tint-strong)', color: 'var(--app-primary)', radius: 4 } },
    Radio: { defaultProps: { size: 'md', ...ticked } },
    RadioGroup: { defaultProps: { size: 'md' } },
    SegmentedControl: { defaultProps: { size: 'md', fullWidth: true } },
    Skeleton: { defaultProps: { radius: 'lg' } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    // Applies to menus too.
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
