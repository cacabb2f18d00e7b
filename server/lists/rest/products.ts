import type { FastifyInstance } from 'fastify'
import type { Field } from '../../../core/product/table.ts'
import { parseField, parseProduct } from '../../../core/product/fields.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { allows } from '../../../core/product/scopes.ts'
import { actionFor } from '../../../core/product/permissions.ts'
import { quotasOf } from '../../limits/daily-quota.ts'
import { accessList } from '../store/access.ts'
import { type Categories, categoriesOf, namedCategoriesOf } from '../../catalogue/category-finder.ts'
import type { Trx } from '../../db/open.ts'
import type { Services } from '../../services/services.ts'
import type { Batch } from '../store/merge.ts'
import { invalid, problem } from '../../base/problem.ts'
import { toProduct } from '../store/product-rows.ts'
import { stillToBuy } from '../store/product-store.ts'
import { answers, type Context, tell, writes } from '../../http/route.ts'
import type { SessionUser } from '../../auth/session.ts'
import { sync } from '../sync/sync.ts'
import { changeNow } from './changes.ts'

export async function productRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const change = async (
    trx: Trx,
    listId: string,
    user: SessionUser,
    wanted: ProductChange,
    categories: Categories | null = null,
  ) => {
    const what = wanted.op === 'set' ? wanted.field : wanted.op
    if (user.rights && !allows(user.rights.scope, actionFor(what) === 'tick' ? 'tick' : 'edit'))
      throw problem('insufficientScope')
    const list = await accessList(trx, listId, user.id, actionFor(what))
    if (wanted.rowId === listId) throw invalid({ id: 'ofList' })
    return changeNow(trx, services, list, user, [wanted], categories)
  }

  const add = async (
    trx: Trx,
    { user, params, body }: Context<'addProduct'>,
    categories: Categories | null,
  ) => {
    const { id = services.newId(), ifAbsent = false, ...value } = body
    const parsed = parseProduct(value)
    if (!parsed.ok) throw invalid(parsed.errors)
    const { productName, productStatus } = parsed.value
    if (ifAbsent && !productStatus) {
      // Locks the list, so that of two calls at the same time the second finds what the first added.
      const list = await accessList(trx, params.id, user.id, actionFor('add'))
      const stored = await stillToBuy(trx, list.id, { id, productName })
      if (stored) return { answer: toProduct(stored, user), status: 200 }
    }
    const added = { op: 'add', rowId: id, value: parsed.value } as const
    const { batch, affected } = await change(trx, params.id, user, added, categories)
    return { answer: productOf(batch, id), affected }
  }
  writes(app, services, 'addProduct', add, { prepare: ({ user }) => categoriesOf(services.db, user) })

  const edit = async (
    trx: Trx,
    { user, params, body }: Context<'editProduct'>,
    categories: Categories | null,
  ) => {
    const [[field, given] = ['', undefined]] = Object.entries(body)
    const parsed = parseField(field as Field, given)
    if (!parsed.ok) throw invalid({ [field]: parsed.error })
    const set = {
      op: 'set',
      rowId: params.id,
      field: field as Field,
      value: parsed.value,
      baseVer: 0,
    } as const
    const { batch, affected } = await change(trx, params.idList, user, set, categories)
    return { answer: productOf(batch, params.id), affected }
  }
  writes(app, services, 'editProduct', edit, {
    prepare: async ({ user, body }) => ('category' in body ? namedCategoriesOf(services.db, user) : null),
  })

  writes(app, services, 'deleteProduct', async (trx, { user, params }) => {
    const removed = { op: 'delete', rowId: params.id } as const
    const { affected } = await change(trx, params.idList, user, removed)
    return { answer: {}, affected }
  })

  answers(app, services, 'sync', async ({ user, params, body, request }) => {
    const answer = await sync(services.db, {
      listId: params.id,
      user,
      request: body,
      now: services.now(),
      random: services.random,
      randomBytes: services.randomBytes,
      quotas: (isRemoval) => quotasOf(user, request.ip, isRemoval),
      onCommit: (affected) => tell(services, request, affected),
      push: services.push,
      onLeft: (error) => request.log.error(error, 'the rest is left for the night'),
    })
    services.push.wake()
    services.hooks.wake()
    return answer
  })
}

function productOf(batch: Batch, id: string) {
  const held = batch.products.get(id)
  if (!held) throw problem('notFound')
  return toProduct(held, batch.account)
}
