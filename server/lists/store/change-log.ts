import { limits } from '../../../core/product/entities.ts'
import type { ListField } from '../../../core/product/list-fields.ts'
import type { Field, ProductValue } from '../../../core/product/table.ts'
import type { FieldValue } from '../../../core/product/fields.ts'
import type { Answer } from '../../../core/contract/api.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { bytesOf, noteWritten } from '../../limits/daily-quota.ts'
import { chunkSize, yieldToEventLoop } from '../../db/chunks.ts'
import type { Db, Trx } from '../../db/open.ts'
import type { NamedQuery } from '../../db/query.ts'
import type { ChangeLogTable } from '../../db/schema.ts'
import { noteHooks } from '../../hooks/hook-outbox.ts'
import { insertion, isOneOf, run, statement } from '../../db/statement.ts'

/**
 * What changed in a list, by whom, from what to what. `apply` notes each change in its batch, and whoever stores the
 * batch stores its log in the same transaction. Positions are left out: saving an order would write thousands of rows.
 */
export type Logged = Pick<
  ChangeLogTable,
  'ver' | 'field' | 'what' | 'product_id' | 'product_name' | 'old_value' | 'new_value'
> & {
  /** the version that wrote this field before, 0 if only the add did; not stored */
  last: number
}

/** A batch with the changes that were applied to it. */
export interface Logging {
  account: { id: string; via: string }
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

/** Notes a product's field. `from` is undefined and `to` null for an unknown price. */
export function logSet(
  { log }: Logging,
  ver: number,
  { id, name }: Product,
  change: { field: Field; from: FieldValue | undefined; to: FieldValue; last: number | undefined },
): void {
  const { field, from, to, last = 0 } = change
  if (field === 'position' || from === (to ?? undefined)) return
  log.push({ ...common(ver, 'set', id, name, field), ...valuesOf(from, to), last })
}

/** Notes a field of the list itself. `from` is undefined for a new list. */
export function logList(
  { log }: Logging,
  ver: number,
  change: { field: ListField; from: string | undefined; to: string; last: number | undefined },
): void {
  const { field, from, to, last = 0 } = change
  if (from !== to) log.push({ ...common(ver, 'list', '', '', field), ...valuesOf(from, to), last })
}

function common(ver: number, what: Logged['what'], product_id: string, product_name: string, field = '') {
  return { ver, field, what, product_id, product_name, last: 0 }
}

function valuesOf(from: FieldValue | undefined, to: FieldValue) {
  return {
    old_value: from === undefined ? '' : JSON.stringify(from),
    new_value: to === null ? '' : JSON.stringify(to),
  }
}

/** The columns of an entry. */
export const logColumns = [
  ...(['list_id', 'ver', 'field', 'what', 'product_id', 'product_name'] as const),
  ...(['account_id', 'via', 'old_value', 'new_value', 'at'] as const),
] as const

const insert = insertion('change_log', logColumns, (rows) => rows)

const rowsOf = (listId: string, { account, now }: Logging, log: readonly Logged[]) =>
  log.map(({ last: _, ...one }) => ({
    ...one,
    list_id: listId,
    account_id: account.id,
    via: account.via,
    at: now,
  }))

/** Returns the statement that stores these changes, and the bytes that they take; null if there are none. */
export function writtenLog(
  db: Db | Trx,
  listId: string,
  batch: Logging,
  log: readonly Logged[],
): { statement: NamedQuery; bytes: number } | null {
  if (log.length === 0) return null
  const rows = rowsOf(listId, batch, log)
  return { statement: insert(db, rows), bytes: bytesOf(rows) }
}

/** Stores the changes noted so far. */
export async function storeLog(trx: Trx, listId: string, batch: Logging): Promise<void> {
  const log = batch.log.splice(0)
  if (log.length === 0) return
  // Before anything is awaited, because the caller adds up meanwhile what its transaction writes.
  noteWritten(trx, bytesOf(rowsOf(listId, batch, log)))
  const go = goBefore(trx, listId, batch, log)
  const before = go ? await go : []
  // What happened, before it is folded; beside the others, so that nobody waits for it.
  const hooks = noteHooks(trx, listId, batch, [...log])
  const replaced = fold(log, before)
  const written = writtenLog(trx, listId, batch, log)
  const statements = [...deletionsOf(trx, listId, replaced), ...(written ? [written.statement] : [])]
  await Promise.all([hooks, ...statements.map((query) => run(trx, query))])
}

/** As many versions back, a change is folded into a later one. */
const foldedVersions = 200

const newest = statement((db, { listId, from, to }: { listId: string; from: number; to: number }) =>
  db
    .selectFrom('change_log')
    .select(['ver', 'field', 'what', 'product_id', 'old_value', 'account_id', 'via', 'at'])
    .where('list_id', '=', listId)
    .where('ver', '>=', from)
    .where('ver', '<', to)
    .orderBy('ver', 'desc')
    .orderBy('field'),
)

const without = statement(
  (db, { listId, field, vers }: { listId: string; field: string; vers: readonly number[] }) =>
    db
      .deleteFrom('change_log')
      .where('list_id', '=', listId)
      .where('field', '=', field)
      .where(isOneOf(db, 'ver', vers)),
)

/** What identifies an entry within its list. */
export type LogKey = Pick<ChangeLogTable, 'ver' | 'field'>

/** Returns the statements that delete these entries of a list. */
export function deletionsOf(db: Db | Trx, listId: string, keys: readonly LogKey[]): NamedQuery[] {
  const byField = Map.groupBy(keys, ({ field }) => field)
  return Array.from(byField, ([field, some]) =>
    without.with(db, { listId, field, vers: some.map(({ ver }) => ver) }),
  )
}

/** Returns what an entry of a set is about: a field of a product, or of the list. */
export const fieldOf = ({ field, product_id }: Pick<ChangeLogTable, 'field' | 'product_id'>) =>
  `${field} ${product_id}`

type Earlier = LogKey & Pick<ChangeLogTable, 'old_value' | 'product_id' | 'what'>

/**
 * Returns what the person of a batch changed just before, newest first, as far as it is one go with the batch; null if
 * nothing of the log was set before that, so that a usual tick reads nothing.
 */
function goBefore(
  db: Db | Trx,
  listId: string,
  { account, now }: Logging,
  log: readonly Logged[],
): Promise<Earlier[]> | null {
  const to = log[0]?.ver ?? 0
  const from = to - foldedVersions
  if (!log.some(({ last }) => last > 0 && last >= from && last < to)) return null
  return newest.rows(db, { listId, from, to }).then((stored) => {
    let before = now
    const end = stored.findIndex(({ account_id, via, at }) => {
      const isOther = account_id !== account.id || via !== account.via || before - at > limits.historyPauseMs
      before = at
      return isOther
    })
    return end < 0 ? stored : stored.slice(0, end)
  })
}

/**
 * Folds what one person sets again in one go into one entry, from the value before the first to the value after the
 * last. Changes `log`, which is not stored yet, and returns the stored entries of `go` that it replaces. A go ends with
 * a pause or with somebody else's change, as on the page of the history: the list can be brought back to before each
 * go, never into one, so nothing is lost. Else one person who sets one price all day would fill the history alone.
 */
function fold(log: Logged[], go: readonly Earlier[]): LogKey[] {
  const isSet = ({ what }: Pick<Earlier, 'what'>) => what === 'set' || what === 'list'
  const open = new Map<string, Earlier>(
    go
      .filter(isSet)
      .map((one) => [fieldOf(one), one] as const)
      .toReversed(),
  )
  const latest = new Set<LogKey>()
  const replaced: LogKey[] = []
  for (const one of log) {
    latest.add(one)
    if (!isSet(one)) continue
    const key = fieldOf(one)
    const earlier = open.get(key)
    open.set(key, one)
    if (!earlier) continue
    if (!latest.delete(earlier)) replaced.push(earlier)
    one.old_value = earlier.old_value
    // It is as it was before the go.
    if (one.old_value === one.new_value) {
      latest.delete(one)
      open.delete(key)
    }
  }
  log.splice(0, log.length, ...log.filter((one) => latest.has(one)))
  return replaced
}

/** Does so before a long write. Returns the statements that delete what the batch's log replaces. */
export async function foldLog(db: Db | Trx, listId: string, batch: Logging): Promise<NamedQuery[]> {
  const go = goBefore(db, listId, batch, batch.log)
  return deletionsOf(db, listId, fold(batch.log, go ? await go : []))
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
      .select(['ver', 'via', 'account_id', 'account.name', 'account.surname', 'account.email'])
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
      ...(row.via !== '' && { via: row.via }),
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
