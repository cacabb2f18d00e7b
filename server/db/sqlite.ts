import BetterSqlite from 'better-sqlite3'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { isRead, type NamedQuery } from './query.ts'
import { SharedCommit } from './shared-commit.ts'
import { SqliteHandle } from './sqlite-handle.ts'
import { privateDatabase } from './private-files.ts'

/** `path`: a file, which other users of this machine cannot read, or ':memory:'. */
export function sqliteDialect(path: string): Dialect {
  const driver = new SqliteDriver(path)
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  drivers.set(dialect, driver)
  return dialect
}

const drivers = new WeakMap<Dialect, SqliteDriver>()

/** What the connection for reading says at once, without giving up the turn. */
export interface Reading {
  /** rows of committed data */
  rows: <R>(query: NamedQuery<R>) => R[]
  /**
   * Another number once anybody has written to the file: this process at once, others in the next turn of the event loop.
   * To be asked as a call arrives; what is asked behind a setImmediate holds through the turn after it.
   */
  version: () => number
}

/** null for a database in memory: its only connection may be in the middle of a transaction. */
export function reading(dialect: Dialect): Reading | null {
  return drivers.get(dialect)?.reading() ?? null
}

class Compiler extends SqliteQueryCompiler {
  /**
   * The sign changes no value. Where a table has an index of some of its rows only, SQLite looks into a bare parameter
   * while it plans a join, and plans anew whenever the value may have changed: that took five times as long as the join.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

class Adapter extends SqliteAdapter {
  // The driver itself lets one writer in at a time.
  override get supportsMultipleConnections() {
    return true
  }
  // A migration that fails half way, on a full disk, leaves nothing behind.
  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * One connection writes, one transaction at a time. A second one reads committed data without waiting. So a
 * long transaction that pauses between its statements delays only other writers. A database in memory has only
 * one connection.
 */
class SqliteDriver implements Driver {
  readonly #path: string
  #writer!: SqliteHandle
  #reader!: SqliteHandle
  #commits!: SharedCommit
  #free: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    if (this.#path !== ':memory:') privateDatabase(this.#path)
    const writer = new BetterSqlite(this.#path, { timeout: 5_000 })
    // It would keep 2 MB of what is read.
    writer.pragma('cache_size = -4000')
    writer.pragma('journal_mode = WAL')
    // A confirmed change must survive a power cut.
    writer.pragma('synchronous = FULL')
    writer.pragma('foreign_keys = ON')
    // Deleted data is overwritten, not just unlinked: a user's data must be gone once the account is.
    writer.pragma('secure_delete = ON')
    this.#writer = new SqliteHandle(writer)
    this.#commits = new SharedCommit(this.#writer)
    this.#reader = writer.memory
      ? this.#writer
      : new SqliteHandle(new BetterSqlite(this.#path, { timeout: 5_000, readonly: true }))
  }

  reading(): Reading | null {
    const reader = this.#reader
    if (reader === this.#writer) return null
    let known: { version: number; writes: number } | null = null
    const forget = () => (known = null)
    // What comes in one turn of the event loop was sent before the first of it is answered: one look does for all of it.
    const version = () => {
      const { writes } = this.#writer
      if (known?.writes === writes) return known.version
      if (known === null) setImmediate(forget)
      const { rows } = reader.run<{ data_version: number }>('pragma data_version', [])
      known = { version: rows[0]?.data_version ?? 0, writes }
      return known.version
    }
    return { rows: <R>({ sql, parameters }: NamedQuery<R>) => reader.run<R>(sql, parameters).rows, version }
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#writer, this.#reader, this.#commits, () => this.#lock())
  }

  /** Writers run one after the other, in the order of their calls. Returns a function that lets the next one in. */
  async #lock(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#free
    this.#free = promise
    await before
    return resolve
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.lock()
    connection.begin()
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    this.#commits.flush()
    if (this.#reader !== this.#writer) this.#reader.close()
    this.#writer.close()
  }
}

/**
 * Several statements of a transaction may be under way at once. When one fails, those behind it must not be run by
 * themselves, outside of it.
 */
class Connection implements DatabaseConnection {
  #isInTransaction = false
  #isOver = false
  /** by which the transaction failed; whatever comes behind fails by it too */
  #failure: unknown = null
  readonly #writer: SqliteHandle
  readonly #reader: SqliteHandle
  readonly #commits: SharedCommit
  readonly #take: () => Promise<() => void>
  #letNextIn: (() => void) | null = null

  constructor(
    writer: SqliteHandle,
    reader: SqliteHandle,
    commits: SharedCommit,
    take: () => Promise<() => void>,
  ) {
    this.#writer = writer
    this.#reader = reader
    this.#commits = commits
    this.#take = take
  }

  async lock(): Promise<void> {
    this.#letNextIn = await this.#take()
  }

  begin(): void {
    this.#commits.begin()
    this.#isInTransaction = true
  }

  /** From now on no statement of this transaction is taken. The next may begin before this one is on the disk. */
  async commit(): Promise<void> {
    this.#isOver = true
    const committed = this.#commits.commit(this.#failure)
    this.unlock()
    await committed
  }

  /** After a commit that failed there is nothing left to take back. */
  rollback(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#commits.rollback(this.#failure)
  }

  release(): void {
    this.#isOver = true
    this.unlock()
  }

  unlock(): void {
    this.#letNextIn?.()
    this.#letNextIn = null
  }

  async executeQuery<R>(query: NamedQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query
    const isLost = this.#isInTransaction && !this.#writer.inTransaction
    if (this.#isOver || isLost) throw this.#failure ?? new Error('the transaction is over')
    if (this.#isInTransaction)
      try {
        return this.#writer.run<R>(sql, parameters, query.each)
      } catch (error) {
        this.#failure ??= error
        throw error
      }
    if (this.#reader !== this.#writer && isRead(sql)) {
      // What another connection has written empties the reader's memory of pages; the writer's holds them already.
      const from = this.#writer.inTransaction ? this.#reader : this.#writer
      return from.run<R>(sql, parameters)
    }
    await this.lock()
    try {
      this.#commits.flush()
      return this.#writer.run<R>(sql, parameters, query.each)
    } finally {
      this.unlock()
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('nothing is streamed')
  }
}
