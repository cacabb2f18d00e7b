import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Returns a copy of the built app that a test may change and remove. */
export function copyOfDist(): string {
  const dist = mkdtempSync(join(tmpdir(), 'koszyk-dist-'))
  cpSync(resolve(import.meta.dirname, '../../dist'), dist, { recursive: true })
  return dist
}

/** Imitates a build of changed code: one file is renamed, and all files that refer to it change. */
export function makeNextVersion(dist: string): void {
  const assets = join(dist, 'assets')
  const old = readdirSync(assets).find((name) => /^crop-dialog-.*\.js$/.test(name))
  if (!old) throw new Error('The build has no script of its own for the dialog that cuts pictures any more.')
  const files = [
    ...readdirSync(assets).map((name) => join(assets, name)),
    join(dist, 'sw.js'),
    join(dist, 'index.html'),
  ]
  for (const file of files.filter((name) => /\.(js|html)$/.test(name))) {
    const text = readFileSync(file, 'utf8')
    const next = file.endsWith(old) ? file.replace(old, 'crop-dialog-next.js') : file
    const isSame = next === file && !text.includes(old)
    if (isSame) continue
    for (const gone of [file, `${file}.br`, `${file}.gz`]) rmSync(gone, { force: true })
    writeFileSync(next, text.replaceAll(old, 'crop-dialog-next.js'))
  }
}
