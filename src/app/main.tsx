import '@fontsource-variable/figtree/wght.css'
import { I18nProvider } from '@lingui/react'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isUnusable, StorageClosed } from '../../device/failures.ts'
import { onStorageRenewed, onStorageSlow } from '../../device/storage/app-db.ts'
import { diskHere } from '../../device/storage/disk.ts'
import { ErrorPage, NotFoundPage } from '../frame/pages/messages.tsx'
import { routeTree } from '../routeTree.gen.ts'
import { watchInstall } from '../frame/install.ts'
import { watchMaintenance } from '../lib/maintenance.ts'
import {
  restoreSettings,
  shownMode,
  watchMode,
  useDeviceSettings,
} from '../account/session/device-settings.ts'
import { storageFailed, storageSlow, useSync, watchOnline } from '../sync/sync-status.ts'
import { notify } from '../ui/notices.ts'
import { followLanguage } from '../account/session/language.ts'
import {
  assumeSession,
  isSignedIn,
  restoreSession,
  useSession,
  watchSession,
} from '../account/session/session.ts'
import { i18n, loadTexts, textsOf, activateLanguage, browserLanguage } from '../texts/i18n.ts'
import { texts } from '../texts/texts.ts'
import { watchKeyboard } from '../ui/input/keyboard.ts'
import { UiProvider } from '../ui/provider.tsx'
import './colours.css'
import { whenIdle } from '../lib/idle.ts'
import './layers.css'
import { listAtStart, openEngine } from './start/open-engine.ts'

const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultNotFoundComponent: () => createElement(NotFoundPage),
  // 'Again' reloads the same page; a reload also fetches chunks that an update replaced.
  defaultErrorComponent: () => createElement(ErrorPage, { onAgain: () => location.reload() }),
  // The progress bar shows that the next page is loading; the previous page stays until then.
  defaultPendingMs: 60_000,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const pageColor = { light: '#FFFBF7', dark: '#171412' } as const

function showMode(): void {
  // A script in index.html reads it before the first paint; the setting itself lives in IndexedDB.
  document.cookie = `mode=${useDeviceSettings.getState().settings.mode}; path=/; max-age=31536000; samesite=lax`
  // `color-scheme` alone is not enough: pictures and Mantine's styles read this attribute.
  document.documentElement.dataset['mantineColorScheme'] = shownMode()
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.removeAttribute('media')
    meta.setAttribute('content', pageColor[shownMode()])
  }
}

/**
 * Keeps the document in step with the settings: its language, and light or dark mode, also for the next first paint.
 */
async function followSettings(): Promise<void> {
  const { settings } = useDeviceSettings.getState()
  showMode()
  watchMode(showMode)
  useDeviceSettings.subscribe(({ settings: now }, { settings: before }) => {
    if (now.language !== before.language)
      activateLanguage(now.language ?? browserLanguage()).catch(() =>
        notify('warning', texts.languageNotLoaded),
      )
  })
  await activateLanguage(settings.language ?? browserLanguage())
}

function App() {
  return (
    <I18nProvider i18n={i18n}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </I18nProvider>
  )
}

/** A failure is ignored here: list pages load the engine themselves and report it; other pages do not need it. */
async function openForSession(): Promise<void> {
  if (useSession.getState().session) await openEngine().catch(() => undefined)
}

/** Opens the list that was left, before anything is painted. Back leads from it to the lists, which open if it fails. */
async function openLeftList(): Promise<void> {
  const id = useSession.getState().session && (await listAtStart().catch(() => null))
  if (id) router.history.push(`/app/details/${id}`)
}

/** Restores in this order, because the account's language overrides the device's last one. */
async function restore(): Promise<void> {
  const looks = await Promise.allSettled([restoreSettings('settings'), followLanguage()])
  await restoreSession()
  for (const one of looks) if (one.status === 'rejected') throw one.reason
}

async function start() {
  watchSession()
  watchInstall()
  watchOnline()
  watchMaintenance()
  watchKeyboard()
  onStorageSlow(storageSlow)
  // If storage is slow, the page starts without it and says so; the data is shown once storage responds.
  const late = new Promise<void>((resolve) => onStorageSlow((isSlow) => isSlow && resolve()))
  const restored = Promise.allSettled([restore(), restoreSettings('inactiveBannerClosed')])
  const failed = (await Promise.race([restored, late]))?.find((one) => one.status === 'rejected')
  if (failed?.reason instanceof StorageClosed) storageFailed(failed.reason)
  else if (failed) notify('warning', texts.storageFailed)
  if (failed && isUnusable(failed.reason)) await assumeSession()
  onStorageRenewed(() => {
    // A full disk closes connections too, so 'full' stays. A 'full' message says when there is room. Nor does this open
    // a newer version's storage.
    useSync.setState(({ storage }) => (storage === 'full' || storage === 'newer' ? {} : { storage: 'fine' }))
    restoreSettings('settings').catch(storageFailed)
  })
  // Only a head start: the route loads them again and reports a failure.
  loadTexts(textsOf(location.pathname)).catch(() => undefined)
  await Promise.all([followSettings(), openForSession()])
  await openLeftList()
  // Route guards depend on who is signed in, so they must run again when that changes.
  useSession.subscribe((now, then) => {
    void openForSession()
    if (isSignedIn(now) !== isSignedIn(then)) void router.invalidate()
  })
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  // For parts that are shown later. If this fails, whatever needs the texts loads them again.
  whenIdle(() => loadTexts('all').catch(() => undefined))
  // Late, because what the worker prefetches must not delay what the screen is waiting for.
  whenIdle(() => void diskHere.remember())
  whenIdle(() => void storeApp().catch(() => notify('warning', texts.noWorker)))
}

async function storeApp(): Promise<void> {
  await (await import('../frame/worker-registration.ts')).registerWorker()
}

/** Says so in both languages, because the texts themselves may have failed to load. */
function sayThatItFailed(): void {
  const paragraph = document.createElement('p')
  paragraph.role = 'alert'
  paragraph.textContent =
    'Koszyk could not be loaded. Nothing is lost: load this page again. · Nie udało się wczytać Koszyka. Nic nie zginęło: odśwież stronę.'
  document.querySelector('.first-paint')?.append(paragraph)
}

start().catch(sayThatItFailed)
