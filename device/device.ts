import { v7 as newId } from 'uuid'
import { type SyncWord, wordFor } from '../core/sync/machine.ts'
import type { Entry } from '../core/sync/mutation.ts'
import type { SyncCall, SyncReply } from '../core/sync/replica.ts'
import { getSession } from './storage/app-db.ts'
import { createChannel } from './channel.ts'
import { createAccountDb, type DbDeps } from './storage/db.ts'
import type { Changed } from './storage/outbox.ts'
import { createCourier } from './courier.ts'
import { createDrain } from './drain.ts'
import { http, locks } from './network.ts'
import { isTrialId } from './trial.ts'
import { spareHere } from './storage/copies.ts'

/** Messages about an account's data between pages and the worker. */
export type DeviceMessage =
  | ({ type: 'changed' } & Changed)
  | { type: 'sync'; listId: string; word: SyncWord }
  | { type: 'failed'; message: string }
  /** the account's database was emptied, or has opened after a delay */
  | { type: 'renewed' }
  /** the storage refuses writes, so that typed changes are held in memory; or it works again */
  | { type: 'full'; isFull: boolean }
  /** the storage became slow, or is fast again */
  | { type: 'slow'; isSlow: boolean }

const lockTimeoutMs = 15_000

/**
 * Acquires a Web Lock and returns the function that releases it. After 15 s it steals the lock, because the holder may
 * be suspended. Without Web Locks it resolves at once.
 */
function webLock(name: string): Promise<() => void> {
  const manager = locks
  if (!manager) return Promise.resolve(() => undefined)
  return new Promise((resolve, reject) => {
    const hold = (options: LockOptions) =>
      manager.request(name, options, () => new Promise<void>((release) => resolve(release)))
    hold({ signal: AbortSignal.timeout(lockTimeoutMs) }).catch((error: unknown) => {
      const robbed = error instanceof DOMException && error.name === 'AbortError'
      const tired = error instanceof DOMException && error.name === 'TimeoutError'
      if (tired) hold({ steal: true }).catch(() => undefined) // another context stole it in turn
      else if (!robbed) reject(error)
    })
  })
}

export type Device = ReturnType<typeof openDevice>

/**
 * Connects database, network and sync machines of one account for this browser. A worker shows nothing and stores no
 * unsent values, so it has no `page`. Nor does it look for room on a full disk: it may be ended before it finds any, and
 * then the pages that it told of the full disk would never hear of the room. It reports the failure, and they look.
 */
export function openDevice(userId: string, page?: Pick<DbDeps, 'isUnsent' | 'shown'>) {
  const channel = createChannel(`device:${userId}`, parseMessage)
  const db = createAccountDb(userId, {
    newId,
    now: () => Date.now(), // looked up at each call: a test may put another clock there
    changed: (change) => channel.post({ type: 'changed', ...change }),
    renewed: () => channel.post({ type: 'renewed' }),
    slow: (isSlow) => channel.post({ type: 'slow', isSlow }),
    full: (isFull) => channel.post({ type: 'full', isFull }),
    later: page && ((run, ms) => setTimeout(run, ms)),
    spare: spareHere(),
    ...page,
  })
  let token: string | null = null
  async function send(call: SyncCall): Promise<SyncReply> {
    const session = await getSession()
    // Changes typed under one account are never sent under another.
    const accessToken = session?.userId === userId ? session.accessToken : null
    token = accessToken ?? token
    return http.once(
      'POST /api/v3/list/:id/sync',
      { params: { id: call.listId }, body: call.body },
      accessToken,
    )
  }
  const courier = createCourier({ user: userId, newId, now: () => Date.now(), send, sent: db.noteSent })
  const words = new Map<string, SyncWord>()
  const drain = createDrain({
    db,
    newId,
    random: Math.random,
    lock: () => webLock(`sync:${userId}`),
    later: (run, ms) => setTimeout(run, ms),
    online: () => navigator.onLine,
    rests: isTrialId(userId),
    tell: (listId, state) => {
      const word = wordFor(state)
      // Several steps of one run give the same word. Posting it each time would make every page read again.
      const isSaid = word === 'saving' && words.get(listId) === word
      words.set(listId, word)
      if (!isSaid) channel.post({ type: 'sync', listId, word })
    },
    failed: (error) =>
      channel.post({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
    refresh: () => http.refresh(token),
    prepare: ({ body }) => http.prepare(body),
    send,
  })
  return {
    userId,
    /** there is no account */
    isTrial: isTrialId(userId),
    db,
    drain,
    /** Sends changes that cannot be stored. Does nothing in a trial. */
    deliver: (entries: readonly Entry[]) =>
      isTrialId(userId) ? Promise.resolve() : courier.deliver(entries),
    listen: channel.listen,
    /** Resolves when no sync call is in flight on this device, so the last answers have been stored. */
    notSending: async () => (await webLock(`sync:${userId}`))(),
    close: () => (channel.close(), db.close()),
  }
}

const allWords: readonly string[] = [
  'saved',
  'saving',
  'waiting',
  'signedOut',
  'outdated',
] satisfies SyncWord[]

function parseMessage(data: unknown): DeviceMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const message = data as Partial<
    Record<'type' | 'listId' | 'rows' | 'word' | 'message' | 'isSlow' | 'isFull', unknown>
  >
  if (message.type === 'renewed') return { type: 'renewed' }
  if (message.type === 'full') return { type: 'full', isFull: message.isFull === true }
  if (message.type === 'slow') return { type: 'slow', isSlow: message.isSlow === true }
  if (message.type === 'failed' && typeof message.message === 'string') return data as DeviceMessage
  if (
    message.type === 'sync' &&
    typeof message.listId === 'string' &&
    allWords.includes(String(message.word))
  )
    return data as DeviceMessage
  if (message.type === 'changed' && (message.listId === null || typeof message.listId === 'string'))
    return data as DeviceMessage
  return null
}
