import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { accountVersion } from '../../device/storage/stored.ts'

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

/**
 * Imitates a build whose accounts' databases have the next version, with one more store. Every script gets a name of its
 * own, as after a change of what all of them import.
 */
export function makeNextStore(dist: string): void {
  const assets = join(dist, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const nextName = (name: string) => name.replace(/\.js$/, '-next.js')
  const names = new RegExp(scripts.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  const opens = new RegExp(`(\`account:\\$\\{\\w+\\}\`,)${accountVersion},\\((\\w+),(\\w+),(\\w+,\\w+)\\)=>`)
  const upgrades = `$1${accountVersion + 1},($2,$3,$4)=>$3===${accountVersion}?$2.createObjectStore('next'):`
  let opened = 0
  for (const file of [
    ...scripts.map((name) => join(assets, name)),
    join(dist, 'sw.js'),
    join(dist, 'index.html'),
  ]) {
    const text = readFileSync(file, 'utf8')
    if (opens.test(text)) opened++
    for (const gone of [file, `${file}.br`, `${file}.gz`]) rmSync(gone, { force: true })
    writeFileSync(
      file.startsWith(assets) ? nextName(file) : file,
      text
        .replaceAll(names, nextName)
        .replace(opens, upgrades)
        .replace(/"revision":"\w+","url":"index\.html"/, '"revision":"next","url":"index.html"'),
    )
  }
  // In the page and in the worker.
  if (opened !== 2) throw new Error('The build opens the database of an account in another way now.')
}
