import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks } from 'idb'

/**
 * A database that is opened when it is first needed and again after its connection was lost: another tab
 * brings a newer version, or Safari drops the connection of a page that slept.
 */
export function reopening<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: OpenDBCallbacks<S>['upgrade'],
) {
  let opened: Promise<IDBPDatabase<S>> | null = null

  function open(): Promise<IDBPDatabase<S>> {
    opened ??= openDB<S>(name, version, {
      upgrade,
      // An update in another tab must not wait for this one.
      blocking: (_, __, event) => {
        opened = null
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => {
        opened = null
      },
    }).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }

  return {
    /** Runs with a connection that works; a lost one is replaced, once. */
    async use<T>(run: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
      try {
        return await run(await open())
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
        opened = null
        return run(await open())
      }
    },
    async close(): Promise<void> {
      ;(await opened)?.close()
      opened = null
    },
  }
}
