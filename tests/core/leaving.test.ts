import { describe, expect, it } from 'vitest'
import { leave, refuse } from '../../core/sync/leaving.ts'
import { newList } from '../../core/sync/list-row.ts'
import type { Entry } from '../../core/sync/mutation.ts'
import { seal, type Stream } from '../../core/sync/replica.ts'
import { add, addList, entry, listRow, row, set, setList, stream } from '../support/entries.ts'

const date = '2026-11-23T10:00:00.000Z'
const own = {
  ...newList('list', { listName: 'Market', date, listStatus: 'archiwum' }),
  head: 20,
  sharedWith: 2,
  hash: 'x',
}
const facts = { now: 9_000, newId: () => 'another', rows: [] }
const deleteList = { op: 'delete', rowId: 'list' } as const
const pull = { user: 'anna', request: 'r', now: 5, maxOps: 9, snapshot: false, pull: true }

function lost(at: Stream, entries: readonly Entry[], rows = [row('milk', 18)]) {
  return leave(at, entries, seal(at, entries, pull).call!, { ...facts, rows })
}

function leftOf(at: Stream, entries: readonly Entry[], rows = [row('milk', 18)]) {
  const what = lost(at, entries, rows)
  if (what === 'stays' || !('left' in what)) throw new Error('the list was not left')
  return what.left
}

function revivedOf(at: Stream, entries: readonly Entry[], rows = [row('milk', 18)]) {
  const what = lost(at, entries, rows)
  if (what === 'stays' || !('revived' in what)) throw new Error('the list was not revived')
  return what.revived
}

describe('WHOLE-3 a list that could not be made', () => {
  const typed = [
    entry(1, addList()),
    entry(2, add('milk')),
    entry(3, setList('listName', 'Fair')),
    entry(4, set('milk', 'price', 2)),
  ]

  it('WHOLE-3 goes to the tray as one, with everything that was to be in it', () => {
    expect(refuse(typed, typed.slice(0, 1), 'limit', 42)).toMatchObject({
      tray: [{ why: 'limit', entry: { n: 1 }, hung: [{ n: 2 }, { n: 3 }, { n: 4 }], at: 42 }],
      remove: [1, 2, 3, 4],
    })
    const push = seal(stream(), typed, pull)
    const { left } = leave(push.stream, push.changed, push.call!, facts) as {
      left: ReturnType<typeof leftOf>
    }
    expect(left).toMatchObject({
      tray: [{ why: 'lost', listName: 'Fair', hung: [{}, {}, {}] }],
      remove: [1, 2, 3, 4],
    })
  })

  it('WHOLE-1 is not given up because a call that only asks was quicker than the one that makes it', () => {
    const asking = seal(stream(), typed, { ...pull, probe: true }).call!
    expect(leave(stream(), typed, asking, facts)).toBe('stays')
  })
})

describe('WHOLE-1 a list that was deleted here', () => {
  it('WHOLE-1 takes along what was typed before, and tells of what was typed after', () => {
    const entries = [
      entry(1, set('milk', 'price', 2), { sent: true }),
      entry(2, deleteList),
      entry(3, add('tea')),
    ]
    const gone = leftOf(stream({ list: own, epoch: 'e', cursor: 20 }), entries)
    expect(gone.remove).toEqual([1, 2, 3])
    expect(gone.tray).toMatchObject([{ why: 'lost', entry: { n: 3 }, listName: 'Market' }])
  })
})

describe('WHOLE-4 a list that another device deleted, or that a restored backup lost', () => {
  const at = stream({
    list: own,
    row: listRow(12, { listName: 'Fair' }),
    epoch: 'e',
    cursor: 20,
    nextSeq: 7,
    seen: [
      [15, 1_000],
      [20, 2_000],
    ],
  })

  it('OFFLINE-6 what was added once more after its delete is typed, and is not taken for what is made anew', () => {
    const typed = [
      entry(1, { op: 'delete', rowId: 'milk' }),
      entry(2, add('milk')),
      entry(3, add('bread'), { seq: 5, sent: true }),
    ]
    const revived = revivedOf({ ...at, list: { ...own, head: 11 } }, typed, [
      row('milk', 18),
      row('bread', 3),
    ])
    expect(revived.remove).toEqual([3])
    expect(revived.changed).toMatchObject([{ n: 1 }, { n: 2 }])
  })

  it('OFFLINE-6 its maker makes it anew before everything typed: the list, then its products', () => {
    const rows = [row('milk', 18), row('bread', 3), row('old', 4, { deleted: true })]
    const typed = [
      entry(1, set('milk', 'price', 2, 18), { seq: 6, sent: true }),
      entry(2, add('bread'), { seq: 5, sent: true }),
      entry(3, add('tea')),
    ]
    const revived = revivedOf({ ...at, list: { ...own, head: 11 } }, typed, rows)
    expect(revived.stream).toMatchObject({
      clientId: 'client_1_another',
      nextSeq: 1,
      cursor: 0,
      epoch: null,
      row: null,
    })
    expect(revived.stream.list).toMatchObject({
      listName: 'Fair',
      listStatus: 'aktywna',
      head: 0,
      hash: null,
      sharedWith: 0,
    })
    expect(revived.recovered).toMatchObject([
      { op: 'add', rowId: 'list', value: { listName: 'Fair', date, listStatus: 'aktywna' }, typedAt: 1_000 },
      { op: 'add', rowId: 'bread', typedAt: 1_000 },
      { op: 'add', rowId: 'old' },
      { op: 'delete', rowId: 'old' },
      { op: 'add', rowId: 'milk', typedAt: 2_000 },
    ])
    expect(revived.remove).toEqual([2])
    expect(revived.changed).toMatchObject([
      { n: 1, seq: null, baseVer: 0, sent: true },
      { n: 3, seq: null },
    ])
  })

  it('MONEY-3 it says the currency, złoty too: another device may have made it anew with an older one', () => {
    const currencyIn = (of: Stream) => revivedOf(of, []).recovered[0]
    const value = (currency: string) => ({ value: { currency } })
    expect(currencyIn(at)).toMatchObject(value('PLN'))
    expect(currencyIn({ ...at, list: { ...own, currency: 'EUR' } })).toMatchObject(value('EUR'))
  })

  it('OFFLINE-6 only once: if the server will not have it, it was deleted, and what was typed waits for a word', () => {
    const typed = [
      entry(-2, addList(), { recovered: true, sent: true }),
      entry(-1, add('milk'), { recovered: true, sent: true }),
      entry(1, set('milk', 'price', 2)),
    ]
    const again = leftOf({ ...at, epoch: null, cursor: 0 }, typed)
    expect(again.tray).toMatchObject([{ why: 'lost', entry: { n: 1 }, row: { id: 'milk' } }])
    expect(again.remove).toEqual([-2, -1, 1])
  })

  it('WHOLE-4 nobody else makes it anew, nor a device that does not know what was in it, nor who deleted it', () => {
    for (const other of [
      { list: { ...own, owner: { name: 'Ben', email: 'ben@example.org' } } },
      { list: { ...own, permissions: 'shopping' as const } },
      { list: null },
      { epoch: null },
      { cursor: 0 },
    ])
      expect(leftOf({ ...at, ...other }, []), JSON.stringify(other)).toMatchObject({ tray: [] })
    expect(leftOf(at, [entry(1, deleteList)])).toEqual({ tray: [], remove: [1] })
    expect(revivedOf({ ...at, cursor: 0, list: { ...own, head: 0 } }, [], []).recovered).toHaveLength(1)
  })

  it('OFFLINE-6 an answer to a call of its former life says nothing, nor one from before it was made (seed 894)', () => {
    const call = seal(at, [], pull).call!
    const early = seal({ ...at, epoch: null, cursor: 0 }, [], pull).call!
    expect(leave(at, [], early, facts)).toBe('stays')
    expect(leave({ ...at, clientId: 'client_1_x', epoch: null }, [], call, facts)).toBe('stays')
  })
})
