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

/**
 * Returns Kysely's dialect for `path`: a file, which is made unreadable to other users of this machine, ':memory:', or
 * the bytes of a file, which are opened in memory.
 */
export function sqliteDialect(path: string | Buffer): Dialect {
  return {
    createDriver: () => new SqliteDriver(path),
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class Compiler extends SqliteQueryCompiler {
  /**
   * A unary plus changes no value, but hides the parameter from the planner. If a table has a partial index, SQLite
   * reads the value of a bare parameter while it plans a join, and plans again whenever the value may have changed.
   * Planning took 5× as long as the join.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

class Adapter extends SqliteAdapter {
  // The driver serializes writers itself.
  override get supportsMultipleConnections() {
    return true
  }
  // A migration that fails halfway, for instance on a full disk, is rolled back.
  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * One connection writes, one transaction at a time; a second one reads committed data without waiting. So a long
 * transaction that pauses between its statements delays only other writers. A database in memory has only one
 * connection.
 */
class SqliteDriver implements Driver {
  readonly #path: string | Buffer
  #writer!: SqliteHandle
  #reader!: SqliteHandle
  #commits!: SharedCommit
  #free: Promise<unknown> = Promise.resolve()

  constructor(path: string | Buffer) {
    this.#path = path
  }

  async init(): Promise<void> {
    if (typeof this.#path === 'string' && this.#path !== ':memory:') privateDatabase(this.#path)
    const writer = new BetterSqlite(this.#path, { timeout: 5_000 })
    // A page cache of 4 MB; SQLite's default is 2 MB.
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
      : new SqliteHandle(new BetterSqlite(writer.name, { timeout: 5_000, readonly: true }))
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
 * Several statements of a transaction may be pending at once. If one fails, those after it must not run outside of the
 * transaction.
 */
class Connection implements DatabaseConnection {
  #isInTransaction = false
  #isOver = false
  /** the error that failed the transaction; all later statements fail with it too */
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

  /** Accepts no more statements. The next transaction may begin before this one is on the disk. */
  async commit(): Promise<void> {
    this.#isOver = true
    const committed = this.#commits.commit(this.#failure)
    this.unlock()
    await committed
  }

  /** Does nothing after a failed commit: SharedCommit has rolled it back. */
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
      // A write by one connection empties the other's page cache. The writer still has its pages, so it is preferred.
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
