import type { Insertable, Selectable } from 'kysely'
import { limits } from '../core/entities.ts'
import { wordsKey } from '../core/text.ts'
import type { ListRow } from './access.ts'
import type { Trx } from './db/open.ts'
import type { ListTable, ProductTable } from './db/schema.ts'
import { type Deps, secret } from './deps.ts'
import { problem } from './problem.ts'

/** Makes an empty list with a share link of its own; refuses more lists than an account may have. */
export async function insertList(
  trx: Trx,
  deps: Deps,
  {
    ownerId,
    name,
    id = deps.newId(),
    head = 0,
  }: { ownerId: string; name: string; id?: string; head?: number },
): Promise<ListRow> {
  const { count } = await trx
    .selectFrom('list')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', '=', 0)
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.listsOfUser) throw problem('limitReached')
  const list = {
    id,
    owner_id: ownerId,
    name,
    name_norm: wordsKey(name),
    created_at: deps.now(),
    hash: secret(deps),
    status: 'aktywna',
    epoch: secret(deps),
    head,
    floor: 0,
    deleted_at: 0,
  } satisfies Insertable<ListTable>
  await trx.insertInto('list').values(list).execute()
  return list
}

/** A new list of this account with copies of the products, all unbought, in their order. */
export async function copyList(
  trx: Trx,
  deps: Deps,
  source: { listId: string; unboughtOnly: boolean },
  target: { ownerId: string; name: string },
): Promise<ListRow> {
  let query = trx
    .selectFrom('product')
    .selectAll()
    .where('list_id', '=', source.listId)
    .where('deleted_at', '=', 0)
    .orderBy('position')
    .orderBy('id')
  if (source.unboughtOnly) query = query.where('bought', '=', 0)
  const products = await query.execute()
  const list = await insertList(trx, deps, { ...target, head: products.length })
  const copies = products.map((product, index) =>
    copyProduct(product, {
      list_id: list.id,
      id: deps.newId(),
      added_by: target.ownerId,
      created_at: deps.now(),
      ver: index + 1,
    }),
  )
  for (let start = 0; start < copies.length; start += chunk)
    await trx
      .insertInto('product')
      .values(copies.slice(start, start + chunk))
      .execute()
  return list
}

// A statement takes 32 766 values at most.
const chunk = 1_000

function copyProduct(
  product: Selectable<ProductTable>,
  place: Pick<Selectable<ProductTable>, 'list_id' | 'id' | 'added_by' | 'created_at' | 'ver'>,
): Insertable<ProductTable> {
  return {
    ...product,
    ...place,
    bought: 0,
    field_ver: JSON.stringify({ '*': place.ver }),
    field_at: JSON.stringify({ '*': place.created_at }),
    field_by: JSON.stringify({ '*': '' }),
  }
}
