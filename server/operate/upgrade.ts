import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { migrations } from '../db/migrations/index.ts'
import { type DatabaseAddress, type Db, openDatabase } from '../db/open.ts'
import { placeOf } from '../db/postgres.ts'
import { backUp, backupFolder, backupsIn, removeOlder } from './backup.ts'
import { headerOf, syncFolder } from './copy/archive.ts'
import { needsUpgrade } from './copy/maker.ts'
import { OperatorError } from './copy/pieces.ts'
import { atOneMoment } from './copy/source.ts'
import { schemaOf } from './copy/tables.ts'
import { plain } from './plain.ts'

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
