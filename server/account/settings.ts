import type { FastifyInstance } from 'fastify'
import type { Answer, Body } from '../../core/contract/api.ts'
import { isCurrency, shownCurrency, usualCurrency } from '../../core/product/currency.ts'
import { limits } from '../../core/product/entities.ts'
import { parseField } from '../../core/product/fields.ts'
import { fromHundredths, toHundredths } from '../../core/product/money.ts'
import { parseText } from '../../core/text/normalise.ts'
import { type Db, oneOf, type Trx } from '../db/open.ts'
import type { ListSettingTable, ShopSettingTable } from '../db/schema.ts'
import { invalid } from '../base/problem.ts'
import { answers, writes } from '../http/route.ts'
import { holdAccount } from '../limits/quota.ts'
import type { Services } from '../services/services.ts'

/** Serves an account's own settings: pinned and used lists, aisles by shop, and how often products are bought. */
export async function settingsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  answers(app, services, 'settings', async ({ user }) => settingsOf(services.db, user.id))

  writes(app, services, 'changeSettings', async (trx, { user, body }) => {
    await changeSettings(trx, user.id, body, services.now())
    return { answer: {} }
  })
}

/** Changes the settings that are given. Throws invalidRequest. */
export async function changeSettings(
  trx: Trx,
  accountId: string,
  body: Body<'changeSettings'>,
  now: number,
): Promise<void> {
  const given = parse(body, now)
  // Without the lock, two concurrent changes would overwrite each other.
  await holdAccount(trx, accountId)
  await changeLists(trx, accountId, given.lists, now)
  await changeShops(trx, accountId, given.shops, now)
  await changeProducts(trx, accountId, given.products, now)
  await changeBudgets(trx, accountId, given.budgets)
  if (Object.keys(given.single).length > 0)
    await trx.updateTable('account').set(given.single).where('id', '=', accountId).execute()
}

export async function settingsOf(db: Db | Trx, accountId: string): Promise<Answer<'settings'>> {
  const lists = await db
    .selectFrom('list_setting')
    .select(['list_id', 'pinned', 'used_at'])
    .where('account_id', '=', accountId)
    .orderBy('list_id')
    .execute()
  const shops = await db
    .selectFrom('shop_setting')
    .select(['shop', 'categories'])
    .where('account_id', '=', accountId)
    .orderBy('shop')
    .execute()
  const products = await db
    .selectFrom('product_setting')
    .select(['name as productName', 'days'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
  const account = await db
    .selectFrom('account')
    .select(['quiet_trips', 'push_offered', 'currency', 'budget', 'category_budgets'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const budgets = storedBudgets(account?.category_budgets)
  return {
    ...(account?.quiet_trips === 1 && { quietTrips: true as const }),
    ...(account?.push_offered === 1 && { pushOffered: true as const }),
    currency: shownCurrency(account?.currency ?? usualCurrency),
    ...(account && account.budget > 0 && { budget: fromHundredths(account.budget) }),
    ...(budgets.length > 0 && {
      budgets: budgets.map(([category, budget]) => ({ category, budget: fromHundredths(budget) })),
    }),
    lists: lists.map(({ list_id, pinned, used_at }) => ({
      id: list_id,
      ...(pinned === 1 && { pinned: true as const }),
      ...(used_at > 0 && { usedAt: new Date(used_at).toISOString() }),
    })),
    shops: shops.map(({ shop, categories }) => ({ shop, categories: JSON.parse(categories) as string[] })),
    products,
  }
}

/** `usedAt: null` erases the time. */
type ListChange = { pinned?: boolean; usedAt?: number | null }

/** Parses the changes by list, shop, product and category; the later of two changes to the same one wins. */
function parse(body: Body<'changeSettings'>, now: number) {
  const { lists = [], shops = [], products = [], budgets = [], ...given } = body
  const wrong: Record<string, string> = {}
  const single = parseSingle(given, wrong)
  const ofLists = new Map<string, ListChange>()
  for (const { id, pinned, usedAt } of lists) {
    // Otherwise a device whose clock is ahead would keep its list on top until that time.
    const at = typeof usedAt === 'string' ? Math.min(Date.parse(usedAt), now) : usedAt
    if (typeof at === 'number' && !(at > 0)) wrong['lists'] = 'outOfRange'
    ofLists.set(id, { ...(pinned !== undefined && { pinned }), ...(at !== undefined && { usedAt: at }) })
  }
  const ofShops = new Map<string, string[] | null>()
  for (const { shop, categories } of shops) {
    const name = parseText(shop, 0, limits.label)
    const aisles = (categories ?? []).map((category) => parseText(category, 1, limits.label))
    const bad = [name, ...aisles].find((text) => !text.ok)
    if (bad && !bad.ok) wrong['shops'] = bad.error
    const names = [...new Set(aisles.flatMap((aisle) => (aisle.ok ? [aisle.value] : [])))]
    if (name.ok) ofShops.set(name.value, names.length > 0 ? names : null)
  }
  const ofProducts = new Map<string, number | null>()
  for (const { productName, days } of products) {
    const name = parseText(productName, 1, limits.name)
    if (name.ok) ofProducts.set(name.value, days)
    else wrong['products'] = name.error
  }
  const ofCategories = new Map<string, number | null>()
  for (const { category, budget } of budgets) {
    const [name, amount] = [parseText(category, 1, limits.label), parseBudget(budget)]
    if (name.ok && amount.ok) ofCategories.set(name.value, budget && toHundredths(budget))
    else wrong['budgets'] = !name.ok ? name.error : 'outOfRange'
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return { lists: ofLists, shops: ofShops, products: ofProducts, budgets: ofCategories, single }
}

/** Parses a budget like a price, which may be negative. */
function parseBudget(given: number | null): ReturnType<typeof parseField> {
  return given !== null && given < 0 ? { ok: false, error: 'outOfRange' } : parseField('price', given)
}

/** Returns the columns of the account for the settings of one value, and notes what is wrong with them. */
function parseSingle(
  { quietTrips, pushOffered, currency, budget }: Body<'changeSettings'>,
  wrong: Record<string, string>,
) {
  if (currency !== undefined && !isCurrency(currency)) wrong['currency'] = 'outOfRange'
  const amount = budget === undefined ? undefined : parseBudget(budget)
  if (amount && !amount.ok) wrong['budget'] = amount.error
  if (budget !== undefined && budget < 0) wrong['budget'] = 'outOfRange'
  return {
    ...(quietTrips !== undefined && { quiet_trips: Number(quietTrips) }),
    ...(pushOffered !== undefined && { push_offered: Number(pushOffered) }),
    ...(currency !== undefined && { currency }),
    ...(budget !== undefined && { budget: toHundredths(budget) ?? 0 }),
  }
}

type StoredList = Pick<ListSettingTable, 'list_id' | 'pinned' | 'used_at'>

async function changeLists(trx: Trx, accountId: string, given: Map<string, ListChange>, now: number) {
  if (given.size === 0) return
  const rows = await trx
    .selectFrom('list_setting')
    .select(['list_id', 'pinned', 'used_at'])
    .where('account_id', '=', accountId)
    .execute()
  const before = new Map(rows.map((row) => [row.list_id, row]))
  const after = new Map<string, StoredList>(before)
  for (const [id, change] of given) {
    const row = changed(before.get(id) ?? { list_id: id, pinned: 0, used_at: 0 }, change)
    if (row.pinned === 0 && row.used_at === 0) after.delete(id)
    else after.set(id, row)
  }
  for (const { list_id } of [...after.values()].toSorted(worthKeeping).slice(limits.listSettings))
    after.delete(list_id)
  const written = [...after.values()]
    .filter((row) => before.get(row.list_id) !== row)
    .map((row) => ({ ...row, account_id: accountId, updated_at: now }))
  const gone = [...before.keys()].filter((id) => !after.has(id))
  if (gone.length > 0)
    await trx
      .deleteFrom('list_setting')
      .where('account_id', '=', accountId)
      .where('list_id', 'in', oneOf(gone))
      .execute()
  if (written.length > 0)
    await trx
      .insertInto('list_setting')
      .values(written)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'list_id']).doUpdateSet((set) => ({
          pinned: set.ref('excluded.pinned'),
          used_at: set.ref('excluded.used_at'),
          updated_at: set.ref('excluded.updated_at'),
        })),
      )
      .execute()
}

/**
 * Applies a change; returns the same row if nothing changes. `used_at` never goes back, whatever a late device sends.
 */
function changed(row: StoredList, { pinned, usedAt }: ListChange): StoredList {
  const next = {
    pinned: pinned === undefined ? row.pinned : Number(pinned),
    used_at: usedAt === undefined ? row.used_at : usedAt === null ? 0 : Math.max(row.used_at, usedAt),
  }
  return next.pinned === row.pinned && next.used_at === row.used_at ? row : { ...row, ...next }
}

function worthKeeping(a: StoredList, b: StoredList): number {
  return b.pinned - a.pinned || b.used_at - a.used_at || (a.list_id < b.list_id ? -1 : 1)
}

async function changeShops(trx: Trx, accountId: string, given: Map<string, string[] | null>, now: number) {
  if (given.size === 0) return
  const rows = await trx.selectFrom('shop_setting').selectAll().where('account_id', '=', accountId).execute()
  const before = new Map(rows.map((row) => [row.shop, row]))
  const after = new Map<string, ShopSettingTable>(before)
  for (const [shop, names] of given) {
    const categories = JSON.stringify(names)
    if (names === null) after.delete(shop)
    else if (before.get(shop)?.categories !== categories)
      after.set(shop, { account_id: accountId, shop, categories, updated_at: now })
  }
  const newest = [...after.values()].toSorted(
    (a, b) => b.updated_at - a.updated_at || (a.shop < b.shop ? -1 : 1),
  )
  let room: number = limits.aislesOfUser
  for (const [place, { shop, categories }] of newest.entries()) {
    room -= categories.length
    if (place >= limits.shopSettings || room < 0) after.delete(shop)
  }
  const written = [...after.values()].filter((row) => before.get(row.shop) !== row)
  const gone = [...before.keys()].filter((shop) => !after.has(shop))
  if (gone.length > 0)
    await trx
      .deleteFrom('shop_setting')
      .where('account_id', '=', accountId)
      .where('shop', 'in', oneOf(gone))
      .execute()
  if (written.length > 0)
    await trx
      .insertInto('shop_setting')
      .values(written)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'shop']).doUpdateSet((set) => ({
          categories: set.ref('excluded.categories'),
          updated_at: set.ref('excluded.updated_at'),
        })),
      )
      .execute()
}

async function changeProducts(trx: Trx, accountId: string, given: Map<string, number | null>, now: number) {
  if (given.size === 0) return
  const rows = await trx
    .selectFrom('product_setting')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('name')
    .execute()
  const written = [...given].flatMap(([name, days]) => {
    const isSame = rows.some((row) => row.name === name && row.days === days)
    return days === null || isSame ? [] : [{ account_id: accountId, name, days, updated_at: now }]
  })
  const others = rows.filter(({ name }) => !written.some((row) => row.name === name))
  const room = limits.productSettings - written.length
  const fitting = new Set(others.filter(({ name }) => given.get(name) !== null).slice(0, room))
  const gone = others.filter((row) => !fitting.has(row))
  if (gone.length > 0)
    await trx
      .deleteFrom('product_setting')
      .where('account_id', '=', accountId)
      .where('name', 'in', oneOf(gone.map(({ name }) => name)))
      .execute()
  if (written.length > 0)
    await trx
      .insertInto('product_setting')
      .values(written)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'name']).doUpdateSet((set) => ({
          days: set.ref('excluded.days'),
          updated_at: set.ref('excluded.updated_at'),
        })),
      )
      .execute()
}

const storedBudgets = (stored = '[]') => JSON.parse(stored) as [category: string, hundredths: number][]

async function changeBudgets(trx: Trx, accountId: string, given: Map<string, number | null>): Promise<void> {
  if (given.size === 0) return
  const account = trx.selectFrom('account').select('category_budgets').where('id', '=', accountId)
  const before = storedBudgets((await account.executeTakeFirst())?.category_budgets)
  const others = before.filter(([category]) => !given.has(category))
  const after = [...others, ...given].filter(([, budget]) => budget).slice(-limits.categoryBudgets)
  const category_budgets = JSON.stringify(after)
  await trx.updateTable('account').set({ category_budgets }).where('id', '=', accountId).execute()
}
