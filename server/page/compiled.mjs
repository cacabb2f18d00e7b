import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Where Node keeps compiled code; null where others could put code of theirs, or nothing can be written.
 * @param {string} dataDir
 * @returns {string | null}
 */
export function compiledFolder(dataDir) {
  const folder = join(dataDir, 'compiled')
  try {
    // The mode of privateFolder in private-files.ts, which would have to be compiled to be read here.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)
    return isOurs && (found.mode & 0o022) === 0 ? folder : null
  } catch {
    return null
  }
}
