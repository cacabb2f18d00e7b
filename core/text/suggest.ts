import { formsOf } from './forms.ts'
import { productKey } from './product-key.ts'
import { typedKey } from './normalise.ts'
import { typedInCatalogue } from './tongues.ts'

/** A possible suggestion, with its name in the forms for comparing and searching. */
export interface Searchable<T> {
  name: string
  /** the `productKey` of the name */
  key: string
  /** the `typedKey` of the name */
  typed: string
  /** the other forms of its words, such as 'jajko jajek' for 'Jajka' */
  forms: string
  /** the names of a catalogue product in all languages, with their forms */
  abroad: string
  entry: T
}

/** Returns the first entry of each product; entries with empty names are left out. */
export function searchable<T>(entries: readonly T[], nameOf: (entry: T) => string): Searchable<T>[] {
  const found = new Map<string, Searchable<T>>()
  for (const entry of entries) {
    const name = nameOf(entry)
    const key = productKey(name)
    if (key !== '' && !found.has(key)) found.set(key, searched(name, key, entry))
  }
  return [...found.values()]
}

export function searched<T>(name: string, key: string, entry: T): Searchable<T> {
  const typed = typedKey(name)
  const forms = wordsOf(typed).flatMap((word) => formsOf(word).slice(1))
  return { name, key, typed, forms: forms.join(' '), abroad: typedInCatalogue(key), entry }
}

/** With fewer letters, names in other languages are not suggested: they would be other products to most people. */
const fewestAbroad = 3

/**
 * Returns at most `most` suggestions for a typed text, best first: names that begin with it (a name of one word in any
 * form), then names with a word that begins with it, then names that have a word for every typed word, then those whose
 * name in another language begins with it. The given order, newest first, is kept within each group.
 */
export function ranked<T>(entries: readonly Searchable<T>[], typed: string, most: number): Searchable<T>[] {
  const query = typedKey(typed)
  if (query === '') return entries.slice(0, most)
  const words = wordsOf(query)
  const tiers: Searchable<T>[][] = [[], [], [], []]
  for (const entry of entries) {
    const tier = tierOf(entry, query, words)
    if (tier !== null) tiers[tier]?.push(entry)
  }
  if (query.length < fewestAbroad) tiers.pop()
  return tiers.flat().slice(0, most)
}

/**
 * Returns the entries that match `typed`. Only these can match a longer text, so the next letter searches only them.
 */
export function fitting<T>(entries: readonly Searchable<T>[], typed: string): readonly Searchable<T>[] {
  const query = typedKey(typed)
  const words = wordsOf(query)
  return words.length === 0 ? entries : entries.filter((entry) => tierOf(entry, query, words) !== null)
}

function wordsOf(query: string): string[] {
  return query.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

type Spelled = Pick<Searchable<unknown>, 'typed' | 'forms' | 'abroad'>

function tierOf({ typed, forms, abroad }: Spelled, query: string, words: readonly string[]): number | null {
  if (typed.startsWith(query)) return 0
  if (beginsWord(typed, query)) return 1
  if (beginsWord(forms, query)) return typed.includes(' ') ? 1 : 0
  const isThere = (word: string) => beginsWord(typed, word) || beginsWord(forms, word)
  if (words.length > 0 && words.every(isThere)) return 2
  return beginsWord(abroad, query) ? 3 : null
}

const letter = /[\p{L}\p{N}]/u

function beginsWord(key: string, query: string): boolean {
  for (let at = key.indexOf(query); at >= 0; at = key.indexOf(query, at + 1))
    if (at === 0 || !letter.test(key[at - 1] ?? '')) return true
  return false
}
