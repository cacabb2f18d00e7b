import { type Finder, finder } from '../core/category-finder.ts'
import { type Language, languages } from '../core/entities.ts'
import type { Db, Trx } from './db/open.ts'
import { builtInCategories } from './seed/catalogue.ts'

export interface FoundCategory {
  id: string
  category_name: string
  icon: string
}

/** A writer's categories: the own ones first, then the built-in ones in the writer's language. */
export type Categories = Finder<FoundCategory>

const builtIn = Object.fromEntries(
  languages.map((language): [string, Categories] => [language, finder(builtInCategories(language))]),
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
