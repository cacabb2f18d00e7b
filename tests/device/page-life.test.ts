import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { reopening } from '../../device/storage/reopening.ts'
import { leftKey } from '../../device/storage/copies.ts'
import { callOf, freshSpare, freshStorage, testDevice } from '../support/device.ts'
import { add, row, set } from '../support/entries.ts'

const none = () => Promise.reject(new Error('no network in this test'))
const turn = () => new Promise((resolve) => setImmediate(resolve))
const products = async ({ db }: ReturnType<typeof testDevice>) =>
  (await db.outbox()).map(({ rowId }) => rowId)

/** Safari's bug: the transaction completes, but nothing was written. */
function losePuts(): { putBack: () => void } {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockReturnValue({} as IDBRequest<IDBValidKey>)
  onTestFinished(() => put.mockRestore())
  return { putBack: () => put.mockRestore() }
}

/**
 * Waits until this page has begun a transaction; calls `ended` at its end, before anybody else hears of it.
 */
async function begins({ life }: ReturnType<typeof testDevice>, ended?: () => void): Promise<void> {
  const begun = Promise.withResolvers<void>()
  const follow = vi.spyOn(life, 'follow').mockImplementationOnce((tx) => {
    if (ended) tx.addEventListener('complete', ended)
    begun.resolve()
  })
  await begun.promise
  follow.mockRestore()
}

describe('OFFLINE-6 a page that is left, and perhaps shown again', () => {
  beforeEach(freshStorage)

  it('OFFLINE-6 does not take its own absence for a storage that is blocked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const page = testDevice(none)
    page.life.leave()
    const read = page.db.outbox()
    await turn()
    vi.advanceTimersByTime(60_000)
    await turn()
    page.life.comeBack()
    expect(await read).toEqual([])
  })

  it('OFFLINE-6 leaves no transaction behind, begins none, and goes on where it was when it is shown again', async () => {
    const page = testDevice(none)
    await page.db.append('list', [add('milk')])
    const read = page.db.outbox()
    await turn()
    page.life.leave()
    const late = page.db.streams()
    let done = 0
    void Promise.allSettled([read, late]).then((both) => (done = both.length))
    for (let turns = 0; turns < 20; turns++) await turn()
    expect(done).toBe(0)
    page.life.comeBack()
    expect((await read).map(({ rowId }) => rowId)).toEqual(['milk'])
    expect(await late).toEqual([])
  })

  it('OFFLINE-6 another page is not held up by one that was left in the middle of reading', async () => {
    const left = testDevice(none, { name: 'left' })
    const other = testDevice(none, { name: 'other' })
    await other.db.append('list', [add('milk')])
    void left.db.readList('list')
    await turn()
    left.life.leave()
    await other.db.append('list', [add('bread')])
    expect(await products(other)).toEqual(['milk', 'bread'])
  })

  it('OFFLINE-6 a change that was cut off is written when the page is shown again, once', async () => {
    for (let turns = 0; turns < 8; turns++) {
      freshStorage()
      const page = testDevice(none, { spare: freshSpare() })
      await page.db.streams()
      const written = page.db.append('list', [add('milk'), add('bread')])
      for (let i = 0; i < turns; i++) await (i % 2 ? turn() : Promise.resolve())
      page.life.leave()
      await turn()
      page.life.comeBack()
      await written
      expect(await products(page), `after ${turns} turns`).toEqual(['milk', 'bread'])
      await page.db.close()
    }
  })

  it('OFFLINE-6 a change that was cut off with a page nobody comes back to is written by the next page, in its place', async () => {
    const spare = freshSpare()
    const gone = testDevice(none, { name: 'gone', spare })
    await gone.db.append('list', [add('milk')])
    void gone.db.append('list', [set('milk', 'price', 3)])
    gone.life.leave()
    // A field that loses the focus as the page is left is saved after the page has been left.
    void gone.db.append('list', [set('milk', 'quantity', 2)])
    const next = testDevice(none, { name: 'next', spare })
    await next.db.recover()
    await next.db.append('list', [add('bread')])
    const expected = [
      { op: 'add', rowId: 'milk' },
      { op: 'set', field: 'price', value: 3 },
      { op: 'set', field: 'quantity', value: 2 },
      { op: 'add', rowId: 'bread' },
    ]
    expect(await next.db.outbox()).toMatchObject(expected)
    await testDevice(none, { name: 'third', spare }).db.recover()
    expect(await next.db.outbox()).toHaveLength(4)
  })

  it('WHOLE-1 what was done to several lists at once is written whole or not at all, whenever the page is left', async () => {
    const parts = [
      { listId: 'copy', changes: [add('milk 2'), add('bread 2')] },
      { listId: 'list', changes: [set('milk', 'price', 3)] },
    ]
    for (let turns = 0; turns < 8; turns++) {
      freshStorage()
      const spare = freshSpare()
      const page = testDevice(none, { name: 'left', spare })
      await page.db.streams()
      void page.db.appendTo(parts)
      for (let i = 0; i < turns; i++) await (i % 2 ? turn() : Promise.resolve())
      page.life.leave()
      await turn()
      const next = testDevice(none, { name: 'next', spare })
      expect([0, 3], `after ${turns} turns`).toContain((await next.db.outbox()).length)
      await next.db.recover()
      const written = (await next.db.outbox()).map(({ listId, rowId }) => [listId, rowId])
      expect(written, `after ${turns} turns`).toEqual([
        ['copy', 'milk 2'],
        ['copy', 'bread 2'],
        ['list', 'milk'],
      ])
    }
  })

  it('OFFLINE-6 a page that is left while it writes tells other tabs of it at once', async () => {
    const spare = freshSpare()
    const page = testDevice(none, { spare })
    await page.db.streams()
    void page.db.append('list', [add('milk')])
    expect(spare.getItem(leftKey('anna'))).toBeNull()
    page.life.leave()
    expect(spare.getItem(leftKey('anna'))).not.toBeNull()
  })

  it('OFFLINE-6 a write that is reported as done after the page was left, and is not, is found out', async () => {
    const spare = freshSpare()
    const page = testDevice(none, { spare })
    await page.db.streams()
    const { putBack } = losePuts()
    const written = page.db.append('list', [add('milk')])
    await begins(page)
    page.life.leave()
    page.life.comeBack()
    putBack()
    await written
    expect(await products(page)).toEqual(['milk'])
  })

  it('OFFLINE-6 a write that was done when the page was left, and was not heard of, is done once', async () => {
    const page = testDevice(none, { spare: freshSpare() })
    await page.db.streams()
    const written = page.db.append('list', [add('milk'), add('bread')])
    await begins(page, () => {
      page.life.leave()
      page.life.comeBack()
    })
    await written
    expect(await products(page)).toEqual(['milk', 'bread'])
  })

  it('OFFLINE-6 a page that comes back does not write again what another page wrote and sent', async () => {
    const spare = freshSpare()
    const left = testDevice(none, { name: 'left', spare })
    const other = testDevice(none, { name: 'other', spare })
    await other.db.streams()
    left.life.leave()
    const written = left.db.append('list', [set('milk', 'price', 3)])
    await other.db.recover()
    await other.db.append('list', [set('milk', 'price', 4)])
    const options = { user: 'anna', request: 'r', maxOps: 9, snapshot: false, pull: false }
    expect((await other.db.seal('list', options)).call?.body.ops).toMatchObject([{ value: 4 }])
    left.life.comeBack()
    await written
    expect(await other.db.outbox()).toMatchObject([{ field: 'price', value: 4 }])
  })

  it('OFFLINE-6 what was about to be sent when the page was left is as old as it is when the page comes back', async () => {
    let now = 1_000
    const page = testDevice(none, { now: () => now })
    await page.db.append('list', [set('milk', 'price', 3)])
    const sealed = callOf(page.db)
    await turn()
    page.life.leave()
    now += 3_600_000
    page.life.comeBack()
    expect((await sealed).body.ops).toMatchObject([{ ageMs: 3_600_000 }])
  })

  it('OFFLINE-7 a change that leaves the tray is in one of the two, never in both', async () => {
    const spare = freshSpare()
    const gone = testDevice(none, { name: 'gone', spare })
    await gone.db.append('list', [set('milk', 'price', 3)])
    await gone.db.leave(await callOf(gone.db))
    const [item] = await gone.db.tray()
    gone.life.leave()
    void gone.db.append('other', [add('milk')], item!.opId)
    const next = testDevice(none, { name: 'next', spare })
    expect(await next.db.tray()).toHaveLength(1)
    await next.db.recover()
    expect(await next.db.tray()).toEqual([])
    expect(await next.db.outbox()).toMatchObject([{ op: 'add', listId: 'other' }])
  })

  it('OFFLINE-7 what is dropped from the tray is gone, also when the page is left in the next moment', async () => {
    const gone = testDevice(none, { name: 'gone' })
    await gone.db.append('list', [set('milk', 'price', 3)])
    await gone.db.leave(await callOf(gone.db))
    const [item] = await gone.db.tray()
    void gone.db.dropTray(item!)
    await turn()
    gone.life.leave()
    const next = testDevice(none, { name: 'next' })
    expect(await next.db.tray()).toEqual([])
  })

  it('OFFLINE-6 what stands at the side and makes no sense does no harm, and no place at the side neither', async () => {
    for (const nonsense of ['{', '{"entry":{"opId":"milk"},"at":1,"place":1}', '"x"']) {
      const spare = freshSpare()
      spare.setItem('copy:anna:milk', nonsense)
      const page = testDevice(none, { spare })
      await page.db.recover()
      expect(await page.db.outbox()).toEqual([])
    }
    const full = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
    const page = testDevice(none, {
      spare: { length: 0, key: full, getItem: full, setItem: full, removeItem: full },
    })
    page.life.leave()
    const written = page.db.append('list', [add('milk')])
    page.life.comeBack()
    await written
    expect(await products(page)).toEqual(['milk'])
  })

  it('OFFLINE-6 an upgrade that was cut off with the page is done when the page is shown again', async () => {
    const old = await openDB('account:anna', 2, {
      upgrade(db) {
        db.createObjectStore('rows', { keyPath: ['listId', 'id'] })
        const outbox = db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
        outbox.createIndex('product', ['listId', 'productId'])
        db.createObjectStore('tray', { keyPath: 'opId' })
        db.createObjectStore('streams', { keyPath: 'listId' })
        db.createObjectStore('kv')
      },
    })
    await old.put('rows', { ...row('milk', 3), listId: 'list' })
    old.close()
    const page = testDevice(none)
    const begun = vi.spyOn(page.life, 'follow')
    const read = page.db.readList('list')
    await vi.waitUntil(() => begun.mock.calls.length > 0, { interval: 0 })
    page.life.leave()
    await turn()
    page.life.comeBack()
    expect((await read).rows).toEqual([row('milk', 3)])
  })
})

describe('FRAME-13 storage that does not answer', () => {
  beforeEach(freshStorage)

  it('FRAME-13 is told of after three seconds, and again when it answers; what was asked is done', async () => {
    const opened = reopening<{ kv: { key: string; value: unknown } }>(
      'slow',
      1,
      (db) => void db.createObjectStore('kv'),
      {
        slow: (isSlow) => heard.push(isSlow),
      },
    )
    const heard: boolean[] = []
    await opened.use(() => Promise.resolve())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const [one, two] = [opened.use(() => first.promise), opened.use(() => second.promise)]
    await turn()
    vi.advanceTimersByTime(2_999)
    expect(heard).toEqual([])
    vi.advanceTimersByTime(1)
    expect(heard).toEqual([true])
    first.resolve('one')
    expect(await one).toBe('one')
    expect(heard).toEqual([true])
    second.resolve('two')
    expect(await two).toBe('two')
    expect(heard).toEqual([true, false])
  })
})
