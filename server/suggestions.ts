import type { FastifyInstance } from 'fastify'
import type { ExpressionBuilder } from 'kysely'
import { limits } from '../core/entities.ts'
import { fromHundredths } from '../core/money.ts'
import { sameKey, searchWords, wordsKey } from '../core/text.ts'
import { ownCategories } from './category-finder.ts'
import type { Db } from './db/open.ts'
import type { Schema } from './db/schema.ts'
import type { Deps } from './deps.ts'
import { lastPrices } from './last-prices.ts'
import { hasWords, wordPatterns } from './list-queries.ts'
import { answers } from './route.ts'
import { builtInCategories, catalogue } from './seed/catalogue.ts'

const most = limits.suggestions
const mostHistory = 1_000

/** What a person has written before comes first, the newest at the top, then the catalogue in their language. */
export async function suggestionRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db } = deps

  answers(app, deps, 'products', async ({ user, query: { query = '' } }) => {
    const own = await ownProducts(db, user.id, query)
    const words = searchWords(query)
    const known = catalogue(user.language)
      .filter((product) => words.every((word) => product.words.includes(` ${word}`)))
      .map(({ productName, unit, category }) => ({
        productName,
        unit,
        category_name: category.category_name,
        shop_name: '',
      }))
    return distinct([...own, ...known], (product) => product.productName)
  })

  answers(app, deps, 'categories', async ({ user, query: { query = '' } }) => {
    const used = await history(db, user.id)
      .select((select) => ['category', 'category_id', 'icon', select.fn.max('created_at').as('at')])
      .where('category', '<>', '')
      .groupBy(['category', 'category_id', 'icon'])
      .orderBy('at', 'desc')
      .orderBy('category')
      .execute()
    const own = await ownCategories(db, user.id)
    const all = [
      ...used.map(({ category, category_id, icon }) => ({
        id: category_id || null,
        category_name: category,
        icon: icon || null,
      })),
      ...own.map(({ id, name, icon }) => ({ id, category_name: name, icon: icon || null })),
      ...builtInCategories(user.language).map(({ id, category_name, icon }) => ({ id, category_name, icon })),
    ]
    const words = searchWords(query)
    const found = all.filter((category) => hasWords(category.category_name, words))
    return distinct(found, (category) => category.category_name)
  })

  answers(app, deps, 'shops', async ({ user, query: { query = '' } }) => {
    const used = await history(db, user.id)
      .select((select) => ['shop as shop_name', select.fn.max('created_at').as('at')])
      .where('shop', '<>', '')
      .groupBy('shop')
      .orderBy('at', 'desc')
      .orderBy('shop')
      .execute()
    const words = searchWords(query)
    const found = used.filter((shop) => hasWords(shop.shop_name, words))
    return distinct(found, (shop) => shop.shop_name).map(({ shop_name }) => ({ shop_name }))
  })

  answers(app, deps, 'priceHistory', async ({ user, params }) => {
    const rows = await history(db, user.id)
      .innerJoin('list', 'list.id', 'product.list_id')
      .select(['product.name', 'price', 'unit', 'quantity', 'shop', 'product.created_at'])
      .select('list.name as list_name')
      .where('product.name_norm', '=', wordsKey(params.productName))
      .where('price_unknown', '=', 0)
      .orderBy('product.created_at', 'desc')
      .orderBy('product.id', 'desc')
      .limit(mostHistory)
      .execute()
    const wanted = sameKey(params.productName.trim())
    return rows
      .filter((row) => sameKey(row.name) === wanted)
      .map((row) => ({
        date: new Date(row.created_at).toISOString(),
        price: fromHundredths(row.price),
        unit: row.unit,
        quantity: fromHundredths(row.quantity),
        shop_name: row.shop,
        listName: row.list_name,
      }))
  })
}

async function ownProducts(db: Db, accountId: string, query: string) {
  let names = history(db, accountId)
    .select((select) => ['product.name', select.fn.max('product.created_at').as('at')])
    .groupBy('product.name')
  for (const pattern of wordPatterns(query)) names = names.where('product.name_norm', 'like', pattern)
  // Names that differ only in case or accents fall together afterwards.
  const newest = await names
    .orderBy('at', 'desc')
    .orderBy('product.name')
    .limit(most * 2)
    .execute()
  if (newest.length === 0) return []
  const rows = await history(db, accountId)
    .select(['product.name', 'unit', 'price', 'price_unknown', 'category', 'shop'])
    .where(
      'product.name',
      'in',
      newest.map((one) => one.name),
    )
    .where('product.created_at', 'in', [...new Set(newest.map((one) => one.at))])
    .orderBy('product.created_at', 'desc')
    .orderBy('product.name')
    .orderBy('product.id', 'desc')
    .execute()
  const before = await lastPrices(
    db,
    history(db, accountId),
    rows.filter((row) => row.price_unknown === 1),
  )
  return rows.map((row) => ({
    productName: row.name,
    unit: row.unit,
    price: row.price_unknown === 0 ? fromHundredths(row.price) : before(row),
    category_name: row.category,
    shop_name: row.shop,
  }))
}

/** Products of one's own lists, and those one added to others' lists, while one may still see these. */
export function history(db: Db, accountId: string) {
  return db
    .selectFrom('product')
    .where('product.deleted_at', '=', 0)
    .where((where) => where.or([inOwnList(where, accountId), addedToSeenList(where, accountId)]))
}

type Where = ExpressionBuilder<Schema, 'product'>

function inOwnList(where: Where, accountId: string) {
  return where(
    'product.list_id',
    'in',
    where.selectFrom('list').select('list.id').where('list.owner_id', '=', accountId),
  )
}

function addedToSeenList(where: Where, accountId: string) {
  return where.and([
    where('product.added_by', '=', accountId),
    where(
      'product.list_id',
      'in',
      where.selectFrom('member').select('member.list_id').where('member.account_id', '=', accountId),
    ),
  ])
}

/** The first of each name, case and accents aside, and no more than are answered. */
function distinct<T>(entries: readonly T[], nameOf: (entry: T) => string): T[] {
  const names = new Set<string>()
  const kept: T[] = []
  for (const entry of entries) {
    const name = sameKey(nameOf(entry))
    if (names.has(name)) continue
    names.add(name)
    kept.push(entry)
    if (kept.length === most) break
  }
  return kept
}
