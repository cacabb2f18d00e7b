import { afterEach, expect, test, vi } from 'vitest'
import type { Device } from '../../device/device.ts'
import { keep, rememberProducts, useSuggestions, withProducts } from '../../src/sync/suggestions.ts'
import { useDevice } from '../../src/sync/device.ts'

afterEach(() => useDevice.setState({ device: null }))

test('DETAIL-7 a product added before the stored suggestions were read is suggested, and does not replace them', () => {
  const putValue = vi.fn(async () => undefined)
  useDevice.setState({ device: { userId: 'anna', db: { putValue } } as unknown as Device })
  rememberProducts([{ productName: 'Milk' }], 'PLN')
  expect([...useSuggestions.getState().product.keys()]).toEqual(['milk'])
  expect(putValue).not.toHaveBeenCalled()
})

test('WEEK-5 the days of a product are remembered without a network, also beside what an older version stored', () => {
  useDevice.setState({
    device: { userId: 'anna', db: { putValue: async () => undefined } } as unknown as Device,
  })
  const day = 86_400_000
  const milk = () => useSuggestions.getState().product.get('milk')
  const lastAt = new Date(3 * day).toISOString()
  keep(useDevice.getState().device, {
    products: [{ productName: 'Milk', unit: 'l', category_name: '', shop_name: '', times: 4, lastAt }],
  })
  rememberProducts([{ productName: 'milk' }], 'PLN', () => 10 * day + 1)
  rememberProducts([{ productName: 'Milk' }], 'PLN', () => 10 * day + 2)
  expect(milk()).toMatchObject({ times: 6, days: [3, 10] })
  // What was added by mistake was not bought.
  const forget = rememberProducts([{ productName: 'MILK' }, { productName: 'Tea' }], 'PLN', () => 12 * day)
  expect(milk()).toMatchObject({ times: 7, days: [3, 10, 12] })
  forget()
  expect(milk()).toMatchObject({ times: 6, days: [3, 10] })
  expect(useSuggestions.getState().product.has('tea')).toBe(false)
  // The server's answer adds what another device has added.
  const { device } = useDevice.getState()
  const answer = { productName: 'Milk', unit: 'l', category_name: '', shop_name: '' } as const
  keep(device, { products: withProducts(device, [{ ...answer, times: 5, lastAt, days: [3, 7] }]) })
  expect(milk()?.days).toEqual([3, 7, 10])
})
