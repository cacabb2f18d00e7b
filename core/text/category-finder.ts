import { baseOf } from './forms.ts'
import { sameKey, wordsKey } from './normalise.ts'

export interface Named {
  category_name: string
  keywords: readonly string[]
}

/** A writer's categories, as the server and a device without a network find them. */
export interface Finder<C> {
  /** the category of that name, case and accents aside */
  named: (name: string) => C | undefined
  /** the one with the longest keyword at the beginning of a word of a product's name */
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

/** Finds categories by their keywords. Taking in twenty thousand takes some 80 ms: whoever serves others pauses in between. */
export class Keywords<C extends Pick<Named, 'keywords'>> {
  readonly #byKey = new Map<string, Keyword<C>>()
  /** keywords whose words were brought to their base: 'jajko' finds 'jajka' */
  readonly #byBase = new Map<string, Keyword<C>>()
  #sorted: Keyword<C>[] | undefined

  /** Of two categories with the same keyword the first one has it. */
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
    // A keyword that somebody wrote comes before one that it was brought to.
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

/** Sorted, so that a name is looked up by halves and not held against every keyword. */
function sorted<C>(given: Iterable<Keyword<C>>): Keyword<C>[] {
  const keywords = [...given].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (const [i, keyword] of keywords.entries()) keyword.inside = beginning(keywords[i - 1], keyword.key)
  return keywords
}

/**
 * The longest keyword with which the text begins: in sorted order the last one before the text, or one that this
 * begins with.
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
