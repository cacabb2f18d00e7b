import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { readerOf, shownCategory } from '../../../core/product/categories.ts'
import { shownCurrency } from '../../../core/product/currency.ts'
import { type Language, limits } from '../../../core/product/entities.ts'
import { fromHundredths, inBase } from '../../../core/product/money.ts'
import { hasWords, productKey, spellingsOf } from '../../../core/text/product-key.ts'
import { searchWords, wordsKey } from '../../../core/text/normalise.ts'
import { ownCategories } from '../../catalogue/category-finder.ts'
import type { Db } from '../../db/open.ts'
import type { ProductTable } from '../../db/schema.ts'
import type { Services } from '../../services/services.ts'
import { basePriceOf } from '../purchases/prices.ts'
import { history } from '../store/history.ts'
import { answers } from '../../http/route.ts'
import { acceptedLanguage } from '../../base/language.ts'
import { wordPatterns } from '../../catalogue/search.ts'
import { builtInCategories, catalogue } from '../../seed/catalogue.ts'
import { dayOf, joinDays } from '../../../core/text/due.ts'

const most = limits.suggestions
const mostHistory = 1_000
/** fewer times show no interval, so their days are not read */
const fewestTimes = 3
/** how many names in the answer to an empty query are there because they were bought often */
const mostOften = 20

type Priced = Pick<
  Selectable<ProductTable>,
  'id' | 'name' | 'price' | 'price_for' | 'unit' | 'quantity' | 'shop'
> & {
  at: number
  list_name: string
  currency: string
}

/** Suggests the user's own entries first, newest first, then the catalogue in the user's language. */
export async function suggestionRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services

  answers(app, services, 'products', async ({ user, query: { query = '' } }) => {
    const words = searchWords(query)
    const products = await ownProducts(db, user, words, services.now())
    const ofCatalogue = catalogue(user.language)
      .filter((product) => hasWords(product.words, words))
      .map(({ productName, unit, category }) => ({
        productName,
        unit,
        category_name: category.category_name,
        shop_name: '',
      }))
    return distinct([...products, ...ofCatalogue], (product) => product.productName)
  })

  answers(app, services, 'catalogue', ({ query, request }) => {
    const language = query.language ?? acceptedLanguage(request.headers['accept-language'] ?? '')
    const products = catalogue(language).map(({ productName, unit, category }) => ({
      productName,
      unit,
      category_name: category.category_name,
    }))
    return Promise.resolve({ products, categories: [...builtInCategories(language)] })
  })

  answers(app, services, 'categories', async ({ user, query: { query = '' } }) => {
    const words = searchWords(query)
    const groups = history(db, user.id, (products) =>
      products
        .select((select) => ['category', 'category_id', 'icon', select.fn.max('created_at').as('at')])
        .where('category', '<>', '')
        .groupBy(['category', 'category_id', 'icon'])
        .execute(),
    )
    const reader = readerOf(user.language)
    const nameOf = ({ category, category_id }: { category: string; category_id: string }) =>
      shownCategory({ category_name: category, category_id }, reader)
    const used = await newest(groups, nameOf, words)
    const categories = await ownCategories(db, user.id)
    const all = [
      ...used.map((one) => ({
        id: one.category_id || null,
        category_name: nameOf(one),
        icon: one.icon || null,
      })),
      ...categories.map(({ id, name, icon }) => ({ id, category_name: name, icon: icon || null })),
      ...builtInCategories(user.language).map(({ id, category_name, icon }) => ({ id, category_name, icon })),
    ]
    const matching = all.filter((category) => hasWords(wordsKey(category.category_name), words))
    return distinct(matching, (category) => category.category_name)
  })

  answers(app, services, 'shops', async ({ user, query: { query = '' } }) => {
    const groups = history(db, user.id, (products) =>
      products
        .select((select) => ['shop', select.fn.max('created_at').as('at')])
        .where('shop', '<>', '')
        .groupBy('shop')
        .execute(),
    )
    const used = await newest(groups, ({ shop }) => shop, searchWords(query))
    return used.map(({ shop }) => ({ shop_name: shop }))
  })

  answers(app, services, 'priceHistory', async ({ user, params }) => {
    const groups = history(db, user.id, (products) =>
      products
        .innerJoin('list', 'list.id', 'product.list_id')
        .select(['product.name', 'product.id', 'price', 'price_for', 'unit', 'quantity', 'shop'])
        .select(['product.created_at as at', 'list.name as list_name', 'list.currency'])
        .where('product.name_norm', 'in', spellingsOf(params.productName))
        .where('price_unknown', '=', 0)
        .orderBy('product.created_at', 'desc')
        .orderBy('product.id', 'desc')
        .limit(mostHistory)
        .execute(),
    )
    const wanted = productKey(params.productName)
    let rows: Priced[] = []
    for await (const group of groups)
      rows = [...rows, ...group.filter((row) => productKey(row.name) === wanted)]
        .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .slice(0, mostHistory)
    return rows.map((row) => ({
      date: new Date(row.at).toISOString(),
      ...basePriceOf(row),
      currency: shownCurrency(row.currency),
      quantity: fromHundredths(row.quantity) / inBase[row.unit],
      shop_name: row.shop,
      listName: row.list_name,
    }))
  })
}

type Products = Parameters<Parameters<typeof history>[2]>[0]

async function ownProducts(
  db: Db,
  { id: accountId, language }: { id: string; language: Language },
  words: readonly string[],
  now: number,
) {
  const look = async (products: Products) => {
    let found = products
    for (const patterns of wordPatterns(words))
      found = found.where((where) =>
        where.or(patterns.map((pattern) => where('product.name_norm', 'like', pattern))),
      )
    // Reads the newest row of each name, and not many more than a response contains.
    const ranked = found
      .innerJoin('list', 'list.id', 'product.list_id')
      .select([
        'product.name',
        'unit',
        'price',
        'price_for',
        'price_unknown',
        'category',
        'category_id',
        'shop',
        'currency',
        'product.created_at as at',
      ])
      .select(
        sql<number>`row_number() over (partition by product.name order by product.created_at desc, product.id desc)`.as(
          'nth',
        ),
      )
      .select(sql<number>`count(*) over (partition by product.name)`.as('times'))
    const names = db.selectFrom(ranked.as('ranked')).selectAll().where('nth', '=', 1)
    // Twice as many, because names that differ only in case or accents are merged afterwards.
    const late = await names
      .orderBy('at', 'desc')
      .orderBy('name')
      .limit(most * 2)
      .execute()
    if (words.length > 0) return late
    const lateNames = new Set(late.map(({ name }) => name))
    const often = await names
      .orderBy('times', 'desc')
      .orderBy('at', 'desc')
      .limit(mostOften * 2)
      .execute()
    return [...late, ...often.filter(({ name }) => !lateNames.has(name))]
  }
  const groups = history(db, accountId, look)
  const byKey = new Map<string, { times: number; row: Awaited<ReturnType<typeof look>>[number] }>()
  const newestRows = await newest(counted(groups, byKey), ({ name }) => name, words)
  // Products that are bought often may not be among the newest.
  const usual = [...byKey.values()]
    .filter(({ times }) => words.length === 0 && times > 1)
    .toSorted((a, b) => b.times - a.times || b.row.at - a.row.at)
    .slice(0, mostOften)
    .map(({ row }) => row)
  const few = usual.filter((row) => !newestRows.includes(row)).length
  const rows = distinct([...newestRows.slice(0, most - few), ...usual], ({ name }) => name)
  const before = await lastPrices(
    db,
    accountId,
    rows.filter((row) => row.price_unknown === 1 || row.price_for !== 'unit'),
  )
  const timesOf = ({ name }: { name: string }) => byKey.get(productKey(name))?.times ?? 1
  const repeated = words.length === 0 ? rows.filter((row) => timesOf(row) >= fewestTimes) : []
  const days = await lastDays(
    db,
    accountId,
    repeated.map(({ name }) => name),
    now,
  )
  const reader = readerOf(language)
  return rows.map((row) => ({
    productName: row.name,
    unit: row.unit,
    // A price of all of it would be wrong for another amount.
    ...(row.price_unknown === 0 && row.price_for === 'unit'
      ? { price: fromHundredths(row.price), currency: shownCurrency(row.currency) }
      : before(row)),
    category_name: shownCategory({ category_name: row.category, category_id: row.category_id }, reader),
    shop_name: row.shop,
    times: timesOf(row),
    lastAt: new Date(row.at).toISOString(),
    days: days.get(productKey(row.name)),
  }))
}

/**
 * Passes the groups on. Collects in `byKey` how often each name occurs, ignoring case and accents, and its newest row.
 */
async function* counted<T extends { name: string; times: number; at: number }>(
  groups: AsyncIterable<T[]>,
  byKey: Map<string, { times: number; row: T }>,
): AsyncGenerator<T[]> {
  for await (const group of groups) {
    for (const row of group) {
      const key = productKey(row.name)
      const counted = byKey.get(key)
      const times = (counted?.times ?? 0) + Number(row.times)
      byKey.set(key, { times, row: counted && counted.row.at >= row.at ? counted.row : row })
    }
    yield group
  }
}

/** Returns the newest entry of each name in all groups that matches the words, newest first. */
async function newest<T extends { at: number }>(
  groups: AsyncIterable<T[]>,
  nameOf: (entry: T) => string,
  words: readonly string[],
): Promise<T[]> {
  let latest: T[] = []
  for await (const group of groups) {
    const matching = group.filter((entry) => hasWords(wordsKey(nameOf(entry)), words))
    const all = [...latest, ...matching].toSorted((a, b) => b.at - a.at || (nameOf(a) < nameOf(b) ? -1 : 1))
    latest = distinct(all, nameOf)
  }
  return latest
}

/** Returns the first entry of each name, ignoring case and accents, at most as many as a response contains. */
function distinct<T>(entries: readonly T[], nameOf: (entry: T) => string): T[] {
  const names = new Set<string>()
  const distinctEntries: T[] = []
  for (const entry of entries) {
    const name = productKey(nameOf(entry))
    if (names.has(name)) continue
    names.add(name)
    distinctEntries.push(entry)
    if (distinctEntries.length === most) break
  }
  return distinctEntries
}

const dayMs = 86_400_000
/** Eight times of a product that is bought every other month are older than this, and need no reminder. */
const oldestMs = 400 * dayMs

/** Returns the last days on which the account's lists got each of these names, by product key. */
async function lastDays(
  db: Db,
  accountId: string,
  names: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number[]>> {
  const found = new Map<string, number[]>()
  if (names.length === 0) return found
  const keys = [...new Set(names.flatMap(spellingsOf))]
  const groups = history(db, accountId, (products) =>
    products
      .select(['product.name', sql<number>`product.created_at / ${sql.lit(dayMs)}`.as('day')])
      .where('product.name_norm', 'in', keys)
      .where('product.created_at', '>=', (dayOf(now) + 1) * dayMs - oldestMs)
      .groupBy(['product.name', 'day'])
      .execute(),
  )
  for await (const group of groups)
    for (const { name, day } of group) {
      const key = productKey(name)
      found.set(key, joinDays(found.get(key), [day]))
    }
  return found
}

interface LastPrice {
  price: number
  /** as answers contain it */
  currency: string | undefined
}

/**
 * Returns a function that finds the account's last price of one of these names in the given unit, ignoring case
 * and accents. A price for another unit does not count.
 */
async function lastPrices(
  db: Db,
  accountId: string,
  wanted: readonly { name: string; unit: string }[],
): Promise<(product: { name: string; unit: string }) => LastPrice | undefined> {
  if (wanted.length === 0) return () => undefined
  const keys = [...new Set(wanted.flatMap(({ name }) => spellingsOf(name)))]
  const groups = history(db, accountId, (products) => {
    const newest = products
      .innerJoin('list', 'list.id', 'product.list_id')
      .select(['product.name', 'unit', 'price', 'list.currency', 'product.created_at as at'])
      .select((select) =>
        select.fn
          .agg<number>('row_number')
          .over((over) =>
            over
              .partitionBy(['product.name', 'unit'])
              .orderBy('product.created_at', 'desc')
              .orderBy('product.id', 'desc'),
          )
          .as('nth'),
      )
      .where('product.name_norm', 'in', keys)
      .where('price_unknown', '=', 0)
      .where('price_for', '=', 'unit')
    return db
      .selectFrom(newest.as('newest'))
      .select(['name', 'unit', 'price', 'currency', 'at'])
      .where('nth', '=', 1)
      .execute()
  })
  const found = new Map<string, { price: number; currency: string; at: number }>()
  for await (const group of groups)
    for (const { price, currency, at, ...row } of group)
      if (at >= (found.get(keyOf(row))?.at ?? 0)) found.set(keyOf(row), { price, currency, at })
  return (product) => {
    const last = found.get(keyOf(product))
    return last && { price: fromHundredths(last.price), currency: shownCurrency(last.currency) }
  }
}

function keyOf({ name, unit }: { name: string; unit: string }): string {
  return `${unit} ${productKey(name)}`
}
