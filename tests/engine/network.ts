import type { SyncCall, SyncReply } from '../../core/sync/replica.ts'
import { type ProblemCode, problemStatus } from '../../core/contract/problem-codes.ts'
import { problemTitles } from '../../core/contract/problem-titles.ts'
import { ProblemError, Unreachable } from '../../device/failures.ts'
import type { Context, Seat } from './seat.ts'

/** A call somewhere between a device and the server. */
export interface Flight {
  seat: Seat
  context: Context | null
  call: SyncCall
  /** when its operations' ages were computed, by the simulation's true clock */
  sentAt: number
  /** the account of its token; null: the device's token at the time of arrival */
  token: { userId: string; valid: boolean } | null
  answer: { reply: SyncReply } | { error: unknown } | null
  resolve: (reply: SyncReply) => void
  reject: (error: unknown) => void
}

/** Answers of a server in trouble, or of a proxy between it and the device. */
const troubles: (() => Error)[] = [
  () => new Unreachable('an answer that is not ours (200)'),
  () => refusal('serverError', null),
  () => refusal('unavailable', 2_000),
  () => refusal('maintenance', 120_000),
  () => refusal('tooManyRequests', 1_000),
]

function refusal(code: ProblemCode, retryAfterMs: number | null): ProblemError {
  const [status, title] = [problemStatus[code], problemTitles[code]]
  return new ProblemError({ type: 'about:blank', title, status, code, requestId: 'sim' }, retryAfterMs)
}

export function trouble(random: () => number): Error {
  return troubles[Math.floor(random() * troubles.length)]!()
}

export function outdated(): Error {
  return refusal('outdated', null)
}

export function signedOut(): Error {
  return refusal('sessionExpired', null)
}

/** The calls under way, in no particular order. */
export class Network {
  flights: Flight[] = []
  /** the last answer that anybody received, as a cache in between would keep it */
  cached: SyncReply | null = null

  send(
    seat: Seat,
    context: Context,
    call: SyncCall,
    token: Flight['token'],
    sentAt: number,
  ): Promise<SyncReply> {
    context.asking++
    return new Promise((resolve, reject) => {
      const flight: Flight = { seat, context, call, token, sentAt, answer: null, resolve, reject }
      this.flights.push(flight)
    })
  }

  /** Sends a copy of a call that arrives later; nobody hears its answer. */
  echo(flight: Flight): void {
    const nobody = () => undefined
    this.flights.push({ ...flight, context: null, answer: null, resolve: nobody, reject: nobody })
  }

  /** The flight ends: its context hears an answer or an error, unless it was killed. */
  land(flight: Flight, with_: { reply: SyncReply } | { error: unknown }): void {
    this.flights = this.flights.filter((other) => other !== flight)
    if (!flight.context?.alive) return
    flight.context.asking--
    if ('reply' in with_) {
      this.cached = with_.reply
      flight.resolve(with_.reply)
    } else flight.reject(with_.error)
  }
}
