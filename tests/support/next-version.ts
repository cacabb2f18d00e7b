import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The built app in a folder of its own, to be changed and removed. */
export function copyOfDist(): string {
  const dist = mkdtempSync(join(tmpdir(), 'koszyk-dist-'))
  cpSync(resolve(import.meta.dirname, '../../dist'), dist, { recursive: true })
  return dist
}

/** What a build of other code leaves: one file has another name, and everything that names it is another too. */
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
    for (const gone of [file, `${file}.br`]) rmSync(gone, { force: true })
    writeFileSync(next, text.replaceAll(old, 'pasted-lines-next.js'))
  }
}
