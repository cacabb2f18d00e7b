import { v7 as newId } from 'uuid'
import type { Merged } from '../../../core/text/duplicates.ts'
import { currencyOf, pricedIn } from '../../../core/product/currency.ts'
import { limits } from '../../../core/product/entities.ts'
import type { Field, ProductValue } from '../../../core/product/table.ts'
import { type FieldValue, parseField, parseProduct } from '../../../core/product/fields.ts'
import { projectList } from '../../../core/sync/list-row.ts'
import { fieldVersion, type ProductView, readField, setsOf, valueOf } from '../../../core/sync/mutation.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { actionFor, can } from '../../../core/product/permissions.ts'
import { placesFor, positionAfter, wantedOrder } from '../../../core/product/position.ts'
import { hasShopOfTrip } from '../../../core/product/trip.ts'
import type { FieldError } from '../../../core/text/normalise.ts'
import { currentDevice, useDevice } from '../../sync/device.ts'
import { rememberTicks, type Tick } from '../../sync/suggestions.ts'
import { whenIdle } from '../../lib/idle.ts'
import { showAdded } from './ui.ts'
import { ofAccount } from '../../sync/account-store.ts'
import { waitingIn } from '../../sync/outbox.ts'
import { type Undo, withdraw } from '../../sync/undo.ts'
import { notify } from '../../ui/notices.ts'
import { alongWith, offerOf } from './along-with.ts'
import { write as writeTo } from './list-actions.ts'
import { openCurrency, roleIn, showOrder, showTrueOrder, useOpenList } from '../../sync/open-list.ts'
import { tripShop, useShopping } from './view.ts'

/** Result of an edit. Every product change goes through this file: it is validated, stored in the outbox, then sent. */
type Edited = { ok: true; undo?: Undo } | { ok: false; error: FieldError | 'forbidden' | 'storage' }

export function openListId(): string {
  const { listId } = useOpenList.getState()
  if (!listId) throw new Error('no list is open')
  return listId
}

/**
 * Writes changes of one list. Returns false if the device could not store them; the user has then been told. `scrolls`:
 * the page scrolls to added products.
 */
export async function write(
  changes: ProductChange[],
  listId = openListId(),
  scrolls = true,
): Promise<boolean> {
  if (changes.length === 0) return true
  if (!(await writeTo([{ listId, changes }]))) return false
  const added = changes.filter(({ op }) => op === 'add').map(({ rowId }) => rowId)
  if (added.length > 0 && scrolls) showAdded(listId, added)
  if (listId === useOpenList.getState().listId) {
    notePrices(changes)
    noteBought(changes)
  }
  return true
}

const quietMs = 1_500
let ticks: Tick[] = []
let learning: ReturnType<typeof setTimeout> | undefined

/** Lets the habits learn from ticks once nobody has ticked for a moment, because a tick must be fast. */
function noteBought(changes: readonly ProductChange[]): void {
  const { products } = useOpenList.getState()
  const { device } = useDevice.getState()
  const noted = changes.flatMap((change): Tick[] => {
    const product = change.op === 'set' && change.field === 'productStatus' && products.get(change.rowId)
    return product && product.price >= 0 ? [{ product, isBought: change.value === true, at: Date.now() }] : []
  })
  if (noted.length === 0) return
  ticks.push(...noted)
  clearTimeout(learning)
  const learn = () => {
    rememberTicks(ticks, device)
    ticks = []
  }
  learning = setTimeout(() => whenIdle(learn), quietMs)
}

/** Remembers what products cost. A convenience, so its code is loaded lazily and nothing waits for it. */
function notePrices(changes: readonly ProductChange[]): void {
  import('./prices.ts').then(
    ({ noteOwnPrices }) => noteOwnPrices(changes),
    () => undefined,
  )
}

/** Returns the position after the last product. Undefined if the list is no longer open; the server chooses it then. */
function lastPosition(listId: string): string | undefined {
  const { order, products, listId: open } = useOpenList.getState()
  if (open !== listId) return undefined
  const last = order.at(-1)
  return positionAfter((last && products.get(last)?.position) || null, Math.random)
}

export type Added = Edited & { id?: string }

/** A queue, so that each product is added behind the one before it, however fast they are typed. */
let adding: Promise<unknown> = Promise.resolve()

/** Adds a product at the end. Without a price it stays unknown. */
export function addProduct(
  given: Partial<ProductValue> & { productName: string },
  scrolls = true,
): Promise<Added> {
  if (!can(roleIn(useOpenList.getState()), 'editProducts'))
    return Promise.resolve({ ok: false, error: 'forbidden' })
  const listId = openListId()
  const added = adding.then(() => addLast(listId, given, scrolls))
  adding = added.catch(() => undefined) // the caller gets the error
  return added
}

async function addLast(
  listId: string,
  given: Partial<ProductValue> & { productName: string },
  scrolls: boolean,
): Promise<Added> {
  const shop = given.shop || (given.price === undefined ? '' : shopNow())
  const parsed = parseProduct({ ...given, shop, position: given.position ?? lastPosition(listId) })
  if (!parsed.ok) return { ok: false, error: Object.values(parsed.errors)[0] ?? 'invalidType' }
  const rowId = newId()
  const saved = await write([{ op: 'add', rowId, value: parsed.value }], listId, scrolls)
  return saved ? { ok: true, id: rowId } : { ok: false, error: 'storage' }
}

/** Sets one field to the typed value. An unchanged value is not written. */
export async function editProduct(id: string, field: Field, input: FieldValue): Promise<Edited> {
  const state = useOpenList.getState()
  if (!can(roleIn(state), actionFor(field))) return { ok: false, error: 'forbidden' }
  const parsed = parseField(field, input)
  if (!parsed.ok) return parsed
  const product = state.products.get(id)
  if (product && (readField(product, field) ?? null) === parsed.value) return { ok: true }
  const listId = openListId()
  const change = product
    ? {
        ...placeGiven(product, field, parsed.value),
        [field]: parsed.value,
        ...alongWith(product, field, parsed.value),
      }
    : { [field]: parsed.value }
  const { sets, back } = product
    ? setsOf(product, change)
    : { sets: [{ op: 'set', rowId: id, field, value: parsed.value, baseVer: 0 } as const], back: [] }
  const saving = write(sets, listId)
  if (product && field === 'productStatus') noteTick(listId, product, parsed.value === true, saving)
  if (!(await saving)) return { ok: false, error: 'storage' }
  withdraw(id)
  if (!product) return { ok: true }
  offerToKeep(product, field, change)
  return { ok: true, undo: { run: () => void write(back, listId), of: [listId, id] } }
}

/** products of this device's trips that got their shop there */
const placed = ofAccount(() => new Set<string>())

/** Returns the shop of the user's trip with the open list; '' without a trip, a shop, or the permission to set it. */
function shopNow(): string {
  const { listId, ...open } = useOpenList.getState()
  if (listId === null || !useShopping.getState().lists.includes(listId)) return ''
  if (!can(roleIn(open), 'editProducts')) return ''
  return tripShop(listId)
}

/** Returns the shop that a tick or a price gives to a product on a trip, or that an untick takes back. */
function placeGiven(product: ProductView, field: Field, value: FieldValue): Merged {
  const shop = shopNow()
  const given = placed()
  if (shop === '') return {}
  if (field === 'productStatus' && value === false) {
    const isPlaced = given.delete(product.id) || hasShopOfTrip(product)
    return isPlaced && product.shop_name === shop ? { shop: '' } : {}
  }
  const isBought = field === 'productStatus' || (field === 'price' && value !== null)
  if (!isBought || product.shop_name !== '') return {}
  given.add(product.id)
  return { shop }
}

/** Says how the price or the amount changed along with a field, and offers the number as it was. */
function offerToKeep(product: ProductView, field: Field, change: Merged): void {
  const offer = offerOf(product, field, change)
  if (!offer) return
  const { id } = product
  notify('none', offer.text, { label: offer.label, run: () => void changeProduct(id, offer.kept), of: [id] })
}

/**
 * Lets the order of the aisles learn from a tick. A convenience, so its code is loaded lazily and nothing waits for it.
 */
function noteTick(listId: string, product: ProductView, bought: boolean, saved: Promise<boolean>): void {
  import('./aisle-run.ts').then(
    (trip) => trip.noteTick(listId, product, bought, saved),
    () => undefined,
  )
}

/** Deletes products. A delete is final, so `undo` adds new products with the old values and positions. */
export async function deleteProducts(
  ids: readonly string[],
): Promise<{ deleted: ProductView[]; undo: Undo } | null> {
  const state = useOpenList.getState()
  if (!can(roleIn(state), actionFor('delete'))) return null
  const deleted = ids.map((id) => state.products.get(id)).filter((product) => product !== undefined)
  const listId = openListId()
  const saved = await write(deleted.map(deleteOf), listId)
  if (!saved || deleted.length === 0) return null
  const again = () =>
    deleted.map((product): ProductChange => ({ op: 'add', rowId: newId(), value: valueOf(product) }))
  return { deleted, undo: { run: () => void write(again(), listId), of: [listId] } }
}

/**
 * Puts the products of the open list into the order of `ids`, in one write with as few new positions as possible.
 * Products that arrived meanwhile and are not in `ids` go to the end. Returns false if it is forbidden or was not
 * saved.
 */
export async function saveOrder(ids: readonly string[]): Promise<boolean> {
  const { products, order, ...state } = useOpenList.getState()
  if (!can(roleIn(state), actionFor('position'))) return false
  const old = order.flatMap((id) => products.get(id) ?? [])
  const wanted = wantedOrder(old, ids)
  showOrder(wanted.map(({ id }) => id))
  const saved = await write(
    placesFor(wanted, Math.random, limits.position).map(({ id, position }) => ({
      op: 'set',
      rowId: id,
      field: 'position',
      value: position,
      baseVer: fieldVersion(products.get(id), 'position'),
    })),
  )
  if (!saved) showTrueOrder()
  return saved
}

function deleteOf({ id, productStatus }: ProductView): ProductChange {
  return { op: 'delete', rowId: id, ...(productStatus && { tick: 'counts' }) }
}

/** Returns the changes that delete products which nobody bought here: their ticks are taken back first. */
function takenOut(products: readonly { id: string; bought: boolean; ver: number }[]): ProductChange[] {
  return products.flatMap(({ id, bought, ver }): ProductChange[] => [
    ...(bought
      ? [{ op: 'set', rowId: id, field: 'productStatus', value: false, baseVer: ver } as const]
      : []),
    { op: 'delete', rowId: id, ...(bought && { tick: 'takenBack' }) },
  ])
}

const asAdded = ({ rowId, value }: ProductChange & { op: 'add' }) => ({
  id: rowId,
  bought: value.productStatus ?? false,
  ver: 0,
})

/**
 * Adds many products at the end and changes existing ones, in one write. `undo` reverts all of it. If one value is
 * invalid, nothing is written.
 */
export function addProducts(
  given: readonly (Partial<ProductValue> & { productName: string })[],
  there: ReadonlyMap<ProductView, Merged> = new Map(),
  scrolls = true,
): Promise<{ count: number; undo: Undo } | null> {
  if (!can(roleIn(useOpenList.getState()), 'editProducts')) return Promise.resolve(null)
  const listId = openListId()
  const added = adding.then(() => addAll(listId, given, there, scrolls))
  adding = added.catch(() => undefined)
  return added
}

async function addAll(
  listId: string,
  given: readonly (Partial<ProductValue> & { productName: string })[],
  there: ReadonlyMap<ProductView, Merged>,
  scrolls: boolean,
): Promise<{ count: number; undo: Undo } | null> {
  let position = lastPosition(listId)
  const changes: (ProductChange & { op: 'add' })[] = []
  for (const value of given) {
    const parsed = parseProduct({ ...value, position })
    if (!parsed.ok) return null
    changes.push({ op: 'add', rowId: newId(), value: parsed.value })
    if (position !== undefined) position = positionAfter(position, Math.random)
  }
  const changed = [...there].map(([product, change]) => setsOf(product, change))
  if (!(await write([...changes, ...changed.flatMap(({ sets }) => sets)], listId, scrolls))) return null
  const run = () =>
    void write([...takenOut(changes.map(asAdded)), ...changed.flatMap(({ back }) => back)], listId)
  return { count: changes.length + there.size, undo: { run, of: [listId] } }
}

/** Sets several fields of a product in one write. Returns null if it is not possible or was not saved. */
export async function changeProduct(id: string, change: Merged): Promise<{ undo: Undo } | null> {
  const state = useOpenList.getState()
  const product = state.products.get(id)
  const fields = Object.keys(change) as Field[]
  if (!product || !fields.every((field) => can(roleIn(state), actionFor(field)))) return null
  const listId = openListId()
  const { sets, back } = setsOf(product, change)
  if (!(await write(sets, listId))) return null
  return { undo: { run: () => void write(back, listId), of: [listId, id] } }
}

/** Sets one field of several products to the typed value, in one write. Products that have it already are left alone. */
export async function editProducts(
  ids: readonly string[],
  field: Field,
  input: FieldValue,
): Promise<Edited & { count?: number }> {
  const state = useOpenList.getState()
  if (!can(roleIn(state), actionFor(field))) return { ok: false, error: 'forbidden' }
  const parsed = parseField(field, input)
  if (!parsed.ok) return parsed
  const products = ids
    .flatMap((id) => state.products.get(id) ?? [])
    .filter((product) => (readField(product, field) ?? null) !== parsed.value)
  if (products.length === 0) return { ok: true, count: 0 }
  const listId = openListId()
  const changed = products.map((product) =>
    setsOf(product, { [field]: parsed.value, ...alongWith(product, field, parsed.value) }),
  )
  const sets = changed.flatMap((change) => change.sets)
  const back = changed.flatMap((change) => change.back)
  if (!(await write(sets, listId))) return { ok: false, error: 'storage' }
  const changedIds = products.map(({ id }) => id)
  changedIds.forEach(withdraw)
  return {
    ok: true,
    count: products.length,
    undo: { run: () => void write(back, listId), of: [listId, ...changedIds] },
  }
}

/** Moves products from the open list to the end of another one. */
export async function moveProducts(
  ids: readonly string[],
  to: string,
): Promise<{ count: number; undo: Undo } | null> {
  const state = useOpenList.getState()
  if (!can(roleIn(state), actionFor('delete'))) return null
  const from = openListId()
  const moved = ids.map((id) => state.products.get(id)).filter((product) => product !== undefined)
  const target = projectList(await currentDevice().db.stream(to), waitingIn(to, currentDevice()))
  const values = pricedIn(currencyOf(target ?? {}), moved.map(valueOf), openCurrency())
  const adds = values.map((value): ProductChange & { op: 'add' } => ({
    op: 'add',
    rowId: newId(),
    value: { ...value, position: undefined },
  }))
  const gone = takenOut(
    moved.map((product) => ({
      id: product.id,
      bought: product.productStatus,
      ver: fieldVersion(product, 'productStatus'),
    })),
  )
  if (!(await move(adds, to, gone, from))) return null
  const undo = async () => {
    const back = moved.map((product): ProductChange => ({
      op: 'add',
      rowId: newId(),
      value: valueOf(product),
    }))
    await move(back, from, takenOut(adds.map(asAdded)), to)
  }
  return { count: moved.length, undo: { run: () => void undo(), of: [from, to] } }
}

/** Moves in one write, so that a product is never in both lists or in none. */
async function move(
  adds: ProductChange[],
  to: string,
  deletes: ProductChange[],
  from: string,
): Promise<boolean> {
  const parts = [
    { listId: to, changes: adds },
    { listId: from, changes: deletes },
  ]
  if (!(await writeTo(parts))) return false
  showAdded(
    to,
    adds.map(({ rowId }) => rowId),
  )
  return true
}
