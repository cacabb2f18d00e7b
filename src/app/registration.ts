import type { Workbox } from 'workbox-window'
import { offerUpdate } from '../state/notices.ts'

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

let registration: WithSync | undefined

/** The browser may refuse (no permission, no such thing): the page's own triggers do not depend on it. */
export function registerSync(): void {
  registration?.sync?.register('outbox').catch(() => undefined)
}

/** An app that stays open for days asks this often for a newer one, at the moment somebody looks at it. */
const askForUpdate = 60 * 60_000

/** Registers the worker and offers a new version, which takes over on the person's word and never before. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // None any more: the browser cleared the app's data, which is told elsewhere. The first worker of all takes
    // the page over silently; any other means other code. A tab where nobody pressed comes along, since two
    // versions must not work on the same data.
    if (!navigator.serviceWorker.controller) controlled = false
    else if (controlled) void keepWhatIsTyped().then(() => location.reload())
    else controlled = true
  })
  const { Workbox } = await import('workbox-window')
  const dev = import.meta.env.DEV
  const workbox = new Workbox(dev ? '/dev-sw.js?dev-sw' : '/sw.js', {
    type: dev ? 'module' : 'classic',
    updateViaCache: 'none',
  })
  workbox.addEventListener('waiting', () => void offer())
  /** On a first visit Firefox may call the very first worker a waiting one: it replaces nothing. */
  async function offer(): Promise<void> {
    const { waiting } = await navigator.serviceWorker.ready
    if (waiting) offerUpdate(() => void takeOver(workbox))
  }
  registration = await workbox.register()
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - asked < askForUpdate) return
    asked = Date.now()
    registration?.update().catch(() => undefined) // no network: another time
  })
}

/** Milliseconds between two reminders; taking over is mostly done before the first. */
const remindAfter = 2_000

/** The page goes when the new worker has come. */
async function takeOver(workbox: Workbox): Promise<void> {
  await keepWhatIsTyped()
  workbox.messageSkipWaiting()
  do await new Promise((waited) => setTimeout(waited, remindAfter))
  while (remind())
  // A page that came past the worker, as by a reload that fetches everything anew, is not told.
  await keepWhatIsTyped()
  location.reload()
}

/**
 * An old worker that is asked for something just when it should go is started again by Chromium, which thinks of
 * the new one minutes later, or when anything of ours is loaded as a page, even if no frame may show it.
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

/** Awaited before the page gives way to another version. */
export function beforeUpdate(finish: () => Promise<void>): void {
  finishWork = finish
}

/** A field commits what is in it when it is left; then nobody may be in the middle of sending. */
async function keepWhatIsTyped(): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await new Promise((committed) => setTimeout(committed))
  await finishWork()
}
