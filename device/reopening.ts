import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks, type StoreNames } from 'idb'
import { StorageClosed } from './failures.ts'

/** How long a connection elsewhere that does not let go is waited for before somebody is told. */
const patience = 8_000

/** Chromium calls it unknown when it closes a connection to clear what the site keeps. */
const lost = ['InvalidStateError', 'UnknownError']

/**
 * A database that is opened when it is first needed and again after its connection was lost: another tab
 * brings a newer version, the browser clears what it keeps, or Safari drops the connection of a page that
 * slept. `renewed` is told when what is in it may be another than before, or can be had at last.
 */
export function reopening<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<S>['upgrade']>,
  renewed: () => void = () => undefined,
) {
  let opened: Promise<IDBPDatabase<S>> | null = null

  function open(): Promise<IDBPDatabase<S>> {
    opened ??= begin()
    return opened
  }

  async function connect(tries = 10): Promise<IDBPDatabase<S>> {
    try {
      return await openDB<S>(name, version, {
        upgrade: (db, from, to, tx, event) => {
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
          renewed()
        },
      })
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      if (name === 'VersionError') throw new StorageClosed('newer')
      // The browser is in the middle of clearing what it keeps.
      if (tries === 0 || name !== 'AbortError') throw error
      await new Promise((cleared) => setTimeout(cleared, 200))
      return connect(tries - 1)
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
      }, patience)
      opening.then(resolve, reject).finally(() => clearTimeout(timer))
    })
    function late(db: IDBPDatabase<S>) {
      if (opened !== inTime) return db.close() // nobody waits for it any more
      opened = opening
      renewed()
    }
    return inTime
  }

  return {
    /** Runs with a connection that works; a lost one is replaced, once. */
    async use<T>(run: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
      try {
        return await run(await open())
      } catch (error) {
        if (!(error instanceof DOMException) || !lost.includes(error.name)) throw error
        opened = null
        return run(await open())
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

/** That it was cut off, as when the browser clears what the site keeps, its requests say themselves. */
export function reading<S extends DBSchema, N extends StoreNames<S>>(db: IDBPDatabase<S>, names: N[]) {
  const tx = db.transaction(names)
  tx.done.catch(() => undefined)
  return tx
}
