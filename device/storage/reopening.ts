import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks, type StoreNames, unwrap } from 'idb'
import { type Disk, diskHere } from './disk.ts'
import { StorageClosed } from '../failures.ts'
import { type PageLife, pageLife } from './page-life.ts'

/** ms until the person is told that another tab or the browser blocks the storage */
const slowAfterMs = 3_000

/** Errors of a lost connection. Chromium uses UnknownError when it closes a connection to clear the site's data. */
const lost = ['InvalidStateError', 'UnknownError']

export interface Hears<S extends DBSchema> {
  /** called with each new connection before anything else uses it */
  connected?: ((db: IDBPDatabase<S>) => Promise<void>) | undefined
  /** called when the content may have changed, or the database opened after a delay */
  renewed?: (() => void) | undefined
  /** called when a request takes long, and when none does any more */
  slow?: ((isSlow: boolean) => void) | undefined
  life?: PageLife | undefined
  disk?: Disk | undefined
}

/**
 * Opens a database when it is first needed, and reopens it after its connection was lost: another tab opens a newer
 * version, the browser clears the site's data, Safari drops the connection of a suspended page, or the disk is full;
 * then it waits for room (disk.ts).
 */
export function reopening<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<S>['upgrade']>,
  {
    connected = () => Promise.resolve(),
    renewed = () => undefined,
    slow = () => undefined,
    life = pageLife,
    disk = diskHere,
  }: Hears<S> = {},
) {
  let opened: Promise<IDBPDatabase<S>> | null = null

  function open(): Promise<IDBPDatabase<S>> {
    opened ??= begin()
    return opened
  }

  async function connect(tries = 10): Promise<IDBPDatabase<S>> {
    await life.here()
    let db: IDBPDatabase<S> | undefined
    try {
      db = await openDB<S>(name, version, {
        upgrade: (db, from, to, tx, event) => {
          life.follow(unwrap(tx) as IDBTransaction)
          tx.done.catch(() => undefined) // opening fails with the same error
          upgrade(db, from, to, tx, event)
        },
        // An upgrade in another tab must not wait for this one.
        blocking: (_, deleted, event) => {
          opened = null
          ;(event.target as IDBDatabase).close()
          if (deleted === null) renewed()
        },
        terminated: () => {
          opened = null
          disk.doubt(false)
          renewed()
        },
      })
      followAll(unwrap(db))
      await life.here()
      await connected(db)
      return db
    } catch (error) {
      db?.close()
      const name = error instanceof DOMException ? error.name : ''
      // Decision 146: an older version leaves newer storage alone.
      if (name === 'VersionError') throw new StorageClosed('newer')
      // The browser is clearing the site's data, or the page was left in the middle of an upgrade.
      if (tries === 0 || name !== 'AbortError') throw error
      await new Promise((cleared) => setTimeout(cleared, 200))
      return connect(tries - 1)
    }
  }

  /** Follows every transaction, however it is begun, so that none outlives the page. */
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
      // A page that was left waits for its return, not for the storage.
      void life.here().then(() => {
        const timer = setTimeout(() => {
          reject(new StorageClosed('blocked'))
          opening.then(late, () => undefined)
        }, slowAfterMs)
        opening.then(resolve, reject).finally(() => clearTimeout(timer))
      })
    })
    function late(db: IDBPDatabase<S>) {
      if (opened !== inTime) return db.close() // nothing waits for it any more
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
     * Runs `run` with an open connection; reconnects once if the connection was lost. If the page is left meanwhile,
     * `run` starts again from the beginning once the page is shown, whatever became of the first attempt.
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
      const db = await closing?.catch(() => null) // it never opened, and its caller got the error
      db?.close()
    },
  }
}

/**
 * Begins a read transaction. Ignores that it was aborted, for instance by 'clear site data': its requests report that
 * themselves.
 */
export function reading<S extends DBSchema, N extends StoreNames<S>>(db: IDBPDatabase<S>, names: N[]) {
  const tx = db.transaction(names)
  tx.done.catch(() => undefined)
  return tx
}

/** Begins a write transaction that is on the disk once its `done` resolves. */
export function writing<S extends DBSchema, N extends StoreNames<S>>(db: IDBPDatabase<S>, names: N[]) {
  const tx = db.transaction(names, 'readwrite', { durability: 'strict' })
  tx.done.catch(() => undefined)
  return tx
}

/**
 * Makes a single write request and commits at once: a browser drops a transaction whose page is left before its request
 * was answered.
 */
export async function atOnce<S extends DBSchema, N extends StoreNames<S>>(
  db: IDBPDatabase<S>,
  name: N,
  ask: (store: IDBObjectStore) => unknown,
): Promise<void> {
  const tx = db.transaction(name, 'readwrite')
  tx.done.catch(() => undefined) // the caller gets this error from the commit or from `done` below
  ask(unwrap(tx.store))
  tx.commit()
  await tx.done
}
