import { productKey } from './text.ts'

/** Something that can be suggested, with its name as it is searched. */
export interface Searchable<T> {
  name: string
  key: string
  entry: T
}

/** The first of each name, case and accents aside; names that are empty are left out. */
export function searchable<T>(entries: readonly T[], nameOf: (entry: T) => string): Searchable<T>[] {
  const found = new Map<string, Searchable<T>>()
  for (const entry of entries) {
    const name = nameOf(entry)
    const key = productKey(name)
    if (key !== '' && !found.has(key)) found.set(key, { name, key, entry })
  }
  return [...found.values()]
}

/**
 * The suggestions for what was typed, best first: names that begin with it, then names with a word that begins with
 * it, then names that have a word for every typed word. Inside each group the given order stays, newest first.
 */
export function ranked<T>(entries: readonly Searchable<T>[], typed: string, most: number): Searchable<T>[] {
  const query = productKey(typed)
  if (query === '') return entries.slice(0, most)
  const words = wordsOf(query)
  const tiers: Searchable<T>[][] = [[], [], []]
  for (const entry of entries) {
    const tier = tierOf(entry.key, query, words)
    if (tier !== null) tiers[tier]?.push(entry)
  }
  return tiers.flat().slice(0, most)
}

/** The entries that fit `typed` or a longer text: after the next letter only these are searched. */
export function fitting<T>(entries: readonly Searchable<T>[], typed: string): readonly Searchable<T>[] {
  const query = productKey(typed)
  const words = wordsOf(query)
  return words.length === 0 ? entries : entries.filter(({ key }) => tierOf(key, query, words) !== null)
}

function wordsOf(query: string): string[] {
  return query.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

function tierOf(key: string, query: string, words: readonly string[]): 0 | 1 | 2 | null {
  if (key.startsWith(query)) return 0
  if (beginsWord(key, query)) return 1
  return words.length > 0 && words.every((word) => beginsWord(key, word)) ? 2 : null
}

const letter = /[\p{L}\p{N}]/u

function beginsWord(key: string, query: string): boolean {
  for (let at = key.indexOf(query); at >= 0; at = key.indexOf(query, at + 1))
    if (at === 0 || !letter.test(key[at - 1] ?? '')) return true
  return false
}
