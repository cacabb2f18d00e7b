import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { DatabaseAddress, Trx } from '../../db/open.ts'
import { patientDialect } from '../../db/postgres.ts'
import type { Schema } from '../../db/schema.ts'
import { sqliteDialect } from '../../db/sqlite.ts'
import { syncFolder } from './archive.ts'
import { refuseConnected, refuseInUse } from './in-use.ts'
import { OperatorError } from './pieces.ts'
import { tablesOf } from './tables.ts'

interface Replacement<T> {
  /** fills the empty database, atomically */
  work: (trx: Trx) => Promise<T>
  /**
   * `file` is where the old database goes, `keep` writes it there (PostgreSQL); without it there must be no database
   */
  aside?: { file: string; keep: (trx: Trx) => Promise<void> }
}

/** The result of `work`, and whether there was an old database to put aside. */
export interface Replaced<T> {
  result: T
  aside: boolean
}

export async function replaceDatabase<T>(
  address: DatabaseAddress,
  how: Replacement<T>,
): Promise<Replaced<T>> {
  return 'postgres' in address ? inPostgres(address.postgres, how) : inSqlite(address.sqlite, how)
}

/** Fills a new file, which replaces the old one at the end. */
async function inSqlite<T>(path: string, { work, aside }: Replacement<T>): Promise<Replaced<T>> {
  await refuseInUse({ sqlite: path })
  if (existsSync(path) && !aside) throw notEmpty(path)
  const fresh = `${path}.restoring`
  remove(fresh)
  try {
    const db = new Kysely<Schema>({ dialect: sqliteDialect(fresh) })
    const result = await db
      .transaction()
      .execute(work)
      .finally(() => db.destroy())
    const file = await open(fresh, 'r+')
    await file.sync().finally(() => file.close())
    // A server may have been started meanwhile.
    await refuseInUse({ sqlite: path })
    const wasThere = existsSync(path)
    if (wasThere && !aside) throw notEmpty(path)
    putAside(path, aside?.file ?? `${path}.left-over`)
    renameSync(fresh, path)
    await syncFolder(dirname(path))
    return { result, aside: wasThere }
  } finally {
    remove(fresh)
  }
}

/**
 * Moves the old database to `file`. A hard link, where the file system has them, so that the path always has a
 * database.
 */
function putAside(path: string, file: string): void {
  // Only a broken or deleted database still has its log beside it. SQLite would apply that log to the new database.
  for (const end of ['-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, file + end)
  if (!existsSync(path)) return
  try {
    linkSync(path, file)
  } catch {
    renameSync(path, file)
  }
}

function remove(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
}

/** Replaces everything in one transaction, so that any failure leaves the database as it was. */
async function inPostgres<T>(url: string, { work, aside }: Replacement<T>): Promise<Replaced<T>> {
  const db = new Kysely<Schema>({ dialect: patientDialect(url) })
  try {
    return await db.transaction().execute(async (trx) => {
      await refuseConnected(trx)
      const tables = (await tablesOf(trx)).map(({ name }) => name)
      if (tables.length > 0) {
        if (!aside) throw notEmpty('this address')
        await aside.keep(trx)
        const all = [...tables, 'kysely_migration', 'kysely_migration_lock']
        await sql`drop table if exists ${sql.join(all.map((name) => sql.table(name)))}`.execute(trx)
      }
      return { result: await work(trx), aside: tables.length > 0 }
    })
  } finally {
    await db.destroy()
  }
}

function notEmpty(where: string): OperatorError {
  return new OperatorError(
    `There is a database at ${where} already. Nothing was changed; restore takes --replace, which puts it aside first, and move wants an empty one.`,
  )
}
