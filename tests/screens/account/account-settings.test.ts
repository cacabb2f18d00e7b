import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noSettings } from '../../../core/product/account-settings.ts'
import { wholeOrder } from '../../../core/product/aisles.ts'
import type { Answer } from '../../../core/contract/api.ts'
import { project, type ProductView } from '../../../core/sync/mutation.ts'
import type { Device } from '../../../device/device.ts'
import { http } from '../../../device/network.ts'
import { move, placeOf } from '../../../device/storage/moving.ts'
import { settingsWay } from '../../../src/account/state/exchange.ts'
import {
  isNews,
  lastList,
  listToContinue,
  readSettings,
  restoreAccountSettings,
  set,
  setAisles,
  setHowOften,
  useAccountSettings,
} from '../../../src/account/state/settings.ts'
import { endTrip, noteTick } from '../../../src/list/state/aisle-run.ts'
import { chooseShop, setShopping } from '../../../src/list/state/view.ts'
import { useOpenList } from '../../../src/sync/open-list.ts'
import { useNotices } from '../../../src/ui/notices.ts'
import { createSender } from '../../../src/sync/send-unsent.ts'
import { useDevice } from '../../../src/sync/device.ts'
import { useSession } from '../../../src/account/session/session.ts'
import { joinUnsent, refusal } from '../../../src/account/session/unsent.ts'
import { accountTexts } from '../../../src/texts/account-texts.ts'
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
  const session = { userId: 'anna', email: '', accessToken: 'a', expiresAt: 0, remember: true }
  useSession.setState({ session })
})
afterEach(() => {
  useDevice.setState({ device: null })
  useSession.setState({ session: null })
  vi.restoreAllMocks()
})

const kept = () => useAccountSettings.of(device).getState()
const use = (id: string, usedAt: number) =>
  set(`used ${id}`, { lists: [{ id, usedAt: new Date(usedAt).toISOString() }] })
const pin = (id: string, pinned = true, where = device) =>
  set(`pinned ${id}`, { lists: [{ id, pinned }] }, where)

/** A server with its settings, and what the next calls meet. */
function world() {
  const sent: unknown[] = []
  const at = { answer: { lists: [], shops: [], products: [] } as Answer<'settings'>, meets: null as unknown }
  const call = (async (key: string, { body }: { body?: unknown }) => {
    if (body) sent.push(body)
    if (at.meets) throw at.meets
    return key.startsWith('GET') ? at.answer : {}
  }) as unknown as typeof http.call
  const run = createSender([settingsWay], {
    device,
    call,
    isOurs: () => true,
    rest: () => Promise.resolve(),
    refused: () => undefined,
  })
  return { run, sent, at }
}

const unsent = async () => (await device.db.getValues('own:setting:')).length

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
  expect(await unsent()).toBe(1)
})

test('HAND-1 what was set goes out once; what others have set is read and does not undo it', async () => {
  const { run, sent, at } = world()
  await pin('a')
  at.answer = {
    lists: [{ id: 'b', usedAt: '2026-11-21T10:00:00.000Z' }],
    shops: [{ shop: '', categories: ['Fruit'] }],
    products: [],
  }
  await run()
  expect(sent).toEqual([{ lists: [{ id: 'a', pinned: true }] }])
  expect([...kept().settings.lists.keys()]).toEqual(['b'])
  expect(kept().settings.shops.get('')).toEqual(['Fruit'])
  // It is not asked again within a minute, so what arrives is one of the settings that the server has.
  await pin('c')
  await run()
  expect(sent).toHaveLength(2)
  await restoreAccountSettings(device)
  expect([[...kept().settings.lists.keys()], await unsent()]).toEqual([['b', 'c'], 0])
})

test('WEEK-5 how often a product is bought is one setting for all its forms, sent and read like the others', async () => {
  const { run, sent, at } = world()
  await restoreAccountSettings(device)
  setHowOften('Jajka', 7)
  setHowOften('jajko', 14)
  await kept().saving
  expect([...kept().settings.products]).toEqual([['Jajka', 14]])
  at.answer = { lists: [], shops: [], products: [{ productName: 'Tea', days: 0 }] }
  await run()
  expect(sent).toEqual([{ products: [{ productName: 'Jajka', days: 14 }] }])
  expect([...kept().settings.products]).toEqual([['Tea', 0]])
})

test('HAND-1 what the server will never take is given up, and the person is told', async () => {
  const { run, sent, at } = world()
  await pin('a')
  at.meets = refusal('invalidRequest')
  await run()
  expect([sent.length, kept().settings.lists.size, await unsent()]).toEqual([1, 0, 0])
  expect(useNotices.getState().shown).toMatchObject([{ text: accountTexts.settingsRefused }])
})

test('FULL-1 HAND-1 on a full disk a setting is on screen and goes to the server at once', async () => {
  const calls = vi.spyOn(http, 'call').mockResolvedValue({} as never)
  vi.spyOn(device.db, 'changeValue').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  await pin('a')
  expect(kept().settings.lists.get('a')?.pinned).toBe(true)
  expect(calls).toHaveBeenCalledWith('PUT /api/v3/me/settings', {
    body: { lists: [{ id: 'a', pinned: true }] },
  })
})

test('HAND-1 FRAME-11 the last list is the one used last, and a list in use is noted every few minutes', async () => {
  await device.db.putLists([
    { ...list, id: 'a' },
    { ...list, id: 'b' },
  ])
  await use('a', 1_000)
  await use('b', 2_000)
  await use('gone', 3_000)
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
  await device.db.putLists([list, { ...list, id: 'bought', listStatus: 'archiwum', head: 0 }])
  expect(await opens()).toBeNull()
  await use('list', now - hour)
  expect(await opens()).toBe('list')
  // Its products were never fetched here, so it could not be shown without a network.
  await device.db.putLists([{ ...list, head: 7 }])
  expect(await opens()).toBeNull()
  await use('bought', now)
  expect(await opens()).toBeNull()
  await use('gone', now + 1)
  expect(await opens()).toBeNull()
})

test('WEEK-3 a list that was made offline opens; one whose archiving or delete waits does not', async () => {
  const opens = () => listToContinue(device, 1_000)
  await device.db.append('list', [addList(), add('milk')])
  await use('list', 1_000)
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
  await setAisles('Lidl', arranged)
  expect(await go()).not.toEqual(walk)
  expect(await go()).toEqual(walk)
  // A trip through another shop says nothing of this one.
  await setAisles('Aldi', arranged)
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
  await chooseShop('list', 'Aldi')
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
  await pin('weekly', true, there)
  await setAisles('Corner', ['Dairy'], there)
  await pin('party')
  await setAisles('Corner', ['Fruit'])
  await move(placeOf(trial), placeOf(device.db), joinUnsent)
  const { lists, shops } = await readSettings(device)
  expect([...lists.keys()].toSorted()).toEqual(['party', 'weekly'])
  expect(shops.get('Corner')).toEqual(['Fruit'])
  expect(joinUnsent('view:list', 'moved', 'own')).toBe('own')
})
