import { randomBytes } from 'node:crypto'
import BetterSqlite from 'better-sqlite3'
import {
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
  type Transaction,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

/** Opens the file (or ':memory:') and brings its tables up to date. */
export async function openDatabase(path: string): Promise<Db> {
  const sqlite = new BetterSqlite(path, { timeout: 5_000 })
  sqlite.pragma('journal_mode = WAL')
  // A change that was answered must outlive a power cut.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  const db: Db = new Kysely({ dialect: new SqliteDialect({ database: withStatementCache(sqlite) }) })
  await migrate(db)
  return db
}

export function isSqlite(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
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

/** The key that signs tokens, made with the database, so that a copy of the program alone opens nothing. */
export async function signingKey(db: Db): Promise<Buffer> {
  await db
    .insertInto('meta')
    .values({ key: 'signingKey', value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'signingKey')
    .executeTakeFirstOrThrow()
  return Buffer.from(value, 'base64url')
}
