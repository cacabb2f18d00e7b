import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/open.ts'
import { privateFile, privateFolder } from '../db/private-files.ts'

/** The form of an avatar's file name; its random part is the only protection. */
export const avatarName = /^[A-Za-z0-9_-]{24}\.webp$/
const unusedMs = 3_600_000

const folderOf = (dataDir: string) => join(dataDir, 'avatars')
export const avatarPath = (dataDir: string, name: string) => join(folderOf(dataDir), name)

/** Stores an avatar and syncs it to the disk; the database must refer to it only afterwards. */
export async function storeAvatar(dataDir: string, name: string, picture: Buffer): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: privateFolder })
  const path = avatarPath(dataDir, name)
  const half = `${path}.tmp`
  try {
    const file = await open(half, 'w', privateFile)
    try {
      await file.writeFile(picture)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(half, path)
  } catch (error) {
    // Otherwise, on a full disk, each refused picture would leave a file.
    await rm(half, { force: true })
    throw error
  }
}

export async function removeAvatar(dataDir: string, name: string): Promise<void> {
  if (avatarName.test(name)) await rm(avatarPath(dataDir, name), { force: true })
}

/** Removes unreferenced files: of a process killed between writing file and database, or of a removed account. */
export async function sweepAvatars(db: Db, dataDir: string, now: number): Promise<void> {
  const files = await readdir(folderOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (files.length === 0) return
  const named = await db.selectFrom('account').select('image_name').where('image_name', '<>', '').execute()
  const used = new Set(named.map((row) => row.image_name))
  for (const file of files) {
    if (used.has(file)) continue
    const path = avatarPath(dataDir, file)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    // A new file may be referenced by a transaction that is not committed yet.
    if (mtimeMs < now - unusedMs) await rm(path, { force: true })
  }
}
