import { sameKey, wordsKey } from './text.ts'

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
  // By the first letter, so that a batch of a thousand names does not try every keyword on each.
  const starts = new Map<string, { key: string; category: C }[]>()
  for (const category of categories) {
    const name = sameKey(category.category_name)
    if (name && !names.has(name)) names.set(name, category)
    for (const keyword of category.keywords) {
      const key = wordsKey(keyword)
      const known = starts.get(key.slice(0, 2))
      if (known) known.push({ key, category })
      else starts.set(key.slice(0, 2), [{ key, category }])
    }
  }
  return {
    named: (name) => names.get(sameKey(name)),
    of(productName) {
      const words = wordsKey(productName)
      let best: { key: string; category: C } | undefined
      for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1))
        for (const one of starts.get(words.slice(at, at + 2)) ?? [])
          if (one.key.length > (best?.key.length ?? 0) && words.startsWith(one.key, at)) best = one
      return best?.category
    },
  }
}
