import './mantine.css'
import './variables.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { ultimateOrangeTheme } from './theme.ts'

/** The server writes the nonce of its Content-Security-Policy here; the unserved page has a placeholder. */
function styleNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return content && !content.startsWith('__') ? content : ''
}
// Dialogs insert a style that stops the page behind them from scrolling; they read its nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

/**
 * What Mantine needs around its components. Only what lies over the page is made of them, and each such part brings
 * this along: no page waits for the library. Its colours come from variables.css, and the mode from the page itself.
 */
export function Overlay({ children }: { children: ReactNode }) {
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
