import BetterSqlite from 'better-sqlite3'
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { privateDatabase } from '../private-files.ts'

/** A file, which nobody else on this machine may read, or ':memory:'. */
export function sqliteDialect(path: string): SqliteDialect {
  if (path !== ':memory:') privateDatabase(path)
  const sqlite = new BetterSqlite(path, { timeout: 5_000 })
  sqlite.pragma('journal_mode = WAL')
  // A change that was answered must outlive a power cut.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // What was deleted is overwritten, and not only forgotten: somebody's data is gone when the account is.
  sqlite.pragma('secure_delete = ON')
  return new SqliteDialect({ database: withStatementCache(sqlite) })
}

const cachedStatements = 300
const cachedLength = 4_000

/** Kysely prepares every statement anew; keeping the short ones makes it three times faster. */
function withStatementCache(sqlite: BetterSqlite.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => sqlite.prepare<unknown[]>(sql)
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      // A full disk makes SQLite roll back by itself; a second rollback would hide the cause.
      if (sql === 'rollback' && !sqlite.inTransaction) return prepare('select 1')
      if (sql.length > cachedLength) return prepare(sql)
      let statement = cache.get(sql)
      if (!statement) {
        // Taking the write lock at once: a reader that turns writer cannot wait for another process.
        statement = prepare(sql === 'begin' ? 'begin immediate' : sql)
        const [oldest] = cache.keys()
        if (cache.size >= cachedStatements && oldest !== undefined) cache.delete(oldest)
      } else cache.delete(sql)
      cache.set(sql, statement)
      return statement
    },
  }
}
