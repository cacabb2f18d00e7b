import { limits } from '../../core/product/entities.ts'
import { byPosition } from '../../core/product/position.ts'
import type { SessionUser } from '../auth/session.ts'
import { problem } from '../base/problem.ts'
import type { Db } from '../db/open.ts'
import { bytesOf, countingRefusals, quotasOf, spend } from '../limits/daily-quota.ts'
import { type Access, accessList } from '../lists/store/access.ts'
import { listsOf } from '../lists/store/list-queries.ts'
import { readSnapshot, upToDate } from '../lists/store/snapshot.ts'
import type { Services } from '../services/services.ts'
import { type Reader, Resource } from './todo.ts'

/** A list as calendar programs see it. */
export interface Collection {
  list: Access
  resources: Resource[]
  reader: Reader
  /** returns the last part of a product's address, also after it was deleted */
  nameOf: (id: string) => string
}

/** Loads the lists that an account sees as collections: those that are not archived. */
export async function listsFor({ db }: Services, { id, rights }: SessionUser): Promise<Access[]> {
  const wanted = { which: 'all', words: '', products: false, sort: 'name', page: 1 } as const
  const { items } = await listsOf(db, id, { ...wanted, limit: limits.listsOfUser, only: rights?.lists })
  const open = items.filter(({ listStatus }) => listStatus === 'aktywna')
  return Promise.all(open.map((list) => accessList(db, list.id, id, 'see', 'read')))
}

/** Loads a list for a token that may open it; throws notFound for any other, and for an archived one. */
export async function listFor({ db }: Services, user: SessionUser, listId: string): Promise<Access> {
  const { lists = [] } = user.rights ?? {}
  if (lists.length > 0 && !lists.includes(listId)) throw problem('notFound')
  const list = await accessList(db, listId, user.id, 'see', 'read')
  if (list.status !== 'aktywna') throw problem('notFound')
  return list
}

export async function readCollection(
  services: Services,
  user: SessionUser,
  listId: string,
): Promise<Collection> {
  const { db } = services
  const snapshot = await readSnapshot(db, await listFor(services, user, listId))
  const list = await listFor(services, user, listId)
  const rows = await db.selectFrom('dav_item').selectAll().where('list_id', '=', listId).execute()
  const items = new Map(rows.map((row) => [row.product_id, row]))
  const reader = { language: user.language, currency: list.currency }
  const all = [...(await upToDate(db, snapshot, list)).values()].filter(({ deletedAt }) => deletedAt === 0)
  const resources = all.toSorted(byPosition).map((held) => new Resource(held, items.get(held.id), reader))
  return { list, resources, reader, nameOf: (id) => items.get(id)?.name ?? `${id}.ics` }
}

const tokenPrefix = 'urn:koszyk:sync:'

/** Returns the state of a list as an opaque token (RFC 6578). */
export function tokenOf({ epoch, head }: Pick<Access, 'epoch' | 'head'>): string {
  return `${tokenPrefix}${head}:${encodeURIComponent(epoch)}`
}

/**
 * Returns which names changed since a token, and which are gone; null if the token is not of this history, or so old
 * that deletions since then are forgotten.
 */
export async function changedSince(
  db: Db,
  { list, resources, nameOf }: Collection,
  token: string,
): Promise<{ changed: Resource[]; gone: string[] } | null> {
  const head = Number(token.slice(tokenPrefix.length).split(':', 1)[0])
  const isOurs = token === tokenOf({ epoch: list.epoch, head }) && head >= list.floor && head <= list.head
  if (!isOurs) return null
  const dead = await db
    .selectFrom('product')
    .select('id')
    .where('list_id', '=', list.id)
    .where('ver', '>', head)
    .where('deleted_at', '>', 0)
    .execute()
  const names = new Set(resources.map(({ name }) => name))
  const gone = dead.map(({ id }) => nameOf(id)).filter((name) => !names.has(name))
  return { changed: resources.filter(({ held }) => held.ver > head), gone }
}

/**
 * Keeps what a program calls a product and what a product has no field for, counted like everything written. The product
 * gets a new version, so that other programs see that there is something new.
 */
export async function keepItem(
  { db, now }: Services,
  user: SessionUser,
  address: string,
  item: { list_id: string; product_id: string; name: string; uid: string; source: string },
): Promise<void> {
  const quotas = quotasOf(user, address)
  const { list_id, product_id } = item
  await countingRefusals(db, quotas, now(), () =>
    db.transaction().execute(async (trx) => {
      const list = await accessList(trx, list_id, user.id, 'editProducts')
      const ver = list.head + 1
      await trx.updateTable('list').set({ head: ver }).where('id', '=', list_id).execute()
      await trx
        .updateTable('product')
        .set({ ver })
        .where('list_id', '=', list_id)
        .where('id', '=', product_id)
        .execute()
      await trx
        .insertInto('dav_item')
        .values(item)
        .onConflict((conflict) => conflict.columns(['list_id', 'product_id']).doUpdateSet(item))
        .execute()
      await spend(trx, quotas, bytesOf([item]), now())
    }),
  )
}
