import { type Selectable, sql } from 'kysely'
import type { Permission } from '../../../core/product/entities.ts'
import type { List, Product } from '../../../core/contract/shapes.ts'
import { shownCurrency } from '../../../core/product/currency.ts'
import { fromHundredths } from '../../../core/product/money.ts'
import { findInList, searched } from '../../../core/product/list-search.ts'
import type { Role } from '../../../core/product/permissions.ts'
import { byPosition } from '../../../core/product/position.ts'
import { hasWords } from '../../../core/text/product-key.ts'
import { searchWords } from '../../../core/text/normalise.ts'
import { type Access, listColumns, type ListRecord } from './access.ts'
import { type Db, oneOf, type Trx } from '../../db/open.ts'
import type { AccountTable } from '../../db/schema.ts'
import { isOneOf, statement } from '../../db/statement.ts'
import { countsOf, difference } from './list-counts.ts'
import { displayName, givenName } from '../../../core/text/person-name.ts'
import { type Reader, type StoredProduct, toProduct } from './product-rows.ts'
import { having, wordPatterns } from '../../catalogue/search.ts'
import { yieldToEventLoop, groupsOf } from '../../db/chunks.ts'
import { readSnapshot, upToDate } from './snapshot.ts'

export interface ListQuery {
  which: 'active' | 'archived' | 'shared' | 'all'
  /** search words, matched as prefixes of words in the name; with `products` also in product names */
  words: string
  products: boolean
  sort: 'newest' | 'oldest' | 'name'
  page: number
  limit: number
  /** the only lists that may be seen; empty or left out: all */
  only?: readonly string[] | undefined
}

/** Returns one page of an account's overview, with a fixed number of statements unless products are searched. */
export async function listsOf(
  db: Db,
  accountId: string,
  { which, words, products, sort, page, limit, only = [] }: ListQuery,
): Promise<{ items: List[]; total: number }> {
  const listed = await candidates(db, accountId, which, sort)
  const all = only.length === 0 ? listed : listed.filter(({ id }) => only.includes(id))
  const wanted = searchWords(words)
  const found = products
    ? await having(db, 'product', all, wanted)
    : all.filter(({ name_norm }) => hasWords(name_norm, wanted))
  const shown = found.slice((page - 1) * limit, page * limit)
  const items = await listsBy(
    db,
    accountId,
    shown.map(({ id }) => id),
  )
  if (!products) return { items, total: found.length }
  const matched = await matchedIn(db, shown, wanted)
  return { items: items.map((list) => ({ ...list, matched: matched(list) })), total: found.length }
}

/** How many matching products of a list are examined at most, and how many of them are shown. */
const mostLookedAt = 100
const mostMatched = 5

/** Returns the products that made a list match, so that the user sees why it was found. */
async function matchedIn(
  db: Db,
  lists: readonly { id: string; living: number }[],
  words: readonly string[],
): Promise<(list: List) => string[]> {
  if (words.length === 0) return () => []
  const names = new Map<string, { list_id: string; name: string }[]>()
  for (const group of groupsOf(lists.filter(({ living }) => living > 0))) {
    const ids = oneOf(group.map(({ id }) => id))
    const found = await db
      .selectFrom((from) =>
        from
          .selectFrom('product')
          .select(['list_id', 'name'])
          .select(sql<number>`row_number() over (partition by list_id order by position, id)`.as('place'))
          .where('list_id', 'in', ids)
          .where('deleted_at', '=', 0)
          .where((where) =>
            where.or(
              wordPatterns(words)
                .flat()
                .map((pattern) => where('name_norm', 'like', pattern)),
            ),
          )
          .as('found'),
      )
      .select(['list_id', 'name'])
      .where('place', '<=', mostLookedAt)
      .orderBy('place')
      .execute()
    for (const [id, rows] of Map.groupBy(found, (row) => row.list_id)) names.set(id, rows)
    await yieldToEventLoop()
  }
  return ({ id, listName }) => {
    const products = (names.get(id) ?? []).map(({ name }) => searched(name))
    return findInList(words, searched(listName), products)?.slice(0, mostMatched) ?? []
  }
}

/** Returns all lists of the requested kind, sorted, without their products. */
function candidates(db: Db, accountId: string, which: ListQuery['which'], sort: ListQuery['sort']) {
  return sorted[which][sort].rows(db, { accountId })
}

const sortedLists = (which: ListQuery['which'], sort: ListQuery['sort']) =>
  statement((db, { accountId }: { accountId: string }) => {
    const columns = ['list.id', 'list.name_norm', 'list.created_at as made_at', 'list.living'] as const
    const owned = db
      .selectFrom('list')
      .select(columns)
      .where('owner_id', '=', accountId)
      .where('deleted_at', '=', 0)
      .$if(which === 'active', (query) => query.where('status', '=', 'aktywna'))
      .$if(which === 'archived', (query) => query.where('status', '=', 'archiwum'))
    const shared = db
      .selectFrom('member')
      .innerJoin('list', 'list.id', 'member.list_id')
      .select(columns)
      .where('member.account_id', '=', accountId)
      .where('list.deleted_at', '=', 0)
    const query = which === 'shared' ? shared : which === 'all' ? owned.unionAll(shared) : owned
    if (sort === 'name') return query.orderBy('name_norm').orderBy('id')
    const direction = sort === 'oldest' ? 'asc' : 'desc'
    return query.orderBy('made_at', direction).orderBy('id', direction)
  })

const sortedBy = (which: ListQuery['which']) => ({
  newest: sortedLists(which, 'newest'),
  oldest: sortedLists(which, 'oldest'),
  name: sortedLists(which, 'name'),
})
const sorted = {
  active: sortedBy('active'),
  archived: sortedBy('archived'),
  shared: sortedBy('shared'),
  all: sortedBy('all'),
}

/** Returns these lists in this order, as the account sees them. Lists deleted or unshared meanwhile are left out. */
async function listsBy(db: Db, accountId: string, ids: readonly string[]): Promise<List[]> {
  if (ids.length === 0) return []
  const rows = await mayBeSeen.rows(db, { accountId, ids })
  const about = await summaries(db, rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => about(row, row.owner_id === accountId ? 'owner' : (row.permission ?? 'view')))
}

const mayBeSeen = statement((db, { accountId, ids }: { accountId: string; ids: readonly string[] }) =>
  db
    .selectFrom('list')
    .leftJoin('member', (join) =>
      join.onRef('member.list_id', '=', 'list.id').on('member.account_id', '=', accountId),
    )
    .select(listColumns)
    .select('member.permission')
    .where(isOneOf(db, 'list.id', ids))
    .where('list.deleted_at', '=', 0)
    .where((where) =>
      where.or([where('list.owner_id', '=', accountId), where('member.permission', 'is not', null)]),
    ),
)

const sumsOf = statement((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('list')
    // Rounded to grosze only once, half up, and in SQL, where large integers are exact.
    .select(['id', sql<number>`(amount + case when amount < 0 then -50 else 50 end) / 100`.as('grosze')])
    .where(isOneOf(db, 'id', ids)),
)

const countsOfMembers = statement((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('member')
    .select((select) => ['list_id', select.fn.countAll<number>().as('count')])
    .where(isOneOf(db, 'list_id', ids))
    .groupBy('list_id'),
)

const peopleBy = statement((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'surname', 'email'])
    .where(isOneOf(db, 'id', ids)),
)

/** Loads sums, member counts and owners of some lists. The returned function makes a List of each row. */
export async function summaries(
  db: Db | Trx,
  lists: readonly ListRecord[],
): Promise<(list: ListRecord, role: Role, isGuest?: boolean) => List> {
  const ids = lists.map((list) => list.id)
  const [sums, members, owners] = await Promise.all([
    sumsOf.rows(db, { ids }),
    countsOfMembers.rows(db, { ids }),
    peopleBy.rows(db, { ids: [...new Set(lists.map((list) => list.owner_id))] }),
  ])
  const groszeOf = new Map(sums.map((row) => [row.id, Number(row.grosze)]))
  const membersOf = new Map(members.map((row) => [row.list_id, Number(row.count)]))
  const ownerOf = new Map(owners.map((row) => [row.id, row]))
  return (list, role, isGuest = false) => {
    const shown = toList(list, role, ownerOf.get(list.owner_id), {
      productCount: list.living,
      checkedCount: list.bought,
      sum: fromHundredths(groszeOf.get(list.id) ?? 0),
      sharedWith: membersOf.get(list.id) ?? 0,
    })
    return isGuest ? forGuest(shown, ownerOf.get(list.owner_id)) : shown
  }
}

/** A guest learns no part of an address, and not the link that reads the list without a session. */
function forGuest(list: List, owner: { name: string; surname: string } | undefined): List {
  return { ...list, hash: null, owner: { name: givenName(owner ?? {}), email: '' } }
}

function toList(
  list: ListRecord,
  role: Role,
  owner: Pick<Selectable<AccountTable>, 'name' | 'surname' | 'email'> | undefined,
  figures: Pick<List, 'productCount' | 'checkedCount' | 'sum' | 'sharedWith'>,
): List {
  const isMember = role !== 'owner' && role !== 'link'
  return {
    id: list.id,
    listName: list.name,
    date: new Date(list.created_at).toISOString(),
    hash: list.hash || null,
    listStatus: list.status,
    currency: shownCurrency(list.currency),
    isDone: (figures.productCount > 0 && figures.checkedCount === figures.productCount) || undefined,
    owner: isMember && owner ? { name: displayName(owner), email: owner.email } : undefined,
    againOf: (role !== 'link' && list.again_of) || undefined,
    endsAt: isMember && list.ends_at > 0 ? new Date(list.ends_at).toISOString() : undefined,
    permissions: permissionOf(role),
    ...figures,
    head: list.head,
  }
}

function permissionOf(role: Role): Permission {
  if (role === 'owner') return 'edit'
  return role === 'link' ? 'view' : role
}

/** Shows a product with when it was bought, if that counts as a purchase. */
export function withTicks(held: StoredProduct, reader: Reader | null) {
  const boughtAt = held.bought === 1 &&
    held.tickedAt > 0 && { boughtAt: new Date(held.tickedAt).toISOString() }
  return { ...toProduct(held, reader), ...boughtAt }
}

/**
 * Makes the answer about a list with its products as of one version, as `reader` sees it; null for a reader with only
 * the link. `find` loads the list; it is called before the products are read in slices, and again afterwards.
 */
export async function wholeList(
  db: Db,
  reader: Reader | null,
  find: () => Promise<Access>,
  show: (held: StoredProduct, reader: Reader | null) => Product = toProduct,
): Promise<List> {
  const snapshot = await readSnapshot(db, await find())
  const { role, isNew: _, ...list } = await find()
  const held = [...(await upToDate(db, snapshot, list)).values()].filter(({ deletedAt }) => deletedAt === 0)
  const about = await summaries(db, [list])
  const { living, bought } = difference([], held.map(countsOf))
  const products = held.toSorted(byPosition).map((product) => show(product, reader))
  const isGuest = Boolean(reader?.guest_of)
  return { ...about({ ...list, living, bought }, role, isGuest), products }
}
