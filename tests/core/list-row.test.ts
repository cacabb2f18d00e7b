import { describe, expect, it } from 'vitest'
import { fold, project } from '../../core/sync/mutation.ts'
import { newList, projectList } from '../../core/sync/list-row.ts'
import { accept, seal, type SyncReply } from '../../core/sync/replica.ts'
import { add, addList, entry, listRow, row, set, setList, stream } from '../support/entries.ts'

const date = '2026-11-23T10:00:00.000Z'
const known = { ...newList('list', { listName: 'Market', date }), head: 5 }
const deleteList = { op: 'delete', rowId: 'list' } as const

describe('WHOLE-1 what the overview shows of a list', () => {
  it('WHOLE-1 a list that only waits is there at once, with what was put into it', () => {
    const entries = [entry(1, addList()), entry(2, add('milk')), entry(3, set('milk', 'productStatus', true))]
    const shown = {
      id: 'list',
      listName: 'Party',
      date,
      listStatus: 'aktywna',
      permissions: 'edit',
      hash: null,
    }
    expect(projectList(undefined, entries)).toMatchObject({
      ...shown,
      productCount: 1,
      checkedCount: 1,
      head: 0,
    })
    expect(projectList(undefined, entries)?.owner).toBeUndefined()
    expect(projectList(undefined, entries.slice(1))).toBeNull()
  })

  it('WHOLE-1 a new name and status are shown at once, a deleted list is not', () => {
    const at = stream({ list: known, epoch: 'e' })
    const entries = [entry(1, setList('listName', 'Fair')), entry(2, setList('listStatus', 'archiwum'))]
    expect(projectList(at, entries)).toEqual({ ...known, listName: 'Fair', listStatus: 'archiwum' })
    expect(projectList(at, [...entries, entry(3, deleteList)])).toBeNull()
  })

  it('WHOLE-4 of the overview and the row the newer one says the name and the status', () => {
    const at = (ver: number) =>
      stream({ list: known, row: listRow(ver, { listName: 'Fair', listStatus: 'archiwum' }) })
    expect(projectList(at(6), [])).toEqual({ ...known, listName: 'Fair', listStatus: 'archiwum' })
    expect(projectList(at(5), [])).toEqual(known)
  })

  it('WHOLE-2 the list itself is none of its products', () => {
    const shown = project(
      [],
      [entry(1, addList()), entry(2, add('milk')), entry(3, setList('listName', 'Fair'))],
    )
    expect(shown.map(({ id }) => id)).toEqual(['milk'])
  })
})

describe('WHOLE-1 what waits of a list without what a later change stands for', () => {
  const left = (...entries: Parameters<typeof fold>[0]) => fold(entries).map((e) => e.n)
  const [made, named] = [entry(1, addList()), entry(3, setList('listName', 'Fair'))]

  it('WHOLE-1 of two names the later goes; another field and the products stay', () => {
    const more = [entry(4, setList('listStatus', 'archiwum')), entry(5, setList('listName', 'Feast'))]
    expect(left(made, entry(2, add('milk')), named, ...more)).toEqual([1, 2, 4, 5])
  })

  it('WHOLE-1 a list that was deleted before it was sent goes not at all, with all that was in it', () => {
    expect(left(made, entry(2, add('milk')), named, entry(4, deleteList))).toEqual([])
  })

  it('WHOLE-1 a deleted list goes alone, but for what may be on the server', () => {
    const sent = entry(1, set('milk', 'price', 2), { sent: true })
    expect(left(sent, entry(2, add('tea')), named, entry(4, deleteList))).toEqual([1, 4])
    const sentAdd = entry(1, addList(), { sent: true, seq: 1 })
    expect(left(sentAdd, entry(2, add('tea')), entry(4, deleteList))).toEqual([1, 4])
  })
})

const options = { user: 'anna', request: 'r', now: 5, maxOps: 9, snapshot: false, pull: false }
const here = { now: 9, newId: () => 'another', rows: [] }

function reply(more: Partial<SyncReply>): SyncReply {
  const none = { base: 0, head: 0, last: 0, results: {}, rows: [], more: false }
  return { v: 2, client: 'client', request: 'r', epoch: 'e', ...none, ...more }
}

describe('WHOLE-4 the list’s row in an answer', () => {
  const at = stream({ epoch: 'e', cursor: 5, list: known, row: listRow(4) })
  const { call } = seal(at, [], { ...options, pull: true })

  it('WHOLE-4 is kept in the stream, not among the products, and never gives way to an older one', () => {
    const fair = listRow(7, { listName: 'Fair' })
    const done = accept(at, [], call!, reply({ base: 5, head: 7, rows: [row('milk', 6), fair] }), here)
    expect(done).toMatchObject({ rows: [{ id: 'milk' }], stream: { row: fair, cursor: 7 } })
    const ahead = { ...at, cursor: 9, row: fair }
    const late = accept(ahead, [], call!, reply({ base: 5, head: 7, rows: [listRow(6)] }), here)
    expect(late?.stream.row).toEqual(fair)
    // An answer without it leaves it as it was.
    expect(accept(at, [], call!, reply({ base: 5, head: 6 }), here)?.stream.row).toEqual(listRow(4))
  })

  it('WHOLE-4 a snapshot replaces it, whatever its version', () => {
    const snapshot = seal(at, [], { ...options, snapshot: true }).call!
    const done = accept(at, [], snapshot, reply({ head: 5, rows: [listRow(2, { listName: 'Fair' })] }), here)
    expect(done?.stream.row).toMatchObject({ ver: 2, listName: 'Fair' })
  })

  it('WHOLE-1 a list that the server took is known from then on', () => {
    const typed = [entry(1, addList()), entry(2, add('milk'))]
    const push = seal(stream(), typed, options)
    const rows = [listRow(1, { listName: 'Party' }), row('milk', 2, { productStatus: true })]
    const done = accept(push.stream, push.changed, push.call!, reply({ head: 2, rows }), here)
    const made = {
      listName: 'Party',
      permissions: 'edit',
      head: 2,
      productCount: 1,
      checkedCount: 1,
      hash: null,
    }
    expect(done).toMatchObject({ remove: [1, 2], stream: { epoch: 'e', list: made, row: { ver: 1 } } })
    // Somebody else's list is known by the overview alone, which says what this person may do.
    const pull = seal(stream(), [], { ...options, pull: true }).call!
    expect(accept(stream(), [], pull, reply({ head: 2, rows }), here)?.stream.list).toBeNull()
  })

  it('WHOLE-1 says that the list was deleted', () => {
    const tombstone = listRow(6, { deleted: true })
    expect(accept(at, [], call!, reply({ base: 5, head: 6, rows: [tombstone] }), here)?.isDeleted).toBe(true)
    expect(accept(at, [], call!, reply({ base: 5, head: 6 }), here)?.isDeleted).toBe(false)
  })

  it('WHOLE-3 a refused add of a list takes everything after it along, as one', () => {
    const typed = [entry(1, addList()), entry(2, add('milk')), entry(3, setList('listName', 'Fair'))]
    const push = seal(stream(), typed, { ...options, maxOps: 1 })
    const results = { '1': { opId: 'op1', status: 'rejected' as const, why: 'tooOld' as const } }
    const done = accept(
      push.stream,
      [...push.changed, ...typed.slice(1)],
      push.call!,
      reply({ results }),
      here,
    )
    expect(done?.remove).toEqual([1, 2, 3])
    expect(done?.tray).toMatchObject([{ why: 'tooOld', entry: { n: 1 }, hung: [{ n: 2 }, { n: 3 }] }])
  })

  it('OFFLINE-7 a refused name comes with the row as the server has it', () => {
    const push = seal(at, [entry(1, setList('listName', 'Mine', 4))], options)
    const results = {
      '1': { opId: 'op1', status: 'stale' as const, row: listRow(6, { listName: 'Theirs' }) },
    }
    const done = accept(at, push.changed, push.call!, reply({ base: 5, head: 6, results }), here)
    expect(done?.tray).toMatchObject([{ why: 'stale', row: { kind: 'list', listName: 'Theirs' } }])
  })

  it('WHOLE-1 a list that the server does not know is not asked for, but sent', () => {
    const sent = entry(1, addList(), { sent: true })
    const asked = (more: object, at = stream()) =>
      seal(at, [sent], { ...options, ...more }).call!.body.ops.length
    expect(asked({ snapshot: true })).toBe(1)
    expect(asked({ snapshot: true }, stream({ epoch: 'e' }))).toBe(0)
    // Offline nothing is sealed, see decision 007: the call only asks.
    expect(asked({ probe: true })).toBe(0)
  })
})
