import { existsSync } from 'node:fs'
import BetterSqlite from 'better-sqlite3'
import { privateDatabase } from './private-files.ts'

/**
 * Reserves a SQLite database for one server, until the returned function is called or the process ends, however it
 * ends. Returns the description of the server that has it already; '' if that one is not known.
 *
 * The lock is SQLite's own, on an empty database beside the real one, which operator commands may use meanwhile.
 * @param self describes this server to others
 */
export function reserve(path: string, self: string): (() => void) | string {
  const file = `${path}.server`
  // Closing a file ends all locks of this process on it.
  if (!existsSync(file)) privateDatabase(file)
  const lock = new BetterSqlite(file, { timeout: 0 })
  try {
    lock.exec('begin immediate')
    describe(lock, self)
    return () => lock.close()
  } catch (error) {
    const holder = isBusy(error) ? holderOf(lock) : null
    lock.close()
    if (holder === null) throw error
    return holder
  }
}

/** Writes who holds the lock, and takes it again. On a full disk it is held without a name. */
function describe(lock: BetterSqlite.Database, self: string): void {
  try {
    lock.exec('create table if not exists server (self text) strict; delete from server')
    lock.prepare('insert into server values (?)').run(self)
    lock.exec('commit')
  } catch {
    if (lock.inTransaction) lock.exec('rollback')
  }
  lock.exec('begin immediate')
}

function holderOf(lock: BetterSqlite.Database): string {
  try {
    return (lock.prepare('select self from server').get() as { self: string } | undefined)?.self ?? ''
  } catch {
    return ''
  }
}

function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')
}
