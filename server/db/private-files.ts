import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Modes for data that no other user of this machine may read: password hashes, links in mails, lists, pictures. */
export const privateFolder = 0o700
export const privateFile = 0o600

/** The sticky bit. Folders that have it, like /tmp, are shared on purpose and keep their mode. */
const sticky = 0o1000

/**
 * Restricts the mode of files that an older version made or somebody copied here. Returns the paths whose mode could
 * not be changed because another user owns them.
 */
export function closeToOthers(dataDir: string, folders: readonly string[]): string[] {
  const failed: string[] = []
  const close = (path: string, mode: number) => {
    try {
      chmodSync(path, mode)
    } catch {
      failed.push(path)
    }
  }
  if ((statSync(dataDir).mode & sticky) === 0) close(dataDir, privateFolder)
  for (const folder of folders.map((name) => join(dataDir, name)).filter((path) => existsSync(path))) {
    close(folder, privateFolder)
    for (const name of readdirSync(folder)) close(join(folder, name), privateFile)
  }
  return failed
}

/**
 * Creates the database file, readable only to this user, before SQLite does. SQLite gives its other files the same
 * mode.
 */
export function privateDatabase(path: string): void {
  closeSync(openSync(path, 'a', privateFile))
  for (const file of [path, `${path}-wal`, `${path}-shm`].filter((name) => existsSync(name)))
    try {
      chmodSync(file, privateFile)
    } catch (error) {
      // Another user owns the file but lets us write it.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    }
}
