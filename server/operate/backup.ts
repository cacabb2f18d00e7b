import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { migrations } from '../db/migrations/index.ts'
import { privateFolder } from '../db/private-files.ts'
import { writeArchive } from './copy/archive.ts'
import { type OnProgress, reportStep } from './copy/pieces.ts'
import { atOneMoment, piecesOf } from './copy/source.ts'
import { schemaOf } from './copy/tables.ts'

type Kind = 'backup' | 'before-upgrade' | 'replaced'

/** Only files with such names are ever deleted. */
const ours = /^koszyk-\d{8}T\d{9}Z\.(backup|before-upgrade)$/

/** A backup that was killed leaves its unfinished file. One that is this old belongs to no running backup. */
const halfOnes = /^koszyk-\d{8}T\d{9}Z\.(backup|before-upgrade)\.partial$/
const halfAgeMs = 86_400_000

export function backupName(now: number, kind: Kind): string {
  return `koszyk-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}.${kind}`
}

export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

interface Target {
  folder: string
  now: number
  keep: number
  kind?: Kind
  /** encrypts the file */
  passphrase?: string
  onProgress?: OnProgress
}

/** Writes all of a database, which may be in use, to a file in `folder`; returns its path. The last `keep` of a kind stay. */
export async function backUp(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  { folder, now, keep, kind = 'backup', passphrase, onProgress }: Target,
): Promise<{ path: string; removed: number }> {
  const path = join(folder, backupName(now, kind))
  // A copy of before an upgrade stays beside its database, which it may replace without anybody noticing.
  const which = kind === 'backup' ? 'no secrets' : 'all'
  await atOneMoment(database, async (trx) => {
    await mkdir(folder, { recursive: true, mode: privateFolder })
    const report = reportStep(onProgress, 'Writing the backup')
    await writeArchive(path, piecesOf(trx, dataDir, now, which, report), passphrase)
  })
  await removeHalfOnes(folder, now)
  return { path, removed: await removeOlder(folder, kind, keep) }
}

async function removeOlder(folder: string, kind: Kind, keep: number): Promise<number> {
  const names = (await readdir(folder)).filter((name) => ours.test(name) && name.endsWith(`.${kind}`))
  const older = names.toSorted().slice(0, -keep)
  for (const name of older) await rm(join(folder, name))
  return older.length
}

async function removeHalfOnes(folder: string, now: number): Promise<void> {
  const oldest = backupName(now - halfAgeMs, 'backup')
  for (const name of await readdir(folder))
    if (halfOnes.test(name) && name < oldest) await rm(join(folder, name))
}

/** Before migrations touch a database, all of it is put into a file. Returns its path, or null if nothing is to be migrated. */
export async function backUpBeforeUpgrade(config: Config, now: number): Promise<string | null> {
  const { database, dataDir } = config
  if ('sqlite' in database && !existsSync(database.sqlite)) return null
  const schema = await atOneMoment(database, schemaOf)
  if (schema === '' || schema === Object.keys(migrations).at(-1)) return null
  const { path } = await backUp(config, {
    folder: backupFolder(dataDir),
    now,
    keep: 3,
    kind: 'before-upgrade',
  })
  return path
}
