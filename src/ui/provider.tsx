import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { ultimateOrangeTheme } from './theme.ts'

/**
 * Returns the nonce that the server writes into the page: its Content-Security-Policy allows only styles with it. '' in
 * development.
 */
export function styleNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return content && !content.startsWith('__') ? content : ''
}
// Dialogs insert a style that stops the page behind them from scrolling; their code reads the style's nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

/**
 * Gives every page Mantine with our theme. Its variables come from mantine.css, and light or dark mode from the page
 * itself, which knows it before the first paint.
 */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={ultimateOrangeTheme}
      withCssVariables={false}
      withGlobalClasses={false}
      getRootElement={() => undefined}
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  )
}
