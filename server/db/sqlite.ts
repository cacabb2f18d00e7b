import BetterSqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { privateDatabase } from '../files/private-files.ts'

/** `path`: a file, which other users of this machine cannot read, or ':memory:'. */
export function sqliteDialect(path: string): Dialect {
  return {
    createDriver: () => new SqliteDriver(path),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
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
  #writer!: Handle
  #reader!: Handle
  #free: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    if (this.#path !== ':memory:') privateDatabase(this.#path)
    const writer = new BetterSqlite(this.#path, { timeout: 5_000 })
    writer.pragma('journal_mode = WAL')
    // A confirmed change must survive a power cut.
    writer.pragma('synchronous = FULL')
    writer.pragma('foreign_keys = ON')
    // Deleted data is overwritten, not just unlinked: a user's data must be gone once the account is.
    writer.pragma('secure_delete = ON')
    this.#writer = new Handle(writer)
    this.#reader = writer.memory
      ? this.#writer
      : new Handle(new BetterSqlite(this.#path, { timeout: 5_000, readonly: true }))
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#writer, this.#reader, () => this.#lock())
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
    // Takes the write lock at once: a transaction that starts by reading cannot wait for another process later.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    // A full disk makes SQLite roll back by itself; a second rollback would hide the cause.
    if (this.#writer.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.unlock()
  }

  async destroy(): Promise<void> {
    if (this.#reader !== this.#writer) this.#reader.close()
    this.#writer.close()
  }
}

class Connection implements DatabaseConnection {
  readonly #writer: Handle
  readonly #reader: Handle
  readonly #take: () => Promise<() => void>
  #letNextIn: (() => void) | null = null

  constructor(writer: Handle, reader: Handle, take: () => Promise<() => void>) {
    this.#writer = writer
    this.#reader = reader
    this.#take = take
  }

  async lock(): Promise<void> {
    this.#letNextIn = await this.#take()
  }

  unlock(): void {
    this.#letNextIn?.()
    this.#letNextIn = null
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#letNextIn) return this.#writer.run<R>(sql, parameters)
    if (this.#reader !== this.#writer && /^\s*select\b/i.test(sql))
      return this.#reader.run<R>(sql, parameters)
    await this.lock()
    try {
      return this.#writer.run<R>(sql, parameters)
    } finally {
      this.unlock()
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('nothing is streamed')
  }
}

const cachedStatements = 300
const cachedLength = 4_000

/** Preparing takes three times as long as running, so short statements are cached. */
class Handle {
  readonly #sqlite: BetterSqlite.Database
  readonly #statements = new Map<string, BetterSqlite.Statement>()

  constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite
  }

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction
  }

  close(): void {
    this.#sqlite.close()
  }

  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }

  #prepare(sql: string): BetterSqlite.Statement {
    if (sql.length > cachedLength) return this.#sqlite.prepare(sql)
    const statement = this.#statements.get(sql) ?? this.#sqlite.prepare(sql)
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    const [oldest] = this.#statements.keys()
    if (this.#statements.size > cachedStatements && oldest !== undefined) this.#statements.delete(oldest)
    return statement
  }
}
