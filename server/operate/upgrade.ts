import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { migrations } from '../db/migrations/index.ts'
import { type DatabaseAddress, type Db, openDatabase, isSqlite, type Trx } from '../db/open.ts'
import { placeOf } from '../db/postgres.ts'
import { backUp, backupFolder, backupsIn, removeOlder } from './backup.ts'
import { headerOf, syncFolder } from './copy/archive.ts'
import { OperatorError } from './copy/pieces.ts'
import { atOneMoment } from './copy/source.ts'
import { schemaOf, type Applied, appliedTo } from './copy/tables.ts'
import { plain } from './plain.ts'
import { sql } from 'kysely'
import { version } from '../db/version.ts'

type Where = Pick<Config, 'database' | 'dataDir'>

/** How many copies from before an upgrade are kept. */
const mostCopies = 3

/**
 * Throws an OperatorError if the database belongs to another program or to a newer Koszyk. Writes nothing. Returns
 * whether it must be migrated.
 */
export async function checkMaker({ database, dataDir }: Where): Promise<boolean> {
  if ('sqlite' in database && !existsSync(database.sqlite)) return false
  return atOneMoment(database, (trx) => needsUpgrade(trx, nameOf(database), () => wayBack(dataDir)))
}

/** Opens the database. One that must be migrated is copied first, to a file in the folder of backups. */
export async function openUpgraded(config: Where, now: number): Promise<Db> {
  const saved = (await checkMaker(config)) ? await copyBeforeUpgrade(config, now) : null
  const db = await openDatabase(config.database).catch((error: unknown) => {
    if (saved === null) throw error
    throw new OperatorError(`${plain(error)} The database of before the upgrade is in ${saved}.`)
  })
  if (saved) await keepCopy(config, saved)
  return db
}

/** The same for a command. Throws an OperatorError if there is no database, where a server would make an empty one. */
export async function openExisting(config: Where, now: number): Promise<Db> {
  await atOneMoment(config.database, schemaOf)
  return openUpgraded(config, now)
}

export function nameOf(database: DatabaseAddress): string {
  return 'sqlite' in database ? database.sqlite : `the PostgreSQL database ${placeOf(database.postgres)}`
}

// Decision 143: an upgrade copies first.
/**
 * Copies the database before it is migrated, and returns the file's path. Only `keepCopy` makes older copies go: a start
 * that fails, even again and again, leaves one copy of its own and all those from before other upgrades.
 */
async function copyBeforeUpgrade(config: Where, now: number): Promise<string> {
  const folder = backupFolder(config.dataDir)
  const left = await backupsIn(folder, 'upgrading')
  const schema = await atOneMoment(config.database, schemaOf)
  const { path } = await backUp(config, { folder, now, keep: Infinity, kind: 'upgrading' })
  for (const name of left) {
    const file = join(folder, name)
    // The upgrade that it was made for did not happen: the new copy has all of it. Otherwise only its end was cut off.
    if ((await headerOf(file))?.schema === schema) await rm(file, { force: true })
    else await keep(file)
  }
  return path
}

/** Keeps the copy of an upgrade that is done, and removes the oldest ones. */
async function keepCopy({ dataDir }: Where, path: string): Promise<void> {
  const folder = backupFolder(dataDir)
  await keep(path)
  await syncFolder(folder)
  await removeOlder(folder, 'before-upgrade', mostCopies)
}

/** Renames a copy whose upgrade is done. */
async function keep(path: string): Promise<void> {
  await rename(path, finished(path)).catch((error: NodeJS.ErrnoException) => {
    // Another instance upgraded at the same time, and has done so.
    if (error.code !== 'ENOENT') throw error
  })
}

const finished = (path: string) => path.replace(/\.upgrading$/, '.before-upgrade')

/** Returns the command that restores the newest copy that this version can read. */
async function wayBack(dataDir: string): Promise<string> {
  const folder = backupFolder(dataDir)
  const copies = await Promise.all(
    (['before-upgrade', 'upgrading'] as const).map((kind) => backupsIn(folder, kind)),
  )
  const files = copies
    .flat()
    .toSorted()
    .map((name) => join(folder, name))
  let file = '<its newest backup>'
  for (const path of files) if (((await headerOf(path))?.schema ?? '') in migrations) file = path
  return `npm run restore -- ${file} --replace`
}

/**
 * Returns whether the database has migrations to come. Throws an OperatorError for a database of another program or of a
 * newer version; `wayBack` says what to do about the latter.
 */
async function needsUpgrade(trx: Trx, place: string, wayBack: () => Promise<string>): Promise<boolean> {
  const known = Object.keys(migrations)
  const applied = await appliedTo(trx)
  const names = applied.map(({ name }) => name)
  if (names.length === 0 ? (await othersIn(trx)) !== '' : !names.includes(known[0] ?? ''))
    throw new OperatorError(
      `${place} has tables of another program (${await othersIn(trx)}). Nothing was changed; give Koszyk a database of its own.`,
    )
  const newer = applied.filter(({ name }) => !known.includes(name)).at(-1)
  if (newer)
    throw new OperatorError(
      `${place} was ${await describeMaker(trx, newer)}, and this is version ${version} (${known.at(-1)}). Nothing was ` +
        `changed. Start the newer version again, or restore what this one can read: ${await wayBack()}`,
    )
  return names.length > 0 && names.length < known.length
}

/** Describes the version that brought the database to a migration that is unknown here. */
async function describeMaker(trx: Trx, { name, timestamp }: Applied): Promise<string> {
  const rows = await trx
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'version')
    .execute()
    // The newer version may have another table, and versions before this one did not note theirs.
    .catch(() => [])
  const noted = rows[0] ? `, version ${rows[0].value}` : ''
  return `made by a newer Koszyk${noted} (${name}, on ${timestamp.slice(0, 10)})`
}

/** Returns some names of tables that are not the migrator's and belong to no extension; '' for none. */
async function othersIn(trx: Trx): Promise<string> {
  const query = isSqlite(trx)
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`select relname as name from pg_class c where relkind in ('r', 'p')
        and relnamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend where objid = c.oid and deptype = 'e')`
  const names = (await query.execute(trx)).rows.map(({ name }) => name).toSorted()
  return names
    .filter((name) => !/^(sqlite|kysely)_/.test(name))
    .slice(0, 3)
    .join(', ')
}
