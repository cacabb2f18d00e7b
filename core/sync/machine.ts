/**
 * The state machine that sends one list's outbox: when to seal (D2), send (D3), accept (D4) and pull (D6), see
 * docs/sync.md. Pure. Page and worker each run their own instance; they share only the stored outbox. A busy state
 * waits for the one event that its effect returns. An edit or a trigger during that time sets `again` and is handled
 * afterwards.
 *
 *   idle -edit→ dirty -trigger→ sealing → sending → storing → idle, or sealing when more is left
 *   sending -401→ refreshing → sealing | signedOut        -fork, gap→ rekeying → sealing
 *           -410→ sealing (a snapshot)                    -403, 404→ leaving → lost, or sealing
 *           -too large→ sealing (half), a single operation → refusing → rekeying      -one list too many→ refusing
 *           -anything else→ waiting -timer, trigger→ sealing (the same sealed batch)
 *           -426→ outdated  -another account→ otherAccount
 */
import { limits } from '../product/entities.ts'
import type { SyncCall, SyncReply, TrayReason } from './replica.ts'

type At =
  | 'idle'
  | 'dirty'
  | 'sealing'
  | 'sending'
  | 'storing'
  | 'rekeying'
  | 'refusing'
  | 'leaving'
  | 'refreshing'
  | 'waiting'
  | 'signedOut'
  | 'otherAccount'
  | 'outdated'
  | 'lost'

export interface State {
  at: At
  /** an edit or a trigger came while busy */
  again: boolean
  /** pull even if there is nothing to send */
  pull: boolean
  /** the current call pulls; the pull is complete when its answer is stored */
  pulling: boolean
  snapshot: boolean
  maxOps: number
  /** failures in a row */
  failures: number
  /** the token was renewed and has not been accepted since */
  refreshed: boolean
  /** how long the state `waiting` lasts, in ms */
  wait: number
  /** the wait comes from the server's Retry-After: no trigger shortens it */
  patient: boolean
  call: SyncCall | null
}

export const initial: State = {
  at: 'idle',
  again: false,
  pull: false,
  pulling: false,
  snapshot: false,
  maxOps: limits.batchOps,
  failures: 0,
  refreshed: false,
  wait: 0,
  patient: false,
  call: null,
}

/** How a call ended, as far as the outbox is concerned. */
export type Outcome =
  | { is: 'ok'; reply: SyncReply }
  | { is: 'fork' | 'gap' | 'resync' | 'signedOut' | 'otherAccount' | 'outdated' | 'lost' }
  | { is: 'tooLarge'; why: TrayReason }
  /** the call makes a list, and the account may have no more lists */
  | { is: 'limit' }
  | { is: 'later'; retryAfterMs: number | null }

export type Event =
  | { type: 'edit' }
  /**
   * `edit: true`: only an edit caused it, which never shortens a wait. `online: true`: the network is back, so the
   * failures without a network are not counted in the next backoff.
   */
  | { type: 'trigger'; edit?: boolean; online?: boolean }
  | { type: 'pull' }
  | { type: 'timer' }
  | { type: 'token' }
  /** `newer`: a newer version of the app wrote the entries, so this one cannot send them */
  | { type: 'sealed'; call: SyncCall | null; newer?: boolean }
  | { type: 'answered'; outcome: Outcome; random: number }
  | { type: 'stored'; dropped: boolean; more: boolean; left: number }
  | { type: 'rekeyed' }
  | { type: 'refused' }
  /** `stays`: the server may have the list after all, see `leave` in leaving.ts */
  | { type: 'left'; stays: boolean }
  | { type: 'refreshed'; result: 'yes' | 'no' | 'later'; random: number }

/** Each effect brings exactly one event back. */
export type Effect =
  | { do: 'seal'; maxOps: number; snapshot: boolean; pull: boolean }
  | { do: 'send'; call: SyncCall }
  | { do: 'store'; call: SyncCall; reply: SyncReply }
  | { do: 'rekey' }
  | { do: 'refuse'; call: SyncCall; why: TrayReason }
  | { do: 'leave'; call: SyncCall }
  | { do: 'refresh' }

export type Step = readonly [State, Effect | null]

/** the longest backoff between two tries, in ms; Retry-After may be longer */
export const longestWait = 60_000
/** dropped answers in a row before a backoff; an answer is dropped when another context has stored a newer one */
const mostFailures = 3

export function step(state: State, event: Event): Step {
  switch (event.type) {
    case 'edit':
      return [noted(state, 'dirty'), null]
    case 'trigger':
    case 'timer':
      return triggered(state, event)
    case 'pull':
      return triggered({ ...state, pull: true }, { type: 'trigger' })
    case 'token':
      return state.at === 'signedOut' || state.at === 'otherAccount'
        ? sealing({ ...state, refreshed: false })
        : [state, null]
    case 'sealed':
      if (state.at !== 'sealing') return [state, null]
      if (event.newer) return [{ ...state, at: 'outdated', call: null }, null]
      if (event.call)
        return [
          { ...state, at: 'sending', call: event.call },
          { do: 'send', call: event.call },
        ]
      return state.again ? sealing(state) : [{ ...state, at: 'idle', call: null }, null]
    case 'answered':
      return state.at === 'sending' && state.call
        ? answered(state, state.call, event.outcome, event.random)
        : [state, null]
    case 'stored':
      return state.at === 'storing' ? stored(state, event) : [state, null]
    case 'rekeyed':
      return state.at === 'rekeying' ? sealing(state) : [state, null]
    case 'refused':
      return state.at === 'refusing' ? [{ ...state, at: 'rekeying' }, { do: 'rekey' }] : [state, null]
    case 'left':
      if (state.at !== 'leaving') return [state, null]
      return event.stays ? sealing(state) : [{ ...state, at: 'lost', call: null }, null]
    case 'refreshed':
      if (state.at !== 'refreshing') return [state, null]
      if (event.result === 'yes') return sealing({ ...state, refreshed: true })
      if (event.result === 'no') return [{ ...state, at: 'signedOut', call: null }, null]
      return waiting(state, null, event.random)
  }
}

const resting: readonly At[] = ['idle', 'dirty', 'waiting', 'signedOut', 'otherAccount', 'outdated', 'lost']

export function isResting(state: State): boolean {
  return resting.includes(state.at)
}

function noted(state: State, at: At): State {
  if (!isResting(state)) return { ...state, again: true }
  return state.at === 'idle' ? { ...state, at } : state
}

function triggered(state: State, event: Event & { type: 'trigger' | 'timer' }): Step {
  if (!isResting(state)) return [{ ...state, again: true }, null]
  if (state.at === 'waiting') {
    const early = event.type === 'trigger' && (event.edit === true || state.patient)
    if (early) return [state, null]
    const isBack = event.type === 'trigger' && event.online === true
    return sealing(isBack ? { ...state, failures: 0 } : state)
  }
  return state.at === 'idle' || state.at === 'dirty' ? sealing(state) : [state, null]
}

function sealing(state: State): Step {
  const pulling = state.pull || state.pulling
  const next: State = {
    ...state,
    at: 'sealing',
    again: false,
    pull: false,
    pulling,
    call: null,
    patient: false,
  }
  return [next, { do: 'seal', maxOps: state.maxOps, snapshot: state.snapshot, pull: pulling }]
}

function waiting(state: State, retryAfterMs: number | null, random: number): Step {
  const backoff = Math.min(longestWait, 1000 * 2 ** Math.min(state.failures, 10))
  const wait = Math.max(retryAfterMs ?? 0, backoff * (0.5 + random / 2))
  const failures = state.failures + 1
  return [{ ...state, at: 'waiting', failures, wait, patient: retryAfterMs !== null, call: null }, null]
}

function answered(state: State, call: SyncCall, outcome: Outcome, random: number): Step {
  switch (outcome.is) {
    case 'ok':
      return [
        // Storing reports how many entries are left, including every edit before it. So `again` is not needed.
        { ...state, at: 'storing', again: false },
        { do: 'store', call, reply: outcome.reply },
      ]
    case 'fork':
    case 'gap':
      return [{ ...state, at: 'rekeying', snapshot: outcome.is === 'gap' || state.snapshot }, { do: 'rekey' }]
    case 'resync':
      return sealing({ ...state, snapshot: true })
    case 'tooLarge':
      if (call.body.ops.length > 1)
        return sealing({ ...state, maxOps: Math.max(1, Math.floor(call.body.ops.length / 2)) })
      if (call.body.ops.length === 0) return waiting(state, null, random)
      return refusing(state, call, outcome.why)
    case 'limit':
      return refusing(state, call, 'limit')
    case 'signedOut':
      if (state.refreshed) return [{ ...state, at: 'signedOut', call: null }, null]
      return [{ ...state, at: 'refreshing' }, { do: 'refresh' }]
    case 'otherAccount':
    case 'outdated':
      return [{ ...state, at: outcome.is, call: null }, null]
    case 'lost':
      return [
        { ...state, at: 'leaving' },
        { do: 'leave', call },
      ]
    case 'later':
      return waiting(state, outcome.retryAfterMs, random)
  }
}

function refusing(state: State, call: SyncCall, why: TrayReason): Step {
  return [
    { ...state, at: 'refusing' },
    { do: 'refuse', call, why },
  ]
}

function stored(state: State, event: { dropped: boolean; more: boolean; left: number }): Step {
  const failures = event.dropped ? state.failures + 1 : 0
  if (failures > mostFailures) return waiting({ ...state, failures }, null, 1)
  if (event.dropped) return sealing({ ...state, failures })
  const done: State = {
    ...state,
    failures,
    refreshed: false,
    snapshot: false,
    maxOps: limits.batchOps,
    pull: state.pull || event.more,
    pulling: false,
  }
  if (event.left > 0 || done.pull || done.again) return sealing(done)
  return [{ ...done, at: 'idle', call: null }, null]
}

/** The sync status of a list that the screen shows. */
export type SyncWord = 'saved' | 'saving' | 'waiting' | 'signedOut' | 'outdated'

export function wordFor(state: State): SyncWord {
  if (state.at === 'idle' || state.at === 'lost') return 'saved'
  if (state.at === 'signedOut' || state.at === 'otherAccount') return 'signedOut'
  if (state.at === 'outdated') return 'outdated'
  return state.at === 'waiting' || state.at === 'dirty' ? 'waiting' : 'saving'
}
