import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newList } from '../../core/sync/list-row.ts'
import type { SyncCall, SyncReply } from '../../core/sync/replica.ts'
import { createCourier } from '../../device/courier.ts'
import { openDevice } from '../../device/device.ts'
import { createDisk, type Disk } from '../../device/storage/disk.ts'
import { StorageClosed } from '../../device/failures.ts'
import type { Shown } from '../../device/storage/put-back.ts'
import type { Spare } from '../../device/storage/copies.ts'
import { move, placeOf } from '../../device/storage/moving.ts'
import { isUnsent } from '../../src/account/session/unsent.ts'
import { callOf, freshSpare, freshStorage, testDevice, type TestDevice } from '../support/device.ts'
import { add, addList, row, set } from '../support/entries.ts'

const none = () => Promise.reject(new Error('no network in this test'))
const products = async ({ db }: TestDevice) => (await db.outbox()).map(({ rowId }) => rowId)

const never = () => new Promise<never>(() => undefined)

/** A disk that a test fills and empties, with the clock of its own. */
function aDisk({
  wasTorn = () => Promise.resolve(false),
  rotateLog = () => Promise.resolve(),
  after = never as (ms: number) => Promise<void>,
} = {}) {
  const world = { now: 0, isFull: false, marks: [] as boolean[], rotations: 0, looks: 0 }
  const disk = createDisk({
    now: () => world.now,
    wasTorn,
    after,
    mark: (isWhole) => Promise.resolve(void world.marks.push(isWhole)),
    hasRoom: () => {
      world.looks++
      return Promise.resolve(!world.isFull)
    },
    rotateLog: () => (world.rotations++, rotateLog()),
  })
  return { disk, world }
}

/** A page that was opened, and what it shows once `show` is called. */
async function aPage(options: { disk?: Disk; spare?: Spare } = {}) {
  const nothing: Shown = { outbox: [], tray: [], stream: undefined, rows: [], lists: [] }
  let shown = nothing
  const page = testDevice(none, { spare: freshSpare(), shown: () => shown, ...options })
  await page.db.recover()
  const show = async (more: Partial<Shown> = {}) => {
    shown = { ...nothing, ...(await page.db.readDevice('list', 'all')), ...more }
  }
  return { page, show }
}

/** Every write of this origin aborts as on a full disk. */
function fillUp(name = 'UnknownError'): { empty: () => void } {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('FILE_ERROR_NO_SPACE', name)
  })
  onTestFinished(() => put.mockRestore())
  return { empty: () => put.mockRestore() }
}

/** Another page keeps the account's storage to itself until the returned function is called. */
async function occupyStorage(): Promise<() => Promise<void>> {
  const db = await openDB('account:anna')
  const tx = db.transaction([...db.objectStoreNames], 'readwrite')
  const over = new AbortController()
  const keep = async () => {
    while (!over.signal.aborted) await tx.objectStore('kv').count()
    await tx.done
    db.close()
  }
  const kept = keep()
  return () => (over.abort(), kept)
}

/** Runs what the device wants to do later, such as looking for room. */
async function runTimers({ timers }: TestDevice): Promise<void> {
  for (const { run } of timers.splice(0)) run()
  await turns()
}

async function turns(): Promise<void> {
  for (let count = 0; count < 60; count++) await new Promise((resolve) => setImmediate(resolve))
}

/** The storage comes back empty, as after Chromium deleted it. */
function wipe(): void {
  freshStorage()
}

describe('FULL-2 a storage that does not answer', () => {
  beforeEach(freshStorage)

  it('FULL-2 what is typed meanwhile is shown and may be sent, and is stored once, in its order', async () => {
    const { page } = await aPage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const free = await occupyStorage()
    const typing = page.db.append('list', [add('milk')])
    await turns()
    expect(page.fulls).toEqual([])
    vi.advanceTimersByTime(3_000)
    expect(await typing).toMatchObject([{ rowId: 'milk' }])
    expect(page.fulls).toEqual([true])
    // Nobody waits again for what is known not to answer.
    expect(await page.db.append('list', [add('bread')])).toMatchObject([{ rowId: 'bread' }])
    page.db.noteSent((await typing)!.map(({ opId }) => opId))
    await free()
    await turns()
    expect(page.fulls).toEqual([true, false])
    const outbox = await page.db.outbox()
    expect(outbox.map(({ rowId, sent }) => [rowId, sent])).toEqual([
      ['milk', true],
      ['bread', false],
    ])
  })

  it('FULL-2 a storage that answers within three seconds holds nothing in memory', async () => {
    const { page } = await aPage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const free = await occupyStorage()
    const typing = page.db.append('list', [add('milk')])
    await turns()
    vi.advanceTimersByTime(2_999)
    await free()
    expect(await typing).toMatchObject([{ rowId: 'milk' }])
    expect(page.fulls).toEqual([])
    expect(await products(page)).toEqual(['milk'])
  })
})

describe('FULL-1 a second copy of what waits', () => {
  beforeEach(freshStorage)

  it('FULL-1 what waited is there again, in its order and with its ids, when the storage comes back empty', async () => {
    const spare = freshSpare()
    const before = testDevice(none, { spare })
    await before.db.append('list', [add('milk'), add('bread')])
    await before.db.append('list', [set('milk', 'price', 3)])
    const ids = (await before.db.outbox()).map(({ opId }) => opId)
    wipe()
    const after = testDevice(none, { spare, name: 'after' })
    expect(await after.db.recover()).toBe(3)
    const outbox = await after.db.outbox()
    expect(outbox.map(({ opId }) => opId)).toEqual(ids)
    // It may have been sent before: then an older value could still arrive after a newer one.
    expect(outbox.every(({ sent, seq }) => sent && seq === null)).toBe(true)
    expect(await after.db.recover()).toBe(0)
    expect(await products(after)).toEqual(['milk', 'bread', 'milk'])
  })

  it('FULL-1 what was answered is not sent again, whoever stored the answer', async () => {
    const spare = freshSpare()
    const page = testDevice(none, { spare })
    const worker = testDevice(none, { name: 'worker' })
    await page.db.append('list', [add('milk'), add('bread')])
    const call = await callOf(worker.db)
    await worker.db.store(call, answerTo(call))
    expect(await page.db.recover()).toBe(0)
    expect(spare.length).toBe(0)
    wipe()
    const after = testDevice(none, { spare, name: 'after' })
    expect(await after.db.recover()).toBe(0)
    expect(await products(after)).toEqual([])
  })

  it('FULL-1 what a later change superseded does not come back instead of it', async () => {
    const spare = freshSpare()
    const page = testDevice(none, { spare })
    await page.db.append('list', [set('milk', 'price', 3)])
    await page.db.append('list', [set('milk', 'price', 4)])
    await callOf(page.db)
    await page.db.settle()
    wipe()
    const after = testDevice(none, { spare, name: 'after' })
    await after.db.recover()
    expect(await after.db.outbox()).toMatchObject([{ value: 4 }])
  })

  it('FULL-1 an item of the tray comes again, until it is dropped', async () => {
    const spare = freshSpare()
    const page = testDevice(none, { spare })
    await page.db.append('list', [set('milk', 'price', 3)])
    await page.db.leave(await callOf(page.db))
    await page.db.settle()
    wipe()
    const after = testDevice(none, { spare, name: 'after' })
    expect(await after.db.recover()).toBe(1)
    await after.db.leave(await callOf(after.db))
    const [item] = await after.db.tray()
    await after.db.dropTray(item!)
    await after.db.settle()
    wipe()
    const last = testDevice(none, { spare, name: 'last' })
    expect(await last.db.recover()).toBe(0)
  })

  it('FULL-1 what is from before there were copies, or was brought back by the worker, gets one', async () => {
    const spare = freshSpare()
    const old = testDevice(none)
    await old.db.append('list', [add('milk')])
    const page = testDevice(none, { spare, name: 'page' })
    expect(await page.db.recover()).toBe(0)
    wipe()
    const after = testDevice(none, { spare, name: 'after' })
    expect(await after.db.recover()).toBe(1)
  })

  it('FULL-1 where there is no room for a copy, the change is stored all the same, and the device says so', async () => {
    const spare = freshSpare()
    const page = testDevice(none, {
      spare: {
        ...spare,
        setItem: () => {
          throw new DOMException('no room', 'QuotaExceededError')
        },
      },
    })
    await page.db.append('list', [add('milk')])
    expect(await products(page)).toEqual(['milk'])
    expect(page.db.isShortOfCopies()).toBe(true)
  })

  it('FULL-1 a value that the server does not have is there again too, also after it moved into an account', async () => {
    const spare = freshSpare()
    const kept = { own: 'template', id: 'a', stamp: 's', madeAt: 0, value: 'Lake' }
    const trial = testDevice(none, { spare, isUnsent, userId: 'trial-1', name: 't' })
    await trial.db.changeValue('own:template:a', () => kept)
    await trial.db.putValue('suggestions', ['milk'])
    await trial.db.close()
    wipe()
    const again = testDevice(none, { spare, isUnsent, userId: 'trial-1', name: 'u' })
    expect(await again.db.recover()).toBe(1)
    expect(await again.db.getValues('')).toEqual([kept])
    const account = testDevice(none, { spare, isUnsent })
    await move(placeOf(again.db), placeOf(account.db), (_key, _moved, own) => own)
    for (const { db } of [again, account]) await db.close()
    wipe()
    const [left, moved] = ['trial-1', 'anna'].map((userId) => testDevice(none, { spare, isUnsent, userId }))
    expect([await left!.db.recover(), await left!.db.getValues('')]).toEqual([0, []])
    // With it the mark that says how much came from the trial.
    expect(await moved!.db.recover()).toBe(2)
    expect(await moved!.db.getValue('own:template:a')).toEqual(kept)
    // What the server has needs no copy.
    await moved!.db.changeValue('own:template:a', () => undefined)
    await moved!.db.close()
    wipe()
    const last = testDevice(none, { spare, isUnsent })
    expect(await last.db.recover()).toBe(1)
  })

  it('FULL-1 HAND-1 a value that arrives at any moment while a page looks for lost ones is not put back', async () => {
    const spare = freshSpare()
    const { db } = testDevice(none, { spare, isUnsent })
    const looking = testDevice(none, { spare, isUnsent, name: 'other' }).db
    const budget = { own: 'setting', id: 'budget', stamp: 's', madeAt: 0, value: { budget: 90 } }
    for (let moment = 0; moment < 40; moment++) {
      await db.changeValue('own:setting:budget', () => budget)
      const arriving = db.changeValue('own:setting:budget', () => undefined)
      for (let turn = 0; turn < moment; turn++) await Promise.resolve()
      expect([moment, await looking.restoreValues()]).toEqual([moment, 0])
      await arriving
      expect([await looking.getValues(''), spare.length]).toEqual([[], 0])
    }
  })

  it('FULL-1 signing out removes the copies where nothing waits, and keeps those of what does', async () => {
    const spare = freshSpare()
    const page = testDevice(none, { spare })
    await page.db.append('list', [add('milk')])
    await page.db.forget()
    expect(spare.length).toBe(1)
    const call = await callOf(page.db)
    await page.db.store(call, answerTo(call))
    await page.db.forget()
    expect(spare.length).toBe(0)
  })

  it('FULL-1 clearing an account keeps what only its copies have', async () => {
    const spare = freshSpare()
    const page = testDevice(none, { spare })
    await page.db.append('list', [add('milk')])
    // The next one is left with its page before it is written.
    page.life.leave()
    void page.db.append('list', [add('bread')])
    wipe()
    await testDevice(none, { spare, name: 'start' }).db.forget()
    expect(await products(testDevice(none, { spare, name: 'next' }))).toEqual(['milk', 'bread'])
  })

  it('FULL-1 what a page shows is stored again when the browser clears everything under it', async () => {
    const { page, show } = await aPage()
    await page.db.append('list', [add('milk')])
    const call = await callOf(page.db)
    await page.db.store(call, { ...answerTo(call), rows: [row('milk', 1)] })
    await page.db.append('list', [add('bread')])
    await show({
      lists: [
        newList('list', { listName: 'Market', date: '2026-11-23T10:00:00.000Z' }),
        newList('other', { listName: 'Market', date: '2026-11-23T10:00:00.000Z' }),
      ],
    })
    await page.db.close()
    wipe()
    const { rows, entries } = await page.db.readList('list')
    expect([rows.map(({ id }) => id), entries.map(({ rowId }) => rowId)]).toEqual([['milk'], ['bread']])
    const streams = await page.db.streams()
    expect(streams.map(({ listId, list, cursor }) => [listId, list?.id, cursor])).toEqual([
      ['list', undefined, 1],
      ['other', 'other', 0],
    ])
  })

  it('FULL-1 a list that waits to be made is not taken for one that the server has', async () => {
    const { page, show } = await aPage()
    await page.db.append('list', [addList()])
    await show({ lists: [newList('list', { listName: 'Market', date: '2026-11-23T10:00:00.000Z' })] })
    await page.db.close()
    wipe()
    expect(await page.db.outbox()).toMatchObject([{ op: 'add', rowId: 'list', sent: true }])
    expect(await page.db.streams()).toEqual([])
  })

  it('FULL-1 nothing reads a cleared storage before what the page shows is stored again, and a full one not at all', async () => {
    const { disk, world } = aDisk()
    const { page, show } = await aPage({ disk })
    await page.db.append('list', [add('milk')])
    await show()
    await page.db.close()
    wipe()
    world.isFull = true
    disk.doubt()
    await expect(page.db.readDevice('list', 'all')).rejects.toThrow('full')
    world.isFull = false
    world.now = 10_000
    expect(await products(page)).toEqual(['milk'])
  })

  it('FULL-1 and also when the worker has asked for the list again before the page heard of it', async () => {
    const { page, show } = await aPage()
    await page.db.append('list', [add('milk'), add('bread')])
    await show()
    await page.db.close()
    wipe()
    const worker = testDevice(none, { name: 'worker' })
    const call = await callOf(worker.db)
    await worker.db.store(call, { ...answerTo(call), rows: [row('tea', 1)] })
    const { rows, entries } = await page.db.readList('list')
    expect(rows.map(({ id }) => id)).toEqual(['tea'])
    expect(entries.map(({ rowId }) => rowId)).toEqual(['milk', 'bread'])
  })

  it('FULL-1 nothing is stored again where the storage is the one that the page began with', async () => {
    const { page, show } = await aPage()
    await page.db.append('list', [add('milk')])
    await show()
    const call = await callOf(page.db)
    await page.db.store(call, { ...answerTo(call), rows: [row('milk', 1)] })
    await page.db.settle()
    await page.db.close()
    expect(await products(page)).toEqual([])
  })
})

describe('FULL-2 a storage that takes nothing', () => {
  beforeEach(freshStorage)

  it('FULL-2 what is typed is held in memory, in its order, and stored as soon as there is room', async () => {
    const { disk, world } = aDisk()
    const page = testDevice(none, { spare: freshSpare(), disk })
    await page.db.append('list', [add('milk')])
    world.isFull = true
    const { empty } = fillUp()
    const added = await page.db.append('list', [add('bread')])
    expect(added).toMatchObject([{ rowId: 'bread' }])
    await page.db.append('list', [add('tea')])
    expect(await products(page)).toEqual(['milk', 'bread', 'tea'])
    expect(page.fulls).toEqual([true])
    empty()
    world.now = 10_000
    await runTimers(page)
    expect(page.fulls).toEqual([true])
    world.isFull = false
    world.now = 60_000
    await runTimers(page)
    expect(page.fulls).toEqual([true, false])
    const other = testDevice(none, { name: 'other' })
    expect(await products(other)).toEqual(['milk', 'bread', 'tea'])
  })

  it('FULL-2 a disk that is full when something is sealed is noticed, and when there is room again too', async () => {
    const { disk, world } = aDisk()
    const page = testDevice(none, { spare: freshSpare(), disk })
    await page.db.append('list', [add('milk')])
    world.isFull = true
    disk.doubt()
    await expect(callOf(page.db)).rejects.toThrow('full')
    await vi.waitFor(() => expect(page.fulls).toEqual([true]))
    world.now = 10_000
    await runTimers(page)
    expect([page.fulls, page.timers.length]).toEqual([[true], 1])
    // As each time that the worker reports the same.
    for (let times = 0; times < 3; times++) await expect(page.db.recover()).rejects.toThrow('full')
    expect(page.timers.length).toBe(1)
    world.isFull = false
    world.now = 60_000
    await runTimers(page)
    expect([page.fulls, page.timers.length]).toEqual([[true, false], 0])
    expect((await callOf(page.db)).body.ops).toHaveLength(1)
  })

  it('FULL-2 a database that takes too long to open while the page looks for room is tried again', async () => {
    const { disk, world } = aDisk()
    let isBlocked = false
    const ready = () => (isBlocked ? Promise.reject(new StorageClosed('blocked')) : disk.ready())
    const page = testDevice(none, { spare: freshSpare(), disk: { ...disk, ready } })
    world.isFull = true
    disk.doubt()
    expect(await page.db.append('list', [add('milk')])).toMatchObject([{ rowId: 'milk' }])
    await turns()
    isBlocked = true
    await runTimers(page)
    expect([page.fulls, page.timers.length]).toEqual([[true], 1])
    isBlocked = world.isFull = false
    world.now = 60_000
    await runTimers(page)
    expect([page.fulls, page.timers.length]).toEqual([[true, false], 0])
  })

  it('FULL-1 the rows that a page shows are stored again also when what waits is back from its copies', async () => {
    const spare = freshSpare()
    const { page, show } = await aPage({ spare })
    await page.db.append('list', [add('milk')])
    const call = await callOf(page.db)
    await page.db.store(call, { ...answerTo(call), rows: [row('milk', 1)] })
    await page.db.settle()
    await page.db.append('list', [add('bread')])
    await show()
    await page.db.close()
    wipe()
    await testDevice(none, { spare, name: 'worker' }).db.recover()
    const { rows, entries } = await page.db.readList('list')
    expect([rows.map(({ id }) => id), entries.map(({ rowId }) => rowId)]).toEqual([['milk'], ['bread']])
  })

  it('FULL-2 what is typed behind something held waits for it, also where there is room by then', async () => {
    const page = testDevice(none, { spare: freshSpare() })
    await page.db.streams()
    const { empty } = fillUp()
    await page.db.append('list', [add('bread')])
    empty()
    await page.db.append('list', [add('tea')])
    await runTimers(page)
    expect(await products(testDevice(none, { name: 'other' }))).toEqual(['bread', 'tea'])
  })

  it('FULL-2 what is typed while room is made and what is held is written is kept too', async () => {
    let isRotated = () => undefined as void
    const rotateLog = vi.fn(() => new Promise<void>((resolve) => (isRotated = resolve)))
    const { disk, world } = aDisk({ rotateLog })
    const page = testDevice(none, { spare: freshSpare(), disk })
    await page.db.append('list', [add('milk')])
    world.isFull = true
    disk.doubt()
    await page.db.append('list', [add('bread')])
    await runTimers(page) // in vain
    world.isFull = false
    world.now = 60_000
    await runTimers(page)
    expect(rotateLog).toHaveBeenCalledOnce()
    await page.db.append('list', [add('tea')])
    isRotated()
    await runTimers(page)
    expect(page.fulls).toEqual([true, false])
    const other = testDevice(none, { name: 'other' })
    expect(await products(other)).toEqual(['milk', 'bread', 'tea'])
  })

  it('FULL-2 what another tab typed after what is held stays the later one', async () => {
    const { disk, world } = aDisk()
    const page = testDevice(none, { spare: freshSpare(), disk, now: () => 1 })
    await page.db.append('list', [add('milk')])
    world.isFull = true
    disk.doubt()
    await page.db.append('list', [set('milk', 'price', 3)])
    const other = testDevice(none, { spare: freshSpare(), name: 'other', now: () => 2 })
    await other.db.append('list', [set('milk', 'price', 4)])
    world.isFull = false
    world.now = 60_000
    await runTimers(page)
    expect(await other.db.outbox()).toMatchObject([{ op: 'add' }, { field: 'price', value: 4 }])
  })

  it('FULL-2 nothing is written before there is room and a new log, and reading goes on', async () => {
    const { disk, world } = aDisk()
    const page = testDevice(none, { spare: freshSpare(), disk })
    await page.db.append('list', [add('milk')])
    world.isFull = true
    disk.doubt()
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
    onTestFinished(() => transactions.mockRestore())
    await page.db.append('list', [add('bread')])
    expect(await products(page)).toEqual(['milk', 'bread'])
    expect(transactions.mock.calls.filter(([, mode]) => mode === 'readwrite')).toEqual([])
    expect([world.rotations, world.marks]).toEqual([0, [false]])
    world.isFull = false
    world.now = 10_000
    await runTimers(page)
    expect([world.rotations, world.marks]).toEqual([1, [false, true]])
    expect(page.fulls).toEqual([true, false])
  })

  it('FULL-1 a lost connection is marked a second later, because a mark disturbs a browser that clears its data', async () => {
    for (const isFull of [true, false]) {
      let mark = () => undefined as void
      const after = (ms: number) =>
        new Promise<void>((resolve) => {
          if (ms === 1_000) mark = resolve
        })
      const { disk, world } = aDisk({ after })
      world.isFull = isFull
      await disk.ready()
      disk.doubt(false)
      await disk.ready()
      expect(world.marks).toEqual(isFull ? [] : [true])
      mark()
      await new Promise((resolve) => setImmediate(resolve))
      expect(world.marks).toEqual(isFull ? [false] : [true])
    }
  })

  it('FULL-2 a page that is killed while it holds something finds it in the copies', async () => {
    const spare = freshSpare()
    const { disk, world } = aDisk()
    const page = testDevice(none, { spare, disk })
    await page.db.streams()
    world.isFull = true
    disk.doubt()
    await page.db.append('list', [add('milk')])
    const next = testDevice(none, { spare, name: 'next' })
    expect(await next.db.recover()).toBe(1)
    expect(await products(next)).toEqual(['milk'])
  })

  it('FULL-2 a worker holds nothing in memory and looks for no room: there a failed write is an error', async () => {
    const worker = openDevice('anna')
    const page = openDevice('tomek', {})
    await Promise.all([worker.db.streams(), page.db.streams()])
    fillUp('QuotaExceededError')
    await expect(worker.db.append('list', [add('milk')])).rejects.toThrow('FILE_ERROR_NO_SPACE')
    expect(await page.db.append('list', [add('milk')])).toMatchObject([{ rowId: 'milk' }])
    await Promise.all([worker.close(), page.close()])
  })

  it('FULL-2 what is wrong with the change itself is not mistaken for a full disk, and leaves no copy', async () => {
    const spare = freshSpare()
    const page = testDevice(none, { spare })
    await page.db.streams()
    fillUp('DataError')
    await expect(page.db.append('list', [add('milk')])).rejects.toThrow()
    expect(spare.length).toBe(0)
    expect(page.fulls).toEqual([])
  })

  it('FULL-1 a browser that was killed on a full disk looks for room and makes a new log before its first write', async () => {
    const { disk, world } = aDisk({ wasTorn: () => Promise.resolve(true) })
    const page = testDevice(none, { spare: freshSpare(), disk })
    await page.db.append('list', [add('milk')])
    expect([world.looks, world.rotations, world.marks]).toEqual([1, 1, [true]])
  })

  it('FULL-2 looks for room ever more seldom, and once for all who ask at the same time', async () => {
    const { disk, world } = aDisk()
    world.isFull = true
    disk.doubt()
    const lookedAt: number[] = []
    for (world.now = 0; world.now < 300_000; world.now += 1_000) {
      const before = world.looks
      await Promise.all([disk.ready(), disk.ready()])
      if (world.looks > before) lookedAt.push(world.now)
    }
    expect(lookedAt).toEqual([0, 10_000, 30_000, ...Array.from({ length: 8 }, (_, i) => 60_000 + i * 30_000)])
    expect(disk.mayWrite()).toBe(false)
  })

  it('FULL-2 a look for room that comes to no end is none, until it does', async () => {
    const over: (() => void)[] = []
    const after = () => new Promise<void>((resolve) => over.push(resolve))
    let isRotated = () => undefined as void
    const rotateLog = () => new Promise<void>((resolve) => (isRotated = resolve))
    const { disk, world } = aDisk({ rotateLog, after })
    await disk.ready()
    disk.doubt()
    const ready = disk.ready()
    await vi.waitFor(() => expect(over).toHaveLength(2))
    over.at(-1)?.()
    await ready
    // Nobody waits for it again at once.
    await disk.ready()
    expect([disk.mayWrite(), world.looks]).toEqual([false, 1])
    world.now = 10_000
    const later = disk.ready()
    isRotated()
    await later
    expect([disk.mayWrite(), world.looks]).toEqual([true, 1])
  })

  it('FULL-2 nothing is written while the browser does not say whether its log is whole', async () => {
    const { disk, world } = aDisk({ wasTorn: never, after: () => Promise.resolve() })
    world.isFull = true
    await disk.ready()
    expect(disk.mayWrite()).toBe(false)
    world.isFull = false
    world.now = 60_000
    await disk.ready()
    await vi.waitFor(() => expect(disk.mayWrite()).toBe(true))
  })
})

describe('FULL-2 sending from memory', () => {
  beforeEach(freshStorage)

  function courierOf(page: TestDevice, send: (call: SyncCall) => Promise<SyncReply>) {
    let count = 0
    const newId = () => `courier-${++count}`
    return createCourier({ user: 'anna', newId, now: () => 0, send, sent: page.db.noteSent })
  }

  async function fullPage() {
    const { disk, world } = aDisk()
    const page = testDevice(none, { spare: freshSpare(), disk })
    await page.db.append('list', [set('milk', 'price', 3)])
    world.isFull = true
    disk.doubt()
    await page.db.append('list', [add('bread')])
    return { page, world }
  }

  it('FULL-2 sends what is typed while it sends right after it', async () => {
    const { page } = await fullPage()
    const sent: string[][] = []
    let isAnswered = () => undefined as void
    const courier = courierOf(page, async (call) => {
      sent.push(call.body.ops.map(({ opId }) => opId))
      if (sent.length === 1) await new Promise<void>((resolve) => (isAnswered = resolve))
      return answerTo(call)
    })
    const [first, ...others] = await page.db.outbox()
    const delivering = courier.deliver([first!])
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    void courier.deliver([first!, ...others])
    isAnswered()
    await delivering
    expect(sent).toEqual([[first!.opId], others.map(({ opId }) => opId)])
  })

  it('FULL-2 sends everything once, in its order, under the ids that the outbox sends it under later', async () => {
    const { page } = await fullPage()
    const outbox = await page.db.outbox()
    const calls: SyncCall[] = []
    const courier = courierOf(page, (call) => {
      calls.push(call)
      return Promise.resolve(answerTo(call))
    })
    await courier.deliver(outbox)
    await courier.deliver(outbox)
    expect(calls.map(({ body }) => body.ops.map(({ opId, seq }) => [opId, seq]))).toEqual([
      outbox.map(({ opId }, i) => [opId, i + 1]),
    ])
  })

  it('FULL-2 what did not arrive is sent again, and a lost answer doubles nothing', async () => {
    const { page } = await fullPage()
    const outbox = await page.db.outbox()
    const clients: string[] = []
    let isDown = true
    const courier = courierOf(page, (call) => {
      clients.push(call.body.client)
      return isDown ? Promise.reject(new StorageClosed('full')) : Promise.resolve(answerTo(call))
    })
    await courier.deliver(outbox)
    isDown = false
    await courier.deliver(outbox)
    // Another client id: nobody knows whether the sequence of the first one was used.
    expect(new Set(clients).size).toBe(2)
  })

  it('FULL-2 what was sent from memory is not superseded any more, because it may arrive late', async () => {
    const { page, world } = await fullPage()
    const courier = courierOf(page, (call) => Promise.resolve(answerTo(call)))
    await courier.deliver(await page.db.outbox())
    world.isFull = false
    world.now = 10_000
    await runTimers(page)
    await page.db.append('list', [set('milk', 'price', 4)])
    expect(await page.db.outbox()).toMatchObject([
      { field: 'price', value: 3, sent: true },
      { op: 'add', sent: true },
      { field: 'price', value: 4, sent: false },
    ])
  })
})

function answerTo({ body }: SyncCall): SyncReply {
  const { client, request, cursor, ops } = body
  const last = ops.at(-1)?.seq ?? 0
  return {
    v: 2,
    client,
    request,
    epoch: 'e',
    base: cursor,
    head: ops.length,
    last,
    results: {},
    rows: [],
    more: false,
  }
}
