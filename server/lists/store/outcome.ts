import type { Refusal } from '../../../core/sync/change.ts'
import { problem, type ProblemError } from '../../base/problem.ts'
import type { Writer } from './stamps.ts'

/** The result of one change. */
export type Outcome =
  | { status: 'applied'; why: ''; ver: number }
  | { status: 'rejected'; why: Exclude<Refusal, 'stale'>; ver: 0 }
  | { status: 'stale'; why: 'stale'; ver: 0 }

export const stale: Outcome = { status: 'stale', why: 'stale', ver: 0 }
export const rejected = (why: Exclude<Refusal, 'stale'>): Outcome => ({ status: 'rejected', why, ver: 0 })
export const applied = (ver: number): Outcome => ({ status: 'applied', why: '', ver })

const maxAge = 90 * 86_400_000

/** Returns whether a change was typed so long ago that the record of its operation may have been pruned. */
export function isTooOld(now: number, { typedAt }: Writer): boolean {
  return typedAt !== null && now - typedAt > maxAge
}

/** Converts the reason of a refused change into the problem that a REST call answers. */
export function refusal({ why }: Outcome): ProblemError {
  if (why === 'limit') return problem('limitReached')
  if (why === 'gone' || why === 'idTaken' || why === 'forbidden') return problem(why)
  return problem('invalidRequest')
}
