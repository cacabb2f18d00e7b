import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ProblemCode, problemStatus } from '../../core/contract/problem-codes.ts'
import { problemTitles } from '../../core/contract/problem-titles.ts'
import { entryFormat } from '../../core/sync/mutation.ts'
import type { SyncCall, SyncReply } from '../../core/sync/replica.ts'
import { ProblemError, Unreachable } from '../../device/failures.ts'
import { freshStorage, testDevice } from '../support/device.ts'
import { add, set } from '../support/entries.ts'

function problem(code: ProblemCode, retryAfterMs: number | null = null): ProblemError {
  const [status, title] = [problemStatus[code], problemTitles[code]]
  return new ProblemError({ type: 'about:blank', title, status, code, requestId: 'x' }, retryAfterMs)
}

/** Answers like a server that applies everything, after the given failures. */
function network(...failures: (Error | ((call: SyncCall) => SyncReply))[]) {
  const calls: SyncCall[] = []
  let head = 0
  const send = (call: SyncCall): Promise<SyncReply> => {
    calls.push(call)
    const failure = failures.shift()
    if (failure instanceof Error) return Promise.reject(failure)
    if (failure) return Promise.resolve(failure(call))
    head += call.body.ops.length
    const { client, request, cursor } = call.body
    return Promise.resolve({
      v: 1,
      client,
      request,
      epoch: 'e',
      base: cursor,
      head,
      last: 0,
      results: {},
      rows: [],
      more: false,
    })
  }
  return { calls, send }
}
const ids = (call: SyncCall | undefined) => call?.body.ops.map((op) => op.opId)

describe('OFFLINE-6 draining the outbox', () => {
  beforeEach(freshStorage)

  it('OFFLINE-6 sends what was typed in one call, in order, and empties the outbox', async () => {
    const { calls, send } = network()
    const { db, drain } = testDevice(send)
    await db.append('list', [add('milk'), add('bread'), set('x', 'price', 2)])
    const state = await drain.dispatch('list', { type: 'trigger' })
    expect(state.at).toBe('idle')
    expect(calls).toHaveLength(1)
    expect(calls[0]?.body.ops.map((op) => op.rowId)).toEqual(['milk', 'bread', 'x'])
    expect(await db.outbox()).toEqual([])
  })

  it('OFFLINE-6 lists of which it is known that something waits go first, and the others all the same', async () => {
    const { calls, send } = network()
    const { db, drain } = testDevice(send)
    for (const id of ['a', 'b', 'c']) await db.append(id, [add(`milk ${id}`)])
    await drain.all(true, ['b'])
    expect(calls.map(({ listId }) => listId)).toEqual(['b', 'a', 'c'])
    expect(await db.outbox()).toEqual([])
  })

  it('OFFLINE-6 what is typed while a call that only asks is sealed goes with the next one', async () => {
    const { calls, send } = network()
    const { db, drain } = testDevice(send)
    const [asked] = await Promise.all([
      drain.dispatch('list', { type: 'pull' }),
      db.append('list', [add('milk')]).then(() => drain.dispatch('list', { type: 'trigger', edit: true })),
    ])
    expect(asked.at).toBe('idle')
    expect(calls.map(({ body }) => body.ops.length)).toEqual([0, 1])
    expect(await db.outbox()).toEqual([])
  })

  it('OFFLINE-6 a call is prepared while it is sealed, and sent as it was prepared', async () => {
    const { calls, send } = network()
    const prepared: SyncCall[] = []
    const { db, drain } = testDevice(send, { prepare: (call) => prepared.push(call) })
    await db.append('list', [add('milk')])
    await drain.dispatch('list', { type: 'trigger' })
    expect(prepared).toHaveLength(1)
    expect(calls[0]).toBe(prepared[0])
  })

  it('OFFLINE-6 who has nothing to send asks for many lists at once; whoever sends waits for the others', async () => {
    const { calls, send } = network()
    const { promise: released, resolve: release } = Promise.withResolvers<() => void>()
    const { db, drain } = testDevice(send, { lock: () => released })
    await Promise.all(['a', 'b', 'c'].map((id) => drain.dispatch(id, { type: 'pull' })))
    expect(calls).toHaveLength(3)
    await db.append('list', [add('milk')])
    const sent = drain.dispatch('list', { type: 'trigger' })
    const asked = drain.dispatch('a', { type: 'pull' })
    expect(calls).toHaveLength(3)
    release(() => undefined)
    await Promise.all([sent, asked])
    expect(calls.slice(3).flatMap(ids)).toHaveLength(1)
  })

  it('OFFLINE-5 keeps the same sealed batch through failures of every kind', async () => {
    const { calls, send } = network(
      new Unreachable('no network'),
      problem('serverError'),
      problem('tooManyRequests', 5_000),
    )
    const { db, drain, timers } = testDevice(send)
    await db.append('list', [add('milk')])
    await drain.dispatch('list', { type: 'trigger' })
    await db.append('list', [add('typed later')])
    for (let i = 0; i < 3; i++) {
      expect(drain.stateOf('list').at).toBe('waiting')
      await drain.dispatch('list', { type: 'timer' })
    }
    expect(calls.slice(1, 4).map(ids)).toEqual([ids(calls[0]), ids(calls[0]), ids(calls[0])])
    expect(calls[4]?.body.ops).toMatchObject([{ rowId: 'typed later' }])
    expect(timers.at(-1)?.ms).toBe(5_000)
    expect(await db.outbox()).toEqual([])
  })

  it('OFFLINE-5 OFFLINE-6 offline nothing is sealed; then all of it goes in one call, and it goes when the browser is wrong', async () => {
    const { calls, send } = network(new Unreachable('no network'), new Unreachable('no network'))
    let online = false
    const { db, drain } = testDevice(send, { online: () => online })
    expect((await drain.dispatch('list', { type: 'trigger' })).at).toBe('idle')
    expect(calls).toEqual([])
    await db.append('list', [add('milk')])
    await drain.dispatch('list', { type: 'trigger' })
    await db.append('list', [add('bread'), { op: 'delete', rowId: 'milk' }])
    await drain.dispatch('list', { type: 'trigger' })
    expect(calls.map((call) => call.body.ops)).toEqual([[], []])
    online = true
    await drain.dispatch('list', { type: 'trigger' })
    expect(calls.slice(2).map((call) => call.body.ops.map((op) => op.rowId))).toEqual([['bread']])
    online = false
    await db.append('list', [add('eggs')])
    expect((await drain.dispatch('list', { type: 'trigger' })).at).toBe('idle')
    expect(await db.outbox()).toEqual([])
  })

  it('OFFLINE-1 a page that has just heard of the network saves the worker the asking', async () => {
    const { calls, send } = network()
    const { db, drain } = testDevice(send, { online: () => false })
    await db.append('list', [add('milk')])
    await drain.all(true)
    expect(calls.map((call) => call.body.ops.length)).toEqual([1])
  })

  it('LIMIT-1 an account that stored as much as it may in a day keeps its changes and sends the same batch later', async () => {
    const { calls, send } = network(problem('quotaReached', 300_000))
    const { db, drain } = testDevice(send)
    await db.append('list', [add('milk'), add('bread')])
    const { at, wait } = await drain.dispatch('list', { type: 'trigger' })
    expect([at, wait >= 300_000]).toEqual(['waiting', true])
    expect([(await db.outbox()).length, (await db.tray()).length]).toEqual([2, 0])
    expect((await drain.dispatch('list', { type: 'timer' })).at).toBe('idle')
    expect(ids(calls[1])).toEqual(ids(calls[0]))
    expect(await db.outbox()).toEqual([])
  })

  it('OFFLINE-5 an answer to somebody else’s call is not ours', async () => {
    const { send } = network((call) => ({
      ...call.body,
      request: 'other',
      epoch: 'e',
      base: 0,
      head: 0,
      last: 0,
      results: {},
      rows: [],
      more: false,
    }))
    const { db, drain } = testDevice(send)
    await db.append('list', [add('milk')])
    expect((await drain.dispatch('list', { type: 'trigger' })).at).toBe('waiting')
    expect(await db.outbox()).toHaveLength(1)
  })

  it('OFFLINE-6 a fork starts over under a new client id with the same operations', async () => {
    const { calls, send } = network(problem('fork'))
    const { db, drain } = testDevice(send)
    await db.append('list', [add('milk')])
    await drain.dispatch('list', { type: 'trigger' })
    expect(ids(calls[1])).toEqual(ids(calls[0]))
    expect(calls[1]?.body.client).not.toBe(calls[0]?.body.client)
    expect(await db.outbox()).toEqual([])
  })

  it('OFFLINE-7 one operation that the server cannot read goes to the tray, the others through', async () => {
    const bad = (call: SyncCall): SyncReply => {
      if (call.body.ops.some((op) => op.rowId === 'bad')) throw problem('invalidRequest')
      const { client, request, cursor } = call.body
      return {
        v: 1,
        client,
        request,
        epoch: 'e',
        base: cursor,
        head: 1,
        last: 0,
        results: {},
        rows: [],
        more: false,
      }
    }
    const { db, drain } = testDevice(async (call) => bad(call))
    await db.append(
      'list',
      ['a', 'b', 'bad', 'c', 'd'].map((id) => add(id)),
    )
    await drain.dispatch('list', { type: 'trigger' })
    expect((await db.tray()).map((item) => item.entry.rowId)).toEqual(['bad'])
    expect(await db.outbox()).toEqual([])
  })

  it('AUTH-9 signed out: everything waits, and goes on after signing in again', async () => {
    const { send } = network(problem('sessionExpired'))
    const { db, drain } = testDevice(send)
    await db.append('list', [add('milk')])
    expect((await drain.dispatch('list', { type: 'trigger' })).at).toBe('signedOut')
    expect(await db.outbox()).toHaveLength(1)
    await drain.token()
    expect(await db.outbox()).toEqual([])
  })

  it('OFFLINE-7 a list one may no longer see keeps what was typed in the tray', async () => {
    const { send } = network(problem('notFound'))
    const { db, drain } = testDevice(send)
    await db.append('list', [add('milk')])
    expect((await drain.dispatch('list', { type: 'trigger' })).at).toBe('lost')
    expect(await db.tray()).toMatchObject([{ why: 'lost', entry: { rowId: 'milk' } }])
  })

  it('OFFLINE-6 who comes while it is busy waits for the same end', async () => {
    const { calls, send } = network()
    const { db, drain } = testDevice(send)
    await db.append('list', [add('milk')])
    const [a, b] = await Promise.all([
      drain.dispatch('list', { type: 'trigger' }),
      drain.dispatch('list', { type: 'trigger' }),
    ])
    expect([a.at, b.at]).toEqual(['idle', 'idle'])
    expect(calls).toHaveLength(1)
  })

  it('OFFLINE-6 what a newer version of the app typed waits for that version, and holds up nothing else', async () => {
    const { calls, send } = network()
    const { db, drain } = testDevice(send)
    await db.append('list', [add('milk')])
    await db.append('other', [add('tea')])
    const storage = await openDB('account:anna')
    const [milk] = await storage.getAll('outbox')
    await storage.put('outbox', { ...milk, format: entryFormat + 1 })
    storage.close()
    expect((await drain.dispatch('list', { type: 'trigger' })).at).toBe('outdated')
    expect((await drain.dispatch('other', { type: 'trigger' })).at).toBe('idle')
    expect(calls.map((call) => call.listId)).toEqual(['other'])
    expect(await db.outbox()).toHaveLength(1)
    expect((await db.readList('list')).entries).toEqual([])
  })

  it('FRAME-13 a device whose storage fails says so and loses nothing', async () => {
    const { send } = network()
    const device = testDevice(send)
    await device.db.append('list', [add('milk')])
    const store = device.db.store
    device.db.store = () => Promise.reject(new Error('quota'))
    expect((await device.drain.dispatch('list', { type: 'trigger' })).at).toBe('waiting')
    expect(device.failures).toHaveLength(1)
    device.db.store = store
    await device.drain.dispatch('list', { type: 'timer' })
    expect(await device.db.outbox()).toEqual([])
  })
})
