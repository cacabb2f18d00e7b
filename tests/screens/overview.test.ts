import 'fake-indexeddb/auto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { List } from '../../core/contract/shapes.ts'
import type { Device } from '../../device/device.ts'
import { keepCardsFresh, useOverview, watchOverview } from '../../src/state/lists/overview.ts'
import { attachDevice } from '../../src/state/session/attach-device.ts'
import { tellListeners, useDevice } from '../../src/state/session/device.ts'
import { freshStorage } from '../support/device.ts'

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
