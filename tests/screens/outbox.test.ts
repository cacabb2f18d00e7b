import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Entry } from '../../core/sync/mutation.ts'
import type { Device } from '../../device/device.ts'
import type { OnDevice } from '../../device/storage/reads.ts'
import { showChange } from '../../src/sync/open-list.ts'
import { useDevice } from '../../src/sync/device.ts'
import { syncStatus, useSync } from '../../src/sync/sync-status.ts'
import { showAppended, waitingIn } from '../../src/sync/outbox.ts'
import { add, entry, set } from '../support/entries.ts'

const waits = () => useSync.getState().outbox.map(({ opId }) => opId)
/** An entry as an append returns it: behind all others. */
const appended = (n: number, change: Parameters<typeof entry>[1], more: Partial<Entry> = {}) =>
  ({ ...entry(n, change), n: Number.POSITIVE_INFINITY, ...more }) as Entry
beforeEach(() => useSync.setState({ outbox: [] }))

test('OFFLINE-6 of two changes to one field the page shows the later one, of an add and its delete none', () => {
  const cheap = appended(1, set('milk', 'price', 1))
  const dear = appended(2, set('milk', 'price', 2))
  showAppended([cheap])
  showAppended([dear])
  expect(waits()).toEqual([dear.opId])
  showAppended([appended(3, add('eggs'))])
  showAppended([appended(4, { op: 'delete', rowId: 'eggs' })])
  expect(waitingIn('list').map(({ rowId }) => rowId)).toEqual(['milk'])
})

test('OFFLINE-6 an entry that may have reached the server stays beside a later one', () => {
  const sent = { ...entry(1, set('milk', 'price', 1)), seq: 1, sent: true } as Entry
  useSync.setState({ outbox: [sent] })
  const later = appended(2, set('milk', 'price', 2))
  showAppended([later])
  expect(waits()).toEqual([sent.opId, later.opId])
})

test('OFFLINE-6 what was told twice waits once, and other lists keep what is theirs', () => {
  const one = appended(1, add('milk'))
  const other = appended(2, add('milk'), { listId: 'other' })
  showAppended([one])
  showAppended([one, other])
  expect(waits()).toEqual([one.opId, other.opId])
  expect(waitingIn('other')).toEqual([other])
})

test('OFFLINE-6 what a newer version of the app wrote is counted, and not shown by this one', () => {
  const newer = appended(1, add('milk'), { format: 99 })
  showAppended([newer, appended(2, add('eggs'))])
  expect(waits().length).toBe(2)
  expect(waitingIn('list').map(({ rowId }) => rowId)).toEqual(['eggs'])
})

test('FRAME-9 what was appended while the outbox was read waits, and not for ever if it was answered by then', async () => {
  vi.useFakeTimers()
  const reads: ((found: OnDevice) => void)[] = []
  const readDevice = () => new Promise<OnDevice>((found) => reads.push(found))
  useDevice.setState({ device: { userId: 'anna', db: { readDevice } } as unknown as Device })
  onTestFinished(() => {
    useDevice.setState({ device: null })
    vi.useRealTimers()
  })
  const nothing: OnDevice = { outbox: [], tray: [], stream: undefined, rows: [] }
  const reading = showChange('list', null)
  const milk = appended(1, add('milk'))
  await showChange('list', [milk])
  reads[0]?.(nothing)
  await reading
  expect(waits()).toEqual([milk.opId])
  await vi.advanceTimersByTimeAsync(1_000)
  reads[1]?.(nothing)
  await vi.advanceTimersByTimeAsync(0)
  expect(waits()).toEqual([])
})

test('OFFLINE-6 the status is unknown until the page has read what waits on the device', async () => {
  useSync.setState({ isRead: false })
  expect(syncStatus(useSync.getState()).state).toBe('unknown')
  showAppended([appended(1, add('milk'))])
  expect(syncStatus(useSync.getState())).toEqual({ state: 'waiting', count: 1 })
  const readDevice = () => Promise.resolve<OnDevice>({ outbox: [], tray: [], stream: undefined, rows: [] })
  useSync.setState({ outbox: [] })
  useDevice.setState({ device: { userId: 'anna', db: { readDevice } } as unknown as Device })
  onTestFinished(() => useDevice.setState({ device: null }))
  expect(syncStatus(useSync.getState()).state).toBe('unknown')
  await showChange('list', null)
  expect(syncStatus(useSync.getState()).state).toBe('saved')
})
