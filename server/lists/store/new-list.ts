import { type Insertable, type Selectable, sql } from 'kysely'
import { usualCurrency } from '../../../core/product/currency.ts'
import { type Language, limits, type ListStatus } from '../../../core/product/entities.ts'
import { placesInNewList } from '../../../core/product/list-copies.ts'
import type { ListField } from '../../../core/product/list-fields.ts'
import { copiedFields, type Field, templateFields, textFields } from '../../../core/product/table.ts'
import { wordsKey } from '../../../core/text/normalise.ts'
import { bytesOfCopy, noteWritten } from '../../limits/daily-quota.ts'
import type { ListRecord } from './access.ts'
import { namedCategoriesOf } from '../../catalogue/category-finder.ts'
import type { Trx } from '../../db/open.ts'
import type { ListTable, ProductTable } from '../../db/schema.ts'
import { timelineOf } from '../../db/timeline.ts'
import { secret } from '../../db/codes.ts'
import type { Services } from '../../services/services.ts'
import { problem } from '../../base/problem.ts'
import { holdAccount, roomOf } from '../../limits/quota.ts'
import { columns } from './field-columns.ts'
import { yieldToEventLoop, chunkSize } from '../../db/chunks.ts'
import { newStamps, type Stamped, stampColumns } from './stamps.ts'

/** The properties of a new list. */
export interface NewList {
  ownerId: string
  name: string
  id: string
  /** epoch ms */
  createdAt: number
  status?: ListStatus | undefined
  /** PLN if it is left out */
  currency?: string | undefined
  /** the version of the newest change to the list itself or to a product */
  head?: number
  /** left out if nobody has changed the list itself yet */
  stamps?: Stamped<ListField>
}

/** Returns the currency of the account's new lists and templates. */
export async function currencyOf(trx: Trx, accountId: string): Promise<string> {
  const account = await trx
    .selectFrom('account')
    .select('currency')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.currency ?? usualCurrency
}

const untouched: Stamped<ListField> = newStamps(0, { client: '', typedAt: 0 }, 0)

/**
 * Creates an empty list with its own share link. All lists are created by this function. Throws limitReached if the
 * account has too many.
 */
export async function insertList(
  trx: Trx,
  random: Pick<Services, 'randomBytes'>,
  {
    ownerId,
    name,
    id,
    createdAt,
    status = 'aktywna',
    currency = usualCurrency,
    head = 0,
    stamps = untouched,
  }: NewList,
  mostLists: number = limits.listsOfUser,
): Promise<ListRecord> {
  await holdAccount(trx, ownerId)
  await refuseMoreLists(trx, ownerId, mostLists)
  const list = {
    id,
    owner_id: ownerId,
    name,
    name_norm: wordsKey(name),
    created_at: createdAt,
    hash: secret(random),
    status,
    currency,
    epoch: secret(random),
    timeline: timelineOf(trx),
    head,
    floor: 0,
    deleted_at: 0,
    ends_at: 0,
    taken_from: '',
    living: 0,
    bought: 0,
    amount: 0,
    ...stampColumns(stamps),
  } satisfies Insertable<ListTable>
  await trx.insertInto('list').values(list).execute()
  return list
}

/** Throws limitReached if the account, whose row is locked, may have no more lists. */
export async function refuseMoreLists(trx: Trx, ownerId: string, mostLists: number): Promise<void> {
  const { count } = await trx
    .selectFrom('list')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', '=', 0)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostLists) throw problem('limitReached')
}

/** Selects the bytes of a product's texts, which a copy takes too. */
function textBytes(some: readonly Field[]) {
  const texts = columns(textFields.filter((field) => some.includes(field))).filter(
    (column) => column !== 'price_unknown',
  )
  const bytes = texts.map((column) => sql`octet_length(${sql.ref(column)})`)
  return sql<number>`${sql.join(bytes, sql` + `)}`.as('text_bytes')
}

/** Copies a list's products, all unbought and in their order, into a new list of the target owner. */
export async function copyList(
  trx: Trx,
  services: Services,
  source: { listId: string; unboughtOnly: boolean },
  target: Pick<NewList, 'ownerId' | 'name' | 'currency'>,
): Promise<ListRecord> {
  const products = await trx
    .selectFrom('product')
    .select([
      'id',
      'price',
      'price_unknown',
      'quantity',
      'position',
      'category_id',
      'icon',
      textBytes(copiedFields),
    ])
    .where('list_id', '=', source.listId)
    .where('deleted_at', '=', 0)
    .$if(source.unboughtOnly, (query) => query.where('bought', '=', 0))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return fillList(
    trx,
    services,
    { table: 'product', fields: copiedFields, holder: 'list_id', id: source.listId },
    products,
    target,
  )
}

/** Creates a list from a stored template. Its categories are looked up among the user's. */
export async function listOfTemplate(
  trx: Trx,
  services: Services,
  templateId: string,
  { user, name, currency }: { user: { id: string; language: Language }; name: string; currency: string },
): Promise<ListRecord> {
  const rows = await trx
    .selectFrom('template_product')
    .select(['id', 'price', 'price_unknown', 'quantity', 'category', textBytes(templateFields)])
    .where('template_id', '=', templateId)
    .orderBy('place')
    .orderBy('id')
    .execute()
  const categories = await namedCategoriesOf(trx, user)
  const places = placesInNewList(rows.length)
  const products = rows.map((row, i) => {
    const { id: category_id = '', icon = '' } = categories.named(row.category) ?? {}
    return { ...row, position: places[i] ?? '', category_id, icon }
  })
  const source = {
    table: 'template_product',
    fields: templateFields,
    holder: 'template_id',
    id: templateId,
  } as const
  return fillList(trx, services, source, products, { ownerId: user.id, name, currency })
}

interface Source {
  table: 'product' | 'template_product'
  /** what is copied of each product */
  fields: readonly Field[]
  holder: string
  id: string
}

type Copied = Pick<
  Selectable<ProductTable>,
  'id' | 'price' | 'price_unknown' | 'quantity' | 'position' | 'category_id' | 'icon'
> & { text_bytes: number }

async function fillList(
  trx: Trx,
  services: Services,
  source: Source,
  products: readonly Copied[],
  target: Pick<NewList, 'ownerId' | 'name' | 'currency'>,
): Promise<ListRecord> {
  const made = { ...target, id: services.newId(), createdAt: services.now(), head: products.length }
  const list = await insertList(trx, services, made)
  if (products.length > (await roomOf(trx, target.ownerId, 'lists'))) throw problem('limitReached')
  for (let start = 0; start < products.length; start += chunkSize) {
    await copyProducts(trx, services, source, list, products.slice(start, start + chunkSize), start)
    await yieldToEventLoop()
  }
  noteWritten(
    trx,
    products.reduce((sum, { text_bytes }) => sum + text_bytes + bytesOfCopy, 0),
  )
  const amount = products.reduce(
    (sum, { price, price_unknown, quantity }) =>
      price_unknown === 1 ? sum : sum + BigInt(price) * BigInt(quantity),
    0n,
  )
  const counts = { living: products.length, bought: 0, amount }
  await trx.updateTable('list').set(counts).where('id', '=', list.id).execute()
  return list
}

/** Copies products inside the database, so that most columns need not be transferred. */
async function copyProducts(
  trx: Trx,
  services: Services,
  { table, fields, holder, id: from }: Source,
  to: ListRecord,
  products: readonly Copied[],
  before: number,
): Promise<void> {
  const now = services.now()
  const copies = products.map(({ id, position, category_id, icon }, i) => {
    const ver = String(before + i + 1)
    return sql`(${id}, ${services.newId()}, ${ver}, ${position}, ${category_id}, ${icon})`
  })
  // Copied unchanged. The category's id and icon are not among them: they may be the new owner's.
  const unchanged = columns(fields).filter((column) => column !== 'category_id' && column !== 'icon')
  const kept = sql.raw(unchanged.join(', '))
  await sql`
    with copy (old, new, ver, position, category_id, icon) as (values ${sql.join(copies)})
    insert into product (list_id, id, position, category_id, icon, ${kept}, bought, added_by, created_at, ver,
      field_ver, field_at, field_by, deleted_at)
    select ${to.id}, copy.new, copy.position, copy.category_id, copy.icon, ${kept}, 0, ${to.owner_id}, ${now},
      cast(copy.ver as bigint), '{"*":' || copy.ver || '}', ${JSON.stringify({ '*': now })}, '{"*":""}', 0
    from copy join (select id, ${kept} from ${sql.table(table)} where ${sql.ref(holder)} = ${from}) source
      on source.id = copy.old`.execute(trx)
}
