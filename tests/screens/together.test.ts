import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { project } from '../../core/sync/mutation.ts'
import type { Device } from '../../device/device.ts'
import {
  addedSince,
  beginTrip,
  changeOwnTrip,
  endTripOn,
  isOnTrip,
  restoreOwnTrip,
  tripShop,
  useOwnTrip,
} from '../../src/state/lists/together.ts'
import { setShopping } from '../../src/state/lists/view.ts'
import { useDevice } from '../../src/state/session/device.ts'
import { freshStorage, testDevice } from '../support/device.ts'
import { row } from '../support/entries.ts'

const hour = 3_600_000

/** A page of anna's, as after a start. */
function openPage(): Device {
  const { db } = testDevice(() => Promise.reject(new Error('no network in this test')))
  const device = { userId: 'anna', db } as unknown as Device
  useDevice.setState({ device })
  return device
}

let device: Device
beforeEach(() => {
  freshStorage()
  device = openPage()
})
afterEach(() => useDevice.setState({ device: null }))

const product = (shop_name: string, productStatus = false) => ({ shop_name, productStatus })

test('TOGETHER-2 the shop of a trip is the chosen one, or the one of most of what is still to buy', () => {
  const some = [product('Lidl'), product('Lidl'), product('Market'), product('')]
  expect(tripShop(some, 'Market')).toBe('Market')
  // Half of them may as well be bought elsewhere.
  expect(tripShop(some, '')).toBe('')
  expect(tripShop([...some, product('Lidl')], '')).toBe('Lidl')
  expect(tripShop([...some, product('Lidl', true)], '')).toBe('')
  expect(tripShop(some, 'a shop that no product names any more')).toBe('')
  expect(tripShop([product(''), product('')], '')).toBe('')
  expect(tripShop([], '')).toBe('')
})

test('TOGETHER-2 what others added since the trip began is found by its versions', () => {
  const by = { addedBy: 'Tomek' }
  const rows = [
    row('old', 4, by),
    row('old and ticked later', 9, { ...by, fieldVer: { '*': 4 } }),
    row('old and renamed later', 9, { ...by, fieldVer: { quantity: 4 } }),
    row('new', 6, by),
    row('new and changed', 9, { ...by, fieldVer: { '*': 6 } }),
    row('my own', 7, { ...by, mine: ['added'] }),
    row('from nobody', 8),
  ]
  expect([...addedSince(project(rows, []), 5)]).toEqual(['new', 'new and changed'])
})

test('TOGETHER-2 a trip goes on after a restart of the app, for 4 hours', async () => {
  setShopping('list', true)
  const { at } = useOwnTrip.getState()
  const told = { listId: 'list', shop: 'Lidl', session: 'session' }
  changeOwnTrip({ told })
  // What was written before is stored when this is.
  await device.db.putValue('after', 1)

  const again = openPage()
  await restoreOwnTrip(again)
  expect(useOwnTrip.getState()).toEqual({
    listId: 'list',
    since: 0,
    at,
    told,
  })
  expect(isOnTrip(useOwnTrip.getState(), 'list', at + 4 * hour - 1)).toBe(true)
  expect(isOnTrip(useOwnTrip.getState(), 'list', at + 4 * hour)).toBe(false)
  // A tick belongs to the trip that is on; after it, a tick begins the next one.
  beginTrip('list', at + hour)
  expect(useOwnTrip.getState().at).toBe(at)
  beginTrip('list', at + 5 * hour)
  expect(useOwnTrip.getState().at).toBe(at + 5 * hour)
  endTripOn('another list')
  expect(useOwnTrip.getState().listId).toBe('list')
  setShopping('list', false)
  expect(useOwnTrip.getState().listId).toBeNull()
})

test('TOGETHER-2 a trip that begins before the stored one is read stays', async () => {
  changeOwnTrip({ listId: 'yesterday', at: 1, told: { listId: 'yesterday', shop: '', session: '' } })
  await device.db.putValue('after', 1)
  const again = openPage()
  beginTrip('list', 2)
  await restoreOwnTrip(again)
  expect(useOwnTrip.getState()).toMatchObject({ listId: 'list', at: 2 })
})
