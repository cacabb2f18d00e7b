import type { SqliteHandle } from './sqlite-handle.ts'

/** Whoever is among so many waits for the others' work too. */
const most = 32

interface Shared {
  /** settled with the commit */
  done: PromiseWithResolvers<void>
  transactions: number
}

/**
 * Transactions that end in the same turn of the event loop share one commit: its sync to the disk takes as long as the
 * rest of them. Each begins at a savepoint, so that one which fails takes nothing of the others back. None is told to
 * be over before all of it is on the disk. One transaction at a time: the caller holds the lock.
 */
export class SharedCommit {
  readonly #writer: SqliteHandle
  #shared: Shared | null = null
  #isInside = false
  /** the turn is over; whoever is inside still has to end */
  #isDue = false

  constructor(writer: SqliteHandle) {
    this.#writer = writer
  }

  begin(): void {
    if (this.#shared) this.#writer.run('savepoint one', [])
    else {
      // Takes the write lock at once: a transaction that starts by reading cannot wait for another process later.
      this.#writer.run('begin immediate', [])
      this.#shared = { done: Promise.withResolvers(), transactions: 0 }
      // Whoever waits for it hears of it.
      this.#shared.done.promise.catch(() => {})
    }
    this.#shared.transactions++
    this.#isInside = true
  }

  /** Resolves when it is on the disk. `failure`: by which one of its statements has failed. */
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

  /** Commits what has ended, before something that is to be outside of it. */
  flush(): void {
    const shared = this.#shared
    // At a stop somebody may still be inside: closing takes it back.
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

  /** A full disk makes SQLite roll back by itself, and with it all who share the commit. */
  #isLost(failure: unknown): boolean {
    if (this.#writer.inTransaction) return false
    this.#shared?.done.reject(failure ?? new Error('the transaction was rolled back'))
    this.#shared = null
    this.#isDue = false
    return true
  }
}
