import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { copyOfDist } from '../next-version.ts'

/** An accented letter for each plain one: a text on a screen that has none of them is in no catalogue. */
const accents = new Map(
  [...'aåeéiîoöuûyýAÅEÉIÎOÖUÛYÝcçnñsšzžCÇNÑSŠZŽ'].map((one, i, all) => [one, all[i + 1] ?? one]),
)
/** Returns an English text with accents; tags and placeholders stay as they are. */
export function accented(text: string): string {
  return text.replace(/<[^>]*>|\{\w+\}|\p{L}/gu, (one) => accents.get(one) ?? one)
}

/** How much longer than English other languages are. */
const longer = 0.4
const filling = ' lörem ipsüm dölör sit åmet'

type Part = string | number | readonly unknown[]

/** Returns a message as Lingui compiles it: with accents and 40% longer, its values and tags as they are. */
export function inPseudo(message: readonly Part[]): Part[] {
  const spoken = message.filter((part) => typeof part === 'string').join('')
  const length = Math.ceil(spoken.replace(/<[^>]*>/g, '').length * longer)
  const more = filling.repeat(Math.ceil(length / filling.length)).slice(0, length)
  return [...message.map(partInPseudo), ...(/\p{L}/u.test(spoken) ? [more] : [])]
}

function partInPseudo(part: Part): Part {
  if (typeof part === 'string') return accented(part)
  if (!Array.isArray(part)) return part
  const [name, type, cases] = part as [string, string?, Record<string, readonly Part[] | number>?]
  if (!cases) return part
  const entries = Object.entries(cases).map(([key, text]) => [
    key,
    Array.isArray(text) ? inPseudo(text) : text,
  ])
  return [name, type, Object.fromEntries(entries)]
}

/**
 * Makes a copy of the built app whose English is a pseudo-language. It is for tests alone: nobody can choose it, because
 * no folder in locales/ is its. Returns the copy's folder.
 */
export function pseudoDist(): string {
  const dist = copyOfDist()
  const files = readdirSync(join(dist, 'assets')).filter((name) => /^messages-en-.*\.js$/.test(name))
  if (files.length !== 3) throw new Error('The texts of a language are not built into three files any more.')
  for (const name of files) {
    const file = join(dist, 'assets', name)
    const code = readFileSync(file, 'utf8')
    const literal = /(?<=JSON\.parse\()([`"'])(?:\\.|(?!\1)[^\\])*\1/.exec(code)?.[0]
    if (!literal) throw new Error('Lingui compiles its catalogues in another way now.')
    const messages = JSON.parse(runInNewContext(literal) as string) as Record<string, Part[]>
    const changed = Object.fromEntries(Object.entries(messages).map(([id, parts]) => [id, inPseudo(parts)]))
    for (const ending of ['.br', '.gz']) rmSync(`${file}${ending}`, { force: true })
    writeFileSync(
      file,
      code.replace(literal, () => JSON.stringify(JSON.stringify(changed))),
    )
  }
  return dist
}
