import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { privateFolder } from '../db/private-files.ts'
import { writeArchive } from './copy/archive.ts'
import { type OnProgress, reportStep } from './copy/pieces.ts'
import { atOneMoment, piecesOf } from './copy/source.ts'

/** 'upgrading' is a copy from before an upgrade that is not done yet. */
type Kind = 'backup' | 'before-upgrade' | 'upgrading' | 'replaced'

/** Only finished backups with such names are deleted. */
const ours = /^koszyk-\d{8}T\d{9}Z\.(backup|before-upgrade|upgrading)$/

/** A killed backup leaves its unfinished file. After this age it cannot belong to a running backup any more. */
const halfOnes = /^koszyk-\d{8}T\d{9}Z\.(backup|before-upgrade|upgrading)\.partial$/
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

/**
 * Writes a whole database, which may be in use, to a file in `folder`, and returns its path. Keeps the newest `keep`
 * files of the kind and deletes older ones.
 */
export async function backUp(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  { folder, now, keep, kind = 'backup', passphrase, onProgress }: Target,
): Promise<{ path: string; removed: number }> {
  const path = join(folder, backupName(now, kind))
  // A backup before an upgrade stays beside its database. It includes the secrets, so that restoring it ends no
  // sessions.
  const which = kind === 'backup' ? 'no secrets' : 'all'
  await atOneMoment(database, async (trx) => {
    await mkdir(folder, { recursive: true, mode: privateFolder })
    const report = reportStep(onProgress, 'Writing the backup')
    await writeArchive(path, piecesOf(trx, dataDir, now, which, report), passphrase)
  })
  await removeHalfOnes(folder, now)
  return { path, removed: await removeOlder(folder, kind, keep) }
}

/** Returns the names of the finished backups of a kind, oldest first. */
export async function backupsIn(folder: string, kind: Kind): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => ours.test(name) && name.endsWith(`.${kind}`)).toSorted()
}

export async function removeOlder(folder: string, kind: Kind, keep: number): Promise<number> {
  const older = (await backupsIn(folder, kind)).slice(0, -keep)
  for (const name of older) await rm(join(folder, name))
  return older.length
}

async function removeHalfOnes(folder: string, now: number): Promise<void> {
  const oldest = backupName(now - halfAgeMs, 'backup')
  for (const name of await readdir(folder))
    if (halfOnes.test(name) && name < oldest) await rm(join(folder, name))
}
