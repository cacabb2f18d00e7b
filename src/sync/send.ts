import { onDeviceMessage, useDevice } from './device.ts'
import { storageFailed, useSync } from './sync-status.ts'

/** ms; while changes wait, the page checks on them this often, even if the browser fires no events */
const checkEveryMs = 30_000

/**
 * Requests that the outbox be sent. The worker sends it, even after this page is closed; without a worker
 * the page sends it itself.
 */
export function requestDrain(listId: string): void {
  const { device } = useDevice.getState()
  if (!device || device.isTrial) return
  if (!navigator.serviceWorker?.controller) {
    void device.drain.dispatch(listId, { type: 'trigger', edit: true })
    return
  }
  post({ type: 'drain', userId: device.userId, listId, edit: true })
  registerSync()
  checkWorker(listId)
}

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

/**
 * Registers a Background Sync. The browser may refuse it or not support it; the page's own triggers do not depend on
 * it.
 */
function registerSync(): void {
  navigator.serviceWorker.ready
    .then((registration: WithSync) => registration.sync?.register('outbox'))
    .catch(() => undefined)
}

/** Sends changes from this page's memory while the storage is full. */
export function deliverHeld(): void {
  const { storage, outbox } = useSync.getState()
  if (storage === 'full') void useDevice.getState().device?.deliver(outbox)
}

/** Posts a message to the worker; src-sw/outbox.ts parses it. */
function post(message: object): void {
  navigator.serviceWorker?.controller?.postMessage(message)
}

/** How long the worker may take before the page helps. */
const workerSilenceMs = 2_000

/**
 * Sends from the page, 2 s later, if the worker has not reported that it waits for something. A worker may be killed at
 * any moment, even while sending, without notice. A lock decides who sends; the second one finds nothing left.
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

/** Sends all pending changes of all lists. `online`: the browser has just come online; the worker may not know yet. */
export function drainAll(online = false): void {
  const { device } = useDevice.getState()
  if (!device) return
  deliverHeld()
  const lists = [...new Set(useSync.getState().outbox.map((entry) => entry.listId))]
  if (!navigator.serviceWorker?.controller) return void device.drain.all(online, lists).catch(storageFailed)
  post({ type: 'drainAll', userId: device.userId, online, lists })
  checkWorker()
}

/** The oldest pending change at the last check. If it still waits at the next check, the worker is not working. */
let oldest: string | undefined

function checkOldest(): void {
  const first = useSync.getState().outbox[0]?.opId
  if (first && first === oldest) void useDevice.getState().device?.drain.all().catch(storageFailed)
  else if (first) drainAll()
  oldest = first
}

/** ms to wait, because Safari fails requests made right when a page becomes visible */
const wakeDelay = /iP(hone|ad|od)/.test(navigator.userAgent) ? 1_500 : 0

export function startDraining(): void {
  addEventListener('online', () => drainAll(true))
  addEventListener('pageshow', () => setTimeout(() => drainAll(), wakeDelay))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') setTimeout(() => drainAll(), wakeDelay)
  })
  setInterval(checkOldest, checkEveryMs)
  onDeviceMessage((message) => {
    if (message.type === 'full') drainAll()
  })
  // Changes typed just before the 'full' message reach the page after it.
  useSync.subscribe(({ outbox }, before) => {
    if (outbox !== before.outbox) deliverHeld()
  })
  // Sends what was typed before the app was last closed.
  useDevice.subscribe(({ device }) => {
    if (device) drainAll()
  })
}
