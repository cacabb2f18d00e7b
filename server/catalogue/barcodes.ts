import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { Body } from '../../core/contract/api.ts'
import { barcodeKey, weighedPrefix } from '../../core/text/barcodes.ts'
import { isCurrency, shownCurrency, usualCurrency } from '../../core/product/currency.ts'
import { limits } from '../../core/product/entities.ts'
import { parseProduct } from '../../core/product/fields.ts'
import { fromHundredths, toHundredths } from '../../core/product/money.ts'
import type { Db, Trx } from '../db/open.ts'
import type { BarcodeTable } from '../db/schema.ts'
import type { Services } from '../services/services.ts'
import { invalid, problem } from '../base/problem.ts'
import { holdAccount, refuseFull } from '../limits/quota.ts'
import { answers, writes } from '../http/route.ts'

/** Serves names for barcodes: the caller's own name, else one by somebody who edits a list together with the caller. */
export async function barcodeRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services

  answers(app, services, 'barcode', async ({ user, params }) => {
    const code = parseCode(params.code)
    const ownRow = await named(db, code).where('account_id', '=', user.id).executeTakeFirst()
    const row =
      ownRow ?? (await named(db, code).where('account_id', 'in', circle(db, user.id)).executeTakeFirst())
    if (!row) throw problem('notFound')
    return known({ ...row, code }, ownRow !== undefined)
  })

  writes(app, services, 'nameBarcode', async (trx, { user, params, body }) => ({
    answer: await nameBarcode(trx, user.id, { ...body, code: params.code }, services.now()),
  }))
}

/** Stores the account's own name for a barcode. Throws invalidRequest and limitReached. */
export async function nameBarcode(
  trx: Trx,
  accountId: string,
  { code: givenCode, currency, ...given }: Body<'nameBarcode'> & { code: string },
  now: number,
) {
  const code = parseCode(givenCode)
  const parsed = parseProduct(given)
  if (!parsed.ok) throw invalid(parsed.errors)
  const { productName, unit, category = '', price } = parsed.value
  if (currency !== undefined && !isCurrency(currency)) throw invalid({ currency: 'outOfRange' })
  await holdAccount(trx, accountId)
  const others = trx.selectFrom('barcode').where('account_id', '=', accountId).where('code', '<>', code)
  await refuseFull(others, limits.barcodesOfUser)
  const before = await named(trx, code).where('account_id', '=', accountId).executeTakeFirst()
  const values = {
    name: productName,
    unit,
    category,
    ...pricing({ price, currency }, before?.unit === unit ? before : undefined),
    updated_at: now,
  }
  await trx
    .insertInto('barcode')
    .values({ ...values, account_id: accountId, code })
    .onConflict((conflict) => conflict.columns(['account_id', 'code']).doUpdateSet(values))
    .execute()
  return known({ ...values, code }, true)
}

type Row = Selectable<BarcodeTable>

type Pricing = Pick<Row, 'price' | 'price_unknown' | 'currency'>

/** Returns the new price, or the previous one if none is given. Pass `before` only if the unit is the same. */
function pricing(
  { price, currency = usualCurrency }: { price?: number | undefined; currency?: string | undefined },
  before: Row | undefined,
): Pricing {
  if (price !== undefined) return { price: toHundredths(price) ?? 1, price_unknown: 0, currency }
  if (before) return { price: before.price, price_unknown: before.price_unknown, currency: before.currency }
  return { price: 1, price_unknown: 1, currency: usualCurrency }
}

function known(row: Omit<Row, 'account_id' | 'updated_at'>, isOwn: boolean) {
  return {
    code: row.code,
    productName: row.name,
    unit: row.unit,
    category: row.category,
    ...(isOwn &&
      row.price_unknown === 0 && {
        price: fromHundredths(row.price),
        currency: shownCurrency(row.currency),
      }),
  }
}

function parseCode(given: string): string {
  const code = barcodeKey(given)
  if (code === null) throw invalid({ code: 'invalidCharacters' })
  return code
}

/**
 * Finds names of a code. Older versions stored a weighed product's code with its weight or price: any of these match.
 */
function named(db: Db | Trx, code: string) {
  const prefix = weighedPrefix(code)
  return db
    .selectFrom('barcode')
    .selectAll()
    .$if(prefix === null, (query) => query.where('code', '=', code))
    .$if(prefix !== null, (query) =>
      query
        .where('code', '>=', `${prefix}000000`)
        .where('code', '<=', `${prefix}999999`)
        .where(sql<number>`length(code)`, '=', code.length),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('account_id')
}

/**
 * Selects the owners and editors of all lists that this account owns or edits; members count once they opened the list.
 */
function circle(db: Db, accountId: string) {
  const edited = db
    .selectFrom('list')
    .select('list.id')
    .where('list.owner_id', '=', accountId)
    .where('list.deleted_at', '=', 0)
    .unionAll(
      db
        .selectFrom('member')
        .innerJoin('list', 'list.id', 'member.list_id')
        .select('list.id')
        .where('member.account_id', '=', accountId)
        .where('member.permission', '=', 'edit')
        .where('member.accepted', '=', 1)
        .where('list.deleted_at', '=', 0),
    )
  return db
    .selectFrom('list')
    .select('list.owner_id as account')
    .where('list.id', 'in', edited)
    .union(
      db
        .selectFrom('member')
        .select('member.account_id as account')
        .where('member.permission', '=', 'edit')
        .where('member.accepted', '=', 1)
        .where('member.list_id', 'in', edited),
    )
}
