import 'fake-indexeddb/auto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { List } from '../../core/contract/shapes.ts'
import type { Device } from '../../device/device.ts'
import { keepCardsFresh, pullList, useOverview, watchOverview } from '../../src/sync/overview.ts'
import { attachDevice } from '../../src/app/start/attach-device.ts'
import { tellListeners, useDevice } from '../../src/sync/device.ts'
import { freshStorage } from '../support/device.ts'
import { stream } from '../support/entries.ts'

beforeEach(() => {
  freshStorage()
  vi.stubGlobal('document', { addEventListener: () => undefined })
  onTestFinished(() => void vi.unstubAllGlobals())
})

/** The names on the cards once the device was read again. */
async function cardsAfter(happens: () => void, device: Device): Promise<string[] | undefined> {
  await new Promise<void>((read) => {
    useOverview.of(device).subscribe(() => read())
    happens()
  })
  return useOverview
    .of(device)
    .getState()
    .lists?.map(({ listName }) => listName)
}

test('FULL-3 the overview keeps its cards when the browser clears the storage under it, and stores them again', async () => {
  await attachDevice('anna')
  onTestFinished(() => attachDevice(null))
  const device = useDevice.getState().device!
  const list = { id: 'list', listName: 'Weekend', date: '2026-11-23', productCount: 0, head: 0 } as List
  await device.db.putLists([list])
  keepCardsFresh()
  const news = () => tellListeners({ type: 'changed', listId: null, rows: null }, device)
  expect(await cardsAfter(watchOverview, device)).toEqual(['Weekend'])

  await device.db.use(async (db) => db.close()) // the browser closes the connection
  freshStorage()
  expect(await cardsAfter(news, device)).toEqual(['Weekend'])
  expect(await device.db.streams()).toMatchObject([{ listId: 'list', list, cursor: 0 }])
})

test('RUN-7 a poke is pulled if its head is news, or if its history is another one', async () => {
  await attachDevice('anna')
  onTestFinished(() => attachDevice(null))
  const device = useDevice.getState().device!
  await device.db.use(async (db) => db.put('streams', stream({ cursor: 5, epoch: 'root' })))
  const pulls: string[] = []
  vi.spyOn(device.drain, 'dispatch').mockImplementation(async (listId) => {
    pulls.push(listId)
    return { at: 'idle' } as Awaited<ReturnType<Device['drain']['dispatch']>>
  })
  const isPulled = async (...poke: Parameters<typeof pullList>) => {
    await pullList(...poke)
    return pulls.splice(0).length === 1
  }
  expect(await isPulled('list', 6, 'root')).toBe(true)
  expect(await isPulled('list', 5, 'root')).toBe(false)
  // What this device has seen above version 3 is lost.
  expect(await isPulled('list', 4, 'root/3.t2')).toBe(true)
  expect(await isPulled('list', 5, 'root/3.t2')).toBe(true)
  // From a server that does not name it.
  expect(await isPulled('list', 5)).toBe(false)
  expect(await isPulled('list', 6)).toBe(true)
  expect(await isPulled('unknown', 1, 'other')).toBe(true)
})
