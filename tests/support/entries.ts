import { type Field, fields, initialValues } from '../../core/product/table.ts'
import type { ListRow, Row } from '../../core/contract/shapes.ts'
import { type FieldValue, shownOf } from '../../core/product/fields.ts'
import { type Entry, formatOf } from '../../core/sync/mutation.ts'
import type { ListField } from '../../core/product/list-fields.ts'
import type { Change, ProductChange } from '../../core/sync/change.ts'
import type { Stream } from '../../core/sync/replica.ts'

/** Returns an outbox entry as a device would write it; `n` determines its place and its operation id. */
export function entry(n: number, change: Change, more: Partial<Entry> = {}): Entry {
  const base = {
    n,
    opId: `op${n}`,
    listId: 'list',
    typedAt: 1_000,
    format: formatOf(change),
    seq: null,
    sent: false,
  }
  return { ...base, ...change, ...more } as Entry
}

export function add(rowId: string, productName = rowId): ProductChange {
  return { op: 'add', rowId, value: { productName, quantity: 1, unit: 'pcs', productStatus: false } }
}

export function set(rowId: string, field: Field, value: FieldValue, baseVer = 0): ProductChange {
  return { op: 'set', rowId, field, value, baseVer }
}

export function row(id: string, ver: number, more: Partial<Row> = {}): Row {
  return {
    id,
    ...shownOf(fields, { ...initialValues, productName: id, price: 1, position: 'a0' }),
    category_id: null,
    icon: null,
    ver,
    ...more,
  }
}

export function stream(more: Partial<Stream> = {}): Stream {
  return { listId: 'list', clientId: 'client', nextSeq: 1, cursor: 0, epoch: null, list: null, ...more }
}

export function addList(rowId = 'list', listName = 'Party'): Change {
  return { op: 'add', rowId, value: { listName, date: '2026-11-23T10:00:00.000Z' } }
}

export function setList(field: ListField, value: string, baseVer = 0): Change {
  return { op: 'set', rowId: 'list', field, value, baseVer }
}

export function listRow(ver: number, more: Partial<ListRow> = {}): ListRow {
  const values = { listName: 'Market', listStatus: 'aktywna', date: '2026-11-23T10:00:00.000Z' } as const
  return { kind: 'list', id: 'list', ...values, ver, ...more }
}
