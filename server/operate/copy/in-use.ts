import { existsSync } from 'node:fs'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { type DatabaseAddress, isSqlite, type Trx } from '../../db/open.ts'
import { serverConnections } from '../../db/postgres.ts'
import { OperatorError } from './pieces.ts'
import { atOneMoment } from './source.ts'

/** Throws if a server runs on this database, because its writes would be lost. */
export async function refuseInUse(address: DatabaseAddress): Promise<void> {
  if ('postgres' in address) return atOneMoment(address, refuseConnected)
  if (!existsSync(address.sqlite)) return
  const sqlite = new BetterSqlite(address.sqlite, { timeout: 200 })
  try {
    // Leaving WAL mode needs exclusive access to the database, and merges the log into a single file.
    sqlite.pragma('journal_mode = delete')
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw inUse()
    // No server runs on a broken file, and restoring a backup must be able to replace it.
    if (!isBroken(error)) throw error
  } finally {
    sqlite.close()
  }
}

export function isBroken(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code)
}

export async function refuseConnected(trx: Trx): Promise<void> {
  if (isSqlite(trx)) return
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
    and application_name in (${sql.join(serverConnections)})`.execute(trx)
  if (rows.length > 0) throw inUse()
}

function inUse(): OperatorError {
  return new OperatorError(
    'A server runs on this database. Nothing was changed; stop the server first, then repeat the command.',
  )
}
