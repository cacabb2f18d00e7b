import '@fontsource-variable/figtree/wght.css'
import './mantine.css'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSettings } from './document.ts'
import { startEngine } from './engine.ts'
import { i18n } from './i18n.ts'
import { router } from './router.tsx'
import { watchInstall } from './state/install.ts'
import { notify } from './state/notices.ts'
import { isSignedIn, restoreSession, useSession } from './state/session.ts'
import { restoreSettings, useSettings } from './state/settings.ts'
import { texts } from './texts.ts'
import { cssVariables, ultimateOrangeTheme } from './theme.ts'

/** The server writes a nonce here that its Content-Security-Policy names; the bare page has a placeholder. */
function styleNonce(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return content && !content.startsWith('__') ? content : undefined
}
const nonce = styleNonce()
// Dialogs keep the page behind them from scrolling with a style of their own; they look for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

function App() {
  const mode = useSettings((settings) => settings.mode)
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={ultimateOrangeTheme}
        cssVariablesResolver={cssVariables}
        forceColorScheme={mode}
        getStyleNonce={() => nonce ?? ''}
      >
        <RouterProvider router={router} />
      </MantineProvider>
    </I18nProvider>
  )
}

async function start() {
  watchInstall()
  const restored = await Promise.allSettled([restoreSettings(), restoreSession()])
  if (restored.some(({ status }) => status === 'rejected')) notify('warning', texts.storageFailed)
  await followSettings()
  await startEngine()
  // The guards of the routes ask who is signed in; they have to ask again when that changes.
  useSession.subscribe((now, then) => {
    if (isSignedIn(now) !== isSignedIn(then)) void router.invalidate()
  })
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void start()
