import { baseOf } from './forms.ts'
import { sameKey, wordsKey } from './normalise.ts'

export interface Named {
  category_name: string
  keywords: readonly string[]
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
  return {
    named: (name) => names.get(sameKey(name)),
    of(productName) {
      if (!keywords) {
        keywords = new Keywords<C>()
        for (const category of categories) keywords.add(category)
      }
      return keywords.of(productName)
    },
  }
}

/** Finds categories by their keywords. Adding 20 000 takes about 80 ms, so a server must yield in between. */
export class Keywords<C extends Pick<Named, 'keywords'>> {
  readonly #byKey = new Map<string, Keyword<C>>()
  /** keywords with their words in the base form: 'jajko' finds 'jajka' */
  readonly #byBase = new Map<string, Keyword<C>>()
  #sorted: Keyword<C>[] | undefined

  /** If two categories have the same keyword, the first one keeps it. */
  add(category: C): void {
    this.#sorted = undefined
    for (const keyword of category.keywords) {
      const key = wordsKey(keyword)
      if (!this.#byKey.has(key)) this.#byKey.set(key, { key, category, inside: undefined })
      const base = basesIn(key)
      if (base !== key && !this.#byBase.has(base))
        this.#byBase.set(base, { key: base, category, inside: undefined })
    }
  }

  of(productName: string): C | undefined {
    // A keyword as written wins over another's base form.
    this.#sorted ??= sorted(new Map([...this.#byBase, ...this.#byKey]).values())
    const words = wordsKey(productName)
    return (longestIn(this.#sorted, words) ?? longestIn(this.#sorted, basesIn(words)))?.category
  }
}

function basesIn(words: string): string {
  return words.replace(/[^ ]+/g, baseOf)
}

function longestIn<C>(keywords: readonly Keyword<C>[], words: string): Keyword<C> | undefined {
  let best: Keyword<C> | undefined
  for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) {
    const found = longestAt(keywords, words.slice(at))
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
function longestAt<C>(keywords: readonly Keyword<C>[], text: string): Keyword<C> | undefined {
  let low = 0
  let high = keywords.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keywords[middle]?.key ?? '') <= text) low = middle + 1
    else high = middle
  }
  return beginning(keywords[low - 1], text)
}

function beginning<C>(keyword: Keyword<C> | undefined, text: string): Keyword<C> | undefined {
  let found = keyword
  while (found && !text.startsWith(found.key)) found = found.inside
  return found
}
