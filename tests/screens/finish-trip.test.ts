import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { project, type Entry, fold, type ProductView } from '../../core/sync/mutation.ts'
import type { Device } from '../../device/device.ts'
import {
  finishedOn,
  finishTrip,
  forgetFinished,
  knownSum,
  restoreFinished,
  setPaid,
  undoFinish,
} from '../../src/list/state/finish-trip.ts'
import { editProduct } from '../../src/list/state/products.ts'
import { changeOwnTrip, useOwnTrip, useTogether } from '../../src/list/state/together.ts'
import {
  chooseShop,
  setShopping,
  shopOfTrip,
  useListViews,
  useShopping,
  viewOf,
} from '../../src/list/state/view.ts'
import { useDevice } from '../../src/sync/device.ts'
import { useOpenList } from '../../src/sync/open-list.ts'
import { freshStorage, testDevice } from '../support/device.ts'
import { row } from '../support/entries.ts'

const list = {
  id: 'list',
  listName: 'Weekend',
  date: '2026-11-20T10:00:00.000Z',
  hash: null,
  listStatus: 'aktywna' as const,
  permissions: 'edit' as const,
  productCount: 0,
  checkedCount: 0,
  sum: 0,
  head: 9,
  sharedWith: 0,
}

function openPage(): Device {
  const { db, drain } = testDevice(() => Promise.reject(new Error('no network in this test')))
  const device = { userId: 'anna', db, drain } as unknown as Device
  useDevice.setState({ device })
  return device
}

let device: Device
beforeEach(() => {
  freshStorage()
  device = openPage()
})
afterEach(() => useDevice.setState({ device: null }))

const product = (id: string, more: Parameters<typeof row>[2] = {}) =>
  row(id, 3, { position: `a${id}`, ...more })

function open(rows: readonly ReturnType<typeof row>[], more: object = {}): void {
  const views: ProductView[] = project(rows, [])
  useOpenList.setState({
    listId: 'list',
    list: { ...list, ...more },
    status: 'ready',
    order: views.map(({ id }) => id),
    products: new Map(views.map((view) => [view.id, view])),
    memory: { stream: undefined, rows: new Map(rows.map((one) => [one.id, one])), wanted: new Set() },
  })
}

const weekend = () => [
  product('milk', { price: 3.49, quantity: 2, productStatus: true, shop_name: 'Lidl' }),
  product('salt', { priceUnknown: true, productStatus: true }),
  product('soap', { price: 5, productStatus: true, shop_name: 'Rossmann' }),
  product('tea', { price: 9 }),
]

const written = async (): Promise<Entry[]> => (await device.db.readDevice('list', 'all', [])).outbox
const said = async () =>
  (await written()).map((entry) =>
    entry.op === 'add'
      ? `add ${'productName' in entry.value ? `${entry.value.productName} ${entry.value.price ?? ''}`.trim() : ''}`
      : entry.op === 'set'
        ? `set ${entry.field}`
        : `delete ${entry.rowId.length < 9 ? entry.rowId : ''}`.trim(),
  )
const finished = () => finishedOn('list')

test('TRIP-3 the end of a trip is one write: what was bought leaves, what is left stays, and nothing of it can be folded away', async () => {
  open(weekend())
  setShopping('list', true)
  await chooseShop('list', 'Lidl')
  await finishTrip()
  expect(await said()).toEqual(['add Lidl', 'delete', 'delete milk', 'delete salt', 'delete soap'])
  expect(useShopping.getState().lists).toEqual([])
  expect(finished()).toMatchObject({ shop: 'Lidl', wasShopping: true, rest: null })
  expect(knownSum(finished()!)).toBe(11.98)
  const entries = await written()
  expect(fold(entries)).toEqual(entries)
  // A total, corrected, taken back, and the trip undone: still nothing is lost.
  await setPaid(finished()!, 20)
  await setPaid(finished()!, 21)
  await setPaid(finished()!, null)
  expect((await said()).slice(5)).toEqual([
    'add Lidl 20.00 8.02',
    'delete',
    'add Lidl 20.00 8.02',
    'set productStatus',
    'delete',
    'add Lidl 21.00 9.02',
    'delete',
    'add Lidl 21.00 9.02',
    'set productStatus',
    'delete',
  ])
  await undoFinish(finished()!)
  expect((await said()).slice(-3)).toEqual(['add milk 3.49', 'add salt', 'add soap 5'])
  expect(useShopping.getState().lists).toEqual(['list'])
  expect(shopOfTrip(viewOf(useListViews.getState(), 'list'))).toBe('Lidl')
  expect(finished()).toBeNull()
  const all = await written()
  expect(fold(all)).toEqual(all)
})

test('TRIP-3 a total that is what the prices say changes nothing, and the card is there after a restart, until it is closed', async () => {
  open(weekend())
  await finishTrip()
  const before = (await written()).length
  expect(await setPaid(finished()!, 11.98)).toBe(true)
  expect((await written()).length).toBe(before)
  await setPaid(finished()!, 10)
  // What was written before is stored when this is.
  await device.db.putValue('after', 1)
  device = openPage()
  open(weekend())
  expect(finished()).toBeNull()
  await restoreFinished()
  expect(finished()).toMatchObject({ rest: { price: -1.98 } })
  forgetFinished()
  await device.db.putValue('after', 2)
  await restoreFinished()
  expect(finished()).toBeNull()
})

test('TRIP-3 TRIP-4 a trip that ended for the others, 30 minutes after the last sign, ends with the same press', async () => {
  open(weekend())
  setShopping('list', true)
  await chooseShop('list', 'Lidl')
  const { at } = useOwnTrip.getState()
  changeOwnTrip({ listId: null, at: at - 3_600_000, seenAt: at - 3_600_000 })
  await finishTrip()
  expect((await said()).filter((one) => one.startsWith('delete '))).toHaveLength(3)
  expect(finished()?.shop).toBe('Lidl')
})

test('TRIP-3 what another one is buying elsewhere at the moment stays, and so does all where products may not be deleted', async () => {
  open(weekend())
  const ben = { name: 'Ben', imageName: null, startedAt: 0, seenAt: 0, isUnseen: false }
  useTogether.setState({ trips: new Map([['list', [{ ...ben, shop: 'Rossmann' }]]]) })
  await chooseShop('list', 'Lidl')
  await finishTrip()
  expect(await said()).toEqual(['add Lidl', 'delete', 'delete milk', 'delete salt'])

  freshStorage()
  device = openPage()
  open(weekend(), { owner: { name: 'Ben', email: '' }, permissions: 'shopping' })
  setShopping('list', true)
  await finishTrip()
  expect(await said()).toEqual([])
  expect(useShopping.getState().lists).toEqual([])
  // Nothing was bought: the mode ends, and nobody is told of an end.
  open([product('tea')])
  await finishTrip()
  expect(await said()).toEqual([])
})

test('TRIP-1 ticks and prices of a trip get its shop if they have none; an untick and its Undo take it back', async () => {
  open([product('milk', { priceUnknown: true }), product('soap', { shop_name: 'Rossmann' }), product('tea')])
  await editProduct('milk', 'productStatus', true)
  expect(await said()).toEqual(['set productStatus'])
  open([product('milk', { priceUnknown: true }), product('soap', { shop_name: 'Rossmann' }), product('tea')])
  setShopping('list', true)
  await chooseShop('list', 'Lidl')
  const done = await editProduct('milk', 'productStatus', true)
  await editProduct('soap', 'productStatus', true)
  await editProduct('tea', 'price', 4)
  expect((await said()).slice(1)).toEqual([
    'set shop',
    'set productStatus',
    'set productStatus',
    'set shop',
    'set price',
  ])
  const shopOfMilk = () => useOpenList.getState().products.get('milk')?.shop_name
  expect(shopOfMilk()).toBe('Lidl')
  if (!done.ok) throw new Error(done.error)
  done.undo?.run()
  await vi.waitFor(() => expect(shopOfMilk()).toBe(''))
  await editProduct('milk', 'productStatus', true)
  expect(shopOfMilk()).toBe('Lidl')
  await editProduct('milk', 'productStatus', false)
  expect(shopOfMilk()).toBe('')
  expect(useOpenList.getState().products.get('soap')?.shop_name).toBe('Rossmann')
})
