import 'fake-indexeddb/auto'
import { type IDBPDatabase, openDB } from 'idb'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Change } from '../../core/sync/change.ts'
import type { Entry } from '../../core/sync/mutation.ts'
import type { SyncReply } from '../../core/sync/replica.ts'
import { pack } from '../../device/storage/rows.ts'
import { callOf, freshSpare, freshStorage, openOlder, testDevice } from '../support/device.ts'
import { add, entry, row, set, stream } from '../support/entries.ts'

const none = () => Promise.reject(new Error('no network in this test'))
const options = { user: 'anna', request: 'r', maxOps: 1_000, snapshot: false, pull: true }

function reply(base: number, head: number, more: Partial<SyncReply> = {}): SyncReply {
  return {
    v: 1,
    client: '',
    request: 'r',
    epoch: 'e',
    base,
    head,
    last: 0,
    results: {},
    rows: [],
    more: false,
    ...more,
  }
}

function version1(db: IDBPDatabase): void {
  db.createObjectStore('rows', { keyPath: ['listId', 'id'] }).createIndex('listId', 'listId')
  db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true }).createIndex('listId', 'listId')
  db.createObjectStore('tray', { keyPath: 'opId' })
  db.createObjectStore('streams', { keyPath: 'listId' })
  db.createObjectStore('kv')
}

describe('OFFLINE-1 what is typed is on the device before it counts as saved', () => {
  beforeEach(freshStorage)

  it('OFFLINE-1 keeps changes in the order typed, over a restart', async () => {
    const first = testDevice(none, { name: 'one' })
    await first.db.append('list', [add('milk'), add('bread')])
    await first.db.append('list', [set('milk', 'price', 3)])
    await first.db.close()
    const second = testDevice(none, { name: 'two' })
    const entries = await second.db.outbox()
    expect(entries.map((e) => [e.op, e.rowId])).toEqual([
      ['add', 'milk'],
      ['add', 'bread'],
      ['set', 'milk'],
    ])
    expect(entries[2]).toMatchObject({ value: 3, seq: null, sent: false })
  })

  it('OFFLINE-6 what an older version of the app stored is there, and a batch it had sealed goes again as it was', async () => {
    const old = await openDB('account:anna', 1, { upgrade: version1 })
    await old.put('rows', { ...row('milk', 3), listId: 'list' })
    await old.put('streams', stream({ clientId: 'c', nextSeq: 5, cursor: 3, epoch: 'e' }))
    await old.put('outbox', entry(1, add('bread'), { seq: 4, sent: true }))
    await old.put('outbox', entry(2, set('bread', 'price', 3)))
    old.close()

    const { db } = testDevice(none)
    await db.append('list', [set('milk', 'price', 5)])
    const sealed = async () => (await db.seal('list', options)).call!
    expect((await sealed()).body.ops.map(({ seq, opId }) => [seq, opId])).toEqual([[4, 'op1']])
    await db.store(await sealed(), reply(3, 4, { client: 'c' }))
    expect((await sealed()).body.ops.map(({ seq, rowId }) => [seq, rowId])).toEqual([
      [5, 'bread'],
      [6, 'milk'],
    ])
    expect((await db.readList('list')).rows).toEqual([row('milk', 3)])
  })

  it('OFFLINE-6 a row of its own for each product, as the version before kept them, is found again', async () => {
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
    const milk = row('milk', 3, { price: 2.5, fieldVer: { price: 2 } })
    const silk = row('silk', 4, { priceUnknown: true })
    for (const product of [milk, silk]) await old.put('rows', { ...product, listId: 'list' })
    await old.put('rows', { ...row('bread', 7), listId: 'other' })
    await old.put('outbox', entry(1, add('eggs')))
    old.close()

    const { db } = testDevice(none)
    expect((await db.readList('list')).rows).toEqual([milk, silk])
    expect((await db.readList('other')).rows).toEqual([row('bread', 7)])
    expect((await db.outbox()).map(({ rowId }) => rowId)).toEqual(['eggs'])
  })

  it.each([3, 4, 5])('OFFLINE-6 what version %i stored is found again', async (version) => {
    const old = await openOlder(version)
    for (const part of pack('list', [row('milk', 3)])) await old.put('rows', part)
    await old.put('outbox', entry(1, add('eggs')))
    old.close()

    const { db } = testDevice(none)
    await db.append('list', [add('bread')])
    expect((await db.readList('list')).rows).toEqual([row('milk', 3)])
    expect((await db.outbox()).map(({ rowId }) => rowId)).toEqual(['eggs', 'bread'])
    await db.settle()
    expect(await db.use(async (own) => own.getAll('birth'))).toEqual([expect.any(String)])
  })

  it('OFFLINE-6 an upgrade that breaks off leaves everything as it was, and the next one does it', async () => {
    const old = await openDB('account:anna', 1, { upgrade: version1 })
    await old.put('rows', { ...row('milk', 3), listId: 'list' })
    await old.put('outbox', entry(1, add('eggs')))
    old.close()
    const groupBy = vi.spyOn(Map, 'groupBy').mockImplementationOnce(() => {
      throw new TypeError('something in the middle of it')
    })
    onTestFinished(() => groupBy.mockRestore())

    const { db } = testDevice(none)
    expect((await db.readList('list')).rows).toEqual([row('milk', 3)])
    expect((await db.outbox()).map(({ rowId }) => rowId)).toEqual(['eggs'])
    expect(groupBy.mock.results[0]?.type).toBe('throw')
  })

  it('OFFLINE-6 an answer replaces the rows it brings, and leaves those beside them', async () => {
    const { db } = testDevice(none)
    const pulled = async () => (await db.seal('list', options)).call!
    await db.store(await pulled(), reply(0, 2, { rows: [row('milk', 1), row('silk', 2), row('tea', 2)] }))
    await db.store(await pulled(), reply(2, 3, { rows: [row('silk', 3, { priceUnknown: true })] }))
    const { rows } = await db.readList('list')
    expect(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      row('milk', 1),
      row('silk', 3, { priceUnknown: true }),
      row('tea', 2),
    ])
    expect((await db.readDevice('list', ['silk'])).rows.map(({ id }) => id)).toEqual(['silk'])
  })

  it('OFFLINE-6 what a later change stands for is not shown, not sent, and gone before that is answered', async () => {
    const { db } = testDevice(none)
    await db.append('list', [set('milk', 'price', 1), add('bread')])
    await db.append('list', [set('milk', 'price', 2), { op: 'delete', rowId: 'bread' }])
    const values = (entries: Entry[]) => entries.map((e) => e.op === 'set' && e.value)
    expect(values(await db.outbox())).toEqual([2])
    expect(values((await db.readList('list')).entries)).toEqual([2])
    const call = (await db.seal('list', options)).call!
    expect(call.body.ops).toMatchObject([{ seq: 1, field: 'price', value: 2 }])
    expect(await db.store(call, reply(0, 1))).toMatchObject({ left: 0 })
    expect(await db.outbox()).toEqual([])
    await db.close()
    const raw = await openDB('account:anna')
    expect(await raw.count('outbox')).toBe(0)
    raw.close()
  })

  it('OFFLINE-6 a transaction that fails leaves nothing half-written and says so', async () => {
    const { db } = testDevice(none)
    await db.append('list', [add('milk')])
    const broken = {
      op: 'add',
      rowId: 'bread',
      value: { productName: (() => 'no clone') as never },
    } as never
    await expect(db.append('list', [add('eggs'), broken])).rejects.toThrow()
    expect((await db.outbox()).map((e) => e.rowId)).toEqual(['milk'])
  })

  it('OFFLINE-6 stores rows, cursor and outbox of an answer together', async () => {
    const { db, changes } = testDevice(none)
    await db.append('list', [add('milk')])
    const call = (await db.seal('list', options)).call!
    await db.append('list', [add('typed while sending')])
    expect(await db.store(call, reply(0, 1, { rows: [row('milk', 1)] }))).toMatchObject({
      dropped: false,
      left: 1,
    })
    const here = await db.readList('list')
    expect(here.rows.map((r) => r.id)).toEqual(['milk'])
    expect(here.stream).toMatchObject({ cursor: 1, epoch: 'e', nextSeq: 2 })
    expect(here.entries.map((e) => e.rowId)).toEqual(['typed while sending'])
    expect(changes.at(-1)).toEqual({ listId: 'list', rows: 'all' })
  })

  it('OFFLINE-1 an edit does not wait for whoever reads the rows of a list', async () => {
    const { db } = testDevice(none)
    await db.append('list', [add('milk')])
    const other = await openDB('account:anna')
    const rows = other.transaction('rows').objectStore('rows')
    const over = new AbortController()
    const most = 500
    const reading = (async () => {
      let count = 0
      while (!over.signal.aborted && count < most) {
        await rows.get(['list', 'a'])
        count++
      }
      return count
    })()
    await db.append('list', [add('bread')])
    over.abort()
    expect(await reading).toBeLessThan(most)
    other.close()
    expect(await db.outbox()).toHaveLength(2)
  })

  it('OFFLINE-8 a call that only asks writes nothing but the stream of a list that is new here', async () => {
    const { db } = testDevice(none)
    await db.streams()
    const puts = vi.spyOn(IDBObjectStore.prototype, 'put')
    onTestFinished(() => puts.mockRestore())
    await db.seal('list', options)
    expect(puts).toHaveBeenCalledTimes(1)
    expect((await db.stream('list'))?.clientId).toBe((await db.seal('list', options)).call?.body.client)
    expect(puts).toHaveBeenCalledTimes(1)
  })

  it('OFFLINE-6 two contexts that seal at once share one batch', async () => {
    const page = testDevice(none, { name: 'page' })
    const worker = testDevice(none, { name: 'worker' })
    await page.db.append('list', [add('milk'), add('bread')])
    const [{ call: a }, { call: b }] = await Promise.all([
      page.db.seal('list', options),
      worker.db.seal('list', options),
    ])
    expect(a?.body.ops.map((op) => [op.seq, op.opId])).toEqual(b?.body.ops.map((op) => [op.seq, op.opId]))
    expect(a?.body.client).toBe(b?.body.client)
  })

  it('OFFLINE-7 a list that is gone moves what was typed into the tray', async () => {
    const { db } = testDevice(none)
    await db.append('list', [add('milk'), { op: 'delete', rowId: 'bread' }])
    await db.append('other', [add('eggs')])
    await db.leave(await callOf(db))
    expect((await db.tray()).map((item) => [item.why, item.entry.rowId])).toEqual([
      ['lost', 'milk'],
      ['lost', 'bread'],
    ])
    expect((await db.outbox()).map((e) => e.listId)).toEqual(['other'])
  })

  it('OFFLINE-7 a change made again leaves the tray in the same transaction', async () => {
    const { db } = testDevice(none)
    await db.append('list', [add('milk')])
    await db.leave(await callOf(db))
    const [item] = await db.tray()
    const broken = { op: 'add', rowId: 'x', value: { productName: (() => 'no clone') as never } } as never
    await expect(db.append('list', [broken], item?.opId)).rejects.toThrow()
    expect(await db.tray()).toHaveLength(1)
    await db.append('list', [add('milk again')], item?.opId)
    expect([await db.tray(), (await db.outbox()).map((e) => e.rowId)]).toEqual([[], ['milk again']])
  })

  it('OFFLINE-6 an append says what waits now and by whom; where more may have changed it says nothing', async () => {
    const { db, changes } = testDevice(none)
    const added = await db.append('list', [add('milk'), set('milk', 'price', 3)])
    expect(added).toMatchObject([{ op: 'add' }, { field: 'price', seq: null, sent: false }])
    expect(changes).toEqual([{ listId: 'list', rows: null, added: { by: db.by, entries: added } }])
    // The change event places them behind everything else; the database assigns the numbers.
    expect((await db.outbox()).map(({ n, opId }) => [n, opId])).toEqual(
      added?.map(({ opId }, i) => [i + 1, opId]),
    )
    await db.leave(await callOf(db))
    const [item] = await db.tray()
    changes.length = 0
    expect(await db.append('list', [add('milk again')], item?.opId)).toBeNull()
    expect(changes).toEqual([{ listId: 'list', rows: null }])
  })

  it('WHOLE-1 what is done to several lists at once is one write; each list hears of its own', async () => {
    const { db, changes } = testDevice(none)
    const broken = { op: 'add', rowId: 'x', value: { productName: (() => 'no clone') as never } } as never
    const part = (listId: string, ...own: Change[]) => ({ listId, changes: own })
    await expect(db.appendTo([part('copy', add('milk 2')), part('list', broken)])).rejects.toThrow()
    expect([await db.outbox(), changes]).toEqual([[], []])
    const added = await db.appendTo([part('copy', add('milk 2'), add('tea 2')), part('list', add('milk'))])
    expect((await db.outbox()).map(({ n, listId, rowId }) => [n, listId, rowId])).toEqual([
      [1, 'copy', 'milk 2'],
      [2, 'copy', 'tea 2'],
      [3, 'list', 'milk'],
    ])
    expect(changes).toEqual([
      { listId: 'copy', rows: null, added: { by: db.by, entries: added?.slice(0, 2) } },
      { listId: 'list', rows: null, added: { by: db.by, entries: added?.slice(2) } },
    ])
  })

  it('AUTH-11 signing out forgets what the server has and keeps what only this device has', async () => {
    const isUnsent = (value: unknown) => (value as { waiting?: boolean }).waiting === true
    const { db } = testDevice(none, { isUnsent })
    const call = (await db.seal('list', options)).call!
    await db.store(call, reply(0, 1, { rows: [row('milk', 1)] }))
    await db.append('list', [add('bread')])
    await db.putValue('view:list', { grouped: true, sort: 'up', shop: 'Market' })
    await db.putValue('shoppingMode', ['list'])
    await db.putValue('barcode:5', { waiting: true })
    await db.forget()
    expect(await db.getValues('')).toEqual([{ waiting: true }])
    expect(await db.readList('list')).toMatchObject({
      rows: [],
      stream: { cursor: 0, clientId: call.body.client },
      entries: [{ rowId: 'bread' }],
    })
  })

  it('TOGETHER-4 a guest who does not come back leaves nothing, neither what waits nor a copy of it', async () => {
    const isUnsent = () => true
    const spare = freshSpare()
    const { db } = testDevice(none, { isUnsent, spare })
    const call = (await db.seal('list', options)).call!
    await db.store(call, reply(0, 1, { rows: [row('milk', 1)] }))
    await db.append('list', [add('bread')])
    await db.putValue('view:list', { grouped: true })
    await db.erase()
    expect(await db.getValues('')).toEqual([])
    expect(await db.readList('list')).toMatchObject({ rows: [], entries: [] })
    expect(spare.length).toBe(0)
    const next = testDevice(none, { isUnsent, userId: db.userId, spare })
    await next.db.recover()
    expect(await next.db.outbox()).toEqual([])
  })

  it('TOGETHER-4 another tab that looks for lost changes brings nothing back of a guest who removes everything', async () => {
    const spare = freshSpare()
    const page = testDevice(none, { spare })
    const other = testDevice(none, { spare })
    await page.db.append('list', [add('bread')])
    await other.db.recover()
    // A value that is being stored lets the removal wait for a while.
    const storing = other.db.use(async (db) => {
      const { store } = db.transaction('kv', 'readwrite')
      for (let i = 0; i < 30; i++) await store.put(i, 'view')
    })
    await Promise.all([page.db.erase(), other.db.recover(), storing])
    expect(await page.db.outbox()).toEqual([])
    expect(spare.length).toBe(0)
  })

  it('TOGETHER-4 a call that is refused after a guest has removed everything leaves nothing either', async () => {
    const { db } = testDevice(none)
    await db.append('list', [add('bread')])
    const call = (await db.seal('list', options)).call!
    await db.erase()
    await db.refuse(call, 'tooLarge')
    await db.rekey('list')
    expect(await db.use((own) => own.getAll('streams'))).toEqual([])
    expect(await db.tray()).toEqual([])
  })

  it('OFFLINE-6 each account has a database of its own', async () => {
    const anna = testDevice(none)
    const ben = testDevice(none, { userId: 'ben' })
    await anna.db.append('list', [add('milk')])
    expect(await ben.db.outbox()).toEqual([])
  })
})
