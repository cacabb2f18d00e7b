import { type Change, type DeletedTick, isOfProduct, type ProductSet, writtenBy } from './change.ts'
import type { ListField } from '../product/list-fields.ts'
import {
  type Field,
  fields,
  leftOut,
  productFields,
  type ProductValue,
  unknownPrice,
} from '../product/table.ts'
import type { Product, Row } from '../contract/shapes.ts'
import { type FieldValue, isImplied, shownOf } from '../product/fields.ts'
import { byPosition } from '../product/position.ts'

/** Migrations of stored outbox entries, one per format: the first takes format 1 to format 2. */
const upgrades: readonly ((entry: Entry) => Entry)[] = [namingItsRow]

/** Format 1 called the row id `productId`: it is older than rows for lists. */
function namingItsRow(entry: Entry): Entry {
  const { productId, ...rest } = entry as Entry & { productId: string }
  return { ...rest, rowId: productId }
}

const usualFormat = upgrades.length + 1
/** The newest format. What the formats after the usual one hold, older versions of the app must leave alone. */
export const entryFormat = usualFormat + 2

/** Returns the format in which the entry of a change is written: a set of several fields, and what was bought before. */
export function formatOf(change: Change): number {
  if ('boughtAt' in change) return entryFormat
  return change.op === 'set' && 'also' in change ? usualFormat + 1 : usualFormat
}

/**
 * Converts an entry to the current format. Returns null if a newer version of the app wrote it: only that can send it.
 */
export function upgrade(entry: Entry, steps = upgrades): Entry | null {
  if (entry.format > steps.length + 3) return null
  return steps
    .slice(entry.format - 1)
    .reduce((older, step) => ({ ...step(older), format: older.format + 1 }), entry)
}

/** One change in the outbox. A later one may supersede it until it is sealed (`seq`) or sent. `n` orders the outbox. */
export type Entry = Change & {
  n: number
  opId: string
  listId: string
  /** epoch ms by the device's clock */
  typedAt: number
  format: number
  seq: number | null
  sent: boolean
  /** resent because the server lost it (recovery.ts): nobody typed it now, so a refusal is not shown to the person */
  recovered?: true
}

/** A product as the screen shows it: the server's row with the outbox applied. */
export type ProductView = Omit<Row, 'deleted'> & {
  /** something about it is not yet on the server */
  waiting: boolean
  /** the name as it was typed, where the reader's language has another one for it */
  typedName?: string | undefined
}

/** Returns the row ids of the entries that are not in `others`. */
export function productsOnlyIn(entries: readonly Entry[], others: readonly Entry[]): string[] {
  const opIds = new Set(others.map((entry) => entry.opId))
  return entries.filter((entry) => !opIds.has(entry.opId)).map((entry) => entry.rowId)
}

/**
 * Returns the device's next client id: its first id, how often it changed, and `mark`, which must be unique. The server
 * compares what is before the mark, so the device's own earlier edits do not make a correction stale.
 */
export function successorOf(client: string, mark: string): string {
  const { writer, times } = lineage(client)
  return `${writer}_${times + 1}_${mark}`
}

/**
 * Returns whether both client ids belong to the same device and `client` is not the older one. If so, what was done
 * under `earlier` is the device's own work and never newer than what it does under `client`.
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
 * Returns the version of a field's value on the screen. A change sends it as `baseVer`, so that the server sees whether
 * somebody has changed the field since.
 */
export function fieldVersion(
  row: Pick<Row, 'ver' | 'fieldVer'> | null | undefined,
  field: Field | ListField,
): number {
  return row ? (row.fieldVer?.[field] ?? row.ver) : 0
}

/** Returns a field's value as it is shown; undefined for an unknown price. */
export function readField(product: Product, field: Field): FieldValue | undefined {
  if (field === 'price' && product.priceUnknown) return undefined
  // The device may have stored the row before the server had this field.
  return product[productFields[field].shown] ?? leftOut(field)
}

/** Returns a field's value as it was written, also where a name is shown in another language. */
export function writtenField(
  product: Product & Pick<ProductView, 'typedName'>,
  field: Field,
): FieldValue | undefined {
  return field === 'productName' ? (product.typedName ?? product.productName) : readField(product, field)
}

/** Values of some fields; null: an unknown price. */
export type Values = Partial<Record<Field, FieldValue>>

/** Returns the changes that set these fields, and those that set them back. */
export function setsOf(product: ProductView, values: Values): { sets: ProductSet[]; back: ProductSet[] } {
  const names = Object.keys(values) as Field[]
  const isPriced = values.price !== undefined || values.priceFor !== undefined
  const single = names.filter((field) => field !== 'price' && field !== 'priceFor')
  const sets = [...single, ...(isPriced ? (['price'] as const) : [])].map((field) => {
    const baseVer = fieldVersion(product, field)
    return { op: 'set', rowId: product.id, field, baseVer } as const
  })
  const written = (field: Field, given: Values): FieldValue =>
    given[field] ?? writtenField(product, field) ?? null
  const of = (given: Values): ProductSet[] =>
    sets.map((set) => {
      const value = given[set.field] === null ? null : written(set.field, given)
      if (set.field !== 'price') return { ...set, value }
      // Decision 115: the number of one person must not meet the meaning of another.
      const also = { priceFor: written('priceFor', given) }
      const baseVer = Math.max(set.baseVer, fieldVersion(product, 'priceFor'))
      return { ...set, value, also, baseVer }
    })
  return { sets: of(values), back: of({}) }
}

/** Returns the values from which the same product can be added again. */
export function valueOf(product: Product & Pick<ProductView, 'typedName'>): ProductValue {
  const values = fields.map((field) => [field, writtenField(product, field)] as const)
  // A product without a position goes to the end of the list.
  return Object.fromEntries(values.filter(([field, value]) => isKnown(field, value))) as ProductValue
}

function isKnown(field: Field, value: FieldValue | undefined): boolean {
  return value !== undefined && !isImplied(field, value) && !(field === 'position' && value === '')
}

function withField(product: ProductView, field: Field, value: FieldValue): ProductView {
  const shown = isImplied(field, value) ? undefined : value
  const next = { ...product, [productFields[field].shown]: shown, waiting: true }
  if (field === 'category') return { ...next, category_id: null, icon: null }
  // No name is shown for the person's own tick; other people's names come from the server.
  if (field === 'productStatus') return { ...next, tickedBy: undefined }
  if (field !== 'price') return next
  return value === null
    ? { ...next, price: unknownPrice, priceUnknown: true }
    : { ...next, priceUnknown: undefined }
}

/** Returns the view of a product that is only in the outbox. */
export function addedView(id: string, value: ProductValue): ProductView {
  const priceUnknown = value.price === undefined ? true : undefined
  return { ...shownOf(fields, value), id, priceUnknown, category_id: null, icon: null, ver: 0, waiting: true }
}

const views = new WeakMap<Row, ProductView>()

/** Returns the same view object for the same row, so that React does not render an unchanged line again. */
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
 * Returns what the person sees: the server's rows with their own unanswered changes applied. A delete wins: changes to
 * a row that the server deleted are not shown. If the row of an add is already here, the add was applied: the row is
 * shown.
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
    else if (before)
      shown.set(
        rowId,
        writtenBy(entry).reduce((view, [field, value]) => withField(view, field, value), before),
      )
  }
  return [...shown.values()].toSorted(byPosition)
}

/**
 * Returns the entries of a list without the superseded ones: a set whose fields are all set again later; all earlier entries
 * of a deleted product, unless its tick counts; all earlier entries if the list itself is deleted; an add and its delete
 * that cancel each other. An entry that may have reached the server is always kept, because its answer may still come.
 * No entry is rewritten: one operation id always means one change. In a trial no tick counts.
 */
export function fold(entries: readonly Entry[], { isTrial = false } = {}): Entry[] {
  const later = new Map<string, DeletedTick | undefined>()
  const unborn = new Set<string>()
  const needed = entries.toReversed().filter((entry) => {
    if (mayBeKnown(entry)) return true
    const { op, rowId, listId } = entry
    const tick = isTrial ? undefined : later.get(rowId)
    const counts =
      tick === 'counts' || (tick === 'takenBack' && op === 'set' && entry.field === 'productStatus')
    if (later.has(listId) || (later.has(rowId) && !counts)) {
      if (op === 'add') unborn.add(rowId)
      return false
    }
    if (op === 'add') return true
    const written = op === 'set' ? writtenBy(entry).map(([field]) => `${rowId} ${field}`) : [rowId]
    const isNeeded = written.some((what) => !later.has(what))
    if (isNeeded) for (const what of written) later.set(what, op === 'delete' ? entry.tick : undefined)
    return isNeeded
  })
  return needed.filter((entry) => mayBeKnown(entry) || !unborn.has(entry.rowId)).toReversed()
}

function mayBeKnown(entry: Entry): boolean {
  return entry.seq !== null || entry.sent
}
