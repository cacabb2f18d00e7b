import { type Kysely, SqliteAdapter, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import { postgresDialect, PostgresTypesPlugin } from './postgres.ts'
import { RetryingKysely } from './retry.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

/** Where the data is: a file (or ':memory:'), or the address of a PostgreSQL database. */
export type DatabaseAddress = { sqlite: string } | { postgres: string }

/** Opens it and brings its tables up to date; several may do so at once. */
export async function openDatabase(address: DatabaseAddress): Promise<Db> {
  const isFile = 'sqlite' in address
  const dialect = isFile ? sqliteDialect(address.sqlite) : postgresDialect(address.postgres)
  const db: Db = new RetryingKysely<Schema>({ dialect })
  try {
    await migrate(isFile ? db : db.withPlugin(new PostgresTypesPlugin()))
  } catch (error) {
    await db.destroy()
    throw error
  }
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
