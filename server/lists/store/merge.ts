import { notItemised } from '../../../core/product/categories.ts'
import { limits } from '../../../core/product/entities.ts'
import { type Field, fields } from '../../../core/product/table.ts'
import { type FieldValue, parseField, parseProduct } from '../../../core/product/fields.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { type ProductAdd, type ProductChange, writtenBy } from '../../../core/sync/change.ts'
import { actionFor, can } from '../../../core/product/permissions.ts'
import { positionAfter } from '../../../core/product/position.ts'
import { isSameTill } from '../../../core/product/trip.ts'
import type { Categories } from '../../catalogue/category-finder.ts'
import { type Purchase, purchaseOf, purchasesMs, type TakenBack } from '../purchases/purchase-rows.ts'
import type { Counts } from './list-counts.ts'
import { type FieldRow, newFields, readField, valueOfRow, writeField } from './field-columns.ts'
import { nobody, type Reader, type ShownName, type StoredProduct } from './product-rows.ts'
import type { ListBatch } from './list-row.ts'
import { logAdd, logDelete, logSet } from './change-log.ts'
import { applied, isTooOld, type Outcome, rejected, stale } from './outcome.ts'
import { handOver, isStale, newStamps, stampFields, type Writer } from './stamps.ts'

/** A list and the products that a batch touches, in memory. `apply` changes it; the caller stores `changed`. */
export interface Batch extends ListBatch {
  account: Reader & { name: ShownName; via: string }
  categories: Categories
  /** the number of products in the list that are not deleted */
  living: number
  /** how many more products the list's owner may have */
  room: number
  /** others cannot use up the room before the transaction ends; if they can, `checkRoom` must be called */
  isRoomHeld: boolean
  /** the position of the list's last product; null if it has none or nothing is added */
  last: string | null
  products: Map<string, StoredProduct>
  /** the counts of each product when it was read */
  before: ReadonlyMap<string, Counts>
  changed: Set<StoredProduct>
  /** purchases that their products no longer show; to be stored with the products */
  purchases: Purchase[]
  /** purchases that were stored by mistake: their products show them again */
  takenBack: TakenBack[]
  random: () => number
}

/** Applies one change to a product, or returns why not. Always validates the values itself, for all callers. */
export function apply(batch: Batch, change: ProductChange, writer: Writer): Outcome {
  const written = change.op === 'set' ? writtenBy(change) : []
  const deeds = change.op === 'set' ? written.map(([field]) => field) : [change.op]
  if (!deeds.every((deed) => can(batch.role, actionFor(deed)))) return rejected('forbidden')
  if (isTooOld(batch.now, writer)) return rejected('tooOld')
  if (batch.list.deletedAt > 0) return rejected('gone')
  if (change.op === 'add') return add(batch, change, writer)
  const held = batch.products.get(change.rowId)
  if (change.op === 'delete') return remove(batch, held, writer)
  const values: Partial<Record<Field, FieldValue>> = {}
  for (const [field, value] of written) {
    const parsed = parseField(field, value)
    if (!parsed.ok) return rejected('invalid')
    values[field] = parsed.value
  }
  if (!held || held.deletedAt > 0) return rejected('gone')
  if (written.some(([field]) => isStale(held, field, change.baseVer, writer))) return stale
  return set(batch, held, values, writer)
}

/** When a device resends an operation under a new client id, that id becomes the writer of the fields it wrote. */
export function adopt(batch: Batch, rowId: string, ver: number, client: string): void {
  const held = batch.products.get(rowId)
  if (!held || held.deletedAt > 0) return
  if (handOver(held, fields, ver, client)) batch.changed.add(held)
}

function set(
  batch: Batch,
  held: StoredProduct,
  values: Partial<Record<Field, FieldValue>>,
  writer: Writer,
): Outcome {
  const ver = ++batch.head
  const written = fields.filter((field) => values[field] !== undefined)
  const bought = values.productStatus
  if (typeof bought === 'boolean') noteTick(batch, held, bought, writer)
  const { ...last } = held.fieldVer
  stampFields(held, written, { ver, writer, now: batch.now })
  for (const field of written) {
    const from = readField(held, field)
    const to = values[field] ?? null
    writeField(held, field, to, batch.categories)
    if (!isTripEnd(held)) logSet(batch, ver, held, { field, from, to, last: last[field] })
  }
  if (typeof bought === 'boolean') Object.assign(held, tickedBy(batch, bought))
  Object.assign(held, changedBy(batch))
  noteLast(batch, held)
  batch.changed.add(held)
  return applied(ver)
}

function changedBy({ account }: Batch): Pick<StoredProduct, 'changedBy' | 'changedByName'> {
  return { changedBy: account.id, changedByName: account.name }
}

/** A tick that is taken back within this time was a correction: nothing was bought. Bread is bought again the next day. */
const correctionMs = 2 * 3_600_000
/** An untick that is followed by a tick within this time was a slip: the purchase before goes on. */
const slipMs = 15_000
/** What is unticked and deleted within this time was moved to another list, or added by mistake. */
const togetherMs = 1_000

/** Sets when the product was ticked. A purchase of an earlier day stays, although its product is unticked. */
function noteTick(batch: Batch, held: StoredProduct, bought: boolean, { typedAt }: Writer): void {
  if (bought === (held.bought === 1)) return
  const at = typedAt ?? batch.now
  const before = held.tickedAt
  if (bought) {
    const isSlip = wasUnticked(held, at, slipMs)
    held.tickedAt = isSlip ? -before : at
    if (isSlip) takeBack(batch, { product_id: held.id, ticked_at: -before })
    return
  }
  const isPurchase = before > 0 && at - before > correctionMs
  held.tickedAt = isPurchase ? -before : 0
  if (isPurchase) batch.purchases.push(purchaseOf({ ...held, tickedAt: before }, batch.list.currency))
}

/** Returns whether the product was unticked this long ago at most, and left a purchase behind. */
function wasUnticked({ tickedAt, fieldAt }: StoredProduct, at: number, withinMs: number): boolean {
  const unticked = fieldAt.productStatus ?? fieldAt['*'] ?? 0
  return tickedAt < 0 && Math.abs(at - unticked) <= withinMs
}

function takeBack(batch: Batch, back: TakenBack): void {
  const isOther = (one: Purchase) => one.product_id !== back.product_id || one.ticked_at !== back.ticked_at
  const others = batch.purchases.filter(isOther)
  if (others.length === batch.purchases.length) batch.takenBack.push(back)
  batch.purchases = others
}

/** What says that a trip has ended was never on the list, so the history does not bring it back. */
export function isTripEnd({ category }: Pick<StoredProduct, 'category'>): boolean {
  return category === notItemised
}

/** How long after a delete the same product, added as bought, is taken for its undo. */
export const undoMs = 86_400_000

/**
 * Returns when a product that is added as bought was ticked. Undo of a delete adds the product again under a new id: the
 * new one takes the tick over, and the purchase counts once; and so does a second total of the same till.
 */
function tickOfNew(batch: Batch, created: FieldRow, { typedAt }: Writer, boughtAt?: number): number {
  // Without a price it only tells the others.
  if (created.bought === 0 || (isTripEnd(created) && created.price_unknown === 1)) return 0
  // Decision 158: what comes from a file was not bought today.
  if (boughtAt !== undefined)
    return boughtAt > batch.now - purchasesMs && boughtAt <= batch.now ? boughtAt : 0
  const tickedAt = typedAt ?? batch.now
  const till = { ...created, addedBy: batch.account.id, tickedAt }
  const recent = [...batch.products.values()].filter(
    (gone) => gone.deletedAt > batch.now - undoMs && gone.tickedAt > 0,
  )
  const gone =
    recent.find((one) => undoneFields.every((column) => one[column] === created[column])) ??
    recent.find((one) => isSameTill(one, till))
  if (!gone) return tickedAt
  const { tickedAt: before } = gone
  gone.tickedAt = 0
  batch.changed.add(gone)
  return before
}
const undoneFields = ['name_norm', 'price_unknown', 'price', 'quantity', 'unit', 'price_for'] as const

/** Returns who ticked the product: the account that sends the tick, or nobody if it is unticked. */
function tickedBy({ account }: Batch, bought: boolean): Pick<StoredProduct, 'tickedBy' | 'tickedByName'> {
  return { tickedBy: bought ? account.id : '', tickedByName: bought ? account.name : nobody }
}

function remove(batch: Batch, held: StoredProduct | undefined, { typedAt }: Writer): Outcome {
  if (!held || held.deletedAt > 0) return applied(held?.ver ?? 0)
  if (wasUnticked(held, typedAt ?? batch.now, togetherMs)) {
    takeBack(batch, { product_id: held.id, ticked_at: -held.tickedAt })
    held.tickedAt = 0
  }
  held.ver = ++batch.head
  held.deletedAt = batch.now
  const value = { ...valueOfRow(fields, held), productStatus: held.bought === 1 }
  if (!isTripEnd(held)) logDelete(batch, held.ver, held, value)
  Object.assign(held, changedBy(batch))
  batch.living--
  batch.room++
  batch.changed.add(held)
  return applied(held.ver)
}

function add(batch: Batch, change: ProductAdd, writer: Writer): Outcome {
  const parsed = parseProduct(change.value)
  if (!parsed.ok) return rejected('invalid')
  const { value } = parsed
  const held = batch.products.get(change.rowId)
  if (held) {
    if (held.addedBy !== batch.account.id) return rejected('idTaken')
    if (held.deletedAt > 0) return rejected('gone')
    return addAgain(batch, held, change.value, value, writer)
  }
  if (batch.living >= limits.productsInList || batch.room <= 0) return rejected('limit')
  const ver = ++batch.head
  const row = newFields(fields, value, batch.categories)
  const created: StoredProduct = {
    ...row,
    id: change.rowId,
    position: value.position ?? positionAfter(batch.last, batch.random),
    addedBy: batch.account.id,
    addedByName: batch.account.name,
    ...tickedBy(batch, value.productStatus),
    tickedAt: tickOfNew(batch, row, writer, change.boughtAt),
    ...changedBy(batch),
    createdAt: batch.now,
    ...newStamps(ver, writer, batch.now),
    deletedAt: 0,
  }
  batch.products.set(created.id, created)
  batch.living++
  batch.room--
  noteLast(batch, created)
  if (!isTripEnd(created)) logAdd(batch, ver, created)
  batch.changed.add(created)
  return applied(ver)
}

/** Applies a repeated add of a device that lost its record. Writes only fields that nobody has changed later. */
function addAgain(
  batch: Batch,
  held: StoredProduct,
  given: object,
  value: ProductValue,
  writer: Writer,
): Outcome {
  const fresh = fields.filter((field) => Object.hasOwn(given, field) && !isStale(held, field, 0, writer))
  if (fresh.length === 0) return applied(held.ver)
  return set(batch, held, Object.fromEntries(fresh.map((field) => [field, value[field]])), writer)
}

function noteLast(batch: Batch, held: StoredProduct): void {
  if (batch.last === null || held.position > batch.last) batch.last = held.position
}
