import type { Selectable } from 'kysely'
import type { ListRow } from '../../../core/contract/shapes.ts'
import { shownCurrency } from '../../../core/product/currency.ts'
import type { ListStatus } from '../../../core/product/entities.ts'
import {
  isListField,
  type ListField,
  listFieldNames,
  listFields,
  parseList,
  parseListField,
} from '../../../core/product/list-fields.ts'
import { can, type Role } from '../../../core/product/permissions.ts'
import type { ListChange } from '../../../core/sync/change.ts'
import type { ListTable } from '../../db/schema.ts'
import { type Logging, logList } from './change-log.ts'
import { applied, isTooOld, type Outcome, rejected, stale } from './outcome.ts'
import {
  fieldVersions,
  handOver,
  isStale,
  type Stamped,
  stampFields,
  stampsOf,
  type Writer,
} from './stamps.ts'

/** The list itself in memory, with parsed stamps. */
export interface StoredList extends Stamped<ListField> {
  id: string
  name: string
  status: ListStatus
  currency: string
  createdAt: number
  deletedAt: number
}

/** A list and the role of who changes it. `applyToList` changes it; the caller stores it if `listChanged`. */
export interface ListBatch extends Logging {
  role: Role
  head: number
  list: StoredList
  listChanged: boolean
}

export function storedList(row: Selectable<ListTable>): StoredList {
  const { id, name, status, currency, created_at, deleted_at } = row
  const values = { id, name, status, currency, createdAt: created_at, deletedAt: deleted_at }
  return { ...stampsOf<ListField>(row), ...values }
}

/** Applies one change to the list itself, or returns why not. The rules are those of `apply` for products. */
export function applyToList(batch: ListBatch, change: ListChange, writer: Writer): Outcome {
  const { list, role } = batch
  if (change.op === 'add' && role !== 'owner') return rejected('idTaken')
  const needed = change.op === 'set' ? listFields[change.field].needs : 'delete'
  if (!can(role, needed)) return rejected('forbidden')
  if (isTooOld(batch.now, writer)) return rejected('tooOld')
  if (change.op === 'delete') return remove(batch)
  if (change.op === 'add') return addAgain(batch, change.value, writer)
  const parsed = parseListField(change.field, change.value)
  if (!parsed.ok) return rejected('invalid')
  if (list.deletedAt > 0) return rejected('gone')
  if (isStale(list, change.field, change.baseVer, writer)) return stale
  return set(batch, { [change.field]: parsed.value }, writer)
}

/** Applies an add of a list that exists, from a device that does not know it. Writes only fields not changed later. */
function addAgain(batch: ListBatch, given: object, writer: Writer): Outcome {
  const { list } = batch
  const parsed = parseList(given, batch.now)
  if (!parsed.ok) return rejected('invalid')
  if (list.deletedAt > 0) return rejected('gone')
  const values = Object.entries(parsed.value).filter(
    ([field]) => isListField(field) && !isStale(list, field, 0, writer),
  )
  return values.length === 0 ? applied(list.ver) : set(batch, Object.fromEntries(values), writer)
}

function set(batch: ListBatch, values: Partial<Record<ListField, string>>, writer: Writer): Outcome {
  const { list, now } = batch
  const written = listFieldNames.filter((field) => values[field] !== undefined)
  const ver = ++batch.head
  const { ...last } = list.fieldVer
  stampFields(list, written, { ver, writer, now })
  for (const field of written) {
    const { column } = listFields[field]
    const to = values[field] ?? ''
    logList(batch, ver, { field, from: list[column], to, last: last[field] })
    Object.assign(list, { [column]: values[field] })
  }
  batch.listChanged = true
  return applied(ver)
}

function remove(batch: ListBatch): Outcome {
  const { list } = batch
  if (list.deletedAt === 0) {
    list.ver = ++batch.head
    list.deletedAt = batch.now
    batch.listChanged = true
  }
  return applied(list.ver)
}

/** When a device resends an operation under a new client id, that id becomes the writer of the fields it wrote. */
export function adoptList(batch: ListBatch, ver: number, client: string): void {
  if (handOver(batch.list, listFieldNames, ver, client)) batch.listChanged = true
}

/** Returns the list as the sync call returns it. */
export function toListRow(list: StoredList): ListRow {
  return {
    kind: 'list',
    id: list.id,
    listName: list.name,
    listStatus: list.status,
    currency: shownCurrency(list.currency),
    date: new Date(list.createdAt).toISOString(),
    ver: list.ver,
    fieldVer: fieldVersions(list, listFieldNames),
    deleted: list.deletedAt > 0 || undefined,
  }
}
