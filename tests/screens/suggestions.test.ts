import { afterEach, expect, test, vi } from 'vitest'
import type { Device } from '../../device/device.ts'
import { http } from '../../device/network.ts'
import { useSession } from '../../src/account/session/session.ts'
import { askForProducts } from '../../src/list/state/load-suggestions.ts'
import {
  keep,
  rememberProducts,
  rememberShop,
  rememberTicks,
  useSuggestions,
  withProducts,
} from '../../src/sync/suggestions.ts'
import { useDevice } from '../../src/sync/device.ts'
import { row } from '../support/entries.ts'

afterEach(() => useDevice.setState({ device: null }))

test('DETAIL-7 a product added before the stored suggestions were read is suggested, and does not replace them', () => {
  const putValue = vi.fn(async () => undefined)
  useDevice.setState({ device: { userId: 'anna', db: { putValue } } as unknown as Device })
  rememberProducts([{ productName: 'Milk' }], 'PLN')
  expect([...useSuggestions.getState().product.keys()]).toEqual(['milk'])
  expect(putValue).not.toHaveBeenCalled()
})

const day = 86_400_000
const answer = { productName: 'Milk', unit: 'l', category_name: '', shop_name: '' } as const
const milk = () => useSuggestions.getState().product.get('milk')

function onDevice() {
  const device = { userId: 'anna', db: { putValue: async () => undefined } } as unknown as Device
  useDevice.setState({ device })
  return device
}

const ticked = (productName: string, quantity: number, at: number, isBought = true) => {
  const product = { ...row('a', 1, { productName, quantity, unit: 'l' }), waiting: false }
  return { product, isBought, at }
}

test('HABIT-1 HABIT-2 what is ticked here is learned without a network, also beside what an older version stored', () => {
  const device = onDevice()
  keep(device, { products: [{ ...answer, times: 4, lastAt: new Date(3 * day).toISOString() }] })
  // What is only added is not bought.
  rememberProducts([{ productName: 'milk' }], 'PLN')
  expect(milk()).toMatchObject({ times: 4 })
  rememberTicks([ticked('milk', 2, 10 * day + 1), ticked('Milk', 3, 10 * day + 2)])
  expect(milk()).toMatchObject({ times: 5, days: [3, 10], amount: { quantity: 3, unit: 'l' } })
  rememberProducts([{ productName: 'Milk', unit: 'kg' }], 'PLN')
  expect(milk()).toMatchObject({ times: 5, days: [3, 10], amount: { quantity: 3, unit: 'l' } })
  // A tick that is taken back at once was a mistake; one that is unticked next week is bought again.
  rememberTicks([ticked('MILK', 1, 12 * day), ticked('Tea', 1, 12 * day)])
  expect(milk()).toMatchObject({ times: 6, days: [3, 10, 12] })
  rememberTicks([ticked('Milk', 1, 12 * day + 60_000, false)])
  expect(milk()).toMatchObject({ times: 5, days: [3, 10], amount: { quantity: 3 } })
  rememberTicks([ticked('Tea', 1, 19 * day, false)])
  expect(useSuggestions.getState().product.get('tea')).toMatchObject({ times: 1, days: [12] })
})

test('HABIT-1 the server’s habits replace those of the device, but for a tick that it does not know yet', () => {
  const device = onDevice()
  const now = 20 * day + 5
  keep(device, {
    products: [
      { ...answer, times: 9, lastAt: new Date(19 * day).toISOString(), days: [5, 19] },
      {
        ...answer,
        productName: 'Left',
        times: 3,
        lastAt: new Date(18 * day).toISOString(),
        amount: { quantity: 1, unit: 'l' },
      },
      // Older versions counted what was typed.
      { ...answer, productName: 'Older', times: 3, lastAt: new Date(18 * day).toISOString(), days: [18] },
      { ...answer, productName: 'Typed' },
    ],
  })
  rememberTicks([ticked('Milk', 2, now), ticked('Rum', 1, now), ticked('Old', 1, now - 2 * day)])
  const served = { ...answer, times: 2, lastAt: new Date(7 * day).toISOString(), days: [3, 7] }
  keep(device, { products: withProducts(device, [served], now) })
  // The list that it was of is left.
  expect(milk()).toMatchObject({ times: 3, days: [3, 7, 20], amount: { quantity: 2 } })
  const names = () => [...useSuggestions.getState().product.keys()]
  expect(names()).toEqual(['milk', 'rum', 'older', 'typed'])
  expect(useSuggestions.getState().product.get('older')?.times).toBeUndefined()
  expect(useSuggestions.getState().product.get('rum')).toMatchObject({ times: 1, days: [20] })
  // An answer to a typed word says nothing of habits.
  keep(device, { products: withProducts(device, [answer]) })
  expect(milk()).toMatchObject({ times: 3, days: [3, 7, 20] })
  // The server knows the tick now.
  const known = { ...served, times: 3, days: [3, 7, 20], amount: { quantity: 5, unit: 'l' as const } }
  keep(device, { products: withProducts(device, [known], now) })
  expect(milk()).toMatchObject({ times: 3, amount: { quantity: 5 } })
  keep(device, { products: withProducts(device, [], now + 2 * day) })
  expect(names()).toEqual(['older', 'typed'])
})

test('TRIP-1 a shop that was chosen for a trip is the first to choose from, also when the server’s answer comes afterwards', () => {
  const device = onDevice()
  for (const shop of ['Mill', 'Corner', 'Mill']) rememberShop(shop)
  keep(device, { shops: ['Lidl', 'Corner'] })
  expect(useSuggestions.getState().shops.map(({ entry }) => entry)).toEqual(['Mill', 'Corner', 'Lidl'])
})

test('TRIP-1 the shops where anybody of the household bought last are offered on every device', () => {
  const device = onDevice()
  rememberShop('Mill')
  const at = (n: number) => new Date(n * day).toISOString()
  keep(device, { shops: ['Old', 'Lidl'] })
  keep(device, {
    products: [
      { ...answer, productName: 'Tea', shop_name: 'Lidl', times: 1, lastAt: at(3) },
      { ...answer, productName: 'Typed', shop_name: 'Never' },
      { ...answer, productName: 'Rum', shop_name: 'Corner', times: 1, lastAt: at(5) },
      { ...answer, productName: 'Soap', shop_name: '', times: 1, lastAt: at(6) },
    ],
  })
  const shops = useSuggestions.getState().shops.map(({ entry }) => entry)
  expect(shops).toEqual(['Mill', 'Corner', 'Lidl', 'Old'])
})

test('TONGUE-1 DETAIL-7 the server is asked again where more letters may lead to names in other languages', async () => {
  onDevice()
  vi.stubGlobal('navigator', { onLine: true })
  const session = { userId: 'anna', email: '', accessToken: 'x', expiresAt: 0, remember: true }
  useSession.setState({ session })
  const call = vi.spyOn(http, 'call').mockResolvedValue([] as never)
  // 'ser' begins too many of the catalogue's names; 'zol' is the first part of 'żółty'.
  for (const typed of ['zo', 'zol', 'zolt', 'qu', 'quux', 'ser', 'serek w']) await askForProducts(typed)
  expect(call.mock.calls.map(([, of]) => (of as { query: { query: string } }).query.query)).toEqual([
    'zo',
    'zol',
    'qu',
    'ser',
    'serek w',
  ])
  useSession.setState({ session: null })
  vi.unstubAllGlobals()
})
