import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { texts } from '../../core/locales/server.ts'
import { directionOf, type Language } from '../../core/text/language.ts'
import { textIn } from '../../core/text/words.ts'

/** Returns the built manifest, which is in the usual language, as JSON in this one. */
export async function manifestIn(language: Language, dist: string): Promise<string> {
  const built = await readFile(join(dist, 'manifest.webmanifest'), 'utf8')
  const inLanguage = (key: string, value: unknown) => {
    if (key === 'lang') return language
    if (key === 'dir') return directionOf(language)
    return typeof value === 'string' ? textIn(language, value, undefined, texts) : value
  }
  return JSON.stringify(JSON.parse(built, inLanguage))
}
