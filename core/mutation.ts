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

/** One change in the outbox. Until `seq` is given (sealed) or `sent` is set a later one may stand for it. */
export type Entry = Change & {
  n: number
  opId: string
  listId: string
  /** epoch ms by the device's clock */
  typedAt: number
  format: number
  seq: number | null
  sent: boolean
  /** brought back after the server lost it, see recovery.ts: nobody typed it now, so nobody is asked about it */
  recovered?: true
}

/** A product as the screen shows it: the server's row with the outbox laid over it. */
export type ProductView = Omit<Row, 'deleted'> & {
  /** something about it is not yet on the server */
  waiting: boolean
}

/** The products of those entries that `others` has not, or not as they are. */
export function productsOnlyIn(entries: readonly Entry[], others: readonly Entry[]): string[] {
  const there = new Set(others.map((entry) => entry.opId))
  return entries.filter((entry) => !there.has(entry.opId)).map((entry) => entry.productId)
}

/** A device that has to take a new client id puts a mark behind its first one: how often that was, and something new. */
export function successorOf(client: string, mark: string): string {
  const { writer, times } = lineage(client)
  return `${writer}_${times + 1}_${mark}`
}

/**
 * Whether a client id is that of a device which went by `earlier` before: what it did under that is its own, and
 * never newer than what it did since. What still arrives under the earlier one is no newer than what it did since.
 */
export function continues(client: string, earlier: string): boolean {
  const [now, then] = [lineage(client), lineage(earlier)]
  return now.writer === then.writer && now.times >= then.times
}

function lineage(client: string): { writer: string; times: number } {
  const [writer = client, times = '0'] = client.split('_')
  return { writer, times: Number(times) || 0 }
}

/** The version of what a field shows, which a change to it names: whether somebody changed it since is seen by that. */
export function fieldVersion(row: Pick<Row, 'ver' | 'fieldVer'> | null | undefined, field: Field): number {
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
    const { deleted: _, ...product } = row
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

/**
 * What waits without what a later change stands for. Of two sets of a field the later goes; a delete goes
 * alone; an add that was deleted does not go at all. What may have reached the server is never left out: its
 * answer may still come. Nothing is rewritten, so one operation id always means one change.
 */
export function fold(entries: readonly Entry[]): Entry[] {
  const later = new Set<string>()
  const unborn = new Set<string>()
  const kept = entries.toReversed().filter((entry) => {
    if (mayBeKnown(entry)) return true
    const { op, productId } = entry
    if (later.has(productId)) {
      if (op === 'add') unborn.add(productId)
      return false
    }
    if (op === 'add') return true
    const what = op === 'set' ? `${productId} ${entry.field}` : productId
    const isLast = !later.has(what)
    later.add(what)
    return isLast
  })
  return kept.filter((entry) => mayBeKnown(entry) || !unborn.has(entry.productId)).toReversed()
}

function mayBeKnown(entry: Entry): boolean {
  return entry.seq !== null || entry.sent
}
