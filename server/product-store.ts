import type { Kysely } from 'kysely'
import type { Change } from '../core/mutation.ts'
import { limits } from '../core/entities.ts'
import type { Access } from './access.ts'
import { type Categories, categoriesOf } from './category-finder.ts'
import type { Trx } from './db/open.ts'
import type { Schema } from './db/schema.ts'
import { apply, type Outcome, type Scene } from './merge.ts'
import { problem, type ProblemError } from './problem.ts'
import { displayName, fromDb, type Held, type ProductWithAuthor, toDb } from './product-rows.ts'

/**
 * Ids for an IN, repeated up to a power of two: so a handful of statements serves all lengths, and
 * each stays prepared.
 */
export function oneOf(ids: readonly string[]): string[] {
  const unique = [...new Set(ids)]
  const [filler = ''] = unique
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, unique.length)))
  return [...unique, ...Array.from({ length: length - unique.length }, () => filler)]
}

export function selectProducts(db: Kysely<Schema>, listId: string) {
  return db
    .selectFrom('product')
    .leftJoin('account', 'account.id', 'product.added_by')
    .selectAll('product')
    .select(['account.name as author_name', 'account.surname as author_surname'])
    .select('account.email as author_email')
    .where('product.list_id', '=', listId)
}

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

/** Everything `apply` asks about, read with the list already locked. */
export async function loadScene(
  trx: Trx,
  list: Access,
  accountId: string,
  want: { ids: readonly string[]; adds: boolean; categories: boolean; now: number; random: () => number },
): Promise<Scene> {
  const products: ProductWithAuthor[] =
    want.ids.length === 0
      ? []
      : await selectProducts(trx, list.id).where('product.id', 'in', oneOf(want.ids)).execute()
  const end = want.adds
    ? await trx
        .selectFrom('product')
        .select((select) => [select.fn.countAll<number>().as('living'), select.fn.max('position').as('last')])
        .where('list_id', '=', list.id)
        .where('deleted_at', '=', 0)
        .executeTakeFirstOrThrow()
    : { living: 0, last: null }
  const author = await trx
    .selectFrom('account')
    .select(['id', 'name', 'surname', 'email', 'language'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    role: list.role,
    account: { id: accountId, name: displayName(author) },
    categories: want.categories ? await categoriesOf(trx, author) : unread,
    head: list.head,
    living: end.living,
    last: end.last,
    products: new Map(products.map((row) => [row.id, fromDb(row)])),
    changed: new Set(),
    now: want.now,
    random: want.random,
  }
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
  await trx.updateTable('list').set({ head: scene.head }).where('id', '=', list.id).execute()
}

/**
 * What changed after `cursor`: as it stands in the database, and what `scene` has changed just now. From the
 * beginning: all living products, no tombstones, no limit.
 */
export async function changedSince(
  trx: Trx,
  list: { id: string; head: number },
  scene: Scene,
  cursor: number,
  limit: number | null,
): Promise<{ held: Held[]; more: boolean }> {
  // Whatever the scene gave a version stands above that head, and need not be read again.
  let query = selectProducts(trx, list.id)
    .where('product.ver', '>', cursor)
    .where('product.ver', '<=', list.head)
    .orderBy('product.ver')
  if (cursor === 0) query = query.where('product.deleted_at', '=', 0)
  if (limit !== null) query = query.limit(limit + 1)
  const before = (await query.execute()).map(fromDb)
  const now = [...scene.changed]
    .filter(({ ver, deletedAt }) => ver > list.head && (cursor > 0 || deletedAt === 0))
    .toSorted((a, b) => a.ver - b.ver)
  const held = [...before, ...now]
  return { held: held.slice(0, limit ?? held.length), more: limit !== null && held.length > limit }
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
  let { head } = list
  for (let start = 0; start < changes.length; start += limits.batchOps) {
    const part = changes.slice(start, start + limits.batchOps)
    const want = {
      ids: part.map((change) => change.productId),
      adds: part.some((change) => change.op === 'add'),
      categories: part.some(namesCategory),
      now: now(),
      random,
    }
    const scene = await loadScene(trx, { ...list, head }, user.id, want)
    for (const change of part) {
      const outcome = apply(scene, change, writer)
      if (outcome.status !== 'applied') throw refusal(outcome)
    }
    await storeScene(trx, list, scene)
    head = scene.head
  }
  return head
}

export function refusal({ why }: Outcome): ProblemError {
  if (why === 'limit') return problem('limitReached')
  if (why === 'gone' || why === 'idTaken' || why === 'forbidden') return problem(why)
  return problem('invalidRequest')
}
