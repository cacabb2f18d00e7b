import type { Field, Product, Row } from './entities.ts'
import type { FieldValue, ProductValue } from './fields.ts'
import { byPosition } from './position.ts'

/** What a person did to a product. Values, never toggles, so that doing it twice is doing it once. */
export type Change =
  | { op: 'add'; productId: string; value: ProductValue }
  | { op: 'set'; productId: string; field: Field; value: FieldValue; baseVer: number }
  | { op: 'delete'; productId: string }

/** A change on its way to the server; `ageMs` says how long ago it was typed, by the device's own clock. */
export type SentOp = Change & { seq: number; opId: string; ageMs?: number }

/** Why the server did not apply an operation. */
export type Refusal = 'forbidden' | 'invalid' | 'gone' | 'idTaken' | 'limit' | 'tooOld' | 'stale'

/**
 * How a stored outbox entry of each form becomes one of the next: the first step takes form 1 to form 2.
 * There has been one form so far.
 */
const upgrades: readonly ((entry: Entry) => Entry)[] = []

/** The form in which entries are written now. */
export const entryFormat = upgrades.length + 1

/** An entry as this version of the app reads it; null: a newer version wrote it, which must also send it. */
export function upgrade(entry: Entry, steps = upgrades): Entry | null {
  if (entry.format > steps.length + 1) return null
  return steps
    .slice(entry.format - 1)
    .reduce((older, step) => ({ ...step(older), format: older.format + 1 }), entry)
}

/** One change in the outbox. Until `seq` is given (sealed) or `sent` is set it may still be coalesced. */
export type Entry = Change & {
  n: number
  opId: string
  listId: string
  /** what the field showed before, for undo and for the tray */
  prev?: FieldValue
  /** epoch ms by the device's clock */
  typedAt: number
  format: number
  seq: number | null
  sent: boolean
  /** brought back after the server lost it, see recovery.ts: nobody typed it now, so nobody is asked about it */
  recovered?: true
}

/** A product as the screen shows it: the server's row with the outbox laid over it. */
export type ProductView = Omit<Row, 'fieldVer' | 'deleted'> & {
  /** something about it is not yet on the server */
  waiting: boolean
}

/** The products of those entries that `others` has not, or not as they are. */
export function productsOnlyIn(entries: readonly Entry[], others: readonly Entry[]): string[] {
  const there = new Set(others.map((entry) => entry.opId))
  return entries.filter((entry) => !there.has(entry.opId)).map((entry) => entry.productId)
}

export function fieldVersion(row: Row | undefined, field: Field): number {
  return row ? (row.fieldVer?.[field] ?? row.ver) : 0
}

/** Where a written field shows in a product: category and shop are written by name. */
export function readField(product: Product, field: Field): FieldValue | undefined {
  if (field === 'category') return product.category_name
  if (field === 'shop') return product.shop_name
  if (field === 'price' && product.priceUnknown) return undefined
  return product[field]
}

/** What a person gave a product, to make it once more. */
export function valueOf(product: Product): ProductValue {
  return {
    productName: product.productName,
    quantity: product.quantity,
    unit: product.unit,
    productStatus: product.productStatus,
    category: product.category_name,
    shop: product.shop_name,
    ...(product.priceUnknown ? {} : { price: product.price }),
    ...(product.position ? { position: product.position } : {}),
  }
}

function withField(product: ProductView, field: Field, value: FieldValue): ProductView {
  const next = { ...product, waiting: true }
  if (field === 'category') return { ...next, category_name: String(value), category_id: null, icon: null }
  if (field === 'shop') return { ...next, shop_name: String(value) }
  if (field === 'price') return { ...next, price: Number(value), priceUnknown: undefined }
  return { ...next, [field]: value }
}

function fromAdd(id: string, value: ProductValue): ProductView {
  return {
    id,
    productName: value.productName,
    quantity: value.quantity,
    unit: value.unit,
    price: value.price ?? 0.01,
    priceUnknown: value.price === undefined ? true : undefined,
    productStatus: value.productStatus,
    category_id: null,
    category_name: value.category ?? '',
    shop_name: value.shop ?? '',
    icon: null,
    position: value.position ?? '',
    ver: 0,
    waiting: true,
  }
}

const views = new WeakMap<Row, ProductView>()

/** The same row gives the same view, so that an untouched line of a long list is not drawn again. */
function viewOf(row: Row): ProductView {
  let view = views.get(row)
  if (!view) {
    const { fieldVer: _, deleted: __, ...product } = row
    view = { ...product, waiting: false }
    views.set(row, view)
  }
  return view
}

/**
 * What the person sees: the server's rows with their own unanswered changes on top. Delete wins: a
 * change to a row that the server says is gone shows nothing. An add whose row is already here was
 * applied, and the row speaks for it.
 */
export function project(rows: Iterable<Row>, entries: readonly Entry[]): ProductView[] {
  const shown = new Map<string, ProductView>()
  const gone = new Set<string>()
  for (const row of rows) {
    if (row.deleted) gone.add(row.id)
    else shown.set(row.id, viewOf(row))
  }
  for (const entry of entries) {
    const { productId } = entry
    if (gone.has(productId)) continue
    const before = shown.get(productId)
    if (entry.op === 'delete') shown.delete(productId)
    else if (entry.op === 'add')
      shown.set(productId, before ? { ...before, waiting: true } : fromAdd(productId, entry.value))
    else if (before) shown.set(productId, withField(before, entry.field, entry.value))
  }
  return [...shown.values()].toSorted(byPlace)
}

/** The order of a list; a position that nobody gave yet means last. */
export function byPlace(a: ProductView, b: ProductView): number {
  if (a.position === '' || b.position === '') {
    if (a.position === b.position) return a.id < b.id ? -1 : 1
    return a.position === '' ? 1 : -1
  }
  return byPosition(a, b)
}

/** What appending a change does to the outbox: entries that go, an add that is rewritten, or a new tail. */
export interface Coalesced {
  remove: number[]
  /** the unsent add that takes the change in; it gets a new operation id */
  rewrite: { n: number; value: ProductValue } | null
  append: Change | null
  prev?: FieldValue
}

/**
 * Folds a change into what was never sent. set + set of a field: the newer stands at the tail;
 * add + set: one add in the add's place; add + delete: nothing; set + delete: the delete alone.
 * An entry that may have reached the server is never touched: it would take effect twice.
 */
export function coalesce(entries: readonly Entry[], change: Change): Coalesced {
  const own = entries.filter((e) => e.productId === change.productId && e.seq === null && !e.sent)
  const add = own.find((e) => e.op === 'add')
  if (change.op === 'set') {
    if (add?.op === 'add')
      return {
        remove: [],
        rewrite: { n: add.n, value: { ...add.value, [change.field]: change.value } },
        append: null,
      }
    const older = own.find((e) => e.op === 'set' && e.field === change.field)
    return { remove: older ? [older.n] : [], rewrite: null, append: change, prev: older?.prev }
  }
  if (change.op === 'delete') {
    const sets = own.filter((e) => e.op !== 'delete').map((e) => e.n)
    const again = own.some((e) => e.op === 'delete')
    return { remove: sets, rewrite: null, append: add || again ? null : change }
  }
  return { remove: [], rewrite: null, append: change }
}
