import { type Finder, finder, Keywords, type Named, ownFirst } from '../../core/text/category-finder.ts'
import { type Language, languages } from '../../core/product/entities.ts'
import { type ProductChange, writtenBy } from '../../core/sync/change.ts'
import type { Db, Trx } from '../db/open.ts'
import { builtInCategories } from '../seed/catalogue.ts'
import { yieldToEventLoop } from '../db/chunks.ts'

export interface FoundCategory {
  id: string
  category_name: string
  icon: string
}

/** A writer's categories: the user's own first, then the built-in ones in the writer's language. */
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

/** Finds categories by name only, for products whose category is already given. */
export async function namedCategoriesOf(
  db: Db | Trx,
  account: { id: string; language: Language },
): Promise<Categories> {
  const rows = await db
    .selectFrom('category')
    .select(['id', 'name as category_name', 'icon'])
    .where('account_id', '=', account.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const { named } = finder(rows.map((row) => ({ ...row, keywords: [] })))
  const of = () => {
    throw new Error('the keywords were not read')
  }
  return together({ named, of }, account.language)
}

/** Finds categories by keywords too. Indexes many keywords in slices, so call this before a transaction. */
export async function categoriesOf(db: Db, account: { id: string; language: Language }): Promise<Categories> {
  const categories = await withKeywords(db, account.id)
  const keywords = new Keywords<FoundCategory & Named>()
  let some = 0
  for (const category of categories) {
    keywords.add(category)
    some += category.keywords.length
    if (some < keywordsAtOnce) continue
    some = 0
    await yieldToEventLoop()
  }
  return together({ ...finder(categories), of: (name) => keywords.of(name) }, account.language)
}

const keywordsAtOnce = 2_000

/**
 * Returns the writer's categories, or null if these changes need none. They may be read before the list is locked: only
 * the writer changes them.
 */
export async function categoriesFor(
  db: Db,
  account: { id: string; language?: Language },
  changes: readonly (ProductChange | null)[],
): Promise<Categories | null> {
  const adds = changes.some((change) => change?.op === 'add')
  if (
    !adds &&
    !changes.some(
      (change) => change?.op === 'set' && writtenBy(change).some(([field]) => field === 'category'),
    )
  )
    return null
  const language = account.language ?? (await languageOf(db, account.id))
  return (adds ? categoriesOf : namedCategoriesOf)(db, { ...account, language })
}

async function languageOf(db: Db, id: string): Promise<Language> {
  const account = db.selectFrom('account').select('language').where('id', '=', id)
  return (await account.executeTakeFirstOrThrow()).language
}

async function withKeywords(db: Db, accountId: string): Promise<(FoundCategory & Named)[]> {
  const rows = await ownCategories(db, accountId)
  return rows.map(({ id, name, icon, keywords }) => ({
    id,
    category_name: name,
    icon,
    keywords: JSON.parse(keywords) as string[],
  }))
}

function together(ofAccount: Categories, language: Language): Categories {
  const usual = builtIn[language]
  const others = languages.filter((other) => other !== language)
  return ownFirst(ofAccount, {
    // In a shared list, somebody else may have used the category's name in another language; the icon is the same.
    named: (name) => usual.named(name) ?? others.map((other) => builtIn[other].named(name)).find(Boolean),
    of: usual.of,
  })
}

/** The placeholder for changes that need no categories; using it throws. */
export const unread: Categories = {
  named: () => {
    throw new Error('the categories were not read')
  },
  of: () => {
    throw new Error('the categories were not read')
  },
}
