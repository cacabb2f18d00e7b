import { Workbox } from 'workbox-window'
import { useDevice } from './state/device.ts'
import { offerUpdate } from './state/notices.ts'
import { useSync } from './state/sync.ts'

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

let registration: WithSync | undefined

/** While something waits, somebody looks after it this often, whatever the browser's own events do. */
const lookAgain = 30_000

/**
 * Asks for the outbox to be sent: the worker does it, also after this page is closed; without a worker
 * the page does it itself.
 */
export function requestDrain(listId: string): void {
  const controller = navigator.serviceWorker?.controller
  if (!controller) {
    void useDevice.getState().device?.drain.dispatch(listId, { type: 'trigger', edit: true })
    return
  }
  controller.postMessage({ type: 'drain', listId, edit: true })
  registerSync()
  lookAfter(listId)
}

/** How long a worker may be silent, or send, before the page helps. */
const workerPatience = 2_000

/**
 * A worker may be killed at any moment, also in the middle of sending, and nobody is told. So the page asks
 * too, a little later, unless the worker said that it waits for something: the lock decides who sends, and
 * whoever comes second finds nothing left.
 */
function lookAfter(only?: string): void {
  setTimeout(() => {
    const { outbox, words } = useSync.getState()
    const waiting = new Set(outbox.map((entry) => entry.listId))
    for (const listId of waiting) {
      if (only !== undefined && listId !== only) continue
      const word = words[listId] ?? 'saving'
      if (word === 'saving' || word === 'saved')
        void useDevice.getState().device?.drain.dispatch(listId, { type: 'trigger', edit: true })
    }
  }, workerPatience)
}

/** The browser may refuse (no permission, no such thing): the page's own triggers do not depend on it. */
function registerSync(): void {
  registration?.sync?.register('outbox').catch(() => undefined)
}

/** Sends whatever waits, in any list. */
export function drainAll(): void {
  const controller = navigator.serviceWorker?.controller
  if (!controller) return void useDevice.getState().device?.drain.all({ type: 'trigger' })
  controller.postMessage({ type: 'drainAll' })
  lookAfter()
}

/** The oldest change that waited at the last look; still there at the next, the worker is not doing its work. */
let oldest: string | undefined

function lookAfterWaiting(): void {
  const first = useSync.getState().outbox[0]?.opId
  if (first && first === oldest) void useDevice.getState().device?.drain.all({ type: 'trigger' })
  else if (first) drainAll()
  oldest = first
}

/** Safari fails what is fetched right when a page becomes visible. */
const wakeDelay = /iP(hone|ad|od)/.test(navigator.userAgent) ? 1_500 : 0

export function startDraining(): void {
  addEventListener('online', drainAll)
  addEventListener('pageshow', () => setTimeout(drainAll, wakeDelay))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') setTimeout(drainAll, wakeDelay)
  })
  setInterval(lookAfterWaiting, lookAgain)
  // What was typed before the last close.
  useDevice.subscribe(({ device }) => {
    if (device) drainAll()
  })
}

/** An app that stays open for days asks this often for a newer one, at the moment somebody looks at it. */
const askForUpdate = 60 * 60_000

/** Registers the worker and offers a new version, which takes over on the person's word and never before. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const dev = import.meta.env.DEV
  const workbox = new Workbox(dev ? '/dev-sw.js?dev-sw' : '/sw.js', {
    type: dev ? 'module' : 'classic',
    updateViaCache: 'none',
  })
  workbox.addEventListener('waiting', () =>
    offerUpdate(() => void keepWhatIsTyped().then(() => workbox.messageSkipWaiting())),
  )
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of all takes the page over silently; any other means other code. A tab where nobody
    // pressed comes along, since two versions must not work on the same data.
    if (controlled) void keepWhatIsTyped().then(() => location.reload())
    controlled = true
  })
  registration = await workbox.register()
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - asked < askForUpdate) return
    asked = Date.now()
    registration?.update().catch(() => undefined) // no network: another time
  })
}

/** A field commits what is in it when it is left; then nobody may be in the middle of sending. */
async function keepWhatIsTyped(): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await new Promise((committed) => setTimeout(committed))
  const { device } = useDevice.getState()
  // Without the device's storage there is nothing to wait for.
  await device?.db.outbox().catch(() => undefined)
  await device?.settled()
}
