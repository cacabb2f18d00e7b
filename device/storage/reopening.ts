import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks, type StoreNames, unwrap } from 'idb'
import { type Disk, diskHere } from './disk.ts'
import { StorageClosed } from '../failures.ts'
import { type PageLife, pageLife } from './page-life.ts'

/** ms after which the person is told that another tab or the browser holds the storage. */
const slowAfterMs = 3_000

/** Chromium calls it unknown when it closes a connection to clear what the site keeps. */
const lost = ['InvalidStateError', 'UnknownError']

export interface Hears {
  /** its content may have changed, or it opened at last */
  renewed?: (() => void) | undefined
  /** a request takes long, or none does any more */
  slow?: ((isSlow: boolean) => void) | undefined
  life?: PageLife | undefined
  disk?: Disk | undefined
}

/**
 * A database that is opened when it is first needed and again after its connection was lost: another tab
 * brings a newer version, the browser clears what it keeps, Safari drops the connection of a page that slept, or the
 * disk is full, where it waits for room (disk.ts).
 */
export function reopening<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<S>['upgrade']>,
  { renewed = () => undefined, slow = () => undefined, life = pageLife, disk = diskHere }: Hears = {},
) {
  let opened: Promise<IDBPDatabase<S>> | null = null

  function open(): Promise<IDBPDatabase<S>> {
    opened ??= begin()
    return opened
  }

  async function connect(tries = 10): Promise<IDBPDatabase<S>> {
    await life.here()
    try {
      const db = await openDB<S>(name, version, {
        upgrade: (db, from, to, tx, event) => {
          life.follow(unwrap(tx) as IDBTransaction)
          tx.done.catch(() => undefined) // opening fails with it
          upgrade(db, from, to, tx, event)
        },
        // An update in another tab must not wait for this one.
        blocking: (_, deleted, event) => {
          opened = null
          ;(event.target as IDBDatabase).close()
          if (deleted === null) renewed()
        },
        terminated: () => {
          opened = null
          disk.doubt()
          renewed()
        },
      })
      followAll(unwrap(db))
      return db
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      if (name === 'VersionError') throw new StorageClosed('newer')
      // The browser is in the middle of clearing what it keeps, or the page was left in the middle of an upgrade.
      if (tries === 0 || name !== 'AbortError') throw error
      await new Promise((cleared) => setTimeout(cleared, 200))
      return connect(tries - 1)
    }
  }

  /** Whoever begins a transaction, and however. */
  function followAll(db: IDBDatabase): void {
    db.transaction = (...args) => {
      if (args[1] === 'readwrite' && !disk.mayWrite()) throw new StorageClosed('full')
      const tx = IDBDatabase.prototype.transaction.apply(db, args)
      life.follow(tx)
      return tx
    }
  }

  function begin(): Promise<IDBPDatabase<S>> {
    const opening = connect()
    opening.catch(() => {
      opened = null
    })
    const inTime = new Promise<IDBPDatabase<S>>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new StorageClosed('blocked'))
        opening.then(late, () => undefined)
      }, slowAfterMs)
      opening.then(resolve, reject).finally(() => clearTimeout(timer))
    })
    function late(db: IDBPDatabase<S>) {
      if (opened !== inTime) return db.close() // nobody waits for it any more
      opened = opening
      renewed()
    }
    return inTime
  }

  let slowOnes = 0

  async function watched<T>(work: Promise<T>): Promise<T> {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      if (slowOnes++ === 0) slow(true)
    }, slowAfterMs)
    try {
      return await work
    } finally {
      clearTimeout(timer)
      if (isSlow && --slowOnes === 0) slow(false)
    }
  }

  return {
    /**
     * Runs with a connection that works; a lost one is replaced, once. If the page is left in the middle of it, it
     * runs again from the beginning once the page is shown again, whatever became of the first time.
     */
    async use<T>(run: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
      for (let replaced = false; ;) {
        const before = life.departures
        try {
          await disk.ready()
          const db = await open()
          if (life.away) {
            await life.here()
            continue
          }
          const result = await watched(run(db))
          if (life.departures === before) return result
        } catch (error) {
          if (life.departures !== before) continue
          if (error instanceof DOMException && error.name === 'UnknownError') disk.doubt()
          if (replaced || !(error instanceof DOMException) || !lost.includes(error.name)) throw error
          replaced = true
          opened = null
        }
      }
    },
    async close(): Promise<void> {
      const closing = opened
      opened = null
      const db = await closing?.catch(() => null) // it never opened: nothing to close, and its user was told
      db?.close()
    },
  }
}

/** Ignores that the transaction was cut off, as by 'clear site data': its requests report that themselves. */
export function reading<S extends DBSchema, N extends StoreNames<S>>(db: IDBPDatabase<S>, names: N[]) {
  const tx = db.transaction(names)
  tx.done.catch(() => undefined)
  return tx
}

/** The same for writing, on the disk once its `done` is. */
export function writing<S extends DBSchema, N extends StoreNames<S>>(db: IDBPDatabase<S>, names: N[]) {
  const tx = db.transaction(names, 'readwrite', { durability: 'strict' })
  tx.done.catch(() => undefined)
  return tx
}

/** A single request. It is committed at once: a browser drops one whose page is left before it was answered. */
export async function atOnce<S extends DBSchema, N extends StoreNames<S>>(
  db: IDBPDatabase<S>,
  name: N,
  ask: (store: IDBObjectStore) => unknown,
): Promise<void> {
  const tx = db.transaction(name, 'readwrite')
  tx.done.catch(() => undefined) // whoever awaits this hears of it, from the commit or from `done` below
  ask(unwrap(tx.store))
  tx.commit()
  await tx.done
}
