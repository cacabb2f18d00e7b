import { type Change, isOfProduct } from './change.ts'
import type { ListField } from '../product/list-fields.ts'
import { type Field, fields, productFields, type ProductValue } from '../product/table.ts'
import type { Product, Row } from '../contract/shapes.ts'
import { type FieldValue, shownOf } from '../product/fields.ts'
import { byPosition } from '../product/position.ts'

/** How a stored outbox entry of each form becomes one of the next: the first step takes form 1 to form 2. */
const upgrades: readonly ((entry: Entry) => Entry)[] = [namingItsRow]

/** Form 1 called the row `productId`, before a list was a row too. */
function namingItsRow(entry: Entry): Entry {
  const { productId, ...rest } = entry as Entry & { productId: string }
  return { ...rest, rowId: productId }
}

/** The form in which entries are written now. */
export const entryFormat = upgrades.length + 1

/** An entry as this version of the app reads it; null: a newer version wrote it, which must also send it. */
export function upgrade(entry: Entry, steps = upgrades): Entry | null {
  if (entry.format > steps.length + 1) return null
  return steps
    .slice(entry.format - 1)
    .reduce((older, step) => ({ ...step(older), format: older.format + 1 }), entry)
}

/** One change in the outbox. A later one may supersede it until it is sealed (`seq`) or sent. */
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

/** The ids of the products whose entries are not in `others`. */
export function productsOnlyIn(entries: readonly Entry[], others: readonly Entry[]): string[] {
  const there = new Set(others.map((entry) => entry.opId))
  return entries.filter((entry) => !there.has(entry.opId)).map((entry) => entry.rowId)
}

/** The next client id of a device: its first one, how often it changed, and a mark that nobody else has. */
export function successorOf(client: string, mark: string): string {
  const { writer, times } = lineage(client)
  return `${writer}_${times + 1}_${mark}`
}

/**
 * Whether both client ids belong to the same device, and `client` is not the older of the two. What a device did
 * under an older id is its own work and never newer than what it did under a later one.
 */
export function continues(client: string, earlier: string): boolean {
  const [now, then] = [lineage(client), lineage(earlier)]
  return now.writer === then.writer && now.times >= then.times
}

function lineage(client: string): { writer: string; times: number } {
  const [writer = client, times = '0'] = client.split('_')
  return { writer, times: Number(times) || 0 }
}

/**
 * The version of a field's value on the screen. A change names it, so that the server sees whether somebody changed
 * the field since.
 */
export function fieldVersion(
  row: Pick<Row, 'ver' | 'fieldVer'> | null | undefined,
  field: Field | ListField,
): number {
  return row ? (row.fieldVer?.[field] ?? row.ver) : 0
}

/** A field's value as it was written; undefined: nobody knows the price. */
export function readField(product: Product, field: Field): FieldValue | undefined {
  if (field === 'price' && product.priceUnknown) return undefined
  // A device may have a row from before its server knew the field.
  return product[productFields[field].shown] ?? ''
}

/** What a person gave a product, to make it once more. */
export function valueOf(product: Product): ProductValue {
  const values = fields.map((field) => [field, readField(product, field)] as const)
  // Without a position it goes to the end.
  return Object.fromEntries(values.filter(([field, value]) => isKnown(field, value))) as ProductValue
}

function isKnown(field: Field, value: FieldValue | undefined): boolean {
  return value !== undefined && !(field === 'position' && value === '')
}

function withField(product: ProductView, field: Field, value: FieldValue): ProductView {
  const next = { ...product, [productFields[field].shown]: value, waiting: true }
  if (field === 'category') return { ...next, category_id: null, icon: null }
  // Whoever ticks on this device knows that; a name comes from the server.
  if (field === 'productStatus') return { ...next, tickedBy: undefined }
  return field === 'price' ? { ...next, priceUnknown: undefined } : next
}

/** A product that is only in the outbox. */
export function addedView(id: string, value: ProductValue): ProductView {
  const priceUnknown = value.price === undefined ? true : undefined
  return { ...shownOf(fields, value), id, priceUnknown, category_id: null, icon: null, ver: 0, waiting: true }
}

const views = new WeakMap<Row, ProductView>()

/** One row always gives the same view object, so that React does not draw an untouched line again. */
export function viewOf(row: Row): ProductView {
  let view = views.get(row)
  if (!view) {
    const { deleted: _, ...product } = row
    view = { ...product, waiting: false }
    views.set(row, view)
  }
  return view
}

/**
 * What the person sees: the server's rows with their own unanswered changes on top. A delete wins: changes to a
 * row that the server deleted show nothing. An add whose row is already here was applied, so the row is shown.
 */
export function project(rows: Iterable<Row>, entries: readonly Entry[]): ProductView[] {
  const shown = new Map<string, ProductView>()
  const gone = new Set<string>()
  for (const row of rows) {
    if (row.deleted) gone.add(row.id)
    else shown.set(row.id, viewOf(row))
  }
  for (const entry of entries) {
    if (!isOfProduct(entry.listId, entry)) continue
    const { rowId } = entry
    if (gone.has(rowId)) continue
    const before = shown.get(rowId)
    if (entry.op === 'delete') shown.delete(rowId)
    else if (entry.op === 'add')
      shown.set(rowId, before ? { ...before, waiting: true } : addedView(rowId, entry.value))
    else if (before) shown.set(rowId, withField(before, entry.field, entry.value))
  }
  return [...shown.values()].toSorted(byPosition)
}

/**
 * Pending entries of a list minus the superseded ones. Of two sets of one field only the later is sent; before a delete
 * nothing else of its product is, and before the delete of the list nothing at all; an add that was deleted is not sent
 * at all. An entry that may have reached the
 * server is never left out, because its answer may still come. No entry is rewritten: one operation id always means
 * one change.
 */
export function fold(entries: readonly Entry[]): Entry[] {
  const later = new Set<string>()
  const unborn = new Set<string>()
  const kept = entries.toReversed().filter((entry) => {
    if (mayBeKnown(entry)) return true
    const { op, rowId, listId } = entry
    if (later.has(rowId) || later.has(listId)) {
      if (op === 'add') unborn.add(rowId)
      return false
    }
    if (op === 'add') return true
    const what = op === 'set' ? `${rowId} ${entry.field}` : rowId
    const isLast = !later.has(what)
    later.add(what)
    return isLast
  })
  return kept.filter((entry) => mayBeKnown(entry) || !unborn.has(entry.rowId)).toReversed()
}

function mayBeKnown(entry: Entry): boolean {
  return entry.seq !== null || entry.sent
}
