import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { project } from '../../core/sync/mutation.ts'
import type { Device } from '../../device/device.ts'
import {
  addedSince,
  asOf,
  beginTrip,
  changeOwnTrip,
  endTripOn,
  isOnTrip,
  restoreOwnTrip,
  useOwnTrip,
} from '../../src/list/state/together.ts'
import { setShopping } from '../../src/list/state/view.ts'
import { useDevice } from '../../src/sync/device.ts'
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
    seenAt: at,
    told,
  })
  // A tick belongs to the trip that is on; after it, a tick begins the next one.
  for (let now = at; now < at + 4 * hour; now += hour / 3) beginTrip('list', now)
  expect(useOwnTrip.getState()).toMatchObject({ at, seenAt: at + 4 * hour - hour / 3 })
  expect(isOnTrip(useOwnTrip.getState(), 'list', at + 4 * hour - 1)).toBe(true)
  expect(isOnTrip(useOwnTrip.getState(), 'list', at + 4 * hour)).toBe(false)
  beginTrip('list', at + 5 * hour)
  expect(useOwnTrip.getState().at).toBe(at + 5 * hour)
  endTripOn('another list')
  expect(useOwnTrip.getState().listId).toBe('list')
  setShopping('list', false)
  expect(useOwnTrip.getState().listId).toBeNull()
})

test('TRIP-4 TOGETHER-2 a trip is over 30 minutes after the last sign of its person', async () => {
  beginTrip('list', 1)
  const isOn = (now: number) => isOnTrip(useOwnTrip.getState(), 'list', now)
  expect([isOn(hour / 2), isOn(hour / 2 + 1)]).toEqual([true, false])
  beginTrip('list', hour / 2)
  expect([isOn(hour - 1), isOn(hour)]).toEqual([true, false])
  // It is not stored with each tick.
  beginTrip('list', hour / 2 + 59_999)
  expect(useOwnTrip.getState()).toMatchObject({ at: 1, seenAt: hour / 2 })
  // The next trip is another one.
  beginTrip('list', 2 * hour)
  expect(useOwnTrip.getState()).toMatchObject({ at: 2 * hour, seenAt: 2 * hour })
  // One that an older version stored.
  await device.db.putValue('ownTrip', { listId: 'list', since: 0, at: 5, told: null })
  const again = openPage()
  await restoreOwnTrip(again)
  expect(useOwnTrip.getState()).toMatchObject({ listId: 'list', at: 5, seenAt: 5 })
})

test('TOGETHER-2 a shopper who is not seen is shown as such after 5 minutes, and gone after 30', () => {
  const minute = 60_000
  const shopper = { name: 'ben', imageName: null, shop: 'Lidl', startedAt: 0, isUnseen: false }
  const [ben, ola] = [
    { ...shopper, seenAt: 0 },
    { ...shopper, name: 'ola', seenAt: 4 * minute },
  ]
  const trips = new Map([['list', [ben, ola]]])
  const at = (minutes: number) => asOf(minutes * minute, trips).get('list')
  // Nothing has changed, so nothing is drawn again.
  expect(at(4.9)).toBe(trips.get('list'))
  expect(at(5)).toEqual([{ ...ben, isUnseen: true }, ola])
  expect(at(29.9)?.map(({ name, isUnseen }) => [name, isUnseen])).toEqual([
    ['ben', true],
    ['ola', true],
  ])
  expect(at(30)?.map(({ name }) => name)).toEqual(['ola'])
  expect(at(34)).toEqual([])
})

test('TOGETHER-2 a trip that begins before the stored one is read stays', async () => {
  changeOwnTrip({ listId: 'yesterday', at: 1, told: { listId: 'yesterday', shop: '', session: '' } })
  await device.db.putValue('after', 1)
  const again = openPage()
  beginTrip('list', 2)
  await restoreOwnTrip(again)
  expect(useOwnTrip.getState()).toMatchObject({ listId: 'list', at: 2 })
})
