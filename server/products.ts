import type { FastifyInstance } from 'fastify'
import type { Field } from '../core/entities.ts'
import { parseField, parseProduct } from '../core/fields.ts'
import type { Change } from '../core/mutation.ts'
import { actionFor } from '../core/permissions.ts'
import { accessList } from './access.ts'
import type { Trx } from './db/open.ts'
import type { Deps } from './deps.ts'
import { apply, type Scene } from './merge.ts'
import { invalid, problem } from './problem.ts'
import { toProduct } from './product-rows.ts'
import { loadScene, namesCategory, refusal, storeScene } from './product-store.ts'
import { answers, tell, writes } from './route.ts'
import type { SessionUser } from './session.ts'
import { sync } from './sync.ts'

/** The REST calls go through the same merge as the sync call: typed now, so never stale. */
export async function productRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const change = async (trx: Trx, listId: string, user: SessionUser, wanted: Change) => {
    const what = wanted.op === 'set' ? wanted.field : wanted.op
    const list = await accessList(trx, listId, user.id, actionFor(what))
    const want = {
      ids: [wanted.productId],
      adds: wanted.op === 'add',
      categories: namesCategory(wanted),
      now: deps.now(),
      random: deps.random,
    }
    const scene = await loadScene(trx, list, user.id, want)
    const before = scene.products.get(wanted.productId)
    // A repeated add answers as the first one did and must not undo what was edited since.
    const isRepeated = wanted.op === 'add' && before?.addedBy === user.id && before.deletedAt === 0
    if (!isRepeated) {
      if (wanted.op === 'set' && !before) throw problem('notFound')
      const outcome = apply(scene, wanted, { client: user.sessionId, typedAt: null })
      if (outcome.status !== 'applied') throw refusal(outcome)
      await storeScene(trx, list, scene)
    }
    const pokes = scene.head > list.head ? [{ list: listId, head: scene.head }] : []
    return { scene, affected: { pokes } }
  }

  writes(app, deps, 'addProduct', async (trx, { user, params, body }) => {
    const { id = deps.newId(), ...value } = body
    const parsed = parseProduct(value)
    if (!parsed.ok) throw invalid(parsed.errors)
    const added = { op: 'add', productId: id, value: parsed.value } as const
    const { scene, affected } = await change(trx, params.id, user, added)
    return { answer: productOf(scene, id), affected }
  })

  writes(app, deps, 'editProduct', async (trx, { user, params, body }) => {
    const [[field, given] = ['', undefined]] = Object.entries(body)
    const parsed = parseField(field as Field, given)
    if (!parsed.ok) throw invalid({ [field]: parsed.error })
    const { scene, affected } = await change(trx, params.idList, user, {
      op: 'set',
      productId: params.id,
      field: field as Field,
      value: parsed.value,
      baseVer: 0,
    })
    return { answer: productOf(scene, params.id), affected }
  })

  writes(app, deps, 'deleteProduct', async (trx, { user, params }) => {
    const removed = { op: 'delete', productId: params.id } as const
    const { affected } = await change(trx, params.idList, user, removed)
    return { answer: {}, affected }
  })

  answers(app, deps, 'sync', async ({ user, params, body, request }) => {
    return sync(deps.db, {
      listId: params.id,
      user,
      request: body,
      now: deps.now(),
      random: deps.random,
      onCommit: (affected) => tell(deps, request, affected),
    })
  })
}

function productOf(scene: Scene, id: string) {
  const held = scene.products.get(id)
  if (!held) throw problem('notFound')
  return toProduct(held)
}
