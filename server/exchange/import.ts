import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Check } from 'typebox/value'
import { type Answer, api, type Body } from '../../core/contract/api.ts'
import type { Exchanged, ExchangedList } from '../../core/exchange/exchange.ts'
import { type Json, objectsIn } from '../../core/exchange/json.ts'
import { isCurrency, usualCurrency } from '../../core/product/currency.ts'
import { defaultName, inPlace } from '../../core/product/list-copies.ts'
import { parseProduct } from '../../core/product/fields.ts'
import { toHundredths } from '../../core/product/money.ts'
import { limits, pricesFor } from '../../core/product/entities.ts'
import type { SessionUser } from '../auth/session.ts'
import { changeSettings } from '../account/settings.ts'
import { ProblemError } from '../base/problem.ts'
import { nameBarcode } from '../catalogue/barcodes.ts'
import { makeCategory } from '../catalogue/categories.ts'
import { categoriesOf, ownCategories } from '../catalogue/category-finder.ts'
import { yieldToEventLoop } from '../db/chunks.ts'
import type { Trx } from '../db/open.ts'
import { tell } from '../http/route.ts'
import { untilInTime } from '../http/overtaken.ts'
import { countingRefusals, noteWritten, quotasOf, spend, writtenIn } from '../limits/daily-quota.ts'
import { currencyOf, insertList, newList } from '../lists/store/new-list.ts'
import {
  keepReaders,
  type Purchase,
  purchasesMs,
  writtenPurchases,
} from '../lists/purchases/purchase-rows.ts'
import { prepareList, storeNewList } from '../lists/rest/changes.ts'
import { isKnown } from '../lists/sync/make-list.ts'
import type { Services } from '../services/services.ts'
import { icons } from '../seed/catalogue.ts'
import { makeTemplate } from '../templates/templates.ts'

type IdOf = (kind: string, n: number) => string

/** Returns what a file would make. */
export function foundIn({ lists, templates, categories, account, lost }: Exchanged): Answer<'importFile'> {
  return {
    lists: lists.map(({ listName, products }) => ({
      listName,
      productCount: products.length,
      checkedCount: products.filter(({ value }) => value.productStatus).length,
    })),
    templates: templates.map(({ templateName, products }) => ({
      templateName,
      productCount: products.length,
    })),
    categories: categories.map(({ category_name }) => category_name),
    barcodes: objectsIn(account?.['barcodes']).length,
    purchases: objectsIn(account?.['purchases']).length,
    lost,
  }
}

/**
 * Makes everything that a file holds, each thing in a transaction of its own, and returns the ids of the lists. Sent
 * again with the same Idempotency-Key it goes on where it stopped: the ids follow from the key and the file.
 */
export async function importAll(
  services: Services,
  request: FastifyRequest,
  user: SessionUser,
  { lists, templates, categories, account }: Exchanged,
): Promise<string[]> {
  const { db, now } = services
  const key = request.headers['idempotency-key'] ?? services.newId()
  const hash = createHash('sha256')
    .update(JSON.stringify([user.id, key, request.body]))
    .digest('base64url')
  // In the order of the file: so are sorted what was made at the same moment.
  const idOf: IdOf = (kind, n) => `${kind}-${hash.slice(0, 22)}-${String(n).padStart(6, '0')}`
  const quotas = quotasOf(user, request.ip)
  const storing = (work: (trx: Trx) => Promise<unknown>) =>
    countingRefusals(db, quotas, now(), () =>
      untilInTime(() =>
        db.transaction().execute(async (trx) => {
          await work(trx)
          await spend(trx, quotas, writtenIn(trx), now())
        }),
      ),
    )

  const known = new Set((await ownCategories(db, user.id)).map(({ name }) => name))
  for (const { icon, ...named } of categories) {
    const category = { ...named, ...(icons.includes(icon ?? '') && { icon }) }
    if (!known.has(category.category_name))
      await unlessWrong(() => storing((trx) => makeCategory(trx, services, user.id, category)))
  }

  const currency = await currencyOf(db, user.id)
  const found = await categoriesOf(db, user)
  const ids: string[] = []
  const made = new Map<string, string>()
  for (const [n, list] of lists.entries()) {
    const id = idOf('list', n)
    ids.push(id)
    if (list.id !== undefined) made.set(list.id, id)
    if (await isKnown(db, id)) continue
    await countingRefusals(db, quotas, now(), () =>
      untilInTime(async () => {
        const values = asNew(list, { id, currency, now: now() - n }, user)
        const prepared = await prepareList(db, services, user, values, found)
        await db.transaction().execute(async (trx) => {
          await storeNewList(trx, prepared)
          await spend(trx, quotas, writtenIn(trx), now())
        })
      }),
    )
  }

  for (const [n, { products, image, ...template }] of templates.entries()) {
    const picture = icons.includes(image ?? '') && { image }
    const body = { ...template, ...picture, id: idOf('template', n), products: products as never[] }
    await unlessWrong(() => storing((trx) => makeTemplate(trx, services, user, body, found)))
  }

  if (account) {
    await importPurchases(services, user, account, { made, idOf, storing })
    for (const barcode of objectsIn(account['barcodes']).slice(0, limits.barcodesOfUser)) {
      const { price, code, ...named } = barcode
      const given = { ...named, ...(price !== null && { price }) }
      // Before a transaction is begun for it.
      if (typeof code !== 'string' || !Check(api.nameBarcode.body, given)) continue
      await unlessWrong(() => storing((trx) => nameBarcode(trx, user.id, { ...given, code }, now())))
      await yieldToEventLoop()
    }
    const settings = settingsIn(account, made)
    if (Check(api.changeSettings.body, settings))
      await unlessWrong(() => storing((trx) => changeSettings(trx, user.id, settings, now())))
  }
  tell(services, request, { overview: [user.id] })
  return ids
}

/** What this server refuses of a file, such as a picture that it does not have, is left out; full is full. */
async function unlessWrong(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== 'invalidRequest') throw error
  })
}

function asNew(
  { listName, date, listStatus, currency: given, products }: ExchangedList,
  { id, currency, now }: { id: string; currency: string; now: number },
  { language }: SessionUser,
) {
  return {
    id,
    name: listName || defaultName(language, now, 'UTC'),
    status: listStatus,
    currency: given ?? (date === undefined ? currency : usualCurrency),
    createdAt: date === undefined ? now : Math.min(Date.parse(date), now),
    values: inPlace(products.map(({ value }) => value)),
    boughtAt: products.map(({ boughtAt = 0 }) => boughtAt),
  }
}

interface Importing {
  /** ids of lists in the file, and of those that were made of them */
  made: ReadonlyMap<string, string>
  idOf: IdOf
  storing: (work: (trx: Trx) => Promise<unknown>) => Promise<void>
}

/** Stores what was bought before. What was bought from a list that is not in the file goes to one that was deleted. */
async function importPurchases(
  services: Services,
  user: SessionUser,
  account: Json,
  { made, idOf, storing }: Importing,
): Promise<void> {
  const now = services.now()
  const byList = Map.groupBy(
    objectsIn(account['purchases']).flatMap((given, n) => {
      const purchase = purchaseIn(given, idOf('purchase', n), now)
      return purchase ? [{ purchase, list: made.get(String(given['list'])) ?? '' }] : []
    }),
    ({ list }) => list,
  )
  for (const [list, ofList] of byList) {
    const listId = list || idOf('deleted', 0)
    const isNew = list === '' && !(await isKnown(services.db, listId))
    for (let start = 0; start < ofList.length; start += limits.batchOps)
      await storing(async (trx) => {
        const some = ofList.slice(start, start + limits.batchOps).map(({ purchase }) => purchase)
        if (isNew && start === 0) {
          const gone = newList(services, { ownerId: user.id, name: '–', id: listId, createdAt: now })
          await insertList(trx, gone)
        }
        const { statements, bytes } = writtenPurchases(trx, listId, { purchases: some, takenBack: [], now })
        for (const statement of statements) await trx.executeQuery(statement)
        noteWritten(trx, bytes)
        if (!isNew || start > 0) return
        await keepReaders(trx, [listId], now)
        await trx
          .updateTable('list')
          .set({ deleted_at: now, name: '', name_norm: '' })
          .where('id', '=', listId)
          .execute()
      })
  }
}

function purchaseIn(given: Json, id: string, now: number): Purchase | null {
  const { date, productName, price, quantity, unit, priceFor, category_name, shop_name, currency } = given
  const at = Date.parse(String(date))
  const named = { category: category_name, shop: shop_name }
  const parsed = parseProduct({ productName, price, quantity, unit, priceFor, ...named })
  if (!parsed.ok || !(at > now - purchasesMs && at <= now)) return null
  const { value } = parsed
  return {
    product_id: id,
    ticked_at: at,
    price: value.price === undefined ? 1 : (toHundredths(value.price) ?? 1),
    price_unknown: value.price === undefined ? 1 : 0,
    quantity: toHundredths(value.quantity) ?? 100,
    unit: value.unit,
    price_for: value.priceFor ?? pricesFor[0],
    name: value.productName,
    category: value.category ?? '',
    shop: value.shop ?? '',
    currency: isCurrency(currency) ? currency : usualCurrency,
  }
}

/** Returns the settings of an account's file, with its lists as they are called here. */
function settingsIn(account: Json, made: ReadonlyMap<string, string>): Body<'changeSettings'> {
  const {
    lists,
    shops,
    products,
    quietTrips,
    pushOffered: _,
    ...single
  } = (account['settings'] ?? {}) as Json
  return {
    ...single,
    ...(quietTrips === true && { quietTrips }),
    lists: objectsIn(lists).flatMap((one) => {
      const id = made.get(String(one['id']))
      return id === undefined ? [] : [{ ...one, id }]
    }),
    shops: objectsIn(shops) as never,
    products: objectsIn(products) as never,
  }
}
