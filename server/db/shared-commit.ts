import type { SqliteHandle } from './sqlite-handle.ts'

/** The most transactions in one commit: each of them waits for the work of all others. */
const most = 32

interface Shared {
  /** settled with the commit */
  done: PromiseWithResolvers<void>
  transactions: number
}

/**
 * Lets transactions that end in the same turn of the event loop share one commit, because its sync to the disk takes as
 * long as all their other work. Each transaction but the first begins with a savepoint, so that its rollback leaves the
 * others intact. `commit` resolves only when all of them are on the disk. Only one transaction may be open at a time:
 * the caller holds the lock.
 */
export class SharedCommit {
  readonly #writer: SqliteHandle
  #shared: Shared | null = null
  #isInside = false
  /** the turn is over, and the commit waits only for the open transaction to end */
  #isDue = false

  constructor(writer: SqliteHandle) {
    this.#writer = writer
  }

  begin(): void {
    if (this.#shared) this.#writer.run('savepoint one', [])
    else {
      // Takes the write lock at once: a transaction that begins with a read cannot wait for another process's lock
      // later.
      this.#writer.run('begin immediate', [])
      this.#shared = { done: Promise.withResolvers(), transactions: 0 }
      // Prevents an unhandled rejection. The callers of `commit` still get the error.
      this.#shared.done.promise.catch(() => {})
    }
    this.#shared.transactions++
    this.#isInside = true
  }

  /** Resolves when the transaction is on the disk. `failure`: the error of a failed statement, or null. */
  async commit(failure: unknown): Promise<void> {
    const shared = this.#leave()
    if (this.#isLost(failure)) throw failure ?? new Error('the transaction is over')
    if (shared.transactions > 1) this.#writer.run('release one', [])
    if (this.#isDue || shared.transactions >= most) this.flush()
    else if (shared.transactions === 1) setImmediate(() => this.#endTurn(shared))
    await shared.done.promise
  }

  rollback(failure: unknown): void {
    const shared = this.#leave()
    if (this.#isLost(failure)) return
    if (shared.transactions === 1) {
      this.#shared = null
      return void this.#writer.run('rollback', [])
    }
    this.#writer.run('rollback to one', [])
    this.#writer.run('release one', [])
    if (this.#isDue) this.flush()
  }

  /** Commits the ended transactions now, so that what follows runs outside of them. */
  flush(): void {
    const shared = this.#shared
    // At shutdown a transaction may still be open: closing the connection rolls it back.
    if (!shared || this.#isInside) return
    this.#shared = null
    this.#isDue = false
    try {
      this.#writer.run('commit', [])
      shared.done.resolve()
    } catch (error) {
      if (this.#writer.inTransaction) this.#writer.run('rollback', [])
      shared.done.reject(error)
    }
  }

  #leave(): Shared {
    if (!this.#shared) throw new Error('no transaction has begun')
    this.#isInside = false
    return this.#shared
  }

  #endTurn(shared: Shared): void {
    if (this.#shared !== shared) return
    if (this.#isInside) this.#isDue = true
    else this.flush()
  }

  /** SQLite rolls back by itself when the disk is full. Then all transactions that share the commit are lost. */
  #isLost(failure: unknown): boolean {
    if (this.#writer.inTransaction) return false
    this.#shared?.done.reject(failure ?? new Error('the transaction was rolled back'))
    this.#shared = null
    this.#isDue = false
    return true
  }
}
