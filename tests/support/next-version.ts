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
  const old = readdirSync(assets).find((name) => /^pasted-lines-.*\.js$/.test(name)) ?? ''
  const files = [
    ...readdirSync(assets).map((name) => join(assets, name)),
    join(dist, 'sw.js'),
    join(dist, 'index.html'),
  ]
  for (const file of files.filter((name) => /\.(js|html)$/.test(name))) {
    const text = readFileSync(file, 'utf8')
    const next = file.endsWith(old) ? file.replace(old, 'pasted-lines-next.js') : file
    const isSame = next === file && !text.includes(old)
    if (isSame) continue
    for (const gone of [file, `${file}.br`, `${file}.gz`]) rmSync(gone, { force: true })
    writeFileSync(next, text.replaceAll(old, 'pasted-lines-next.js'))
  }
}
