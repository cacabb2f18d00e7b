import { type Kysely, SqliteAdapter, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import { limitsDialect, patientDialect, postgresDialect, PostgresTypesPlugin } from './postgres.ts'
import { RetryingKysely } from './retry.ts'
import type { Schema } from './schema.ts'
import { type Reading, reading, sqliteDialect } from './sqlite.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

/** Where the data is: a file (or ':memory:'), or the address of a PostgreSQL database. */
export type DatabaseAddress = { sqlite: string } | { postgres: string }

/**
 * Opens and migrates the database. Several instances may do so at once. `longestSilenceMs`: see `postgresDialect`.
 */
export async function openDatabase(address: DatabaseAddress, longestSilenceMs?: number): Promise<Db> {
  if ('postgres' in address) {
    await migrated(new RetryingKysely<Schema>({ dialect: patientDialect(address.postgres) })).then(
      (patient) => patient.destroy(),
    )
    return new RetryingKysely<Schema>({ dialect: postgresDialect(address.postgres, longestSilenceMs) })
  }
  const dialect = sqliteDialect(address.sqlite)
  const db = await migrated(new RetryingKysely<Schema>({ dialect }))
  readers.set(db, reading(dialect))
  return db
}

/** Opens two connections beside those of `openDatabase`, for short transactions that must not wait for the others. */
export function openForLimits(postgres: string): Db {
  return new RetryingKysely<Schema>({ dialect: limitsDialect(postgres) })
}

const readers = new WeakMap<Db, Reading | null>()

/** Returns the synchronous reader of a database, or null for PostgreSQL and for SQLite in memory, which have none. */
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
 * Returns unique ids for an IN, padded to a power of 2 by repeating the first. So a few prepared statements serve all
 * lengths.
 */
export function oneOf(ids: readonly string[]): string[] {
  const unique = [...new Set(ids)]
  const [filler = ''] = unique
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, unique.length)))
  return [...unique, ...Array.from({ length: length - unique.length }, () => filler)]
}

/** Migrates the database up to the migration `to`, or to the latest one. */
export async function migrate(db: Db, to?: string): Promise<void> {
  const typed = isSqlite(db) ? db : db.withPlugin(new PostgresTypesPlugin())
  const migrator = new Migrator({ db: typed, provider: { getMigrations: async () => migrations } })
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
  if (error) throw error
}
