import { type Kysely, sql, SqliteAdapter, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import { limitsDialect, patientDialect, postgresDialect, PostgresTypesPlugin } from './postgres.ts'
import { RetryingKysely } from './retry.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { Locked, lockedFirst, lockTables } from './table-locks.ts'
import { version } from './version.ts'

export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

// Decision 023: two databases, one code.
/** Where the data is: a file (or ':memory:'), or the address of a PostgreSQL database. */
export type DatabaseAddress = { sqlite: string } | { postgres: string }

/**
 * Opens and migrates the database; the bytes of an SQLite file are opened in memory. Several instances may do so at once.
 * `longestSilenceMs`: see `postgresDialect`.
 */
export async function openDatabase(
  address: DatabaseAddress | { sqlite: Buffer },
  longestSilenceMs?: number,
): Promise<Db> {
  if ('postgres' in address) {
    await migrated(new RetryingKysely<Schema>({ dialect: patientDialect(address.postgres) })).then(
      (patient) => patient.destroy(),
    )
    return new RetryingKysely<Schema>({ dialect: postgresDialect(address.postgres, longestSilenceMs) })
  }
  return migrated(new RetryingKysely<Schema>({ dialect: sqliteDialect(address.sqlite) }))
}

/** Opens two connections beside those of `openDatabase`, for short transactions that must not wait for the others. */
export function openForLimits(postgres: string): Db {
  return new RetryingKysely<Schema>({ dialect: limitsDialect(postgres) })
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

/** Kysely's number for the lock of migrations. Versions before this one take it too. */
const migrationLock = '3853314791062309107'

/** How often a migration gives way to others, for some minutes together. */
const mostTries = 200

/**
 * Migrates the database up to the migration `to`, or to the latest one, in one transaction. Without `to`, the version
 * is noted, so that an older one can say what made the database.
 */
export async function migrate(db: Db, to?: string): Promise<void> {
  const order = [...lockedFirst]
  if (db.isTransaction) return migrateIn(db, to, order)
  for (let tries = 1; ; tries++)
    try {
      return await db.transaction().execute((trx) => migrateIn(trx, to, order))
    } catch (error) {
      if (!(error instanceof Locked) || tries >= mostTries) throw error
      // Whoever waited goes first.
      await new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 1_000))
    }
}

async function migrateIn(trx: Db, to: string | undefined, order: string[]): Promise<void> {
  const typed = isSqlite(trx) ? trx : trx.withPlugin(new PostgresTypesPlugin())
  const migrator = new Migrator({ db: typed, provider: { getMigrations: async () => migrations } })
  if (!isSqlite(trx)) await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)}::bigint)`.execute(trx)
  const isPending = (await migrator.getMigrations()).some(({ executedAt }) => executedAt === undefined)
  if (isPending && !isSqlite(trx)) await lockTables(trx, order)
  const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
  if (error) throw error
  if (to !== undefined || !results?.length) return
  await trx
    .insertInto('meta')
    .values({ key: 'version', value: version })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: version }))
    .execute()
}
