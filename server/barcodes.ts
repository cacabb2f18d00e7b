import type { FastifyInstance } from 'fastify'
import { barcodeKey } from '../core/barcodes.ts'
import { limits, productDefaults } from '../core/entities.ts'
import { parseProduct } from '../core/fields.ts'
import { fromHundredths, toHundredths } from '../core/money.ts'
import type { Db } from './db/open.ts'
import type { Deps } from './deps.ts'
import { invalid, problem } from './problem.ts'
import { answers, writes } from './route.ts'

/** What a code is called: by the caller, else by somebody who edits a list together with the caller. */
export async function barcodeRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db } = deps

  answers(app, deps, 'barcode', async ({ user, params }) => {
    const code = parseCode(params.code)
    const own = await named(db, code).where('account_id', '=', user.id).executeTakeFirst()
    const found =
      own ?? (await named(db, code).where('account_id', 'in', circle(db, user.id)).executeTakeFirst())
    if (!found) throw problem('notFound')
    const hasPrice = own !== undefined && own.price_unknown === 0
    return {
      code,
      productName: found.name,
      unit: found.unit,
      category: found.category,
      ...(hasPrice && { price: fromHundredths(own.price) }),
    }
  })

  writes(app, deps, 'nameBarcode', async (trx, { user, params, body }) => {
    const code = parseCode(params.code)
    const parsed = parseProduct(body)
    if (!parsed.ok) throw invalid(parsed.errors)
    const { productName, unit, category = '', price } = parsed.value
    const { count } = await trx
      .selectFrom('barcode')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('account_id', '=', user.id)
      .where('code', '<>', code)
      .executeTakeFirstOrThrow()
    if (count >= limits.barcodesOfUser) throw problem('limitReached')
    const values = {
      name: productName,
      unit,
      category,
      price: toHundredths(price ?? productDefaults.price) ?? 1,
      price_unknown: price === undefined ? 1 : 0,
      updated_at: deps.now(),
    }
    await trx
      .insertInto('barcode')
      .values({ ...values, account_id: user.id, code })
      .onConflict((conflict) => conflict.columns(['account_id', 'code']).doUpdateSet(values))
      .execute()
    return { answer: { code, productName, unit, category, ...(price !== undefined && { price }) } }
  })
}

function parseCode(given: string): string {
  const code = barcodeKey(given)
  if (code === null) throw invalid({ code: 'invalidCharacters' })
  return code
}

function named(db: Db, code: string) {
  return db
    .selectFrom('barcode')
    .selectAll()
    .where('code', '=', code)
    .orderBy('updated_at', 'desc')
    .orderBy('account_id')
}

/** The owners of the lists that this account may edit, and those who may edit them too, all of them once they opened them. */
function circle(db: Db, accountId: string) {
  const edited = db
    .selectFrom('list')
    .leftJoin('member', (join) =>
      join.onRef('member.list_id', '=', 'list.id').on('member.account_id', '=', accountId),
    )
    .select('list.id')
    .where('list.deleted_at', '=', 0)
    .where((where) =>
      where.or([
        where('list.owner_id', '=', accountId),
        where.and([where('member.permission', '=', 'edit'), where('member.accepted', '=', 1)]),
      ]),
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
