import { describe, expect, it } from 'vitest'
import type { Row } from '../../../core/contract/shapes.ts'
import { continues } from '../../../core/sync/mutation.ts'
import { refuse } from '../../../core/sync/leaving.ts'
import { accept, rekey, seal, type SyncReply } from '../../../core/sync/replica.ts'
import { add, entry, row, set, stream } from '../../support/entries.ts'

const options = { user: 'anna', request: 'r1', now: 5_000, maxOps: 1_000, snapshot: false, pull: false }

function reply(more: Partial<SyncReply> = {}): SyncReply {
  return {
    v: 1,
    client: 'client',
    request: 'r1',
    epoch: 'e',
    base: 0,
    head: 0,
    last: 0,
    results: {},
    rows: [],
    more: false,
    ...more,
  }
}

describe('OFFLINE-6 sealing', () => {
  it('OFFLINE-6 gives sequence numbers once, in the order typed, and marks the entries as sent', () => {
    const sealed = seal(stream({ nextSeq: 7 }), [entry(1, add('a')), entry(2, add('b'))], options)
    expect(sealed.call?.body.ops.map((op) => [op.seq, op.opId])).toEqual([
      [7, 'op1'],
      [8, 'op2'],
    ])
    expect(sealed.stream.nextSeq).toBe(9)
    expect(sealed.changed.every((e) => e.sent && e.seq !== null)).toBe(true)
  })

  it('OFFLINE-6 sends a sealed batch again as it was, without what was typed since', () => {
    const entries = [entry(1, add('a'), { seq: 1, sent: true }), entry(2, add('b'))]
    const sealed = seal(stream({ nextSeq: 2 }), entries, options)
    expect(sealed.call?.body.ops.map((op) => op.opId)).toEqual(['op1'])
    expect(sealed.changed).toEqual([])
  })

  it('OFFLINE-6 says how long ago something was typed, never less than nothing', () => {
    const entries = [entry(1, add('a'), { typedAt: 2_000 }), entry(2, add('b'), { typedAt: 9_000 })]
    expect(seal(stream(), entries, options).call?.body.ops.map((op) => op.ageMs)).toEqual([3_000, 0])
  })

  it('MONEY-2 the delete of a moved product says its age, to be compared with its untick; others are never too old', () => {
    const gone = { op: 'delete', rowId: 'a' } as const
    const entries = [
      entry(1, { ...gone, tick: 'takenBack' }, { typedAt: 2_000 }),
      entry(2, { ...gone, tick: 'counts' }, { typedAt: 2_000 }),
    ]
    expect(seal(stream(), entries, options).call?.body.ops).toEqual([
      { op: 'delete', seq: 1, opId: 'op1', rowId: 'a', ageMs: 3_000 },
      { op: 'delete', seq: 2, opId: 'op2', rowId: 'a' },
    ])
  })

  it('OFFLINE-6 a version that the screen showed of another history counts for nothing', () => {
    const at = stream({ cursor: 20 })
    const typed = [entry(1, set('milk', 'price', 1, 20)), entry(2, set('milk', 'shop', '', 21))]
    const { ops } = seal(at, typed, options).call!.body
    expect(ops.map((op) => op.op === 'set' && op.baseVer)).toEqual([20, 0])
  })

  it('OFFLINE-6 asks for everything anew without sending anything', () => {
    const call = seal(stream({ cursor: 9, epoch: 'e' }), [entry(1, add('a'))], {
      ...options,
      snapshot: true,
    }).call
    expect(call?.body).toMatchObject({ cursor: 0, ops: [] })
    expect(call?.body.epoch).toBeUndefined()
  })

  it('OFFLINE-6 keeps a batch under its size', () => {
    const entries = Array.from({ length: 900 }, (_, i) => entry(i, add(`p${i}`, 'ż'.repeat(200))))
    const { call } = seal(stream(), entries, options)
    expect(new TextEncoder().encode(JSON.stringify(call?.body)).length).toBeLessThanOrEqual(256 << 10)
    expect(call?.body.ops.length).toBeGreaterThan(100)
  })

  it('OFFLINE-6 makes no call when there is nothing to say or to ask', () => {
    expect(seal(stream(), [], options).call).toBeNull()
    expect(seal(stream(), [], { ...options, pull: true }).call?.body.ops).toEqual([])
  })
})

const here = { now: 0, newId: () => 'another', rows: [] }

describe('OFFLINE-6 accepting an answer', () => {
  const entries = [entry(1, set('milk', 'price', 2)), entry(2, add('eggs'))]
  const at = stream({ cursor: 5, epoch: 'e' })
  const sealed = seal(at, entries, options)
  const call = sealed.call!
  const sent = sealed.changed

  it('OFFLINE-6 removes exactly the operations of this call and keeps what was typed since', () => {
    const later = entry(3, add('bread'))
    const done = accept(at, [...sent, later], call, reply({ base: 5, head: 7 }), here)
    expect(done).toMatchObject({ remove: [1, 2], tray: [], stream: { cursor: 7 } })
  })

  it('OFFLINE-6 keeps applied operations while more rows are to come', () => {
    const done = accept(at, sent, call, reply({ base: 5, head: 9, more: true, rows: [row('milk', 6)] }), here)
    expect(done).toMatchObject({ remove: [], stream: { cursor: 6 } })
  })

  it('OFFLINE-6 drops an answer for another client id, another epoch, or from beyond the cursor', () => {
    expect(accept(stream({ ...at, clientId: 'new' }), sent, call, reply({ base: 5 }), here)).toBeNull()
    expect(accept(stream({ ...at, epoch: 'restored' }), sent, call, reply({ base: 5 }), here)).toBeNull()
    expect(accept(stream({ ...at, cursor: 4 }), sent, call, reply({ base: 5 }), here)).toBeNull()
  })

  it('OFFLINE-6 never lets the cursor or a row go back', () => {
    const rows = [row('milk', 7), row('eggs', 21)]
    const done = accept(stream({ ...at, cursor: 20 }), sent, call, reply({ base: 5, head: 7, rows }), here)
    expect(done?.stream.cursor).toBe(20)
    expect(done?.rows.map((r) => r.id)).toEqual(['eggs'])
  })

  it('OFFLINE-6 a late first answer brings nothing back that a newer snapshot left out (seed 565)', () => {
    const first = seal(stream(), [], { ...options, pull: true }).call!
    const deletedSince = reply({ base: 0, head: 3, rows: [row('milk', 3)] })
    const late = accept(
      stream({ cursor: 5, epoch: 'e' }),
      [],
      { ...first, fromEpoch: 'e' },
      deletedSince,
      here,
    )
    expect(late).toMatchObject({ replace: false, rows: [], stream: { cursor: 5 } })
  })

  it('OFFLINE-6 a snapshot, which names no deleted product, leaves those that the device knows (seed 206121)', () => {
    const gone = (id: string, ver: number) => row(id, ver, { deleted: true })
    const [known] = [{ ...here, rows: [row('milk', 3), gone('eggs', 4), gone('tea', 2), gone('rice', 5)] }]
    const asked = seal(at, [], { ...options, snapshot: true }).call!
    const rows = [row('tea', 6)]
    const idsIn = (one: Partial<SyncReply>) =>
      accept(at, [], asked, reply({ rows, ...one }), known)?.rows.map(({ id }) => id)
    expect(idsIn({ head: 7 })).toEqual(['eggs', 'rice', 'tea'])
    // What was deleted since the backup is deleted once more.
    expect(idsIn({ epoch: 'e/4.9', head: 4 })).toEqual(['eggs', 'tea'])
  })

  it('OFFLINE-6 a snapshot of a new epoch replaces the rows and forgets the versions edits were based on', () => {
    const snapshot = seal(at, sent, { ...options, snapshot: true }).call!
    const based = { ...sent[0]!, baseVer: 5 } as (typeof sent)[0]
    const done = accept(
      at,
      [based],
      snapshot,
      reply({ epoch: 'restored', head: 3, rows: [row('milk', 3)] }),
      here,
    )
    expect(done).toMatchObject({
      replace: true,
      stream: { cursor: 3, epoch: 'restored', clientId: 'client_1_another', nextSeq: 1 },
      changed: [{ n: 1, baseVer: 0, seq: null, sent: true }],
      remove: [],
    })
  })

  it('OFFLINE-7 puts a refused change into the tray, and everything that hangs on a refused add', () => {
    const later = entry(3, set('eggs', 'price', 4))
    const results = { '2': { opId: 'op2', status: 'rejected' as const, why: 'limit' as const } }
    const done = accept(at, [...sent, later], call, reply({ base: 5, head: 6, results }), {
      ...here,
      now: 42,
    })
    expect(done?.remove).toEqual([1, 2, 3])
    expect(done?.tray).toMatchObject([{ why: 'limit', at: 42, entry: { n: 2 }, hung: [{ n: 3 }] }])
  })

  it('OFFLINE-7 what was brought back after a backup and finds no room waits for a word; what is there is let go', () => {
    const recovered = sent.map((one) => ({ ...one, recovered: true as const }))
    const answerWith = (why: 'limit' | 'idTaken') => {
      const results = { '2': { opId: 'op2', status: 'rejected' as const, why } }
      return accept(at, recovered, call, reply({ base: 5, head: 6, results }), here)
    }
    expect(answerWith('limit')?.tray).toMatchObject([{ why: 'limit', entry: { n: 2 } }])
    expect(answerWith('idTaken')?.tray).toEqual([])
    expect(answerWith('idTaken')?.remove).toEqual([1, 2])
  })

  it('OFFLINE-7 a stale tick is only dropped; a stale price waits for a word', () => {
    const two = [entry(1, set('milk', 'productStatus', true)), entry(2, set('milk', 'price', 4))]
    const again = seal(at, two, options)
    const stale = (n: number) => ({ opId: `op${n}`, status: 'stale' as const })
    const done = accept(
      at,
      again.changed,
      again.call!,
      reply({ base: 5, head: 6, results: { '1': stale(1), '2': stale(2) } }),
      here,
    )
    expect(done?.remove).toEqual([1, 2])
    expect(done?.tray.map((item) => item.entry.n)).toEqual([2])
  })

  it('TRIP-3 OFFLINE-7 what the product has anyway needs no word, as when somebody else ended the trip', () => {
    const four = [
      entry(1, set('milk', 'shop', 'Lidl')),
      entry(2, set('milk', 'productStatus', true)),
      entry(3, set('tea', 'productStatus', true)),
      entry(4, set('tea', 'shop', 'Lidl')),
    ]
    const again = seal(at, four, options)
    const ended = row('milk', 6, { shop_name: 'Lidl', productStatus: true, deleted: true })
    // It was taken off the list unbought, so its tick is one nobody knows of.
    const removed = row('tea', 6, { shop_name: 'Lidl', deleted: true })
    const refused = (n: number, of: Row, more: object) => ({ opId: `op${n}`, row: of, ...more })
    const gone = { status: 'rejected', why: 'gone' } as const
    const results = {
      '1': refused(1, ended, gone),
      '2': refused(2, ended, gone),
      '3': refused(3, removed, gone),
      '4': refused(4, removed, { status: 'stale' }),
    } as never
    const done = accept(at, again.changed, again.call!, reply({ base: 5, head: 6, results }), here)
    expect(done?.remove).toEqual([1, 2, 3, 4])
    expect(done?.tray.map((item) => item.entry.n)).toEqual([3])
  })
})

describe('OFFLINE-6 starting over under a new client id', () => {
  it('OFFLINE-6 takes the numbers back and keeps operation ids and the mark of having been sent', () => {
    const again = rekey(
      stream({ nextSeq: 9 }),
      [entry(1, add('a'), { seq: 8, sent: true }), entry(2, add('b'))],
      () => '0192f3c0-7a1b-7000-8000-00fresh00000',
    )
    expect(again.stream).toMatchObject({ clientId: 'client_1_00fresh00000', nextSeq: 1 })
    expect(again.changed).toMatchObject([{ n: 1, seq: null, sent: true, opId: 'op1' }])
  })

  it('OFFLINE-6 is the same writer under every client id it ever takes, which does not grow, and knows the order', () => {
    const taken = (clientId: string, id = 'another') =>
      rekey(stream({ clientId }), [], () => id).stream.clientId
    const [first, second, third] = ['client', taken('client'), taken(taken('client'))]
    expect(third).toBe('client_2_another')
    expect([continues(second, first), continues(third, second), continues(third, first)]).toEqual([
      true,
      true,
      true,
    ])
    expect([continues(first, second), continues(second, third)]).toEqual([false, false])
    // Two copies of the same storage.
    expect(continues(second, taken('client', 'copy'))).toBe(true)
    expect([continues('other', first), continues(taken('other'), second)]).toEqual([false, false])
  })

  it('OFFLINE-6 what came back from a lost history and can never be sent is told too, unless its list is gone', () => {
    const entries = [entry(1, add('a'), { recovered: true })]
    expect(refuse(entries, entries, 'tooLarge', 0)).toMatchObject({ tray: [{ opId: 'op1' }], remove: [1] })
    expect(refuse(entries, entries, 'lost', 0)).toEqual({ tray: [], remove: [1] })
  })

  it('OFFLINE-7 refusing a list puts each change into the tray once', () => {
    const entries = [entry(1, add('a')), entry(2, set('a', 'price', 2)), entry(3, set('b', 'price', 2))]
    const { tray, remove } = refuse(entries, entries, 'lost', 0)
    expect(tray.map((item) => [item.entry.n, item.hung.map((e) => e.n)])).toEqual([
      [1, [2]],
      [3, []],
    ])
    expect(remove.toSorted()).toEqual([1, 2, 3])
  })
})
