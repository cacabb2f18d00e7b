import type { Change } from '../core/mutation.ts'
import { limits } from '../core/entities.ts'
import type { Access, ListRow } from './access.ts'
import { type Categories, categoriesOf } from './category-finder.ts'
import { oneOf, type Trx } from './db/open.ts'
import { countsOf, difference, nothing } from './list-counts.ts'
import { apply, type Outcome, type Scene } from './merge.ts'
import { problem, type ProblemError } from './problem.ts'
import { displayName, fromDb, type Held, type ProductWithAuthor, toDb } from './product-rows.ts'
import { roomOf } from './quota.ts'
import { breath } from './slices.ts'
import { selectProducts, type Snapshot, upToDate } from './snapshot.ts'

const unread: Categories = {
  named: () => {
    throw new Error('the categories were not read')
  },
  of: () => {
    throw new Error('the categories were not read')
  },
}

/** Whether a change needs the writer's categories. */
export function namesCategory(change: Change | null): boolean {
  return change?.op === 'add' || (change?.op === 'set' && change.field === 'category')
}

interface Wanted {
  ids: readonly string[]
  adds: boolean
  /** or those that were read already */
  categories: boolean | Categories
  now: number
  random: () => number
  mostProducts?: number | undefined
}

/** Everything `apply` asks about, read with the list already locked. */
export async function loadScene(trx: Trx, list: Access, accountId: string, want: Wanted): Promise<Scene> {
  const products: ProductWithAuthor[] =
    want.ids.length === 0
      ? []
      : await selectProducts(trx, list.id).where('product.id', 'in', oneOf(want.ids)).execute()
  const end = want.adds
    ? await trx
        .selectFrom('product')
        .select((select) => select.fn.max('position').as('last'))
        .where('list_id', '=', list.id)
        .where('deleted_at', '=', 0)
        .executeTakeFirstOrThrow()
    : { last: null }
  const held = products.map(fromDb)
  const author = await trx
    .selectFrom('account')
    .select(['id', 'name', 'surname', 'email', 'language'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    role: list.role,
    account: { id: accountId, name: displayName(author) },
    categories: await wanted(want.categories, () => categoriesOf(trx, author)),
    head: list.head,
    living: list.living,
    room: want.adds ? await roomOf(trx, list.owner_id, 'lists', want.mostProducts) : 0,
    last: end.last,
    products: new Map(held.map((one) => [one.id, one])),
    before: new Map(held.map((one) => [one.id, countsOf(one)])),
    changed: new Set(),
    now: want.now,
    random: want.random,
  }
}

function wanted(categories: boolean | Categories, read: () => Promise<Categories>) {
  if (typeof categories === 'boolean') return categories ? read() : unread
  return categories
}

export async function storeScene(trx: Trx, list: { id: string }, scene: Scene): Promise<void> {
  if (scene.changed.size === 0) return
  await trx
    .insertInto('product')
    .values([...scene.changed].map((held) => toDb(list.id, held)))
    .onConflict((conflict) =>
      conflict.columns(['list_id', 'id']).doUpdateSet((set) => ({
        name: set.ref('excluded.name'),
        name_norm: set.ref('excluded.name_norm'),
        quantity: set.ref('excluded.quantity'),
        unit: set.ref('excluded.unit'),
        price: set.ref('excluded.price'),
        price_unknown: set.ref('excluded.price_unknown'),
        bought: set.ref('excluded.bought'),
        category_id: set.ref('excluded.category_id'),
        category: set.ref('excluded.category'),
        icon: set.ref('excluded.icon'),
        shop: set.ref('excluded.shop'),
        position: set.ref('excluded.position'),
        ver: set.ref('excluded.ver'),
        field_ver: set.ref('excluded.field_ver'),
        field_at: set.ref('excluded.field_at'),
        field_by: set.ref('excluded.field_by'),
        deleted_at: set.ref('excluded.deleted_at'),
      })),
    )
    .execute()
  const changed = [...scene.changed]
  const { living, bought, amount } = difference(
    changed.map(({ id }) => scene.before.get(id) ?? nothing),
    changed.map(countsOf),
  )
  await trx
    .updateTable('list')
    .set((set) => ({
      head: scene.head,
      living: set('living', '+', living),
      bought: set('bought', '+', bought),
      amount: set('amount', '+', amount),
    }))
    .where('id', '=', list.id)
    .execute()
}

/**
 * What changed after `cursor`: as it stands in the database, and what `scene` has changed just now. From the
 * beginning: what `snapshot` read before, brought up to date; no tombstones and no limit.
 */
export async function changedSince(
  trx: Trx,
  list: ListRow,
  scene: Scene,
  { cursor, limit, snapshot }: { cursor: number; limit: number; snapshot: Snapshot | null },
): Promise<{ held: Held[]; more: boolean }> {
  // Whatever the scene gave a version stands above that head, and need not be read again.
  const now = [...scene.changed].filter(({ ver }) => ver > list.head).toSorted((a, b) => a.ver - b.ver)
  if (snapshot) {
    const held = await upToDate(trx, snapshot, list)
    for (const one of now) held.set(one.id, one)
    const living = [...held.values()].filter(({ deletedAt }) => deletedAt === 0)
    return { held: living.toSorted((a, b) => a.ver - b.ver), more: false }
  }
  const before = await selectProducts(trx, list.id)
    .where('product.ver', '>', cursor)
    .where('product.ver', '<=', list.head)
    .orderBy('product.ver')
    .limit(limit + 1)
    .execute()
  const held = [...before.map(fromDb), ...now]
  return { held: held.slice(0, limit), more: held.length > limit }
}

/** Applies changes typed now, in batches that one statement can take; all or, by a throw, none. Answers the new head. */
export async function applyAll(
  trx: Trx,
  { now, random }: { now: () => number; random: () => number },
  list: Access,
  user: { id: string; sessionId: string },
  changes: readonly Change[],
): Promise<number> {
  const writer = { client: user.sessionId, typedAt: null }
  let { head, living } = list
  let categories: boolean | Categories = changes.some(namesCategory)
  for (let start = 0; start < changes.length; start += limits.batchOps) {
    if (start > 0) await breath()
    const part = changes.slice(start, start + limits.batchOps)
    const want = {
      ids: part.map((change) => change.productId),
      adds: part.some((change) => change.op === 'add'),
      categories,
      now: now(),
      random,
    }
    const scene = await loadScene(trx, { ...list, head, living }, user.id, want)
    for (const change of part) {
      const outcome = apply(scene, change, writer)
      if (outcome.status !== 'applied') throw refusal(outcome)
    }
    await storeScene(trx, list, scene)
    ;({ head, living } = scene)
    if (categories) ({ categories } = scene)
  }
  return head
}

export function refusal({ why }: Outcome): ProblemError {
  if (why === 'limit') return problem('limitReached')
  if (why === 'gone' || why === 'idTaken' || why === 'forbidden') return problem(why)
  return problem('invalidRequest')
}
