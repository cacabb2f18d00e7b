import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noSettings } from '../../../core/product/account-settings.ts'
import { wholeOrder } from '../../../core/product/aisles.ts'
import type { Answer, Body } from '../../../core/contract/api.ts'
import type { Problem } from '../../../core/contract/problem-codes.ts'
import { project, type ProductView } from '../../../core/sync/mutation.ts'
import type { Device } from '../../../device/device.ts'
import { ProblemError, Unreachable } from '../../../device/failures.ts'
import { createExchange } from '../../../src/state/account-settings/exchange.ts'
import {
  isNews,
  joinSettings,
  lastList,
  listToContinue,
  readSettings,
  restoreAccountSettings,
  set,
  setHowOften,
  update,
  useAccountSettings,
} from '../../../src/state/account-settings/store.ts'
import { endTrip, noteTick } from '../../../src/state/account-settings/trip.ts'
import { changeView, setShopping } from '../../../src/state/lists/view.ts'
import { useOpenList } from '../../../src/state/lists/open-list.ts'
import { useDevice } from '../../../src/state/session/device.ts'
import { freshStorage, testDevice } from '../../support/device.ts'
import { add, addList, row, setList } from '../../support/entries.ts'

const never = () => Promise.reject(new Error('no network in this test'))

/** A page of anna's, as after a start. */
function openPage(): Device {
  const device = { userId: 'anna', db: testDevice(never).db } as unknown as Device
  useDevice.setState({ device })
  return device
}

let device: Device
beforeEach(() => {
  freshStorage()
  device = openPage()
})
afterEach(() => useDevice.setState({ device: null }))

const kept = () => useAccountSettings.of(device).getState()
const pin = (id: string, pinned = true) => set({ lists: new Map([[id, { pinned }]]) })

/** A server with its settings, a clock, and what the next calls meet. */
function world() {
  const timers: { ms: number; run: () => void }[] = []
  const sent: Body<'changeSettings'>[] = []
  const refusals: string[] = []
  let answer: Answer<'settings'> = { lists: [], shops: [], products: [] }
  let meets: unknown = null
  let reads = 0
  const at = { now: 1_000_000 }
  const exchange = createExchange({
    unsent: () => kept().change,
    update: (change) => update(device, change),
    get: async () => {
      if (meets) throw meets
      reads++
      return answer
    },
    put: async (body) => {
      sent.push(body)
      if (meets) throw meets
    },
    isOurs: () => useDevice.getState().device === device,
    clock: {
      after: (ms, run) => {
        const timer = { ms, run }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), 1)
      },
    },
    now: () => at.now,
    refused: () => refusals.push('refused'),
  })
  return {
    exchange,
    timers,
    sent,
    refusals,
    at,
    reads: () => reads,
    says: (next: Answer<'settings'>) => (answer = next),
    meets: (next: unknown) => (meets = next),
  }
}

test('HAND-1 what is set without a network is on screen at once, and is there after the page was closed', async () => {
  await restoreAccountSettings(device)
  const stored = pin('a')
  expect(kept().settings.lists.get('a')).toEqual({ pinned: true, usedAt: 0 })
  await stored
  await device.db.close()
  device = openPage()
  expect(kept().settings).toEqual(noSettings)
  await restoreAccountSettings(device)
  expect(kept().settings.lists.get('a')?.pinned).toBe(true)
  expect(kept().change.lists.size).toBe(1)
})

test('HAND-1 what was set goes out once; what others have set is read and does not undo it', async () => {
  const { exchange, sent, says, reads, at } = world()
  await pin('a')
  says({
    lists: [{ id: 'b', usedAt: '2026-11-21T10:00:00.000Z' }],
    shops: [{ shop: '', categories: ['Fruit'] }],
    products: [],
  })
  await exchange.run()
  expect(sent).toEqual([{ lists: [{ id: 'a', pinned: true }], shops: [], products: [] }])
  expect([...kept().settings.lists.keys()]).toEqual(['b'])
  expect(kept().settings.shops.get('')).toEqual(['Fruit'])
  // Set while the answer was on its way: it is shown, and sent the next time.
  await pin('c')
  await exchange.run()
  expect(sent).toHaveLength(2)
  expect([...kept().settings.lists.keys()]).toEqual(['b', 'c'])
  expect(reads()).toBe(1)
  at.now += 60_000
  await exchange.run()
  expect(reads()).toBe(2)
})

test('WEEK-5 how often a product is bought is one setting for all its forms, sent and read like the others', async () => {
  const { exchange, sent, says } = world()
  await restoreAccountSettings(device)
  setHowOften('Jajka', 7)
  setHowOften('jajko', 14)
  await kept().saving
  expect([...kept().settings.products]).toEqual([['Jajka', 14]])
  says({ lists: [], shops: [], products: [{ productName: 'Tea', days: 0 }] })
  await exchange.run()
  expect(sent).toEqual([{ lists: [], shops: [], products: [{ productName: 'Jajka', days: 14 }] }])
  expect([...kept().settings.products]).toEqual([['Tea', 0]])
})

test('WEEK-5 HAND-1 what an older version stored is read, with what it had not sent', async () => {
  const lists = new Map([['a', { pinned: true }]])
  await device.db.putValue('accountSettings', {
    base: { lists: new Map(), shops: new Map() },
    change: { lists, shops: new Map() },
  })
  await restoreAccountSettings(device)
  expect(kept().settings).toMatchObject({
    lists: new Map([['a', { pinned: true, usedAt: 0 }]]),
    products: new Map(),
  })
  expect(kept().change.lists).toEqual(lists)
})

test('HAND-1 a lost answer does no harm: the same goes again, a little later', async () => {
  const { exchange, sent, timers, meets } = world()
  await pin('a')
  meets(new Unreachable('no answer'))
  await exchange.run()
  expect(kept().change.lists.size).toBe(1)
  expect(timers.map(({ ms }) => ms)).toEqual([30_000])
  meets(null)
  timers[0]?.run()
  await exchange.run()
  expect(sent[1]).toEqual(sent[0])
  expect(kept().change.lists.size).toBe(0)
})

test('HAND-1 what the server will never take is given up, and the person is told', async () => {
  const { exchange, refusals, meets, sent } = world()
  await pin('a')
  meets(new ProblemError({ status: 400, code: 'invalidRequest' } as Problem, null))
  await exchange.run()
  expect([refusals, sent.length, kept().settings.lists.size]).toEqual([['refused'], 1, 0])
})

test('HAND-1 nothing is sent under another account, and the sooner of two sendings counts', async () => {
  const { exchange, sent, timers } = world()
  await pin('a')
  exchange.soon(120_000)
  exchange.soon(1_500)
  exchange.soon(120_000)
  expect(timers.map(({ ms }) => ms)).toEqual([1_500])
  useDevice.setState({ device: null })
  await exchange.run()
  expect(sent).toEqual([])
})

test('HAND-1 FRAME-11 the last list is the one used last, and a list in use is noted every few minutes', async () => {
  const used = (id: string, usedAt: number) => set({ lists: new Map([[id, { usedAt }]]) })
  await device.db.putLists([
    { ...list, id: 'a' },
    { ...list, id: 'b' },
  ])
  await used('a', 1_000)
  await used('b', 2_000)
  await used('gone', 3_000)
  expect(await lastList()).toBe('b')
  const settings = await readSettings(device)
  const minute = 60_000
  expect(isNews(settings, 'gone', 3_000 + 4 * minute)).toBe(false)
  expect(isNews(settings, 'gone', 3_000 + 5 * minute)).toBe(true)
  // Another one was used since.
  expect(isNews(settings, 'b', 3_001)).toBe(true)
})

test('WEEK-3 the app opens with a recent list that is on this device and still active, and with no other', async () => {
  const now = 20 * hour
  const opens = () => listToContinue(device, now)
  const use = (id: string) => set({ lists: new Map([[id, { usedAt: now - hour }]]) })
  await device.db.putLists([list, { ...list, id: 'bought', listStatus: 'archiwum', head: 0 }])
  expect(await opens()).toBeNull()
  await use('list')
  expect(await opens()).toBe('list')
  // Its products were never fetched here, so it could not be shown without a network.
  await device.db.putLists([{ ...list, head: 7 }])
  expect(await opens()).toBeNull()
  await set({ lists: new Map([['bought', { usedAt: now }]]) })
  expect(await opens()).toBeNull()
  await set({ lists: new Map([['gone', { usedAt: now + 1 }]]) })
  expect(await opens()).toBeNull()
})

test('WEEK-3 a list that was made offline opens; one whose archiving or delete waits does not', async () => {
  const opens = () => listToContinue(device, 1_000)
  await device.db.append('list', [addList(), add('milk')])
  await set({ lists: new Map([['list', { usedAt: 1_000 }]]) })
  expect(await opens()).toBe('list')
  await device.db.append('list', [setList('listStatus', 'archiwum')])
  expect(await opens()).toBeNull()
})

const list = {
  id: 'list',
  listName: 'Saturday',
  date: '2026-11-21T10:00:00.000Z',
  hash: null,
  listStatus: 'aktywna' as const,
  permissions: 'edit' as const,
  productCount: 0,
  checkedCount: 0,
  sum: 0,
  head: 0,
  sharedWith: 0,
}

function shop(categories: readonly string[], shop_name = ''): ProductView[] {
  const rows = categories.map((category_name, n) =>
    row(`p${n}`, n, { productName: `product ${n}`, category_name, shop_name, position: `a${n}` }),
  )
  const views = project(rows, [])
  useOpenList.setState({
    listId: 'list',
    list,
    status: 'ready',
    order: views.map(({ id }) => id),
    products: new Map(views.map((view) => [view.id, view])),
  })
  return views
}

async function tickAll(products: readonly ProductView[], now = Date.now()): Promise<void> {
  for (const product of products) await noteTick('list', product, true, Promise.resolve(true), now)
}
const orders = () => Object.fromEntries(kept().settings.shops)
const hour = 3_600_000

test('HAND-6 a trip in shopping mode teaches the shop its order, once, and not while it goes on', async () => {
  const products = shop(['Fruit', 'Vegetables', 'Dairy', 'Bakery'], 'Lidl')
  await tickAll(products)
  await endTrip(device, 'list')
  expect(orders()).toEqual({})
  setShopping('list', true)
  await tickAll(products)
  expect(orders()).toEqual({})
  await endTrip(device, 'list')
  const learned = orders()['Lidl']
  expect(learned?.slice(0, 2)).toEqual(['Fruit', 'Vegetables'])
  expect(wholeOrder(learned ?? [], 'en')).toEqual(learned)
  await endTrip(device, 'list')
  expect(orders()).toEqual({ Lidl: learned })
})

test('HAND-6 two trips the same way are the order of that shop, unless a person arranged it in between', async () => {
  const walk = ['Pets', 'Dairy', 'Vegetables', 'Bakery', 'Drinks', 'Fruit']
  const products = shop(walk, 'Lidl')
  setShopping('list', true)
  const go = async () => {
    await tickAll(products)
    await endTrip(device, 'list')
    return orders()['Lidl']?.filter((name) => walk.includes(name))
  }
  expect(await go()).not.toEqual(walk)
  expect(await go()).toEqual(walk)
  const arranged = wholeOrder(['Fruit', 'Vegetables'], 'en')
  await set({ shops: new Map([['Lidl', arranged]]) })
  expect(await go()).not.toEqual(walk)
  expect(await go()).toEqual(walk)
  // A trip through another shop says nothing of this one.
  await set({ shops: new Map([['Aldi', arranged]]) })
  const elsewhere = products.map((product) => ({ ...product, shop_name: 'Aldi' }))
  useOpenList.setState({ products: new Map(elsewhere.map((product) => [product.id, product])) })
  await tickAll(elsewhere)
  await endTrip(device, 'list')
  expect(orders()['Aldi']?.filter((name) => walk.includes(name))).not.toEqual(walk)
})

test('HAND-6 the last tick counts for a trip that ends while it is being saved; one that was not saved does not', async () => {
  const products = shop(['Pets', 'Fruit', 'Vegetables', 'Bakery'])
  const saved = Promise.withResolvers<boolean>()
  const tick = (at: number, saving: Promise<boolean>) =>
    noteTick('list', products[at] as ProductView, true, saving)
  setShopping('list', true)
  void tick(0, Promise.resolve(false))
  for (const at of [1, 2]) void tick(at, Promise.resolve(true))
  void tick(3, saved.promise)
  setShopping('list', false)
  const ended = endTrip(device, 'list')
  saved.resolve(true)
  await ended
  expect(orders()['']?.slice(0, 3)).toEqual(['Fruit', 'Vegetables', 'Bakery'])
  expect(orders()['']?.indexOf('Pets')).not.toBe(0)
})

test('HAND-6 a trip survives the end of the app, and an untick takes its tick back', async () => {
  const products = shop(['Pets', 'Fruit', 'Vegetables', 'Bakery'])
  setShopping('list', true)
  await tickAll(products)
  await noteTick('list', products[0] as ProductView, false, Promise.resolve(true))
  await device.db.close()
  device = openPage()
  await endTrip(device, 'list')
  expect(orders()['']?.slice(0, 3)).toEqual(['Fruit', 'Vegetables', 'Bakery'])
  expect(orders()['']?.at(-1)).toBe('Pets')
})

test('HAND-6 a trip of yesterday is over; the shop that was chosen goes before the one that is named most', async () => {
  const products = shop(['Fruit', 'Vegetables', 'Bakery', 'Dairy'], 'Lidl')
  const elsewhere = { ...(products[3] as ProductView), shop_name: 'Aldi' }
  useOpenList.setState(({ products }) => ({ products: new Map([...products, [elsewhere.id, elsewhere]]) }))
  setShopping('list', true)
  await changeView('list', { shop: 'Aldi' })
  await tickAll(products.slice(0, 3), 10 * hour)
  expect(orders()).toEqual({})
  await tickAll([elsewhere], 20 * hour)
  expect(Object.keys(orders())).toEqual(['Aldi'])
  // One tick is no way through a shop.
  await endTrip(device, 'list')
  expect(Object.keys(orders())).toEqual(['Aldi'])
})

test('TRIAL-2 what was set without an account joins what the account has here; the account’s own word wins', async () => {
  const trial = testDevice(never, { userId: 'trial-1' }).db
  const there = { userId: 'trial-1', db: trial } as unknown as Device
  const pinned = (id: string, value: boolean) => ({ lists: new Map([[id, { pinned: value }]]) })
  await set(pinned('weekly', true), there)
  await set({ shops: new Map([['Corner', ['Dairy']]]) }, there)
  await set(pinned('party', true))
  await set({ shops: new Map([['Corner', ['Fruit']]]) })
  const key = 'accountSettings'
  const joined = joinSettings(key, await trial.getValue(key), await device.db.getValue(key))
  await device.db.putValue(key, joined)
  const { lists, shops } = await readSettings(device)
  expect([...lists.keys()].toSorted()).toEqual(['party', 'weekly'])
  expect(shops.get('Corner')).toEqual(['Fruit'])
  expect(joinSettings('view:list', 'moved', 'own')).toBe('own')
})
