import {
  ActionIcon,
  Button,
  Checkbox,
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  PasswordInput,
  TextInput,
  type VariantColorsResolver,
} from '@mantine/core'

const orange: MantineColorsTuple = [
  '#fff1e6',
  '#ffe3cd',
  '#fed7aa',
  '#fdba74',
  '#fb923c',
  '#f97316',
  '#ea580c',
  '#c2410c',
  '#a8370a',
  '#7c2d12',
]

const warmGray: MantineColorsTuple = [
  '#fffbf7',
  '#faf3ed',
  '#f3e9e1',
  '#ede3db',
  '#94857a',
  '#7a6c62',
  '#6a5d54',
  '#4d433c',
  '#352d28',
  '#1f1a17',
]

const warmDark: MantineColorsTuple = [
  '#f3ede8',
  '#dcd2ca',
  '#b8aba1',
  '#9c8f85',
  '#85786e',
  '#2c2622',
  '#211d1a',
  '#171412',
  '#110e0c',
  '#0a0807',
]

/** White text on the light theme's orange, near-black on the dark one's: both pass 4.5:1, as does orange text. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isPrimary = (input.color ?? input.theme.primaryColor) === input.theme.primaryColor
  if (!isPrimary) return colors
  switch (input.variant) {
    case 'filled':
      return { ...colors, color: 'var(--app-on-primary)', hover: 'var(--app-primary-hover)' }
    case 'light':
      return {
        ...colors,
        color: 'var(--app-link)',
        background: 'var(--app-tint)',
        hover: 'var(--app-tint-strong)',
      }
    case 'subtle':
      return { ...colors, color: 'var(--app-link)', hover: 'var(--app-tint)' }
    default:
      return colors
  }
}

interface FloatingRoom {
  availableHeight: number
  elements: { floating: HTMLElement }
}

export const ultimateOrangeTheme = createTheme({
  primaryColor: 'orange',
  primaryShade: { light: 7, dark: 4 },
  colors: { orange, gray: warmGray, dark: warmDark },
  white: '#ffffff',
  black: '#1f1a17',
  variantColorResolver,
  fontFamily: 'var(--app-font)',
  headings: { fontFamily: 'var(--app-font)', fontWeight: '700' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '8px', md: '10px', lg: '12px', xl: '16px' },
  fontSizes: { xs: '14px', sm: '15px', md: '16px', lg: '18px', xl: '22px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  // 0, 500, 720, 900, 1280, 1800 px
  breakpoints: { xs: '0em', smd: '31.25em', sm: '45em', md: '56.25em', lg: '80em', xl: '112.5em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Applies to menus too. Set by name, because the first page needs neither component's code.
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
    Button: Button.extend({ defaultProps: { size: 'md' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 44, variant: 'subtle', color: 'gray' } }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'md', radius: 6 } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'md' } }),
    PasswordInput: PasswordInput.extend({ defaultProps: { size: 'md' } }),
  },
})

/** Mantine's own colours from the tokens in base.css, where each has a light and a dark value. */
const fromTokens = {
  '--mantine-color-body': 'var(--app-page)',
  '--mantine-color-text': 'var(--app-text)',
  '--mantine-color-bright': 'var(--app-text)',
  '--mantine-color-dimmed': 'var(--app-dim)',
  '--mantine-color-placeholder': 'var(--app-dim)',
  '--mantine-color-anchor': 'var(--app-link)',
  '--mantine-color-error': 'var(--app-error)',
  '--mantine-color-success': 'var(--app-success)',
  '--mantine-color-default': 'var(--app-surface)',
  '--mantine-color-default-hover': 'var(--app-tint)',
  '--mantine-color-default-color': 'var(--app-text)',
  '--mantine-color-default-border': 'var(--app-field-border)',
  '--mantine-color-disabled': 'var(--app-skeleton)',
  '--mantine-color-disabled-color': 'var(--app-dim)',
  '--mantine-color-disabled-border': 'var(--app-border)',
  '--mantine-primary-color-contrast': 'var(--app-on-primary)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
})
