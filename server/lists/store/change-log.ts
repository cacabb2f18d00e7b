import { limits } from '../../../core/product/entities.ts'
import type { ListField } from '../../../core/product/list-fields.ts'
import type { Field, ProductValue } from '../../../core/product/table.ts'
import type { FieldValue } from '../../../core/product/fields.ts'
import type { Answer } from '../../../core/contract/api.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { bytesOf, noteWritten } from '../../base/daily-quota.ts'
import { chunkSize, yieldToEventLoop } from '../../db/chunks.ts'
import type { Db, Trx } from '../../db/open.ts'
import type { NamedQuery } from '../../db/query.ts'
import type { ChangeLogTable } from '../../db/schema.ts'
import { insertion, run, statement } from '../../db/statement.ts'

/**
 * What changed in a list, by whom, from what to what. `apply` notes each change in its batch, and whoever stores the
 * batch stores its log in the same transaction. Positions are left out: saving an order would write thousands of rows.
 */
export type Logged = Pick<
  ChangeLogTable,
  'ver' | 'field' | 'what' | 'product_id' | 'product_name' | 'old_value' | 'new_value'
>

/** A batch with the changes that were applied to it. */
export interface Logging {
  account: { id: string }
  now: number
  log: Logged[]
}

type Product = { id: string; name: string }

export function logAdd({ log }: Logging, ver: number, { id, name }: Product): void {
  log.push({ ...common(ver, 'add', id, name), old_value: '', new_value: '' })
}

/** `value`: what adds the product again. */
export function logDelete({ log }: Logging, ver: number, { id, name }: Product, value: ProductValue): void {
  log.push({ ...common(ver, 'delete', id, name), old_value: JSON.stringify(value), new_value: '' })
}

/** Notes a product's field. `from` is undefined for an unknown price. */
export function logSet(
  { log }: Logging,
  ver: number,
  { id, name }: Product,
  change: { field: Field; from: FieldValue | undefined; to: FieldValue },
): void {
  const { field, from, to } = change
  if (field === 'position' || from === to) return
  log.push({ ...common(ver, 'set', id, name, field), ...valuesOf(from, to) })
}

/** Notes a field of the list itself. `from` is undefined for a new list. */
export function logList(
  { log }: Logging,
  ver: number,
  field: ListField,
  from: string | undefined,
  to: string,
): void {
  if (from !== to) log.push({ ...common(ver, 'list', '', '', field), ...valuesOf(from, to) })
}

function common(ver: number, what: Logged['what'], product_id: string, product_name: string, field = '') {
  return { ver, field, what, product_id, product_name }
}

function valuesOf(from: FieldValue | undefined, to: FieldValue) {
  return { old_value: from === undefined ? '' : JSON.stringify(from), new_value: JSON.stringify(to) }
}

const columns = [
  ...(['list_id', 'ver', 'field', 'what', 'product_id', 'product_name'] as const),
  ...(['account_id', 'old_value', 'new_value', 'at'] as const),
] as const

const insert = insertion('change_log', columns, (rows) => rows)

/** Returns the statement that stores these changes, and the bytes that they take; null if there are none. */
export function writtenLog(
  db: Db | Trx,
  listId: string,
  { account, now }: Logging,
  log: readonly Logged[],
): { statement: NamedQuery; bytes: number } | null {
  if (log.length === 0) return null
  const rows = log.map((one) => ({ ...one, list_id: listId, account_id: account.id, at: now }))
  return { statement: insert(db, rows), bytes: bytesOf(rows) }
}

/** Stores the changes noted so far. */
export async function storeLog(trx: Trx, listId: string, batch: Logging): Promise<void> {
  const written = writtenLog(trx, listId, batch, batch.log.splice(0))
  if (!written) return
  noteWritten(trx, written.bytes)
  await run(trx, written.statement)
}

const ofChange = ['field', 'what', 'product_id', 'product_name', 'old_value', 'new_value', 'at'] as const

/** The most fields of one version, with room for new ones; a page never splits a version. */
const mostOfVersion = 20

const page = statement(
  (db, { listId, before, since, most }: { listId: string; before: number; since: number; most: number }) =>
    db
      .selectFrom('change_log')
      .leftJoin('account', 'account.id', 'change_log.account_id')
      .select(ofChange)
      .select(['ver', 'account_id', 'account.name', 'account.surname', 'account.email'])
      .where('list_id', '=', listId)
      .where('ver', '<', before)
      .where('at', '>=', since)
      .orderBy('ver', 'desc')
      .orderBy('field')
      .limit(most),
)

type Page = Answer<'history'>

/**
 * Returns a list's changes below the version `before`, newest first: about `limit`, since no version is split. An
 * account that is gone has no name.
 */
export async function readLog(
  db: Db,
  listId: string,
  { reader, before, limit, now }: { reader: string; before: number; limit: number; now: number },
): Promise<Page> {
  const most = limit + mostOfVersion
  const since = now - limits.historyMs
  const rows = await page.rows(db, { listId, before, since, most })
  const last = rows[limit - 1]?.ver ?? 0
  return rows
    .filter(({ ver }) => ver >= last)
    .map((row) => ({
      ver: row.ver,
      by: displayName({ name: row.name ?? '', surname: row.surname ?? '', email: row.email ?? '' }),
      ...(row.account_id === reader && { mine: true as const }),
      ...(row.product_id !== '' && { productId: row.product_id }),
      ...changeOf(row),
    }))
}

/** Returns what changed, without who did it. */
function changeOf(row: Pick<ChangeLogTable, (typeof ofChange)[number]>) {
  return {
    at: new Date(row.at).toISOString(),
    ...(row.product_id !== '' && { productName: row.product_name }),
    what: row.what,
    ...(row.field !== '' && { field: row.field as Page[number]['field'] }),
    ...(row.old_value !== '' && { from: JSON.parse(row.old_value) as Page[number]['from'] }),
    ...(row.new_value !== '' && { to: JSON.parse(row.new_value) as Page[number]['to'] }),
  }
}

/** Yields what an account changed in a list, oldest first, in slices. */
export async function* changesBy(db: Db, accountId: string, listId: string, now: number) {
  for (let [ver, field] = [0, '']; ; await yieldToEventLoop()) {
    const rows = await db
      .selectFrom('change_log')
      .select(ofChange)
      .select('ver')
      .where('list_id', '=', listId)
      .where('ver', '>=', ver)
      .where((where) => where.or([where('ver', '>', ver), where('field', '>', field)]))
      .where('account_id', '=', accountId)
      .where('at', '>=', now - limits.historyMs)
      .orderBy('ver')
      .orderBy('field')
      .limit(chunkSize)
      .execute()
    yield* rows.map(changeOf)
    const end = rows.at(-1)
    if (!end || rows.length < chunkSize) return
    ;({ ver, field } = end)
  }
}

/** Daily: deletes changes of these lists that are too old, and all but the newest `most` of a list. Works in slices. */
export async function pruneLog(db: Db, listIds: readonly string[], now: number, most: number): Promise<void> {
  for (const listId of listIds) {
    const of = db.selectFrom('change_log').select(['ver', 'at']).where('list_id', '=', listId)
    const oldest = await of.orderBy('ver').limit(1).executeTakeFirst()
    if (!oldest) continue
    const beyond = await of.orderBy('ver', 'desc').offset(most).limit(1).executeTakeFirst()
    const isDue = (at: number) => at < now - limits.historyMs
    if (!beyond && !isDue(oldest.at)) continue
    for (;;) {
      const some = await of.orderBy('ver').limit(chunkSize).execute()
      const due = some.filter(({ ver, at }) => isDue(at) || ver <= (beyond?.ver ?? 0))
      const end = due.at(-1)
      if (!end) break
      await db.deleteFrom('change_log').where('list_id', '=', listId).where('ver', '<=', end.ver).execute()
      await yieldToEventLoop()
      if (due.length < chunkSize) break
    }
  }
}
