import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { readSettings } from '../../src/account/state/settings.ts'
import { isUnsent } from '../../src/account/session/unsent.ts'
import { freshSpare, freshStorage, openOlder, testDevice } from '../support/device.ts'

const none = () => Promise.reject(new Error('no network in this test'))
const soap = { code: '1', productName: 'Soap', unit: 'pcs', category: '' }

/** Stores values as version 5 of the account's database did. */
async function storeOld(values: Readonly<Record<string, unknown>>): Promise<void> {
  const old = await openOlder(5)
  for (const [key, value] of Object.entries(values)) await old.put('kv', value, key)
  old.close()
}

const unsentIn = async (db: ReturnType<typeof testDevice>['db']) =>
  (await db.getValues('own:')).map((value) => {
    const { own, id, value: what } = value as { own: string; id: string; value: unknown }
    return [own, id, what]
  })

beforeEach(freshStorage)

test('OFFLINE-6 SCAN-3 HAND-11 what waited in version 5 waits on, and is not forgotten at a sign-out', async () => {
  await storeOld({
    'barcode:1': { ...soap, waiting: true, stamp: 's' },
    'barcode:2': { ...soap, code: '2', waiting: false, stamp: 't' },
    'opened:list': 'list',
    'view:list': { sort: 'name' },
  })
  const { db } = testDevice(none, { isUnsent })
  const unsent = [
    ['barcode', '1', soap],
    ['opened', 'list', true],
  ]
  expect(await unsentIn(db)).toEqual(unsent)
  expect(await db.getValue('opened:list')).toBeUndefined()
  expect(await db.getValue('view:list')).toEqual({ sort: 'name' })
  // Known, though not waiting: it is found at the next scan.
  expect(await db.getValue('barcode:2')).toMatchObject({ productName: 'Soap' })
  await db.forget()
  expect((await unsentIn(db)).length).toBe(2)
  expect(await db.getValues('barcode:')).toEqual([])
})

test('OFFLINE-6 HAND-1 settings that waited in version 5 wait on, beside those that the server has', async () => {
  const lists = new Map([['a', { pinned: true, usedAt: 1_000 }]])
  const shops = new Map([['Lidl', ['Fruit']]])
  await storeOld({
    accountSettings: {
      base: { lists, shops: new Map(), products: new Map(), currency: 'EUR' },
      change: { lists, shops, products: new Map([['Tea', null]]), quietTrips: undefined, budget: 90 },
    },
  })
  const { db } = testDevice(none, { isUnsent })
  expect((await unsentIn(db)).toSorted()).toEqual([
    ['setting', 'budget', { budget: 90 }],
    ['setting', 'pinned a', { lists: [{ id: 'a', pinned: true }] }],
    ['setting', 'product Tea', { products: [{ productName: 'Tea', days: null }] }],
    ['setting', 'shop Lidl', { shops: [{ shop: 'Lidl', categories: ['Fruit'] }] }],
    ['setting', 'used a', { lists: [{ id: 'a', usedAt: '1970-01-01T00:00:01.000Z' }] }],
  ])
  expect(await readSettings({ db })).toMatchObject({ shops, currency: 'EUR', budget: 90 })
})

test('FULL-1 SCAN-3 the second copy of a name that waited in version 5 restores it once', async () => {
  const spare = freshSpare()
  const old = JSON.stringify({ ...soap, waiting: true, stamp: 's' })
  spare.setItem('value:anna:barcode:1', old)
  const { db } = testDevice(none, { isUnsent, spare })
  expect(await db.recover()).toBe(1)
  expect(await unsentIn(db)).toEqual([['barcode', '1', soap]])
  // It has arrived, so the older copy goes too.
  await db.changeValues(['own:barcode:1', 'barcode:1'], (_, key) => (key === 'barcode:1' ? soap : undefined))
  expect(spare.length).toBe(0)
  expect(await db.recover()).toBe(0)
})
