import { isStorageFailure } from '../failures.ts'
import { stores, type StoreName, type UseDb, type Write } from './stored.ts'

export type WriteDb = ReturnType<typeof createWrite>

/** `failed` is called when the storage refuses a transaction, whatever it was for. */
export function createWrite(withDb: UseDb, failed: () => void) {
  /**
   * Runs one transaction. With 'strict' it is on the disk when this resolves; only then a change counts as saved. A
   * transaction waits for readers of its stores, so quick writes should name no more stores than they need.
   */
  return function write<T>(
    run: (tx: Write) => Promise<T>,
    durability: IDBTransactionDurability = 'strict',
    names: readonly StoreName[] | (() => readonly StoreName[]) = stores,
  ): Promise<T> {
    return withDb(async (db) => {
      const some = typeof names === 'function' ? names() : names
      const tx = db.transaction([...some], 'readwrite', { durability }) as Write
      tx.done.catch(() => undefined) // the reason is thrown below, while `run` may still wait for another request
      try {
        const result = await run(tx)
        // All requests are made. Without this the browser would wait one more task before it commits.
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
    // It has ended already, by itself or by the error that led here.
  }
}
