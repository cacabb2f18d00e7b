import { baseOf } from './forms.ts'
import { sameKey, wordsKey } from './normalise.ts'
import { namesOf } from './tongues.ts'

export interface Named {
  category_name: string
  keywords: readonly string[]
  /** those of the other languages, which stand for whole words */
  otherKeywords?: readonly string[] | undefined
}

/** Finds a writer's categories, on the server and on an offline device alike. */
export interface Finder<C> {
  /** Returns the category of that name, ignoring case and accents. */
  named: (name: string) => C | undefined
  /** Returns the category with the longest keyword that begins at a word of a product's name. */
  of: (productName: string) => C | undefined
}

export function finder<C extends Named>(categories: readonly C[]): Finder<C> {
  const names = new Map<string, C>()
  for (const category of categories) {
    const name = sameKey(category.category_name)
    if (name && !names.has(name)) names.set(name, category)
  }
  let keywords: Keywords<C> | undefined
  let others: Keywords<C> | undefined
  return {
    named: (name) => names.get(sameKey(name)),
    of(productName) {
      if (!keywords || !others) {
        keywords = new Keywords<C>()
        others = new Keywords<C>(inflected)
        for (const category of categories) {
          keywords.add(category)
          others.add(category, category.otherKeywords)
        }
      }
      for (const name of namesOf(productName)) {
        // 'Ginger' is a word of another language, and no kind of gin.
        const category = keywords.whole(name) ?? others.whole(name)
        if (category) return category
      }
      for (const name of namesOf(productName)) {
        const category = keywords.of(name) ?? others.of(name)
        if (category) return category
      }
      return undefined
    },
  }
}

/** Joins a writer's own categories with the built-in ones. An own keyword stands for the product in all languages. */
export function ownFirst<C>(own: Finder<C>, builtIn: Finder<C>): Finder<C> {
  return {
    named: (name) => own.named(name) ?? builtIn.named(name),
    of(productName) {
      for (const name of namesOf(productName)) {
        const category = own.of(name)
        if (category) return category
      }
      return builtIn.of(productName)
    },
  }
}

/** What may follow a keyword of another language in its word: a plural or a case. */
const inflected = /^(?:[aeiouy]|e?s|[aeo]ch|[aeo]m|ami|i[aeu]|ow|k[aeiou]|n[aey])?$/
/** Shorter keywords of another language are whole words: 'por' (leek) is not in 'port'. */
const leastInflected = 4

/**
 * Finds categories by their keywords, which are the beginning of a word, or with a space at the end the whole word.
 * Adding 20 000 takes about 80 ms, so a server must yield in between.
 */
export class Keywords<C extends Pick<Named, 'keywords'>> {
  readonly #byKey = new Map<string, Keyword<C>>()
  /** keywords with their words in the base form: 'jajko' finds 'jajka' */
  readonly #byBase = new Map<string, Keyword<C>>()
  #sorted: Keyword<C>[] | undefined
  readonly #endings: RegExp | null

  /** `endings`: of the words that begin with a keyword; by default any. */
  constructor(endings: RegExp | null = null) {
    this.#endings = endings
  }

  /** If two categories have the same keyword, the first one keeps it. */
  add(category: C, keywords: readonly string[] = category.keywords): void {
    this.#sorted = undefined
    for (const keyword of keywords) {
      const key = keyword.endsWith(' ') ? `${wordsKey(keyword)} ` : wordsKey(keyword)
      if (!this.#byKey.has(key)) this.#byKey.set(key, { key, category, inside: undefined })
      const base = basesIn(key)
      if (base !== key && !this.#byBase.has(base))
        this.#byBase.set(base, { key: base, category, inside: undefined })
    }
  }

  of(productName: string): C | undefined {
    // A keyword as written wins over another's base form.
    this.#sorted ??= sorted(new Map([...this.#byBase, ...this.#byKey]).values())
    const words = `${wordsKey(productName)} `
    const look = (text: string) => longestIn(this.#sorted ?? [], text, this.#endings)
    return (look(words) ?? look(basesIn(words)))?.category
  }

  /** Returns the category of which the whole name is a keyword. */
  whole(productName: string): C | undefined {
    const words = wordsKey(productName)
    return (this.#byKey.get(words) ?? this.#byBase.get(basesIn(words)))?.category
  }
}

function basesIn(words: string): string {
  return words.replace(/[^ ]+/g, baseOf)
}

function longestIn<C>(
  keywords: readonly Keyword<C>[],
  words: string,
  endings: RegExp | null,
): Keyword<C> | undefined {
  let best: Keyword<C> | undefined
  for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) {
    const found = longestAt(keywords, words.slice(at), endings)
    if (found && found.key.length > (best?.key.length ?? 0)) best = found
  }
  return best
}

interface Keyword<C> {
  key: string
  category: C
  /** the longest other keyword that this one begins with */
  inside: Keyword<C> | undefined
}

/** Sorts keywords for binary search, so that a name need not be compared with each of them. */
function sorted<C>(given: Iterable<Keyword<C>>): Keyword<C>[] {
  const keywords = [...given].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (const [i, keyword] of keywords.entries()) keyword.inside = beginning(keywords[i - 1], keyword.key)
  return keywords
}

/**
 * Returns the longest keyword with which the text begins. In sorted order it is the last one before the text, or one
 * with which that one begins.
 */
function longestAt<C>(
  keywords: readonly Keyword<C>[],
  text: string,
  endings: RegExp | null,
): Keyword<C> | undefined {
  let low = 0
  let high = keywords.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keywords[middle]?.key ?? '') <= text) low = middle + 1
    else high = middle
  }
  let found = beginning(keywords[low - 1], text)
  while (found && !isInflected(found.key, text, endings)) found = beginning(found.inside, text)
  return found
}

/** Returns whether the word goes on after the keyword only with one of these endings. */
function isInflected(key: string, text: string, endings: RegExp | null): boolean {
  if (!endings) return true
  const [ending = ''] = text.slice(key.length).split(' ')
  return ending === '' || (key.trim().length >= leastInflected && endings.test(ending))
}

function beginning<C>(keyword: Keyword<C> | undefined, text: string): Keyword<C> | undefined {
  let found = keyword
  while (found && !text.startsWith(found.key)) found = found.inside
  return found
}
