import type { Field, Row } from '../../core/entities.ts'
import type { FieldValue } from '../../core/fields.ts'
import type { Change, Entry } from '../../core/mutation.ts'
import type { Stream } from '../../core/replica.ts'

/** An outbox entry as the device would have written it; `n` gives its place and its operation id. */
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
    productName: id,
    quantity: 1,
    unit: 'pcs',
    price: 1,
    productStatus: false,
    category_id: null,
    category_name: '',
    shop_name: '',
    icon: null,
    position: 'a0',
    ver,
    ...more,
  }
}

export function stream(more: Partial<Stream> = {}): Stream {
  return { listId: 'list', clientId: 'client', nextSeq: 1, cursor: 0, epoch: null, list: null, ...more }
}
