import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { Answer } from '../../../core/contract/api.ts'
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
import { habitsOf } from '../purchases/habits.ts'
import { basePriceOf } from '../purchases/prices.ts'
import { history } from '../store/history.ts'
import { answers } from '../../http/route.ts'
import { acceptedLanguage } from '../../base/language.ts'
import { wordPatterns } from '../../catalogue/search.ts'
import { builtInCategories, catalogue } from '../../seed/catalogue.ts'

const most = limits.suggestions
const mostHistory = 1_000

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
    const products = await ownProducts(db, user, words)
    const own = words.length > 0 ? products : await withHabits(db, user, products, services.now())
    const ofCatalogue = catalogue(user.language)
      .filter((product) => hasWords(product.words, words))
      .map(({ productName, unit, category }) => ({
        productName,
        unit,
        category_name: category.category_name,
        shop_name: '',
      }))
    const all = [...own.map(({ product }) => product), ...ofCatalogue]
    return distinct(all, ({ productName }) => productName, Math.max(most, own.length))
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

interface Account {
  id: string
  language: Language
}

async function ownProducts(
  db: Db,
  account: Account,
  words: readonly string[],
): Promise<{ at: number; product: Answer<'products'>[number] }[]> {
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
    // Twice as many, because names that differ only in case or accents are merged afterwards.
    return db
      .selectFrom(ranked.as('ranked'))
      .selectAll()
      .where('nth', '=', 1)
      .orderBy('at', 'desc')
      .orderBy('name')
      .limit(most * 2)
      .execute()
  }
  const rows = await newest(history(db, account.id, look), ({ name }) => name, words)
  const before = await lastPrices(
    db,
    account.id,
    rows.filter((row) => row.price_unknown === 1 || row.price_for !== 'unit'),
  )
  const reader = readerOf(account.language)
  return rows.map((row) => ({
    at: row.at,
    product: {
      productName: row.name,
      unit: row.unit,
      // A price of all of it would be wrong for another amount.
      ...(priceOf(row) ?? before(row)),
      category_name: shownCategory({ category_name: row.category, category_id: row.category_id }, reader),
      shop_name: row.shop,
    },
  }))
}

/** Returns the price of a row if it is for one unit. */
function priceOf(
  row: Pick<Selectable<ProductTable>, 'price' | 'price_unknown' | 'price_for'> & { currency: string },
): LastPrice | undefined {
  if (row.price_unknown === 1 || row.price_for !== 'unit') return undefined
  return { price: fromHundredths(row.price), currency: shownCurrency(row.currency) }
}

/** Returns what the household buys beside what is on its lists, newest first. A habit says more than a product. */
async function withHabits(
  db: Db,
  account: Account,
  products: Awaited<ReturnType<typeof ownProducts>>,
  now: number,
): Promise<typeof products> {
  const reader = readerOf(account.language)
  const onLists = new Map(products.map((one) => [productKey(one.product.productName), one]))
  const habits = await habitsOf(db, account.id, now)
  const bought = [...habits].map(([key, { last, times, days }]) => {
    const { at = 0, product } = onLists.get(key) ?? {}
    const suggested = product ?? {
      productName: last.name,
      unit: last.unit,
      ...priceOf(last),
      category_name: shownCategory({ category_name: last.category }, reader),
      shop_name: last.shop,
    }
    return {
      at: Math.max(at, last.ticked_at),
      product: {
        ...suggested,
        shop_name: suggested.shop_name || last.shop,
        times,
        lastAt: new Date(last.ticked_at).toISOString(),
        days,
        amount: { quantity: fromHundredths(last.quantity), unit: last.unit },
      },
    }
  })
  const others = products.filter(({ product }) => !habits.has(productKey(product.productName)))
  return [...bought, ...others].toSorted((a, b) => b.at - a.at)
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
function distinct<T>(entries: readonly T[], nameOf: (entry: T) => string, mostOf: number = most): T[] {
  const names = new Set<string>()
  const distinctEntries: T[] = []
  for (const entry of entries) {
    const name = productKey(nameOf(entry))
    if (names.has(name)) continue
    names.add(name)
    distinctEntries.push(entry)
    if (distinctEntries.length === mostOf) break
  }
  return distinctEntries
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
