import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { DatabaseAddress, Trx } from '../../db/open.ts'
import { postgresDialect } from '../../db/postgres.ts'
import type { Schema } from '../../db/schema.ts'
import { sqliteDialect } from '../../db/sqlite.ts'
import { syncFolder } from './archive.ts'
import { refuseConnected, refuseInUse } from './in-use.ts'
import { OperatorError } from './pieces.ts'
import { tablesOf } from './tables.ts'

interface Replacement<T> {
  /** fills the empty database; all of it happens or nothing */
  work: (trx: Trx) => Promise<T>
  /** puts what is there aside and returns where; without it the database must be empty */
  aside?: { file: string; keep: (trx: Trx) => Promise<void> }
}

/** Whether what was there had to be put aside, and the result of `work`. */
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

/** A new file takes the place of the old one at the end. */
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
    // Somebody may have started a server meanwhile.
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

/** A second name where the file system knows such: then there is no moment without a database. */
function putAside(path: string, file: string): void {
  // Only a broken or deleted database still has its log beside it, and SQLite would apply it to the new one.
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

/** One transaction: whatever stops it, the database is as it was. */
async function inPostgres<T>(url: string, { work, aside }: Replacement<T>): Promise<Replaced<T>> {
  const db = new Kysely<Schema>({ dialect: postgresDialect(url, true) })
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
