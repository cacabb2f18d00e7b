import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '../../core/contract/api.ts'
import type { List } from '../../core/contract/shapes.ts'
import type { KnownPrice } from '../../core/product/prices.ts'
import { project, type ProductView } from '../../core/sync/mutation.ts'
import { productKey } from '../../core/text/product-key.ts'
import type { Device } from '../../device/device.ts'
import { loadPrices, noteOwnPrices, readSoon, usePrices } from '../../src/list/state/prices.ts'
import { useOpenList } from '../../src/sync/open-list.ts'
import { useDevice } from '../../src/sync/device.ts'
import { useSession } from '../../src/account/session/session.ts'
import { freshStorage, testDevice } from '../support/device.ts'
import { row, set } from '../support/entries.ts'

const minute = 60_000
const day = 1_440 * minute
const start = Date.parse('2026-11-28T10:00:00Z')
const never = () => Promise.reject(new Error('no network in this test'))

type Item = Answer<'prices'>['items'][number]

function item(productName: string, price: number, daysAgo: number, shop_name = 'Lidl'): Item {
  return { productName, shop_name, price, unit: 'pcs', date: new Date(start - daysAgo * day).toISOString() }
}

let device: Device
let at = start

/** A page of anna's, as after a start. */
function openPage(): void {
  device = { userId: 'anna', isTrial: false, db: testDevice(never).db } as unknown as Device
  useDevice.setState({ device })
}

beforeEach(() => {
  freshStorage()
  at = start
  openPage()
  useSession.setState({ session: { userId: 'anna', token: 't', expiresAt: start + 99 * day } as never })
})
afterEach(() => {
  useDevice.setState({ device: null })
  useSession.setState({ session: null })
})

/** A server with pages of prices. Each walk ends with an empty page. */
function server(...pages: Item[][]) {
  const asked: string[] = []
  let left: Item[][] = pages
  const load = () =>
    loadPrices(
      () => at,
      async (since) => {
        asked.push(since)
        return { cursor: `c${asked.length}`, items: left.shift() ?? [] }
      },
    )
  return { load, asked, has: (...more: Item[][]) => (left = more) }
}

async function known(key: string): Promise<(string | number)[][]> {
  const stored = (await device.db.getValue(`price:${key}`)) as KnownPrice[] | undefined
  return (stored ?? []).map(({ shop_name, price }) => [shop_name, price])
}

/** Gives anna these lists to edit; any other one only to see. */
async function lists(...ids: string[]): Promise<void> {
  const others = (await device.db.streams()).map(({ listId }) => listId).filter((id) => !ids.includes(id))
  const seen = { owner: { name: 'Ben' }, permissions: 'view' }
  await device.db.putLists([
    ...ids.map((id) => ({ id, permissions: 'edit' }) as unknown as List),
    ...others.map((id) => ({ id, ...seen }) as unknown as List),
  ])
}

test('MONEY-1 all pages are fetched once, then after 10 minutes what is new; a name in another form is the same product', async () => {
  const { load, asked, has } = server([item('Milk', 3.49, 1), item('Jajka', 12, 1)], [item('Tea', 9.99, 3)])
  await load()
  expect(asked).toEqual(['', 'c1', 'c2'])
  expect(await known('milk')).toEqual([['Lidl', 3.49]])
  has([item('milk', 2.79, 0), item('jajek', 11, 0)])
  at += 9 * minute
  await load()
  expect(asked).toHaveLength(3)
  at += 2 * minute
  await load()
  expect(asked).toEqual(['', 'c1', 'c2', 'c3', 'c4'])
  expect(await known('milk')).toEqual([
    ['Lidl', 2.79],
    ['Lidl', 3.49],
  ])
  expect(await known(productKey('Jajka'))).toHaveLength(2)
})

test('MONEY-1 after a week, and after a list is lost, everything is fetched anew, and what is gone there goes here', async () => {
  await lists('home', 'club')
  const { load, asked, has } = server([item('Milk', 3.49, 1), item('Beer', 4, 1)])
  await load()
  await lists('home')
  at += 11 * minute
  has([item('Milk', 3.49, 1)])
  await load()
  expect(asked[2]).toBe('')
  expect(await known('beer')).toEqual([])
  expect(await device.db.getKeys('price:')).toEqual(['price:milk'])
  at += 8 * day
  has([item('Tea', 9, 1)])
  await load()
  expect(asked[4]).toBe('')
  expect(await device.db.getKeys('price:')).toEqual(['price:tea'])
})

test('MONEY-1 without an answer what is there stays, and the next try begins where the last one ended', async () => {
  const { load, asked, has } = server([item('Milk', 3.49, 1)])
  await load()
  at += 11 * minute
  await loadPrices(() => at, never)
  expect(await known('milk')).toEqual([['Lidl', 3.49]])
  has([item('Milk', 3.99, 0)])
  // Not at each look at the page.
  at += minute - 1
  await load()
  expect(asked.slice(2)).toEqual([])
  at += 1
  await load()
  expect(asked.slice(2)).toEqual(['c2', 'c3'])
  expect(await known('milk')).toHaveLength(2)
})

test('MONEY-1 when another account signs in during the walk, nothing of it is stored', async () => {
  await loadPrices(
    () => at,
    async () => {
      useSession.setState({ session: { userId: 'ben', token: 'u', expiresAt: at + day } as never })
      return { cursor: 'c', items: [item('Milk', 3.49, 1)] }
    },
  )
  expect(await device.db.getKeys('price')).toEqual([])
})

test('MONEY-1 what is typed, ticked or given a shop here is known at once and shown; the server’s answer replaces it', async () => {
  const products = project(
    [
      row('milk', 1, { productName: 'Milk', priceUnknown: true }),
      row('tea', 2, { productName: 'Tea', price: 9.99, priceUnknown: false }),
    ],
    [],
  )
  useOpenList.of(device).setState({
    listId: 'list',
    products: new Map(products.map((product): [string, ProductView] => [product.id, product])),
  })
  readSoon('milk')
  await noteOwnPrices([set('milk', 'productStatus', true)], at)
  expect(await device.db.getKeys('price:')).toEqual([])
  await noteOwnPrices([set('milk', 'price', 2.79), set('milk', 'shop', 'Lidl')], at)
  await noteOwnPrices([set('tea', 'productStatus', true)], at)
  const oil = { productName: 'Oil', quantity: 1, unit: 'pcs', productStatus: false, price: 7 } as const
  await noteOwnPrices([{ op: 'add', rowId: 'oil', value: oil }], at)
  expect(await known('milk')).toEqual([['Lidl', 2.79]])
  expect(await known('tea')).toEqual([['', 9.99]])
  expect(await known('oil')).toEqual([['', 7]])
  expect(usePrices.of(device).getState().known.get('milk')?.[0]?.price).toBe(2.79)
  // Corrected, and then heard from the server, with the time at which it was set.
  await noteOwnPrices([set('milk', 'price', 2.97), set('milk', 'shop', 'Lidl')], at + minute)
  const { load } = server([item('Milk', 2.97, 0), item('Milk', 3.49, 30, 'Żabka')])
  await load()
  expect(await known('milk')).toEqual([
    ['Lidl', 2.97],
    ['Żabka', 3.49],
  ])
  // Not sent yet: the walk through everything leaves it.
  expect(await known('tea')).toEqual([['', 9.99]])
})

test('MONEY-1 a trial and a guest ask nobody', async () => {
  const { load, asked } = server([item('Milk', 3.49, 1)])
  useSession.setState({ session: null })
  await load()
  expect(asked).toEqual([])
})

test('TONGUE-1 prices that an older version stored under the name in another language are known too', async () => {
  const stored = ({ productName: _, ...price }: Item) => [price]
  await device.db.putValue('price:mleko', stored(item('Mleko', 3.49, 2)))
  await device.db.putValue('price:milk', stored(item('Milk', 2.79, 1, 'Aldi')))
  readSoon('milk')
  await vi.waitFor(() => {
    const prices = usePrices.of(device).getState().known.get('milk') ?? []
    expect(prices.map(({ shop_name, price }) => [shop_name, price])).toEqual([
      ['Aldi', 2.79],
      ['Lidl', 3.49],
    ])
  })
})
