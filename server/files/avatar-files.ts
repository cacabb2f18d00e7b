import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/open.ts'
import { avatarName, avatarOwners, keepAvatar } from './avatars.ts'

/**
 * Avatars were files in DATA_DIR/avatars before migration 0032. A start moves what is left there into the database; a
 * backup of an older database still reads them.
 */
const folderOf = (dataDir: string) => join(dataDir, 'avatars')

/** What the old version wrote there; anything else is not ours. */
const ours = /^[A-Za-z0-9_-]{24}\.webp(\.tmp)?$/
/** How many are stored in one transaction. */
const atOnce = 50
/** An instance of the old version may have written a younger file for a transaction that is not committed yet, in ms. */
const youngMs = 3_600_000

/** Returns the names of the avatars that are still files. */
export async function avatarFiles(dataDir: string): Promise<Set<string>> {
  const names = await readdir(folderOf(dataDir)).catch(noneIfGone)
  return new Set(names?.filter((name) => avatarName.test(name)))
}

/** Returns null if the file is gone: it was replaced, or another instance has moved it into the database. */
export function readAvatarFile(dataDir: string, name: string): Promise<Buffer | null> {
  return readFile(join(folderOf(dataDir), name)).catch(noneIfGone)
}

interface Log {
  warn: (what: object, message: string) => void
}

/**
 * Moves the avatars that are still files into the database, and removes the folder. Files that no account names are
 * removed once they are an hour old. Several instances may do so at once, and a killed one is repeated: a file is
 * removed only after its row is committed. Whatever fails is logged and stays for the next start.
 */
export async function importAvatarFiles(
  { db, dataDir, now }: { db: Db; dataDir: string; now: number },
  log: Log,
): Promise<void> {
  try {
    const files = await readdir(folderOf(dataDir)).catch(noneIfGone)
    if (files === null) return
    const failures = await importFiles(
      { db, dataDir, now },
      files.filter((name) => ours.test(name)).toSorted(),
    )
    if (failures.length > 0)
      log.warn(
        { err: failures[0], count: failures.length },
        'Pictures could not be moved from DATA_DIR/avatars into the database. They stay there, and the next start tries again.',
      )
    const missing = await countMissing(db)
    if (missing > 0)
      log.warn(
        { count: missing },
        'These people have a picture that is neither in the database nor in DATA_DIR/avatars. It may be on the disk of another instance.',
      )
    // A folder that is not empty stays.
    await rmdir(folderOf(dataDir)).catch(() => undefined)
  } catch (error) {
    log.warn({ err: error }, 'The pictures in DATA_DIR/avatars could not be moved into the database.')
  }
}

/** Returns the errors of the files that were left. */
async function importFiles(
  { db, dataDir, now }: { db: Db; dataDir: string; now: number },
  files: readonly string[],
): Promise<unknown[]> {
  const failures: unknown[] = []
  const owners = await avatarOwners(db)
  for (let start = 0; start < files.length; start += atOnce) {
    const some = files.slice(start, start + atOnce)
    const avatars: { name: string; bytes: Buffer; at: number }[] = []
    for (const name of some.filter((file) => avatarName.test(file) && owners.has(file)))
      try {
        const bytes = await readAvatarFile(dataDir, name)
        if (bytes) avatars.push({ name, bytes, at: now })
      } catch (error) {
        failures.push(error)
      }
    await db.transaction().execute(async (trx) => {
      for (const avatar of avatars) await keepAvatar(trx, owners.get(avatar.name) ?? '', avatar)
    })
    const stored = await db.selectFrom('picture').select('name').where('name', 'in', some).execute()
    const committed = new Set(stored.map(({ name }) => name))
    for (const name of some)
      if (committed.has(name) || (!owners.has(name) && (await isOld(dataDir, name, now))))
        await rm(join(folderOf(dataDir), name), { force: true }).catch((error: unknown) =>
          failures.push(error),
        )
  }
  return failures
}

async function isOld(dataDir: string, name: string, now: number): Promise<boolean> {
  const stats = await stat(join(folderOf(dataDir), name)).catch(noneIfGone)
  return stats !== null && stats.mtimeMs < now - youngMs
}

async function countMissing(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .leftJoin('picture', 'picture.name', 'account.image_name')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account.image_name', '<>', '')
    .where('picture.name', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function noneIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
