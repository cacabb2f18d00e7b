import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { spareHere } from '../../../device/storage/copies.ts'
import { pack } from '../../../device/storage/rows.ts'
import { freshSpare, freshStorage, testDevice } from '../../support/device.ts'
import { add, entry, row, stream } from '../../support/entries.ts'

const none = () => Promise.reject(new Error('no network in this test'))
const anna = { userId: 'anna', email: 'anna@example.org', accessToken: null, expiresAt: 9, remember: true }
const barcode = { code: '1', productName: 'Soap', category: '', unit: 'pcs' }
const unsentBarcode = { own: 'barcode', id: '1', stamp: 's', madeAt: 0, value: barcode }

/** A page that was just loaded: its modules know nothing of the storage of another test. */
async function start() {
  vi.resetModules()
  const [app, { forgetPerson }] = await Promise.all([
    import('../../../device/storage/app-db.ts'),
    import('../../../src/account/session/unsent.ts'),
  ])
  return { ...app, forgetPerson, clear: () => app.clearEndedSession(forgetPerson) }
}

beforeEach(() => {
  freshStorage()
  vi.stubGlobal('localStorage', freshSpare())
  onTestFinished(() => void vi.unstubAllGlobals())
})

function copies(): unknown[] {
  const spare = spareHere()
  return Array.from({ length: spare?.length ?? 0 }, (_, i) => spare?.getItem(spare.key(i) ?? ''))
}

/** Everything that is stored on this device, as one text. */
async function stored(): Promise<string> {
  const all = copies()
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await openDB(name)
    for (const store of db.objectStoreNames) all.push(await db.getAll(store))
    db.close()
  }
  return JSON.stringify(all)
}

/** Rows of the server, a product typed without a network, one that was refused, and values of both kinds. */
async function fill() {
  const page = await start()
  const { db } = testDevice(none, { spare: spareHere() ?? freshSpare() })
  await db.append('list', [add('bread', 'Bread')])
  await db.putValue('own:barcode:1', unsentBarcode)
  await db.putValue('barcode:2', { ...barcode, code: '2', productName: 'Shampoo' })
  await db.close()
  await storeAnswer()
  const account = await openDB('account:anna')
  await account.put('tray', { opId: 'op9', entry: entry(9, add('salt', 'Salt')), hung: [], why: 'invalid' })
  await account.put('streams', { ...stream({ cursor: 7 }), list: { listName: 'Our weekend' } })
  account.close()
  await page.putValue('profile', { id: 'anna', name: 'Anna Kowalska' })
  return page
}

/** As a call does that was on its way when the session ended. */
async function storeAnswer(): Promise<void> {
  const account = await openDB('account:anna')
  for (const part of pack('list', [row('Milk', 1)])) await account.put('rows', part)
  account.close()
}

const theirs = ['Milk', 'Our weekend', 'Shampoo', 'Anna Kowalska', 'anna@example.org']
const found = async () => {
  const text = await stored()
  return theirs.filter((word) => text.includes(word))
}

it('PROFILE-8 AUTH-11 a device that was signed out keeps nothing of its person but what is unsent', async () => {
  const { clear, getSession, putSession } = await fill()
  await putSession({ ...anna, signedOut: true })
  expect(await found()).toEqual(theirs)
  expect(await clear()).toMatchObject({ userId: 'anna' })
  expect(await found()).toEqual([])
  expect(await getSession()).toMatchObject({ userId: 'anna', email: '', accessToken: null })

  const { db } = testDevice(none, { name: 'next', spare: spareHere() ?? freshSpare() })
  expect(await db.outbox()).toMatchObject([{ op: 'add', rowId: 'bread' }])
  expect(await db.tray()).toMatchObject([{ opId: 'op9' }])
  expect(await db.getValue('own:barcode:1')).toEqual(unsentBarcode)
  await db.close()
  // The second copy of what waits stays too.
  expect(JSON.stringify(copies())).toContain('Bread')
})

it('PROFILE-8 a clearing that is broken off begins anew with the next start, and clears late answers too', async () => {
  const { clear, clearEndedSession, putSession } = await fill()
  await putSession({ ...anna, signedOut: true })
  await expect(clearEndedSession(() => Promise.reject(new Error('closed')))).rejects.toThrow('closed')
  expect(await found()).toEqual(theirs)
  await clear()
  expect(await found()).toEqual([])
  await storeAnswer()
  expect(await found()).toEqual(['Milk'])
  await clear()
  expect(await found()).toEqual([])
  const { db } = testDevice(none, { name: 'next' })
  expect(await db.outbox()).toHaveLength(1)
  await db.close()
})

it('AUTH-8 AUTH-9 AUTH-10 PROFILE-8 a session that expired leaves everything where it is', async () => {
  const { clear, putSession } = await fill()
  await putSession(anna)
  expect(await clear()).toBeNull()
  expect(await found()).toEqual(theirs)
})
