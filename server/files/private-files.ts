import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Modes of what nobody else on this machine may read: passwords as hashes, links in mails, lists, faces. */
export const privateFolder = 0o700
export const privateFile = 0o600

/** Folders like /tmp, which everybody shares on purpose, stay as they are. */
const sticky = 0o1000

/** Closes what an older version made or somebody copied here; answers what belongs to somebody else and so stays open. */
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

/** Makes the database's file before SQLite does, which gives its other files the mode of this one. */
export function privateDatabase(path: string): void {
  closeSync(openSync(path, 'a', privateFile))
  for (const file of [path, `${path}-wal`, `${path}-shm`].filter((name) => existsSync(name)))
    try {
      chmodSync(file, privateFile)
    } catch (error) {
      // It belongs to somebody else, who lets us write it.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    }
}
