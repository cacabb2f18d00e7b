import BetterSqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { type BackupTimes, backupKey, backupTimes } from '../base/backup-times.ts'
import type { DatabaseAddress, Db } from '../db/open.ts'
import { patientDialect } from '../db/postgres.ts'
import type { Schema } from '../db/schema.ts'
import type { Services } from '../services/services.ts'

/** A backup each night may be late by a day before anybody is told, in ms. */
const oldMs = 2 * 86_400_000

/**
 * Runs a backup and records in its database whether it succeeded, where all instances read it. A database that cannot be
 * written does not make a backup fail: `unrecorded` then has the error.
 */
export async function recorded<T>(
  address: DatabaseAddress,
  now: () => number,
  work: () => Promise<T>,
): Promise<{ result: T; unrecorded?: unknown }> {
  try {
    const result = await work()
    const unrecorded = await record(address, 'done', now()).catch((error: unknown) => error)
    return { result, ...(unrecorded !== undefined && { unrecorded }) }
  } catch (error) {
    // The reason of the failure is what counts; the backup's age tells the rest.
    await record(address, 'failed', now()).catch(() => undefined)
    throw error
  }
}

/** Opens the database as it is: a backup may be made by a newer version than the server that runs. */
async function record(address: DatabaseAddress, what: keyof BackupTimes, at: number): Promise<void> {
  const dialect =
    'postgres' in address
      ? patientDialect(address.postgres)
      : new SqliteDialect({
          database: new BetterSqlite(address.sqlite, { fileMustExist: true, timeout: 5_000 }),
        })
  const db = new Kysely<Schema>({ dialect })
  try {
    await db.transaction().execute(async (trx) => {
      // Not worth waiting for a standby that is away.
      if ('postgres' in address) await sql`set local synchronous_commit = local`.execute(trx)
      await trx
        .insertInto('meta')
        .values({ key: backupKey(what), value: String(at) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(at) }))
        .execute()
    })
  } finally {
    await db.destroy()
  }
}

/** Returns what the operator must know about the backups; '' if they are as they should be. */
export async function backupWarning({
  db,
  config,
  now,
}: Pick<Services, 'db' | 'config' | 'now'>): Promise<string> {
  const { done, failed } = await backupTimes(db)
  const last = done === 0 ? 'There is no earlier one' : `The last good one is of ${dayOf(done)}`
  if (failed > done)
    return (
      `The backup of ${dayOf(failed)} failed. ${last}. 'npm run backup' says why, and so does ` +
      "'journalctl -u koszyk-backup' where systemd makes them."
    )
  if (done > 0)
    return now() - done > oldMs
      ? `${last}: none has been made for ${Math.floor((now() - done) / 86_400_000)} days. Does whatever makes them every night still run?`
      : ''
  // Nobody needs to be told while they are only trying the app.
  return config.isPublic && now() - (await madeAt(db)) > oldMs
    ? "No backup has been made by 'npm run backup' yet: if this disk fails, all lists are gone. See docs/years.md."
    : ''
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ') + ' UTC'

/** Returns when the database got its first tables. */
async function madeAt(db: Db): Promise<number> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db)
  return Date.parse(rows[0]?.at ?? '')
}
