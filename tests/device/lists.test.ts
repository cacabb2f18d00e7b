import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ProblemCode, problemStatus } from '../../core/contract/problem-codes.ts'
import { problemTitles } from '../../core/contract/problem-titles.ts'
import type { List } from '../../core/contract/shapes.ts'
import { newList, projectList } from '../../core/sync/list-row.ts'
import type { SyncCall, SyncReply } from '../../core/sync/replica.ts'
import { ProblemError } from '../../device/failures.ts'
import { callOf, freshStorage, testDevice } from '../support/device.ts'
import { add, addList, entry, listRow, row, set, setList } from '../support/entries.ts'

const date = '2026-11-23T10:00:00.000Z'
const own: List = { ...newList('list', { listName: 'Market', date }), head: 2 }
const deleteList = { op: 'delete', rowId: 'list' } as const

function problem(code: ProblemCode): ProblemError {
  const [status, title] = [problemStatus[code], problemTitles[code]]
  return new ProblemError({ type: 'about:blank', title, status, code, requestId: 'x' }, null)
}

type Answer = ProblemCode | Partial<SyncReply>

/** A server that gives these answers, and then says that it has never heard of the list. */
function server(...answers: Answer[]) {
  const calls: SyncCall[] = []
  const send = (call: SyncCall): Promise<SyncReply> => {
    calls.push(call)
    const answer = answers.shift() ?? 'notFound'
    if (typeof answer === 'string') return Promise.reject(problem(answer))
    const { client, request, cursor } = call.body
    const none = { epoch: 'e', base: cursor, head: 0, last: 0, results: {}, rows: [], more: false }
    return Promise.resolve({ v: 2, client, request, ...none, ...answer })
  }
  return { calls, send }
}

/** A device that owns a list with milk in it. */
async function owner(...answers: Answer[]) {
  const { calls, send } = server({ head: 2, rows: [listRow(1), row('milk', 2)] }, ...answers)
  const device = testDevice(send)
  await device.db.putLists([own])
  await device.drain.dispatch('list', { type: 'pull' })
  return { ...device, calls }
}

const opsOf = (call: SyncCall | undefined) => call?.body.ops.map(({ op, rowId }) => `${op} ${rowId}`)

describe('WHOLE-1 lists that a device makes, changes and deletes', () => {
  beforeEach(freshStorage)

  it('WHOLE-1 a list is made with what is in it, in one call, and stays in the overview when it is confirmed', async () => {
    const { calls, send } = server({ head: 2, rows: [listRow(1), row('milk', 2)] })
    const { db, drain } = testDevice(send)
    await db.append('list', [addList(), add('milk')])
    await drain.dispatch('list', { type: 'trigger' })
    expect(calls.map(opsOf)).toEqual([['add list', 'add milk']])
    expect(calls[0]?.body).toMatchObject({ cursor: 0, ops: [{ value: { listName: 'Party', date } }, {}] })
    expect(await db.outbox()).toEqual([])
    const stream = await db.stream('list')
    expect(projectList(stream, [])).toMatchObject({
      id: 'list',
      listName: 'Market',
      head: 2,
      productCount: 1,
    })
    expect((await db.readList('list')).rows).toMatchObject([{ id: 'milk' }])
  })

  it('WHOLE-1 offline, a look whether there is a network does not give the new list up', async () => {
    const { calls, send } = server('notFound', { head: 2, rows: [listRow(1), row('milk', 2)] })
    const { db, drain } = testDevice(send, { online: () => false })
    await db.append('list', [addList(), add('milk')])
    expect((await drain.dispatch('list', { type: 'trigger' })).at).toBe('idle')
    expect(calls.map(opsOf)).toEqual([[], ['add list', 'add milk']])
    expect([await db.outbox(), await db.tray()]).toEqual([[], []])
  })

  it('WHOLE-1 an overview from before a list was deleted does not bring it back', async () => {
    const { db, drain } = await owner('notFound')
    await db.append('list', [deleteList])
    await drain.dispatch('list', { type: 'trigger' })
    const other = { ...own, id: 'other' }
    await db.putLists([own, other], new Set(['list']))
    expect((await db.streams()).map(({ listId }) => listId)).toEqual(['other'])
  })

  it('WHOLE-1 nor does one that was asked for before the device heard that the list was made', async () => {
    const { send } = server(
      { head: 1, rows: [listRow(1)] },
      { head: 2, rows: [listRow(2, { deleted: true })] },
    )
    const { db, drain } = testDevice(send)
    await db.append('list', [addList()])
    const before = await db.listsHere()
    await drain.dispatch('list', { type: 'trigger' })
    await db.append('list', [deleteList])
    await drain.dispatch('list', { type: 'trigger' })
    await db.putLists([own], before)
    expect(await db.streams()).toEqual([])
  })

  it('WHOLE-1 one that is still to be made is told of by it', async () => {
    const { db } = testDevice(server().send)
    await db.append('list', [addList()])
    await db.putLists([own], await db.listsHere())
    expect(await db.streams()).toMatchObject([{ listId: 'list', list: own }])
  })

  it('WHOLE-3 one list too many goes to the tray whole, in one call, and can be made again', async () => {
    const { calls, send } = server('limitReached', { head: 1, rows: [listRow(1)] })
    const { db, drain } = testDevice(send)
    await db.append('list', [addList(), add('milk'), set('milk', 'price', 2)])
    expect((await drain.dispatch('list', { type: 'trigger' })).at).toBe('idle')
    expect(calls).toHaveLength(1)
    const [item, ...none] = await db.tray()
    expect([none, await db.outbox()]).toEqual([[], []])
    expect(item).toMatchObject({
      why: 'limit',
      entry: { op: 'add', rowId: 'list' },
      hung: [{}, { field: 'price' }],
    })
    await db.append('list', [item!.entry, ...item!.hung], item!.opId)
    await drain.dispatch('list', { type: 'trigger' })
    expect(opsOf(calls[1])).toEqual(['add list', 'add milk', 'set milk'])
    expect(await db.tray()).toEqual([])
  })

  it('WHOLE-1 a list that was deleted here goes without a word, whichever way the server says so', async () => {
    const deletions: Answer[] = [{ head: 3, rows: [listRow(3, { deleted: true })] }, 'notFound']
    for (const answer of deletions) {
      freshStorage()
      const { db, drain, calls } = await owner(answer)
      await db.append('list', [set('milk', 'price', 2)])
      await db.append('list', [deleteList])
      expect(projectList(await db.stream('list'), await db.outbox())).toBeNull()
      await drain.dispatch('list', { type: 'trigger' })
      expect(opsOf(calls[1])).toEqual(['delete list'])
      expect([await db.outbox(), await db.tray(), await db.streams()]).toEqual([[], [], []])
      expect(await db.readRows('list')).toEqual([])
      expect(calls).toHaveLength(2)
    }
  })

  it('OFFLINE-6 a list that a restored backup lost is made anew, and its products stay on the screen', async () => {
    const rows = [listRow(1), row('milk', 2)]
    const { db, drain, calls } = await owner('notFound', { head: 2, epoch: 'new', rows })
    await db.append('list', [setList('listName', 'Fair', 1)])
    await drain.dispatch('list', { type: 'trigger' })
    expect(calls.slice(1).map(opsOf)).toEqual([['set list'], ['add list', 'add milk', 'set list']])
    expect(calls[2]?.body).toMatchObject({ cursor: 0, ops: [{}, {}, { baseVer: 0, seq: 3 }] })
    expect(calls[2]?.body.client).not.toBe(calls[1]?.body.client)
    const { stream } = await db.readList('list')
    expect(stream).toMatchObject({ epoch: 'new', cursor: 2 })
    expect([await db.outbox(), await db.tray()]).toEqual([[], []])
  })

  it('WHOLE-4 a list that another device deleted is gone after the second word', async () => {
    const { db, drain, calls } = await owner('notFound', 'notFound')
    await db.append('list', [add('tea')])
    expect((await drain.dispatch('list', { type: 'trigger' })).at).toBe('lost')
    expect(calls).toHaveLength(3)
    expect(await db.tray()).toMatchObject([
      { why: 'lost', entry: { rowId: 'tea' }, hung: [], listName: 'Market' },
    ])
    expect([await db.outbox(), await db.streams(), await db.readRows('list')]).toEqual([[], [], []])
  })

  it('WHOLE-4 two contexts that hear of it at once make the list anew once', async () => {
    const { db } = await owner()
    const [one, other] = [await callOf(db), await callOf(db)]
    expect(await db.leave(one)).toBe(true)
    const waiting = await db.outbox()
    expect(await db.leave(other)).toBe(true)
    expect(await db.outbox()).toEqual(waiting)
    expect(waiting.map(({ n, op, rowId }) => `${n} ${op} ${rowId}`)).toEqual(['-2 add list', '-1 add milk'])
  })

  it('AUTH-11 signing out forgets the list’s row, and keeps a list that the server has not heard of', async () => {
    const { db } = await owner()
    await db.append('new', [addList('new', 'Party')])
    await db.forget()
    expect(await db.stream('list')).toMatchObject({ row: null, list: null, cursor: 0 })
    const { stream, entries } = await db.readList('new')
    expect(projectList(stream, entries)).toMatchObject({ listName: 'Party' })
  })

  it('OFFLINE-6 what an older version of the app left in outbox, tray and streams is read', async () => {
    const { db } = testDevice(() => Promise.reject(new Error('no network in this test')))
    await db.append('other', [add('tea')])
    const { rowId: productId, ...rest } = entry(1, add('milk'), { format: 1 })
    const old = { ...rest, productId }
    const raw = await openDB('account:anna')
    await raw.put('tray', {
      opId: 'op1',
      listId: 'list',
      entry: old,
      hung: [old],
      why: 'lost',
      row: null,
      at: 1,
    })
    await raw.put('outbox', { ...old, n: 7 })
    // Before the list's row was kept.
    await raw.put('streams', { listId: 'list', clientId: 'c', nextSeq: 5, cursor: 3, epoch: 'e', list: own })
    raw.close()
    expect(await db.tray()).toMatchObject([
      { entry: { rowId: 'milk', format: 2 }, hung: [{ rowId: 'milk' }] },
    ])
    const { stream, entries } = await db.readList('list')
    expect(entries).toMatchObject([{ rowId: 'milk', format: 2 }])
    expect(projectList(stream, entries)).toEqual(own)
    const call = await callOf(db)
    const none = { v: 2, client: 'c', request: 'r', epoch: 'e', base: 3, last: 5, results: {}, more: false }
    await db.store(call, { ...none, head: 4, rows: [listRow(4, { listName: 'Fair' })] })
    expect(projectList(await db.stream('list'), [])).toMatchObject({ listName: 'Fair' })
  })
})
