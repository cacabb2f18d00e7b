import { type Language, languages } from '../core/entities.ts'
import { sameKey, wordsKey } from '../core/text.ts'
import type { Db, Trx } from './db/open.ts'
import { builtInCategories } from './seed/catalogue.ts'

export interface FoundCategory {
  id: string
  category_name: string
  icon: string
}

/** A writer's categories: the own ones first, then the built-in ones in the writer's language. */
export interface Categories {
  /** the category of that name, case and accents aside */
  named: (name: string) => FoundCategory | undefined
  /** the one with the longest keyword at the beginning of a word of a product's name */
  of: (productName: string) => FoundCategory | undefined
}

type Listed = FoundCategory & { keywords: readonly string[] }

function finder(categories: readonly Listed[]): Categories {
  const names = new Map<string, Listed>()
  // By the first letter, so that a batch of a thousand names does not try every keyword on each.
  const starts = new Map<string, { key: string; category: Listed }[]>()
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
      let best: { key: string; category: Listed } | undefined
      for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1))
        for (const one of starts.get(words.slice(at, at + 2)) ?? [])
          if (one.key.length > (best?.key.length ?? 0) && words.startsWith(one.key, at)) best = one
      return best?.category
    },
  }
}

const builtIn = Object.fromEntries(
  languages.map((language) => [language, finder(builtInCategories(language))]),
) as Record<Language, Categories>

export function ownCategories(db: Db | Trx, accountId: string) {
  return db
    .selectFrom('category')
    .select(['id', 'name', 'icon', 'keywords'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** In one statement, for as many products as the writer sends. */
export async function categoriesOf(
  db: Db | Trx,
  account: { id: string; language: Language },
): Promise<Categories> {
  const rows = await ownCategories(db, account.id)
  const usual = builtIn[account.language]
  const others = languages.filter((language) => language !== account.language)
  const own = finder(
    rows.map((row) => ({
      id: row.id,
      category_name: row.name,
      icon: row.icon,
      keywords: JSON.parse(row.keywords) as string[],
    })),
  )
  return {
    // In a shared list somebody may have named it in another language: the icon is the same.
    named: (name) =>
      own.named(name) ??
      usual.named(name) ??
      others.map((language) => builtIn[language].named(name)).find(Boolean),
    of: (productName) => own.of(productName) ?? usual.of(productName),
  }
}
