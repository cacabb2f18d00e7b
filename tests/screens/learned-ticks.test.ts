import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { project } from '../../core/sync/mutation.ts'
import type { Device } from '../../device/device.ts'
import { changeProduct } from '../../src/list/state/products.ts'
import { useDevice } from '../../src/sync/device.ts'
import { useOpenList } from '../../src/sync/open-list.ts'
import { useSuggestions } from '../../src/sync/suggestions.ts'
import { testDevice } from '../support/device.ts'
import { row } from '../support/entries.ts'

afterEach(() => useDevice.setState({ device: null }))

test('HABIT-1 what is ticked without a network is learned once nobody has ticked for a moment; a voucher is not', async () => {
  const never = () => Promise.reject(new Error('no network in this test'))
  const { db, drain } = testDevice(never, { userId: 'trial-1', name: 't', rests: true })
  useDevice.setState({ device: { userId: 'trial-1', isTrial: true, db, drain } as unknown as Device })
  const rows = [
    row('a', 1, { productName: 'Eggs', quantity: 10 }),
    row('b', 2, { productName: 'Rum' }),
    row('c', 3, { productName: 'Voucher', price: -5, priceUnknown: false }),
  ]
  const views = project(rows, [])
  useOpenList.setState({
    listId: 'list',
    list: { id: 'list', permissions: 'edit' } as never,
    status: 'ready',
    memory: { stream: undefined, rows: new Map(rows.map((one) => [one.id, one])), wanted: new Set() },
    products: new Map(views.map((view) => [view.id, view])),
  })
  const tick = (id: string, productStatus: boolean) => changeProduct(id, { productStatus })
  for (const id of ['a', 'b', 'c']) expect(await tick(id, true)).not.toBeNull()
  await tick('b', false)
  const known = () => [...useSuggestions.getState().product.values()]
  expect(known()).toEqual([])
  await expect.poll(() => known().filter(({ times }) => times)).toHaveLength(1)
  expect(known()).toMatchObject([
    { productName: 'Eggs', times: 1, amount: { quantity: 10, unit: 'pcs' } },
    { productName: 'Rum' },
  ])
})
