import { isStorageFailure } from '../failures.ts'
import { stores, type StoreName, type UseDb, type Write } from './stored.ts'

export type WriteDb = ReturnType<typeof createWrite>

/** `failed`: the storage refused a transaction, whatever it was for. */
export function createWrite(withDb: UseDb, failed: () => void) {
  /**
   * One transaction, on the disk when it resolves: only then a change counts as saved. It waits for whoever reads
   * one of its stores, so what is quick to write names no more of them than it needs.
   */
  return function write<T>(
    run: (tx: Write) => Promise<T>,
    durability: IDBTransactionDurability = 'strict',
    names: readonly StoreName[] | (() => readonly StoreName[]) = stores,
  ): Promise<T> {
    return withDb(async (db) => {
      const some = typeof names === 'function' ? names() : names
      const tx = db.transaction([...some], 'readwrite', { durability }) as Write
      tx.done.catch(() => undefined) // its reason is thrown below, where `run` may still wait for another request
      try {
        const result = await run(tx)
        // All requests are made: without this the browser would wait one more task before it commits.
        tx.commit()
        await tx.done
        return result
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) abort(tx)
        throw tx.error ?? error
      }
    }).catch((error: unknown) => {
      if (isStorageFailure(error)) failed()
      throw error
    })
  }
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort()
  } catch {
    // it has ended already, by itself or by the error that brought us here
  }
}
