import 'fake-indexeddb/auto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { List } from '../../core/contract/shapes.ts'
import type { Device } from '../../device/device.ts'
import { keepCardsFresh, useOverview, watchOverview } from '../../src/state/lists/overview.ts'
import { useSync } from '../../src/state/lists/sync.ts'
import { tellListeners, useDevice } from '../../src/state/session/device.ts'
import { freshStorage, testDevice } from '../support/device.ts'

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

test('FULL-3 the overview keeps its cards when the browser empties a full storage under it', async () => {
  const page = testDevice(() => Promise.reject(new Error('no network in this test')))
  const device = { ...page, userId: 'anna', isTrial: false } as unknown as Device
  const list = { id: 'list', listName: 'Weekend', date: '2026-11-23', productCount: 0, head: 0 } as List
  await page.db.putLists([list])
  keepCardsFresh()
  watchOverview()
  expect(await cardsAfter(() => useDevice.setState({ device }), device)).toEqual(['Weekend'])

  await page.db.close()
  freshStorage()
  const news = () => tellListeners({ type: 'changed', listId: null, rows: null }, device)
  useSync.of(device).setState({ storage: 'full' })
  expect(await cardsAfter(news, device)).toEqual(['Weekend'])
  useSync.of(device).setState({ storage: 'fine' })
  expect(await cardsAfter(news, device)).toEqual([])
})
