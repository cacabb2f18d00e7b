import { getSession } from '../device/storage/app-db.ts'
import { type Device, openDevice } from '../device/device.ts'

declare const self: ServiceWorkerGlobalScope

/** Background Sync is not in TypeScript's types yet. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}
interface SyncManager {
  register(tag: string): Promise<void>
}

let device: Device | null = null

async function currentDevice(): Promise<Device | null> {
  const session = await getSession()
  if (!session) return null
  if (device?.userId !== session.userId) {
    await device?.close()
    device = openDevice(session.userId)
  }
  return device
}

// Decision 003: the outbox is our own, not one of Workbox.
/**
 * Drains the outbox when the browser is online again, perhaps with no page open. Rejects while changes still wait, so
 * that the browser fires `sync` again later.
 */
export async function drainOnSync(event: SyncEvent): Promise<void> {
  const states = (await (await currentDevice())?.drain.all(true)) ?? []
  if (!states.some((state) => state.at === 'waiting')) return
  if (event.lastChance) {
    const { sync } = self.registration as ServiceWorkerRegistration & { sync: SyncManager }
    // This tag gets no more retries. A new tag is tried at once and then gets the browser's own retries.
    await sync.register(`outbox:${Date.now()}`)
    return
  }
  throw new Error('changes are still waiting')
}

/** Messages from a page to the worker. `lists`: the lists that the page knows to have pending changes. */
export type PageMessage =
  | { type: 'drain'; userId: string; listId: string; edit: boolean }
  | { type: 'drainAll'; userId: string; online: boolean; lists: readonly string[] }
  | { type: 'SKIP_WAITING' }
  | { type: 'claim' }
  | { type: 'language'; language: string }

export async function drainForPage(message: Extract<PageMessage, { userId: string }>): Promise<void> {
  // Before anything is sent, the session is read again.
  const current = device?.userId === message.userId ? device : await currentDevice()
  if (message.type === 'drainAll') await current?.drain.all(message.online, message.lists)
  else await current?.drain.dispatch(message.listId, { type: 'trigger', edit: message.edit })
}

/** Lists that stopped because there was no session go on after the sign-in. */
export async function drainAfterSignIn(): Promise<void> {
  await (await currentDevice())?.drain.token()
}

export function parsePageMessage(data: unknown): PageMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'SKIP_WAITING' || data.type === 'claim') return { type: data.type }
  if (data.type === 'language' && 'language' in data && isText(data.language))
    return { type: data.type, language: data.language }
  const userId = 'userId' in data && typeof data.userId === 'string' ? data.userId : ''
  if (data.type === 'drainAll') {
    const lists = 'lists' in data && Array.isArray(data.lists) ? data.lists.filter(isText) : []
    return { type: data.type, userId, online: 'online' in data && data.online === true, lists }
  }
  if (data.type === 'drain' && 'listId' in data && isText(data.listId))
    return { type: data.type, userId, listId: data.listId, edit: 'edit' in data && data.edit === true }
  return null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
