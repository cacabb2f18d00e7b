import { IDBFactory } from 'fake-indexeddb'
import { type IDBPDatabase, openDB } from 'idb'
import type { SyncCall, SyncReply } from '../../core/sync/replica.ts'
import type { State } from '../../core/sync/machine.ts'
import { type AccountDb, createAccountDb, type DbDeps } from '../../device/storage/db.ts'
import type { Changed } from '../../device/storage/outbox.ts'
import type { Shown } from '../../device/storage/put-back.ts'
import type { Disk } from '../../device/storage/disk.ts'
import { createDrain, type Drain } from '../../device/drain.ts'
import { createPageLife, type PageLife } from '../../device/storage/page-life.ts'
import type { Spare } from '../../device/storage/copies.ts'

export interface TestDevice {
  db: AccountDb
  drain: Drain
  /** the page it runs in, which a test can leave and show again */
  life: PageLife
  changes: Changed[]
  states: (State & { listId: string })[]
  failures: unknown[]
  /** what the device reported about its storage: full, or working again */
  fulls: boolean[]
  /** timers set by the drain; tests run them by hand */
  timers: { run: () => void; ms: number }[]
}

/** Replaces the storage of the whole process with an empty one. */
export function freshStorage(): void {
  globalThis.indexedDB = new IDBFactory()
}

/** Opens anna's storage as an older version of the app made it. */
export function openOlder(version: number): Promise<IDBPDatabase> {
  return openDB('account:anna', version, {
    upgrade(db) {
      db.createObjectStore('rows', { keyPath: ['listId', 'part'] })
      db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
      db.createObjectStore('tray', { keyPath: 'opId' })
      db.createObjectStore('streams', { keyPath: 'listId' })
      db.createObjectStore('kv')
      if (version > 3) db.createObjectStore('done', { autoIncrement: true })
      if (version > 4) db.createObjectStore('birth', { autoIncrement: true }).put('an id')
    },
  })
}

/** Creates a stand-in for localStorage. */
export function freshSpare(): Spare {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** Creates a device of an account whose network is the test's `send`. Ids are counted, so runs repeat. */
export function testDevice(
  send: (call: SyncCall) => Promise<SyncReply>,
  options: {
    userId?: string
    name?: string
    now?: () => number
    random?: () => number
    online?: () => boolean
    refresh?: () => Promise<'yes' | 'no' | 'later'>
    spare?: Spare
    disk?: Disk
    rests?: boolean
    lock?: () => Promise<() => void>
    prepare?: (call: SyncCall) => void
    isUnsent?: (value: unknown) => boolean
    shown?: () => Shown
  } = {},
): TestDevice {
  const { userId = 'anna', name = 'd', now = () => 0, random = () => 0.5 } = options
  let count = 0
  const newId = () => `${name}-${++count}`
  const life = createPageLife()
  const device: Omit<TestDevice, 'db' | 'drain'> = {
    life,
    changes: [],
    states: [],
    failures: [],
    fulls: [],
    timers: [],
  }
  const changed = (change: Changed) => device.changes.push(change)
  const later: DbDeps['later'] = (run, ms) => void device.timers.push({ run, ms })
  const full = (isFull: boolean) => void device.fulls.push(isFull)
  const { spare, disk } = options
  const db = createAccountDb(userId, {
    newId,
    now,
    changed,
    life,
    spare,
    disk,
    isUnsent: options.isUnsent,
    shown: options.shown,
    later: spare && later,
    full,
  })
  const drain = createDrain({
    db,
    send,
    newId,
    random,
    refresh: options.refresh ?? (() => Promise.resolve('no')),
    lock: options.lock ?? (() => Promise.resolve(() => undefined)),
    online: options.online,
    prepare: options.prepare,
    rests: options.rests,
    later: (run, ms) => device.timers.push({ run, ms }),
    tell: (listId, state) => device.states.push({ ...state, listId }),
    failed: (error) => device.failures.push(error),
  })
  return { ...device, db, drain }
}

/** Returns the call with which a device would pull a list now. */
export async function callOf(db: AccountDb, listId = 'list'): Promise<SyncCall> {
  const options = { request: 'r', maxOps: 1_000, snapshot: false, pull: true }
  return (await db.seal(listId, { user: db.userId, ...options })).call!
}
