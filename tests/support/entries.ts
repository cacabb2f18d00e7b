import { type Field, fields, initialValues } from '../../core/product/table.ts'
import type { Row } from '../../core/contract/shapes.ts'
import { type FieldValue, shownOf } from '../../core/product/fields.ts'
import type { Entry } from '../../core/sync/mutation.ts'
import type { Change } from '../../core/sync/change.ts'
import type { Stream } from '../../core/sync/replica.ts'

/** An outbox entry as a device would write it; `n` determines its place and its operation id. */
export function entry(n: number, change: Change, more: Partial<Entry> = {}): Entry {
  const base = { n, opId: `op${n}`, listId: 'list', typedAt: 1_000, format: 1, seq: null, sent: false }
  return { ...base, ...change, ...more } as Entry
}

export function add(productId: string, productName = productId): Change {
  return { op: 'add', productId, value: { productName, quantity: 1, unit: 'pcs', productStatus: false } }
}

export function set(productId: string, field: Field, value: FieldValue, baseVer = 0): Change {
  return { op: 'set', productId, field, value, baseVer }
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
