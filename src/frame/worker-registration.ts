import { i18n } from '@lingui/core'
import { Workbox } from 'workbox-window'
import { offerUpdate } from '../ui/notices.ts'

let registration: ServiceWorkerRegistration | undefined

/** ms between two checks for an update, for an app that stays open for days. They happen when it becomes visible. */
const askForUpdate = 60 * 60_000

/** Registers the worker and offers a new version. It takes over only when the user accepts it. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // No controller any more: the browser cleared the app's data, which is reported elsewhere. The very first worker
    // takes over without a reload. Any other one means other code, so the page reloads. That includes tabs where nobody
    // accepted the update, because two versions must not work on the same data.
    if (!navigator.serviceWorker.controller) controlled = false
    else if (controlled) void keepWhatIsTyped().then(() => location.reload())
    else controlled = true
  })
  // A press on a notification looks for the window that shows its list; see src-sw/push.ts.
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<{ type?: unknown } | null>) => {
      if (data?.type === 'where') ports[0]?.postMessage(location.pathname)
    },
  )
  const dev = import.meta.env.DEV
  const workbox = new Workbox(dev ? '/dev-sw.js?dev-sw' : '/sw.js', {
    type: dev ? 'module' : 'classic',
    updateViaCache: 'none',
  })
  workbox.addEventListener('waiting', () => void offer())
  /**
   * Offers the update if a worker really waits. On a first visit Firefox may report the very first worker as waiting
   * although it replaces nothing.
   */
  async function offer(): Promise<void> {
    const { waiting } = await navigator.serviceWorker.ready
    if (waiting) offerUpdate(() => void takeOver())
  }
  registration = await workbox.register()
  // A page that was loading when the worker took over the others is not among them.
  if (!navigator.serviceWorker.controller) registration?.active?.postMessage({ type: 'claim' })
  // It keeps the texts of the language on screen.
  const tellLanguage = async () =>
    (await navigator.serviceWorker.ready).active?.postMessage({ type: 'language', language: i18n.locale })
  i18n.on('change', () => void tellLanguage())
  void tellLanguage()
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - asked < askForUpdate) return
    asked = Date.now()
    registration?.update().catch(() => undefined) // no network: another time
  })
}

/** Milliseconds between two reminders; usually the new worker has taken over before the first one. */
const remindAfter = 2_000

/** Reloads the page once the new worker has taken over. */
async function takeOver(): Promise<void> {
  await keepWhatIsTyped()
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
  do await new Promise((waited) => setTimeout(waited, remindAfter))
  while (remind())
  // A page that bypassed the worker, as after a forced reload, gets no `controllerchange` event, so it reloads here.
  await keepWhatIsTyped()
  location.reload()
}

/** How long the server may take to send its page, in ms. */
const answerMs = 10_000

/**
 * Returns whether the server, or the worker that waits, has another version of the app than this page. Null without an
 * answer of the server.
 */
export async function hasOther(): Promise<boolean | null> {
  if ((await navigator.serviceWorker?.getRegistration())?.waiting) return true
  try {
    // The worker answers navigations only, so this is the server's page.
    const answer = await fetch('/app', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) })
    const serverScript = scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    return serverScript === null ? null : serverScript !== scriptOf(document)
  } catch {
    return null
  }
}

/** Returns the script that starts a page of the app. Its name changes with any code. */
function scriptOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src^="/"]')?.getAttribute('src') ?? null
}

/** Loads the version that the server has, which the worker may have to fetch first. */
export async function loadNewest(): Promise<void> {
  registration ??= await navigator.serviceWorker?.getRegistration()
  // Without a network the reload below says so.
  await registration?.update().catch(() => undefined)
  const { installing } = registration ?? {}
  if (installing)
    await new Promise<void>((ended) => {
      installing.addEventListener('statechange', () => ended(), { once: true })
    })
  if (registration?.waiting) await takeOver()
  else location.reload()
}

/**
 * Reminds Chromium of the waiting worker; returns false if none waits. If the old worker gets a request just when it
 * should stop, Chromium starts it again. It then activates the new worker only minutes later, or when anything of this
 * site is loaded as a page, even in a frame that may not show it.
 */
function remind(): boolean {
  if (!registration?.waiting) return false
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = '/healthz'
  frame.addEventListener('load', () => frame.remove())
  document.body.append(frame)
  return true
}

let finishWork = (): Promise<void> => Promise.resolve()

/** Sets what is awaited before the page gives way to another version. */
export function beforeUpdate(finish: () => Promise<void>): void {
  finishWork = finish
}

/**
 * Blurs the active field, because a field commits its text when it loses focus. Then waits until nothing is being sent.
 */
async function keepWhatIsTyped(): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await new Promise((committed) => setTimeout(committed))
  await finishWork()
}
