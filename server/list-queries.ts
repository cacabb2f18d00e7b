import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { List, Permission } from '../core/entities.ts'
import { fromHundredths } from '../core/money.ts'
import type { Role } from '../core/permissions.ts'
import { findInList, searched } from '../core/list-search.ts'
import { searchWords, wordsKey } from '../core/text.ts'
import type { ListRow } from './access.ts'
import type { Db, Trx } from './db/open.ts'
import type { AccountTable } from './db/schema.ts'
import { displayName, fromDb, toProduct } from './product-rows.ts'
import { selectProducts } from './product-store.ts'

export interface ListQuery {
  which: 'active' | 'archived' | 'shared' | 'all'
  /** words that begin a word of the name; with `products` also of a product's name */
  words: string
  products: boolean
  sort: 'newest' | 'oldest' | 'name'
  page: number
  limit: number
}

/** What a column of words must be like, each of them: a word begins so. */
export function wordPatterns(query: string): string[] {
  // Only letters and digits are left in a word, so nothing in it means anything to LIKE.
  return searchWords(query).map((word) => `% ${word}%`)
}

/** Whether a text has, for each word, one that begins with it; `words` as searchWords makes them. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const key = wordsKey(text)
  return words.every((word) => key.includes(` ${word}`))
}

/** One page of an account's overview, in a fixed number of statements. */
export async function listsOf(
  db: Db,
  accountId: string,
  { which, words, products, sort, page, limit }: ListQuery,
): Promise<{ items: List[]; total: number }> {
  return db.transaction().execute(async (trx) => {
    let query = trx
      .selectFrom('list')
      .leftJoin('member', (join) =>
        join.onRef('member.list_id', '=', 'list.id').on('member.account_id', '=', accountId),
      )
      .where('list.deleted_at', '=', 0)
    if (which === 'shared') query = query.where('member.account_id', '=', accountId)
    else if (which === 'all')
      query = query.where((where) =>
        where.or([where('list.owner_id', '=', accountId), where('member.account_id', '=', accountId)]),
      )
    else
      query = query
        .where('list.owner_id', '=', accountId)
        .where('list.status', '=', which === 'active' ? 'aktywna' : 'archiwum')
    for (const pattern of wordPatterns(words)) {
      query = query.where((where) =>
        where.or([
          where('list.name_norm', 'like', pattern),
          ...(products
            ? [
                where.exists(
                  where
                    .selectFrom('product')
                    .select('product.id')
                    .whereRef('product.list_id', '=', 'list.id')
                    .where('product.deleted_at', '=', 0)
                    .where('product.name_norm', 'like', pattern),
                ),
              ]
            : []),
        ]),
      )
    }
    const { total } = await query
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const ordered =
      sort === 'name'
        ? query.orderBy('list.name_norm').orderBy('list.id')
        : query
            .orderBy('list.created_at', sort === 'oldest' ? 'asc' : 'desc')
            .orderBy('list.id', sort === 'oldest' ? 'asc' : 'desc')
    const rows = await ordered
      .selectAll('list')
      .select('member.permission')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    if (rows.length === 0) return { items: [], total: Number(total) }
    const about = await summaries(trx, rows)
    const matched = products ? await matchedIn(trx, rows, words) : null
    return {
      items: rows.map((row) => {
        const list = about(row, row.owner_id === accountId ? 'owner' : (row.permission ?? 'view'))
        return matched ? { ...list, matched: matched(row) } : list
      }),
      total: Number(total),
    }
  })
}

/** How many products of a list are looked at to say which were found, and how many are said. */
const mostLookedAt = 100
const mostMatched = 5

/** The products for whose sake a list was found: what was found must not be a riddle. */
async function matchedIn(
  trx: Trx,
  lists: readonly ListRow[],
  query: string,
): Promise<(list: ListRow) => string[]> {
  const words = searchWords(query)
  if (words.length === 0) return () => []
  const ids = lists.map((list) => list.id)
  const found = await trx
    .selectFrom((from) =>
      from
        .selectFrom('product')
        .select(['list_id', 'name'])
        .select(sql<number>`row_number() over (partition by list_id order by position, id)`.as('place'))
        .where('list_id', 'in', ids)
        .where('deleted_at', '=', 0)
        .where((where) => where.or(wordPatterns(query).map((pattern) => where('name_norm', 'like', pattern))))
        .as('found'),
    )
    .select(['list_id', 'name'])
    .where('place', '<=', mostLookedAt)
    .orderBy('place')
    .execute()
  const names = Map.groupBy(found, (row) => row.list_id)
  return (list) => {
    const products = (names.get(list.id) ?? []).map(({ name }) => searched(name))
    return findInList(words, searched(list.name), products)?.slice(0, mostMatched) ?? []
  }
}

/** Counts, sums and owners of some lists; the answer makes a List of each. */
async function summaries(
  db: Db | Trx,
  lists: readonly ListRow[],
): Promise<(list: ListRow, role: Role) => List> {
  const ids = lists.map((list) => list.id)
  const counts = await db
    .selectFrom('product')
    .select((select) => [
      'list_id',
      select.fn.countAll<number>().as('products'),
      select.fn.sum<number>('bought').as('bought'),
      // Ten-thousandths of a złoty, exact, rounded once to grosze, half up.
      sql<number>`(cast(sum(case price_unknown when 0 then price * quantity else 0 end) as bigint) + 50) / 100`.as(
        'grosze',
      ),
    ])
    .where('list_id', 'in', ids)
    .where('deleted_at', '=', 0)
    .groupBy('list_id')
    .execute()
  const members = await db
    .selectFrom('member')
    .select((select) => ['list_id', select.fn.countAll<number>().as('count')])
    .where('list_id', 'in', ids)
    .groupBy('list_id')
    .execute()
  const owners = await db
    .selectFrom('account')
    .selectAll()
    .where('id', 'in', [...new Set(lists.map((list) => list.owner_id))])
    .execute()
  const countOf = new Map(counts.map((row) => [row.list_id, row]))
  const membersOf = new Map(members.map((row) => [row.list_id, Number(row.count)]))
  const ownerOf = new Map(owners.map((row) => [row.id, row]))
  return (list, role) => {
    const count = countOf.get(list.id)
    const figures = {
      productCount: Number(count?.products ?? 0),
      checkedCount: Number(count?.bought ?? 0),
      sum: fromHundredths(Number(count?.grosze ?? 0)),
      sharedWith: membersOf.get(list.id) ?? 0,
    }
    return toList(list, role, ownerOf.get(list.owner_id), figures)
  }
}

function toList(
  list: ListRow,
  role: Role,
  owner: Selectable<AccountTable> | undefined,
  figures: Pick<List, 'productCount' | 'checkedCount' | 'sum' | 'sharedWith'>,
): List {
  const isMember = role !== 'owner' && role !== 'link'
  return {
    id: list.id,
    listName: list.name,
    date: new Date(list.created_at).toISOString(),
    hash: list.hash || null,
    listStatus: list.status,
    isDone: (figures.productCount > 0 && figures.checkedCount === figures.productCount) || undefined,
    owner: isMember && owner ? { name: displayName(owner), email: owner.email } : undefined,
    permissions: permissionOf(role),
    ...figures,
    head: list.head,
  }
}

function permissionOf(role: Role): Permission {
  if (role === 'owner') return 'edit'
  return role === 'link' ? 'view' : role
}

/** A list with its products; by its link without the names of those who added them. */
export async function wholeList(db: Db | Trx, list: ListRow, role: Role): Promise<List> {
  const about = await summaries(db, [list])
  const rows = await selectProducts(db, list.id)
    .where('product.deleted_at', '=', 0)
    .orderBy('product.position')
    .orderBy('product.id')
    .execute()
  const products = rows.map((row) => toProduct(fromDb(row)))
  if (role === 'link') for (const product of products) product.addedBy = undefined
  return { ...about(list, role), products }
}
