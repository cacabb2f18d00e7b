import type { Answer } from '../../../core/contract/api.ts'
import { currencyOf } from '../../../core/product/currency.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import {
  basePrice,
  baseUnit,
  type KeptPrice,
  type KnownPrice,
  type LastPrice,
  mostKnown,
  withOwnPrice,
  withPrices,
} from '../../../core/product/prices.ts'
import type { Unit } from '../../../core/product/entities.ts'
import type { Field } from '../../../core/product/table.ts'
import { type ProductChange, writtenBy } from '../../../core/sync/change.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { formKey } from '../../../core/text/forms.ts'
import { productKey } from '../../../core/text/product-key.ts'
import { namesOf } from '../../../core/text/tongues.ts'
import type { Device } from '../../../device/device.ts'
import { http } from '../../../device/network.ts'
import { accountStore } from '../../sync/account-store.ts'
import { watchChancesToSend } from '../../sync/calls.ts'
import { useDevice } from '../../sync/device.ts'
import { nameKey } from '../../sync/suggestions.ts'
import { isAccountOf } from '../../account/session/session.ts'
import { openCurrency, useOpenList } from '../../sync/open-list.ts'

/**
 * What products cost before, by shop: from the lists that this account may edit, and from what is typed here. Kept on
 * this device for use offline, under `price:` and the product's key.
 */

interface Prices {
  /** what has been read so far, by product key */
  known: ReadonlyMap<string, readonly KeptPrice[]>
  memory: {
    asked: Set<string>
    /** to be read together in a moment */
    waiting: Set<string>
    work: Promise<unknown>
    /** epoch ms of the last time that the server was asked, also in vain */
    triedAt: number
  }
}

export const usePrices = accountStore<Prices>(() => ({
  known: new Map(),
  memory: { asked: new Set(), waiting: new Set(), work: Promise.resolve(), triedAt: 0 },
}))

const prefix = 'price:'
const stateKey = 'prices'

/** Where the last walk through the server's prices ended. */
interface Walked {
  cursor: string
  /** the lists that could be edited then */
  lists: readonly string[]
  /** epoch ms of this walk, and of the last one that began at the beginning */
  at: number
  anewAt: number
}

const freshMs = 10 * 60_000
/** A walk that failed begins again, so it must not be at every look at the page. */
const againMs = 60_000
/** What was deleted or taken back on the server is no news; it goes away with the next walk through everything. */
const dayMs = 86_400_000
const anewMs = 7 * dayMs

function readPrices(stored: unknown): readonly KeptPrice[] {
  return Array.isArray(stored) ? (stored as KeptPrice[]) : []
}

/** Reads what is known about a product into `known`. Rows appear together, so their prices are read together. */
export function readSoon(key: string): void {
  const { device } = useDevice.getState()
  const { asked, waiting } = usePrices.of(device).getState().memory
  if (!device || key === '' || asked.has(key)) return
  asked.add(key)
  waiting.add(key)
  if (waiting.size > 1) return
  queueMicrotask(() => {
    const keys = [...waiting]
    waiting.clear()
    // Without them the list works as well.
    void show(device, keys).catch(() => undefined)
  })
}

async function show(device: Device, keys: readonly string[]): Promise<void> {
  // An older version stored the prices of each name apart: 'price:milk' beside 'price:mleko'. They go away in a week.
  const spelled = keys.map((key) => [...new Set([key, ...namesOf(key).map(formKey)])])
  const stored = await device.db.getValuesOf(spelled.flat().map((key) => prefix + key))
  const store = usePrices.of(device)
  const read = keys.map((key, n) => {
    const prices = stored.splice(0, spelled[n]?.length ?? 0).flatMap(readPrices)
    return [key, withPrices(prices, [])] as const
  })
  store.setState({ known: new Map([...store.getState().known, ...read]) })
}

/** Shows again what has changed on the disk, also from another tab. */
function showAnew(device: Device): Promise<void> {
  return show(device, [...usePrices.of(device).getState().known.keys()])
}

/** Runs one after another, because each begins with what the one before stored. Failures only mean that less is known. */
function queue(device: Device, work: () => Promise<void>): Promise<void> {
  const { memory } = usePrices.of(device).getState()
  const done = memory.work.then(work).catch(() => undefined)
  memory.work = done
  return done
}

/** A product with the values that changes give it. */
type Priced = Pick<
  ProductView,
  'id' | 'productName' | 'shop_name' | 'quantity' | 'unit' | 'price' | 'priceFor' | 'priceUnknown'
>

/** Besides the price itself, what tells the price for one kg, l, m or piece. */
const isOfPrice = (field: Field) => ['unit', 'quantity', 'priceFor'].includes(field)

/** Returns the products that get a price by these changes, or are bought for the one that they have. */
function pricedBy(changes: readonly ProductChange[], products: ReadonlyMap<string, ProductView>): Priced[] {
  const priced = new Map<string, Priced>()
  for (const change of changes) {
    const { rowId: id } = change
    if (change.op === 'add') {
      const { shop = '', price, ...value } = change.value
      if (price !== undefined) priced.set(id, { ...value, id, shop_name: shop, price })
    }
    const before = priced.get(id) ?? products.get(id)
    if (change.op !== 'set' || !before) continue
    for (const [field, value] of writtenBy(change)) {
      const now = priced.get(id) ?? before
      if (field === 'price' && value === null) priced.delete(id)
      else if (field === 'price') priced.set(id, { ...now, price: Number(value), priceUnknown: false })
      else if (now.priceUnknown) continue
      else if (field === 'shop') priced.set(id, { ...now, shop_name: String(value) })
      else if (isOfPrice(field)) priced.set(id, { ...now, [field]: value })
      else if (field === 'productStatus' && value === true) priced.set(id, now)
    }
  }
  return [...priced.values()]
}

/** Remembers what products of the open list cost when they get a price or are ticked, before the server knows. */
export function noteOwnPrices(changes: readonly ProductChange[], now = Date.now()): Promise<void> {
  const { device } = useDevice.getState()
  const priced = pricedBy(changes, useOpenList.of(device).getState().products)
  if (!device || priced.length === 0) return Promise.resolve()
  const date = new Date(now).toISOString()
  const currency = openCurrency()
  return queue(device, async () => {
    const storedKeys = new Set(await device.db.getKeys(prefix))
    const byKey = Map.groupBy(priced, ({ productName }) => productKey(productName))
    const keys = [...byKey.keys()].filter(
      (key) => key !== '' && (storedKeys.has(prefix + key) || storedKeys.size < mostKnown.products),
    )
    await device.db.changeValues(
      keys.map((key) => prefix + key),
      (stored, key) =>
        (byKey.get(key.slice(prefix.length)) ?? []).reduce(
          (prices, { id, shop_name, ...priced }) =>
            withOwnPrice(prices, {
              id,
              shop_name,
              currency,
              date,
              price: basePrice(priced),
              unit: baseUnit(priced.unit),
              priceFor: priced.priceFor,
            }),
          [...readPrices(stored)],
        ),
    )
    await show(device, keys)
  })
}

type Ask = (since: string) => Promise<Answer<'prices'>>

const askServer: Ask = (since) => http.call('GET /api/v3/prices', { query: { since } })

/** Fetches what is new, unless that was done in the last 10 min. */
export function loadPrices(now: () => number = Date.now, ask = askServer): Promise<void> {
  const { device } = useDevice.getState()
  if (!device || device.isTrial || !isAccountOf(device.userId)) return Promise.resolve()
  return queue(device, async () => {
    const walked = (await device.db.getValue(stateKey)) as Walked | undefined
    const { memory } = usePrices.of(device).getState()
    const isWithin = (ms: number, at: number) => Math.abs(now() - at) < ms
    if (isWithin(freshMs, walked?.at ?? 0) || isWithin(againMs, memory.triedAt)) return showAnew(device)
    memory.triedAt = now()
    const lists = await editable(device)
    const isAnew = !walked || now() - walked.anewAt > anewMs || walked.lists.some((id) => !lists.includes(id))
    const heard = await walk(device, isAnew ? '' : walked.cursor, ask)
    if (!heard) return
    const storedKeys = (await device.db.getKeys(prefix)).map((key) => key.slice(prefix.length))
    const keys = isAnew ? [...new Set([...storedKeys, ...heard.prices.keys()])] : [...heard.prices.keys()]
    await device.db.changeValues(
      keys.map((key) => prefix + key),
      (stored, key) => {
        const storedPrices = readPrices(stored).filter(({ id, date }) =>
          isAnew ? id !== undefined && now() - Date.parse(date) < anewMs : true,
        )
        const prices = withPrices(storedPrices, heard.prices.get(key.slice(prefix.length)) ?? [])
        return prices.length > 0 ? prices : undefined
      },
    )
    const isTooMany = new Set([...storedKeys, ...keys]).size > mostKnown.products
    await device.db.putValue(stateKey, {
      cursor: heard.cursor,
      lists,
      at: now(),
      // What is too much goes away with everything else: tomorrow.
      anewAt: isTooMany ? now() - anewMs + dayMs : isAnew ? now() : walked.anewAt,
    } satisfies Walked)
    await showAnew(device)
  })
}

async function editable(device: Device): Promise<string[]> {
  const streams = await device.db.streams()
  return streams.flatMap(({ listId, list }) => (list && can(roleOf(list), 'editProducts') ? [listId] : []))
}

/** Returns all that is new since the cursor, by product key; null if another account has signed in meanwhile. */
async function walk(device: Device, since: string, ask: Ask) {
  const prices = new Map<string, KnownPrice[]>()
  for (let cursor = since; ;) {
    const answer = await ask(cursor)
    if (!isAccountOf(device.userId)) return null
    cursor = answer.cursor
    if (answer.items.length === 0) return { cursor, prices }
    for (const { productName, ...item } of answer.items) {
      const key = productKey(productName)
      prices.set(key, [...(prices.get(key) ?? []), { ...item, currency: currencyOf(item) }])
    }
  }
}

/** Returns what a product cost the last time as far as it has been read, in the currency of the open list. */
export function lastPriceOf(
  productName: string,
  unit: Unit,
  prices: Prices['known'] = usePrices.getState().known,
): LastPrice | undefined {
  const known = prices.get(nameKey(productName)) ?? []
  const last = known.find((one) => one.currency === openCurrency() && baseUnit(one.unit) === baseUnit(unit))
  if (!last) return undefined
  const { price, priceFor, date } = last
  return { price: basePrice({ price, unit: last.unit, quantity: 1 }), priceFor, at: Date.parse(date) }
}

/** Returns the newer of what this device knows and what came with a copied product. */
export function lastKnownOf(product: ProductView, prices?: Prices['known']): LastPrice | undefined {
  const { productName, unit, lastPrice: price, lastPriceDay = 0 } = product
  const here = lastPriceOf(productName, unit, prices)
  const at = lastPriceDay * dayMs
  return price !== undefined && at > (here?.at ?? -1) ? { price, at } : here
}

export function watchPrices(): void {
  watchChancesToSend(() => void loadPrices())
  void loadPrices()
}
