import './mantine.css'
import './variables.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { ultimateOrangeTheme } from './theme.ts'

/** Returns the nonce that the server writes into the page for its Content-Security-Policy; '' for the placeholder. */
function styleNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return content && !content.startsWith('__') ? content : ''
}
// Dialogs insert a style that stops the page behind them from scrolling; their code reads the style's nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

/**
 * Wraps Mantine components in the provider they need. Only parts that lie over the page use Mantine, and each brings
 * its own provider, so that no page waits for the library. The colours come from variables.css, light or dark mode from
 * the page itself.
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
