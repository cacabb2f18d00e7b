import { isProblemCode } from '../core/contract/problem-codes.ts'
import type { SyncCall, SyncReply } from '../core/sync/replica.ts'
import {
  type Effect,
  type Event,
  initial,
  isResting,
  longestWait,
  type Outcome,
  type State,
  step,
} from '../core/sync/machine.ts'
import type { AccountDb } from './storage/db.ts'
import { OAuthError, ProblemError, Unreachable } from './failures.ts'

export interface DrainOptions {
  db: AccountDb
  /** called with the call while its sealing is still being written to the disk */
  prepare?: (call: SyncCall) => void
  /** sends one POST; throws ProblemError, OAuthError or Unreachable */
  send: (call: SyncCall) => Promise<SyncReply>
  refresh: () => Promise<'yes' | 'no' | 'later'>
  newId: () => string
  random: () => number
  /** saves calls; it is not needed for safety, because two contexts may send the same batch */
  lock: () => Promise<() => void>
  later: (run: () => void, ms: number) => void
  /** what the browser reports; without it the device counts as online */
  online?: () => boolean
  /** called at every step of a list's machine */
  tell: (listId: string, state: State) => void
  /** there is no account: nothing is sent or pulled */
  rests?: boolean
  /** the device's own storage failed */
  failed: (error: unknown) => void
}

export type Drain = ReturnType<typeof createDrain>

/** Runs the sync machine of every list of one account with a database and a network: steps D2 to D6 of docs/sync.md. */
export function createDrain(options: DrainOptions) {
  const { db } = options
  const states = new Map<string, State>()

  function stateOf(listId: string): State {
    return states.get(listId) ?? initial
  }

  const running = new Map<string, Promise<State>>()

  /**
   * Passes an event to a list's machine. Callers during a run share its promise, which resolves when the list rests. A
   * trigger with `online: true` means that there is a network, even if the browser reports none in this context.
   */
  function dispatch(listId: string, event: Event): Promise<State> {
    if (options.rests) return Promise.resolve(initial)
    const effect = advance(listId, event)
    if (!effect) return running.get(listId) ?? Promise.resolve(stateOf(listId))
    const believed = event.type !== 'trigger' || event.online !== true
    const run = follow(listId, effect, believed).finally(() => running.delete(listId))
    running.set(listId, run)
    return run
  }

  async function follow(listId: string, first: Effect, believed: boolean): Promise<State> {
    let release: (() => void) | null = null
    try {
      for (let effect: Effect | null = first; effect;) {
        if (effect.do === 'seal') {
          release?.()
          // A device with nothing to send pulls many lists at once. Under the lock they would run one after another,
          // which takes seconds.
          const onlyAsks = effect.pull && (await db.isAllSent())
          release = onlyAsks ? null : await options.lock()
          // A call without the lock carries no operations. What is typed at this moment goes with the next call,
          // because `store` counts what is left.
          if (onlyAsks) effect = { ...effect, maxOps: 0 }
        }
        const event = await perform(listId, effect, believed)
        if (event.type === 'answered' && event.outcome.is !== 'later') believed = false
        effect = advance(listId, event)
      }
    } catch (error) {
      // Nothing was lost, but this run has ended. The next trigger starts another.
      const { pull, pulling, failures } = stateOf(listId)
      // The same backoff as for an unreachable server, so that a storage that stays full is not tried more often.
      const wait = Math.min(longestWait, 1000 * 2 ** failures)
      const next: State = { ...initial, at: 'waiting', pull: pull || pulling, failures: failures + 1, wait }
      states.set(listId, next)
      options.tell(listId, stateOf(listId))
      options.failed(error)
    } finally {
      release?.()
    }
    const state = stateOf(listId)
    if (state.at === 'waiting') options.later(() => void dispatch(listId, { type: 'timer' }), state.wait)
    if (state.at === 'lost') states.delete(listId)
    return state
  }

  function advance(listId: string, event: Event): Effect | null {
    const [state, effect] = step(stateOf(listId), event)
    states.set(listId, state)
    options.tell(listId, state)
    return effect
  }

  async function perform(listId: string, effect: Effect, believed: boolean): Promise<Event> {
    switch (effect.do) {
      case 'seal': {
        const { maxOps, snapshot, pull } = effect
        // A browser that reports offline may be wrong, so a call without operations probes the connection. It carries
        // no operations because an operation that was in a failed call can no longer be superseded, and would be sent
        // again before newer ones.
        const probe = believed && options.online?.() === false
        const at = { user: db.userId, request: options.newId() }
        const sealing = { ...at, maxOps, snapshot, pull, probe }
        return { type: 'sealed', ...(await db.seal(listId, sealing, options.prepare)) }
      }
      case 'send':
        return { type: 'answered', outcome: await send(effect.call), random: options.random() }
      case 'store': {
        const { dropped, left } = await db.store(effect.call, effect.reply)
        return { type: 'stored', dropped, left, more: effect.reply.more }
      }
      case 'rekey':
        await db.rekey(listId)
        return { type: 'rekeyed' }
      case 'refuse':
        await db.refuse(effect.call, effect.why)
        return { type: 'refused' }
      case 'leave':
        return { type: 'left', stays: await db.leave(effect.call) }
      case 'refresh':
        return { type: 'refreshed', result: await options.refresh(), random: options.random() }
    }
  }

  async function send(call: SyncCall): Promise<Outcome> {
    try {
      const reply = await options.send(call)
      // An answer to another call, from a cache or a proxy, does not count.
      return reply.request === call.body.request ? { is: 'ok', reply } : { is: 'later', retryAfterMs: null }
    } catch (error) {
      return outcomeOf(error)
    }
  }

  /**
   * Sends the pending changes of every list. The `firstLists` go first, before the database is searched for others.
   */
  async function all(online = false, firstLists: readonly string[] = []): Promise<State[]> {
    const of = (listIds: readonly string[]) =>
      Promise.all(listIds.map((listId) => dispatch(listId, { type: 'trigger', online })))
    const first = await of(firstLists)
    const others = (await db.waitingLists()).filter((listId) => !firstLists.includes(listId))
    return [...first, ...(await of(others))]
  }

  return {
    dispatch,
    all,
    stateOf,
    /** Returns the promise of the list's current run, or undefined if the list rests. */
    running: (listId: string): Promise<State> | undefined => running.get(listId),
    /** Lists that stopped because the session had ended go on. */
    token: () => Promise.all([...states.keys()].map((listId) => dispatch(listId, { type: 'token' }))),
    isBusy: () => [...states.values()].some((state) => !isResting(state)),
  }
}

/** Returns what a failed call means for the outbox. Rethrows errors that do not come from the call. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof Unreachable) return { is: 'later', retryAfterMs: error.retryAfterMs }
  if (error instanceof OAuthError) return { is: 'later', retryAfterMs: null }
  if (!(error instanceof ProblemError)) throw error
  const { code, status } = error.problem
  switch (isProblemCode(code) ? code : undefined) {
    case 'fork':
    case 'gap':
    case 'resync':
    case 'otherAccount':
    case 'outdated':
      return { is: code as 'fork' | 'gap' | 'resync' | 'otherAccount' | 'outdated' }
    case 'sessionExpired':
      return { is: 'signedOut' }
    case 'notFound':
    case 'forbidden':
      return { is: 'lost' }
    case 'tooLarge':
      return { is: 'tooLarge', why: 'tooLarge' }
    case 'limitReached':
      return { is: 'limit' }
    default:
      if (status === 400 || status === 415 || status === 422) return { is: 'tooLarge', why: 'invalid' }
      return { is: 'later', retryAfterMs: error.retryAfterMs }
  }
}
