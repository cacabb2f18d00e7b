import type BetterSqlite from 'better-sqlite3'
import type { QueryResult } from 'kysely'

const cachedStatements = 300
const cachedLength = 4_000

/** A SQLite connection with a cache of prepared statements: preparing a short one takes 3× as long as running it. */
export class SqliteHandle {
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

  run<R>(
    sql: string,
    parameters: readonly unknown[],
    each?: readonly (readonly unknown[])[],
  ): QueryResult<R> {
    const statement = this.#prepare(sql)
    if (each) {
      for (const one of each) statement.run(one)
      return { numAffectedRows: BigInt(each.length), rows: [] }
    }
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
