import type { FastifyInstance } from 'fastify'
import type { Field } from '../../../core/product/table.ts'
import { parseField, parseProduct } from '../../../core/product/fields.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { actionFor } from '../../../core/product/permissions.ts'
import { quotasOf } from '../../limits/daily-quota.ts'
import type { Affected } from '../../db/affected.ts'
import { accessList } from '../store/access.ts'
import { type Categories, categoriesOf, namedCategoriesOf } from '../../catalogue/category-finder.ts'
import type { Trx } from '../../db/open.ts'
import type { Services } from '../../services/services.ts'
import { apply, type Batch } from '../store/merge.ts'
import { invalid, problem } from '../../base/problem.ts'
import { toProduct } from '../store/product-rows.ts'
import { noteChanges } from '../store/push-notes.ts'
import { refusal } from '../store/outcome.ts'
import { checkRoom, loadBatch, namesOfBought, stillToBuy, storeBatch } from '../store/product-store.ts'
import { answers, type Context, tell, writes } from '../../http/route.ts'
import type { SessionUser } from '../../auth/session.ts'
import { sync } from '../sync/sync.ts'

/** REST calls use the same merge as the sync call; they count as typed now, so they are never stale. */
export async function productRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const change = async (
    trx: Trx,
    listId: string,
    user: SessionUser,
    wanted: ProductChange,
    categories: Categories | null = null,
  ) => {
    const what = wanted.op === 'set' ? wanted.field : wanted.op
    const list = await accessList(trx, listId, user.id, actionFor(what))
    if (wanted.rowId === listId) throw invalid({ id: 'ofList' })
    const want = {
      ids: [wanted.rowId],
      adds: wanted.op === 'add',
      boughtNames: namesOfBought([wanted]),
      categories,
      now: services.now(),
      random: services.random,
    }
    const batch = await loadBatch(trx, list, user.id, want)
    const before = batch.products.get(wanted.rowId)
    // A repeated add returns the stored product; applying it again would undo later edits.
    const isRepeated = wanted.op === 'add' && before?.addedBy === user.id && before.deletedAt === 0
    let trips: NonNullable<Affected['trips']> = []
    if (!isRepeated) {
      if (wanted.op === 'set' && !before) throw problem('notFound')
      const outcome = apply(batch, wanted, { client: user.sessionId, typedAt: null })
      if (outcome.status !== 'applied') throw refusal(outcome)
      await storeBatch(trx, list, batch)
      await checkRoom(trx, list, batch)
      trips = await noteChanges(services.push, trx, list, batch)
    }
    // Nobody may have been told of the first one: its answer may have been a 503.
    const isTold = batch.head > list.head || isRepeated
    const pokes = isTold ? [{ list: listId, head: batch.head, epoch: list.epoch }] : []
    return { batch, affected: { pokes, trips } }
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
      const there = await stillToBuy(trx, list.id, { id, productName })
      if (there) return { answer: toProduct(there, user), status: 200 }
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
    return answer
  })
}

function productOf(batch: Batch, id: string) {
  const held = batch.products.get(id)
  if (!held) throw problem('notFound')
  return toProduct(held, batch.account)
}
