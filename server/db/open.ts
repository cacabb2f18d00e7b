import { type Kysely, SqliteAdapter, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import { postgresDialect, PostgresTypesPlugin } from './postgres.ts'
import { RetryingKysely } from './retry.ts'
import type { Schema } from './schema.ts'
import { type Reading, reading, sqliteDialect } from './sqlite.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

/** Where the data is: a file (or ':memory:'), or the address of a PostgreSQL database. */
export type DatabaseAddress = { sqlite: string } | { postgres: string }

/** Opens and migrates the database; several instances may do so at once. */
export async function openDatabase(address: DatabaseAddress): Promise<Db> {
  if ('postgres' in address) {
    await migrated(new RetryingKysely<Schema>({ dialect: postgresDialect(address.postgres, true) })).then(
      (patient) => patient.destroy(),
    )
    return new RetryingKysely<Schema>({ dialect: postgresDialect(address.postgres) })
  }
  const dialect = sqliteDialect(address.sqlite)
  const db = await migrated(new RetryingKysely<Schema>({ dialect }))
  readers.set(db, reading(dialect))
  return db
}

const readers = new WeakMap<Db, Reading | null>()

/** null where the database cannot answer at once, which is PostgreSQL or one in memory. */
export function readingNow(db: Db): Reading | null {
  return readers.get(db) ?? null
}

async function migrated(db: Db): Promise<Db> {
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

export function isSqlite(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

/**
 * Ids for an IN, padded by repetition to a power of two: so a few statements serve all lengths and stay
 * prepared.
 */
export function oneOf(ids: readonly string[]): string[] {
  const unique = [...new Set(ids)]
  const [filler = ''] = unique
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, unique.length)))
  return [...unique, ...Array.from({ length: length - unique.length }, () => filler)]
}

/** `to`: the last migration to apply; without it all of them are. */
export async function migrate(db: Db, to?: string): Promise<void> {
  const typed = isSqlite(db) ? db : db.withPlugin(new PostgresTypesPlugin())
  const migrator = new Migrator({ db: typed, provider: { getMigrations: async () => migrations } })
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
  if (error) throw error
}
