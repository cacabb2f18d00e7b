import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the folder for Node's compile cache; null if other users could put code into it or it cannot be written.
 * @param {string} dataDir
 * @returns {string | null}
 */
export function compiledFolder(dataDir) {
  const folder = join(dataDir, 'compiled')
  try {
    // The same mode as `privateFolder` in private-files.ts; importing that file would load the TypeScript compiler.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)
    return isOurs && (found.mode & 0o022) === 0 ? folder : null
  } catch {
    return null
  }
}
