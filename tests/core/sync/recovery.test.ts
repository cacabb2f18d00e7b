import { describe, expect, it } from 'vitest'
import { goesOn, recover, sharedHead } from '../../../core/sync/recovery.ts'
import { accept, lostAbove, seal } from '../../../core/sync/replica.ts'
import { add, entry, listRow, row, set, setList, stream } from '../../support/entries.ts'

describe('OFFLINE-6 histories of a list', () => {
  it.each([
    ['a', 'a/60.5', 60],
    ['a/60.5', 'a/60.5/70.9', 70],
    // The older backup again, or a newer one of the same first history.
    ['a/60.5', 'a/55.9', 55],
    ['a/60.5', 'a/70.9', 60],
    ['a', 'a/60.5/70.9', 60],
    ['a', 'b', 0],
  ])('OFFLINE-6 %s and %s are the same up to version %i', (ours, theirs, head) => {
    expect(sharedHead(ours, theirs)).toBe(head)
    expect(sharedHead(theirs, ours)).toBe(head)
  })
})

describe('RUN-7 a history that goes on on another machine', () => {
  it.each([
    ['a', 'a/60.t2', 60, true],
    ['a/60.t2', 'a/60.t2/70.t3', 65, true],
    ['a', 'a/60.t2/70.t3', 60, true],
    // What the device knows beyond it was lost.
    ['a', 'a/60.t2', 61, false],
    // A late answer of the old history, or another one.
    ['a/60.t2', 'a', 60, false],
    ['a/60.t2', 'a/60.t3', 50, false],
    ['a', 'ab/60.t2', 5, false],
    ['a', 'a', 60, false],
  ])('RUN-7 %s goes on as %s for a device at version %i: %s', (ours, theirs, cursor, is) => {
    expect(goesOn(ours, theirs, cursor)).toBe(is)
  })
})

describe('OFFLINE-6 what a restored backup lost comes back', () => {
  const shared = {
    head: 60,
    entries: [],
    seen: [
      [64, 1_000],
      [66, 2_000],
      [90, 3_000],
    ] as const,
    now: 9_000,
  }

  it('OFFLINE-6 products that are missing are added with their ids, deleted ones deleted', () => {
    const old = [
      row('milk', 61),
      row('bread', 62, { deleted: true }),
      row('old', 60),
      row('eggs', 63, { deleted: true }),
    ]
    const found = recover(old, [row('bread', 40), row('old', 60)], shared)
    expect(found).toMatchObject([
      { op: 'add', rowId: 'milk', value: { productName: 'milk', price: 1 }, typedAt: 1_000 },
      { op: 'delete', rowId: 'bread' },
      // A device that does not know better may send these again: the server must know that they are deleted.
      { op: 'add', rowId: 'eggs' },
      { op: 'delete', rowId: 'eggs' },
    ])
    expect(found).toHaveLength(4)
  })

  it('OFFLINE-6 of a product that is there only what differs and is newer than the backup is set', () => {
    const old = [
      row('milk', 70, { price: 4, productName: 'Milk 2 %', fieldVer: { quantity: 50, price: 65 } }),
    ]
    const found = recover(old, [row('milk', 50, { quantity: 9 })], shared)
    expect(found).toEqual([
      { op: 'set', rowId: 'milk', field: 'price', value: 4, baseVer: 60, typedAt: 2_000 },
      {
        op: 'set',
        rowId: 'milk',
        field: 'productName',
        value: 'Milk 2 %',
        baseVer: 60,
        typedAt: 3_000,
      },
    ])
  })

  it('OFFLINE-6 of the list itself the name and the status that the backup did not have are set', () => {
    const old = listRow(70, { listName: 'Fair', listStatus: 'archiwum', fieldVer: { listStatus: 65 } })
    const set = { op: 'set', rowId: 'list', baseVer: 60 }
    const [name, status] = [
      { ...set, field: 'listName', value: 'Fair', typedAt: 3_000 },
      { ...set, field: 'listStatus', value: 'archiwum', typedAt: 2_000 },
    ]
    expect(recover([old], [listRow(50)], shared)).toEqual([status, name])
    const typed = [entry(1, setList('listName', 'Feast'))]
    expect(recover([old], [listRow(50)], { ...shared, entries: typed })).toEqual([status])
    expect(recover([{ ...old, fieldVer: { listName: 60, listStatus: 60 } }], [listRow(50)], shared)).toEqual(
      [],
    )
  })

  it('OFFLINE-6 what waits in the outbox speaks for itself', () => {
    const entries = [entry(1, set('milk', 'price', 5))]
    expect(recover([row('milk', 70, { price: 4 })], [row('milk', 50)], { ...shared, entries })).toEqual([])
  })

  it('OFFLINE-6 a product that the backup had and somebody deleted since stays deleted', () => {
    const old = [row('milk', 70, { price: 4, fieldVer: { productName: 50 } })]
    expect(recover(old, [], shared)).toEqual([])
  })
})

describe('OFFLINE-6 an answer from a history that lost something', () => {
  const options = { user: 'anna', request: 'r', now: 5, maxOps: 9, snapshot: true, pull: true }
  const at = stream({ cursor: 80, epoch: 'a', nextSeq: 4 })
  const { call } = seal(at, [], options)
  const reply = { v: 1, client: 'client', request: 'r', base: 0, last: 0, results: {}, more: false }

  it('RUN-7 its answer is taken like any other, and names the epoch from then on', () => {
    const at = stream({ cursor: 5, epoch: 'a' })
    const device = { now: 5, newId: () => 'another', rows: [] }
    const { call, changed } = seal(at, [entry(1, add('eggs'))], { ...options, snapshot: false })
    const rows = [row('eggs', 6)]
    const done = accept(at, changed, call!, { ...reply, base: 5, head: 6, epoch: 'a/5.t2', rows }, device)
    expect(done).toMatchObject({
      stream: { clientId: 'client', cursor: 6, epoch: 'a/5.t2' },
      remove: [1],
      recovered: [],
    })
    const lost = { ...reply, base: 5, head: 6, epoch: 'a/4.t2', rows }
    expect(accept(at, changed, call!, lost, device)).toBeNull()
  })

  it('OFFLINE-6 what was typed follows what is recovered, under a new client id', () => {
    const typed = [entry(7, set('milk', 'price', 3), { seq: 3, sent: true }), entry(8, add('tea'))]
    const done = accept(
      at,
      typed,
      call!,
      { ...reply, epoch: 'a/60.1', head: 60, rows: [] },
      { now: 5, newId: () => 'another', rows: [row('milk', 70)] },
    )
    expect(done).toMatchObject({
      replace: true,
      remove: [],
      stream: { clientId: 'client_1_another', nextSeq: 1, cursor: 60, epoch: 'a/60.1' },
      changed: [{ n: 7, seq: null, sent: true }],
      recovered: [{ op: 'add', rowId: 'milk' }],
    })
  })

  it('OFFLINE-6 an add that was taken goes, and what was typed to it since follows what is recovered (seed 3823)', () => {
    const taken = row('milk', 70)
    const done = accept(
      at,
      [entry(7, add('milk')), entry(8, set('milk', 'shop', 'Corner'))],
      call!,
      { ...reply, epoch: 'a/60.1', head: 60, rows: [] },
      { now: 5, newId: () => 'another', rows: [taken] },
    )
    expect(done).toMatchObject({ remove: [7], changed: [], recovered: [{ op: 'add', rowId: 'milk' }] })
  })

  it('OFFLINE-6 a backup that was put back without a word shows by a head below what was known', () => {
    expect(lostAbove(at, call!, { ...reply, epoch: 'a', head: 60, rows: [] })).toBe(60)
    // A late answer proves nothing.
    expect(lostAbove({ ...at, cursor: 90 }, call!, { ...reply, epoch: 'a', head: 60, rows: [] })).toBeNull()
    expect(lostAbove(at, call!, { ...reply, epoch: 'a', head: 80, rows: [] })).toBeNull()
  })

  it('OFFLINE-7 a recovered change that is refused asks nobody, and holds up nothing that was typed', () => {
    const mine = entry(-1, add('milk'), { seq: 1, sent: true, recovered: true })
    const typed = entry(1, set('milk', 'price', 3), { seq: 2, sent: true })
    const push = seal(at, [mine, typed], { ...options, snapshot: false })
    const refusal = { opId: mine.opId, status: 'rejected' as const, why: 'idTaken' as const }
    const done = accept(
      at,
      [mine, typed],
      push.call!,
      { ...reply, base: 80, epoch: 'a', head: 81, rows: [], results: { '1': refusal } },
      { now: 5, newId: () => 'x', rows: [] },
    )
    expect(done).toMatchObject({ remove: [-1, 1], tray: [] })
  })
})
