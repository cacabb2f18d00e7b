import type { FastifyInstance } from 'fastify'
import type { Body, Params } from '../../../core/contract/api.ts'
import { parseField } from '../../../core/product/fields.ts'
import type { Field } from '../../../core/product/table.ts'
import { invalid, problem } from '../../base/problem.ts'
import type { Trx } from '../../db/open.ts'
import type { Services } from '../../services/services.ts'
import { createQueue, createQueuesBy } from '../../limits/queue.ts'
import { bucket } from '../../limits/throttle.ts'
import { answers, writes } from '../../http/route.ts'
import { calendarOf, type Day, isDay } from '../purchases/months.ts'
import { pricesSince, readCursor } from '../purchases/prices.ts'
import { changePurchase, couldEdit, removePurchase } from '../purchases/purchase-rows.ts'
import { purchases, readPlace } from '../purchases/purchases.ts'
import { spending } from '../purchases/spending.ts'
import { accessList } from '../store/access.ts'
import { unread } from '../../catalogue/category-finder.ts'
import { writeField } from '../store/field-columns.ts'
import { changeNow } from './changes.ts'

/** Each of these calls may read 100 000 rows: an account waits for its own, and two run at a time for all. */
const inTurnOf = createQueuesBy(1, 8)
const inTurn = createQueue(2, 60)
const read = <T>(account: string, work: () => Promise<T>) => inTurnOf(account, () => inTurn(work))

/** What was paid: prices by product and shop, sums by month, shop, category and list, and the purchases in them. */
export async function moneyRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now, throttleHere } = services

  answers(app, services, 'prices', async ({ user, query: { since = '' } }) => {
    const cursor = readCursor(since, now())
    if (!cursor) throw invalid({ since: 'invalidFormat' })
    // Everything that is known is 50 pages at most, and each device asks for it once a week.
    throttleHere.count([bucket(`prices ${user.id}`, 200, 5_000)])
    return read(user.id, () => pricesSince(db, user.id, cursor, now()))
  })

  answers(app, services, 'spending', async ({ user, query: { by, ...span } }) => {
    const wanted = parsedSpan(span)
    throttleHere.count([bucket(`spending ${user.id}`, 100, 2_000)])
    return read(user.id, () => spending(db, { ...wanted, account: user, by, now: now() }))
  })

  answers(app, services, 'purchases', async ({ user, query: { by, key, currency, before, ...span } }) => {
    const place = before === undefined ? null : readPlace(before)
    if (before !== undefined && !place) throw invalid({ before: 'invalidFormat' })
    const wanted = { ...parsedSpan(span), account: user, by, key, currency, before: place }
    throttleHere.count([bucket(`purchases ${user.id}`, 100, 2_000)])
    return read(user.id, () => purchases(db, { ...wanted, now: now() }))
  })

  writes(app, services, 'editPurchase', async (trx, { user, params, body }) => {
    const [list, purchase] = [await listOf(trx, params.idList, user.id), purchaseOf(params)]
    const values = parsedChange(body)
    const [[field, value] = ['price' as Field, null], ...others] = values
    const { list_id, product_id: rowId, ticked_at } = purchase
    const held = await trx
      .selectFrom('product')
      .select('id')
      .where((row) => row.and({ list_id, id: rowId, ticked_at, deleted_at: 0 }))
      .executeTakeFirst()
    if (list && held) {
      const set = { op: 'set', rowId, field, value, also: Object.fromEntries(others), baseVer: 0 } as const
      return { answer: {}, affected: (await changeNow(trx, services, list, user, [set])).affected }
    }
    const columns = {}
    for (const [one, given] of values) writeField(columns, one, given, unread)
    if (!(await changePurchase(trx, purchase, columns, now()))) throw problem('notFound')
    return { answer: {} }
  })

  writes(app, services, 'deletePurchase', async (trx, { user, params }) => {
    await listOf(trx, params.idList, user.id)
    if (!(await removePurchase(trx, purchaseOf(params)))) throw problem('notFound')
    return { answer: {} }
  })
}

/** Returns the list, locked, if the account may edit it; null if it was deleted and the account could edit it then. */
async function listOf(trx: Trx, listId: string, accountId: string) {
  return (await couldEdit(trx, listId, accountId)) ? null : accessList(trx, listId, accountId, 'editProducts')
}

function purchaseOf({ idList: list_id, id: product_id, date }: Params<'editPurchase'>) {
  const ticked_at = Date.parse(date)
  if (Number.isNaN(ticked_at)) throw problem('notFound')
  return { list_id, product_id, ticked_at }
}

function parsedChange(body: Body<'editPurchase'>) {
  return Object.entries(body).map(([name, given]) => {
    const parsed = parseField(name as Field, given)
    if (!parsed.ok) throw invalid({ [name]: parsed.error })
    return [name as Field, parsed.value] as const
  })
}

function parsedSpan({ from, to, tz = 'UTC' }: { from?: Day; to?: Day; tz?: string }) {
  const wrong: Record<string, string> = {}
  if (from !== undefined && !isDay(from)) wrong['from'] = 'outOfRange'
  if (to !== undefined && !isDay(to)) wrong['to'] = 'outOfRange'
  if (!isTimeZone(tz)) wrong['tz'] = 'outOfRange'
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return { from, to, timeZone: tz }
}

/** A name, not an offset: an offset has no summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    calendarOf(name)
    return true
  } catch {
    return false
  }
}
