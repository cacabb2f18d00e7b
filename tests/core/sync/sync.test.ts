import { describe, expect, it } from 'vitest'
import { seal } from '../../../core/sync/replica.ts'
import {
  type Effect,
  type Event,
  initial,
  type Outcome,
  type State,
  step,
  wordFor,
} from '../../../core/sync/machine.ts'
import { add, entry, stream } from '../../support/entries.ts'

const call = seal(stream(), [entry(1, add('a')), entry(2, add('b'))], {
  user: 'anna',
  request: 'r',
  now: 0,
  maxOps: 10,
  snapshot: false,
  pull: false,
}).call!
const alone = { ...call, body: { ...call.body, ops: call.body.ops.slice(0, 1) } }

function run(events: Event[], from: State = initial): { state: State; effect: Effect | null } {
  return events.reduce<{ state: State; effect: Effect | null }>(
    ({ state }, event) => {
      const [next, effect] = step(state, event)
      return { state: next, effect }
    },
    { state: from, effect: null },
  )
}
const answered = (outcome: Outcome): Event => ({ type: 'answered', outcome, random: 1 })
const sending: Event[] = [{ type: 'edit' }, { type: 'trigger' }, { type: 'sealed', call }]

describe('OFFLINE-6 the sync machine', () => {
  it('OFFLINE-6 goes from an edit to sealing, sending, storing and rest', () => {
    expect(run([{ type: 'edit' }]).state.at).toBe('dirty')
    expect(run(sending).effect).toMatchObject({ do: 'send' })
    const reply = { request: 'r' } as never
    expect(run([...sending, answered({ is: 'ok', reply })]).effect).toMatchObject({ do: 'store' })
    const end = run([
      ...sending,
      answered({ is: 'ok', reply }),
      { type: 'stored', dropped: false, more: false, left: 0 },
    ])
    expect([end.state.at, end.effect]).toEqual(['idle', null])
  })

  it('OFFLINE-6 what was typed while it was sending is counted when the answer is stored', () => {
    const busy = run([...sending, { type: 'edit' }, { type: 'trigger', edit: true }])
    expect(busy.effect).toBeNull()
    const storing = run([answered({ is: 'ok', reply: {} as never })], busy.state)
    const stored = (left: number) =>
      run([{ type: 'stored', dropped: false, more: false, left }], storing.state)
    expect(stored(1).effect).toMatchObject({ do: 'seal' })
    expect(stored(0)).toMatchObject({ effect: null, state: { at: 'idle' } })
  })

  it('OFFLINE-6 looks again after what was typed while an answer was stored, which may have missed it', () => {
    const typed: Event[] = [{ type: 'edit' }, { type: 'trigger', edit: true }]
    const end = run([
      ...sending,
      answered({ is: 'ok', reply: {} as never }),
      ...typed,
      { type: 'stored', dropped: false, more: false, left: 0 },
    ])
    expect(end.effect).toMatchObject({ do: 'seal' })
  })

  it('OFFLINE-8 a poke that comes while busy is still pulled', () => {
    const busy = run([...sending, { type: 'pull' }, answered({ is: 'ok', reply: {} as never })])
    const end = run([{ type: 'stored', dropped: false, more: false, left: 0 }], busy.state)
    expect(end.effect).toMatchObject({ do: 'seal', pull: true })
  })

  it('OFFLINE-8 a pull that failed is wanted again after the wait', () => {
    const failed = run([
      { type: 'pull' },
      { type: 'sealed', call },
      answered({ is: 'later', retryAfterMs: null }),
    ])
    expect(run([{ type: 'timer' }], failed.state).effect).toMatchObject({ do: 'seal', pull: true })
  })

  it('OFFLINE-6 waits longer after each failure, at most a minute, at least what the server says', () => {
    const waits: number[] = []
    let state = run(sending).state
    for (let i = 0; i < 10; i++) {
      state = run([answered({ is: 'later', retryAfterMs: null })], state).state
      waits.push(state.wait)
      state = run([{ type: 'timer' }, { type: 'sealed', call }], state).state
    }
    expect(waits.slice(0, 3)).toEqual([1_000, 2_000, 4_000])
    expect(Math.max(...waits)).toBe(60_000)
    expect(run([answered({ is: 'later', retryAfterMs: 90_000 })], state).state.wait).toBe(90_000)
  })

  it('OFFLINE-6 an edit never shortens a wait; the network coming back does, unless the server named it', () => {
    const waiting = run([...sending, answered({ is: 'later', retryAfterMs: null })]).state
    expect(run([{ type: 'edit' }, { type: 'trigger', edit: true }], waiting).effect).toBeNull()
    expect(run([{ type: 'trigger' }], waiting).effect).toMatchObject({ do: 'seal' })
    const named = run([...sending, answered({ is: 'later', retryAfterMs: 5_000 })]).state
    expect(run([{ type: 'trigger' }], named).effect).toBeNull()
    expect(run([{ type: 'timer' }], named).effect).toMatchObject({ do: 'seal' })
  })

  it('OFFLINE-6 what failed without a network does not lengthen the wait once it is back', () => {
    const later: Event[] = [{ type: 'sealed', call }, answered({ is: 'later', retryAfterMs: null })]
    const failed = run([
      ...sending,
      ...later.slice(1),
      { type: 'timer' },
      ...later,
      { type: 'timer' },
      ...later,
    ]).state
    expect(run([{ type: 'trigger' }, ...later], failed).state.wait).toBe(8_000)
    expect(run([{ type: 'trigger', online: true }, ...later], failed).state.wait).toBe(1_000)
  })

  it('OFFLINE-6 fork and gap take a new client id, gap with a snapshot first', () => {
    expect(run([...sending, answered({ is: 'fork' })]).effect).toEqual({ do: 'rekey' })
    expect(run([...sending, answered({ is: 'fork' }), { type: 'rekeyed' }]).effect).toMatchObject({
      snapshot: false,
    })
    expect(run([...sending, answered({ is: 'gap' }), { type: 'rekeyed' }]).effect).toMatchObject({
      snapshot: true,
    })
  })

  it('OFFLINE-6 resync asks for a snapshot, and only once', () => {
    const again = run([...sending, answered({ is: 'resync' })])
    expect(again.effect).toMatchObject({ do: 'seal', snapshot: true })
    const end = run(
      [
        { type: 'sealed', call },
        answered({ is: 'ok', reply: {} as never }),
        { type: 'stored', dropped: false, more: false, left: 2 },
      ],
      again.state,
    )
    expect(end.effect).toMatchObject({ do: 'seal', snapshot: false })
  })

  it('OFFLINE-6 halves a batch that is too large and refuses a lone operation', () => {
    const tooLarge = answered({ is: 'tooLarge', why: 'tooLarge' })
    expect(run([...sending, tooLarge]).effect).toMatchObject({ do: 'seal', maxOps: 1 })
    const lone = run([...sending, tooLarge, { type: 'sealed', call: alone }, tooLarge])
    expect(lone.effect).toMatchObject({ do: 'refuse', why: 'tooLarge' })
    expect(run([{ type: 'refused' }], lone.state).effect).toEqual({ do: 'rekey' })
  })

  it('AUTH-8 refreshes the token once, then stops and waits for a sign-in with everything kept', () => {
    const signedOut = answered({ is: 'signedOut' })
    const refreshing = run([...sending, signedOut])
    expect(refreshing.effect).toEqual({ do: 'refresh' })
    const renewed = run(
      [{ type: 'refreshed', result: 'yes', random: 1 }, { type: 'sealed', call }, signedOut],
      refreshing.state,
    )
    expect(renewed.state.at).toBe('signedOut')
    expect(run([{ type: 'trigger' }], renewed.state).effect).toBeNull()
    expect(run([{ type: 'token' }], renewed.state).effect).toMatchObject({ do: 'seal' })
    expect(run([{ type: 'refreshed', result: 'later', random: 1 }], refreshing.state).state.at).toBe(
      'waiting',
    )
  })

  it('OFFLINE-6 another account and an outdated app stop without losing anything', () => {
    expect(run([...sending, answered({ is: 'otherAccount' })])).toMatchObject({
      state: { at: 'otherAccount' },
      effect: null,
    })
    const outdated = run([...sending, answered({ is: 'outdated' }), { type: 'trigger' }])
    expect(outdated).toMatchObject({ state: { at: 'outdated' }, effect: null })
  })

  it('OFFLINE-6 a list that is no longer ours is left', () => {
    const leaving = run([...sending, answered({ is: 'lost' })])
    expect(leaving.effect).toEqual({ do: 'leave', call })
    expect(run([{ type: 'left', stays: false }], leaving.state).state.at).toBe('lost')
  })

  it('WHOLE-1 a list that may be there all the same is asked for once more', () => {
    const leaving = run([...sending, answered({ is: 'lost' })])
    expect(run([{ type: 'left', stays: true }], leaving.state).effect).toMatchObject({ do: 'seal' })
  })

  it('WHOLE-3 a list for which there is no room is refused as one, without halving', () => {
    const refusing = run([...sending, answered({ is: 'limit' })])
    expect(refusing.effect).toEqual({ do: 'refuse', call, why: 'limit' })
    expect(run([{ type: 'refused' }], refusing.state).effect).toEqual({ do: 'rekey' })
  })

  it('OFFLINE-6 an answer that must be dropped is asked for again, not for ever', () => {
    let { state } = run([...sending, answered({ is: 'ok', reply: {} as never })])
    let rounds = 0
    for (; state.at === 'storing' && rounds < 20; rounds++) {
      state = run([{ type: 'stored', dropped: true, more: false, left: 2 }], state).state
      if (state.at === 'sealing')
        state = run([{ type: 'sealed', call }, answered({ is: 'ok', reply: {} as never })], state).state
    }
    expect(state.at).toBe('waiting')
    expect(rounds).toBeLessThan(6)
  })

  it('FRAME-9 has a word for every state', () => {
    expect(wordFor(run(sending).state)).toBe('saving')
    expect(wordFor(run([...sending, answered({ is: 'later', retryAfterMs: null })]).state)).toBe('waiting')
    expect(wordFor(initial)).toBe('saved')
  })
})
