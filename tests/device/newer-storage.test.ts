import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { StorageClosed, isOfNewer } from '../../device/failures.ts'
import { accountVersion } from '../../device/storage/stored.ts'
import { freshSpare, freshStorage, testDevice } from '../support/device.ts'
import { add, entry } from '../support/entries.ts'

beforeEach(freshStorage)

const send = () => Promise.reject(new Error('nothing is sent'))

/** A newer version upgrades a database, as its page does. */
function upgrade(name: string, version: number): Promise<void> {
  return new Promise((done, failed) => {
    const opening = indexedDB.open(name, version)
    opening.addEventListener('error', () => failed(opening.error))
    opening.addEventListener('success', () => {
      opening.result.close()
      done()
    })
  })
}

/** Returns everything that a database holds, whichever version of the app wrote it. */
function contentOf(name: string): Promise<unknown[]> {
  return new Promise((read, failed) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => failed(opening.error))
    opening.addEventListener('success', () => {
      const db = opening.result
      const names = [...db.objectStoreNames]
      const tx = db.transaction(names)
      const all = names.map((store) => tx.objectStore(store).getAll())
      tx.addEventListener('complete', () => {
        db.close()
        read([db.version, ...all.map(({ result }) => result)])
      })
    })
  })
}

test('OFFLINE-9 storage of a newer version is neither read nor written, and its second copies stay', async () => {
  const spare = freshSpare()
  const before = testDevice(send, { spare })
  await before.db.append('list', [add('milk', 'Milk')])
  await before.db.close()
  await upgrade('account:anna', accountVersion + 1)
  // What the newer version typed, with its copy.
  const newer = { ...entry(7, add('tea', 'Tea')), opId: 'of-newer', format: 999 }
  spare.setItem('copy:anna:of-newer', JSON.stringify({ entry: newer, at: 1, place: 1 }))
  const stored = await contentOf('account:anna')
  const keys = () => Array.from({ length: spare.length }, (_, i) => spare.key(i)).toSorted()
  const copied = keys()

  const older = testDevice(send, { spare, name: 'older' })
  const asks: (() => Promise<unknown>)[] = [
    () => older.db.append('list', [add('bread', 'Bread')]),
    () => older.db.recover(),
    () => older.db.settle(),
    () => older.db.forget(),
    () => older.db.outbox(),
    () => older.db.putValue('key', 'value'),
    () => older.db.putLists([]),
    () => older.drain.all(),
  ]
  for (const ask of asks) await expect(ask(), String(ask)).rejects.toSatisfy(isOfNewer)
  await older.drain.dispatch('list', { type: 'trigger', edit: true })
  expect(older.failures).toEqual([new StorageClosed('newer')])
  expect(older.fulls).toEqual([])
  expect(older.db.countCopies()).toBe(2)
  await older.db.close()
  expect(keys()).toEqual(copied)
  expect(await contentOf('account:anna')).toEqual(stored)
})

test('OFFLINE-9 AUTH-11 a session goes on by its second copy while its storage belongs to a newer version', async () => {
  vi.stubGlobal('localStorage', freshSpare())
  vi.resetModules()
  const first = await import('../../device/storage/app-db.ts')
  const session = { userId: 'anna', email: 'a@b.c', accessToken: 'old', expiresAt: 1, remember: true }
  await first.putSession(session)
  // The newer version closes the connection of the older one.
  await upgrade('app', 2)
  expect(await first.getSession()).toEqual(session)
  await first.putSession({ ...session, accessToken: 'renewed' })
  expect(await first.getSession()).toMatchObject({ accessToken: 'renewed' })
})
