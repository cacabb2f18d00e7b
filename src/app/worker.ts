import { registerSync } from './registration.ts'
import { useDevice } from '../state/session/device.ts'
import { useSync } from '../state/lists/sync.ts'

/** While something waits, somebody looks after it this often, whatever the browser's own events do. */
const checkEveryMs = 30_000

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
  checkWorker(listId)
}

/** How long a worker may be silent, or send, before the page helps. */
const workerSilenceMs = 2_000

/**
 * A worker may be killed at any moment, also in the middle of sending, and nobody is told. So the page asks
 * too, a little later, unless the worker said that it waits for something: the lock decides who sends, and
 * whoever comes second finds nothing left.
 */
function checkWorker(only?: string): void {
  setTimeout(() => {
    const { outbox, words } = useSync.getState()
    const waiting = new Set(outbox.map((entry) => entry.listId))
    for (const listId of waiting) {
      if (only !== undefined && listId !== only) continue
      const word = words[listId] ?? 'saving'
      if (word === 'saving' || word === 'saved')
        void useDevice.getState().device?.drain.dispatch(listId, { type: 'trigger', edit: true })
    }
  }, workerSilenceMs)
}

/** Sends whatever waits, in any list. `online`: the browser has just said so; the worker may not have heard of it. */
export function drainAll(online = false): void {
  const controller = navigator.serviceWorker?.controller
  if (!controller) return void useDevice.getState().device?.drain.all({ type: 'trigger' }, online)
  controller.postMessage({ type: 'drainAll', online })
  checkWorker()
}

/** The oldest change that waited at the last look; still there at the next, the worker is not doing its work. */
let oldest: string | undefined

function checkOldest(): void {
  const first = useSync.getState().outbox[0]?.opId
  if (first && first === oldest) void useDevice.getState().device?.drain.all({ type: 'trigger' })
  else if (first) drainAll()
  oldest = first
}

/** Safari fails what is fetched right when a page becomes visible. */
const wakeDelay = /iP(hone|ad|od)/.test(navigator.userAgent) ? 1_500 : 0

export function startDraining(): void {
  addEventListener('online', () => drainAll(true))
  addEventListener('pageshow', () => setTimeout(() => drainAll(), wakeDelay))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') setTimeout(() => drainAll(), wakeDelay)
  })
  setInterval(checkOldest, checkEveryMs)
  // What was typed before the last close.
  useDevice.subscribe(({ device }) => {
    if (device) drainAll()
  })
}
