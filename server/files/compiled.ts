import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from './private-files.ts'

/** Where Node keeps compiled code; null where others could put code of theirs, or nothing can be written. */
export function compiledFolder(dataDir: string): string | null {
  const folder = join(dataDir, 'compiled')
  try {
    mkdirSync(folder, { recursive: true, mode: privateFolder })
    const found = lstatSync(folder)
    const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)
    return isOurs && (found.mode & 0o022) === 0 ? folder : null
  } catch {
    return null
  }
}
