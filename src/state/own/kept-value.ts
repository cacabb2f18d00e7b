import type { ProblemCode } from '../../../core/contract/problem-codes.ts'

/**
 * A template or a category that was made without an account. It stays in the trial's place until that moves, then in the
 * account's until the server has it. What was deleted or sent leaves its mark: in a move that broke off the same thing
 * may be in both places, and comes a second time.
 */
export interface Kept<T> {
  own: Kind
  id: string
  /** new with each change, so that two copies can be told apart */
  stamp: string
  /** epoch ms */
  madeAt: number
  /** null: it was deleted, or `isSent` */
  value: T | null
  isSent?: true
  /** why the server did not take it; it is offered again at the next occasion */
  refused?: ProblemCode
}

export type Kind = 'template' | 'category'
/** Null for a value that is none. */
export function readKept(value: unknown): Kept<unknown> | null {
  const { own, id, stamp } = (value ?? {}) as Partial<Kept<unknown>>
  const isKnown = (own === 'template' || own === 'category') && typeof id === 'string' && !!stamp
  return isKnown ? (value as Kept<unknown>) : null
}

/** Whether a value of an account is one of these, or the mark of one: a sign-out leaves it where it is. */
export function isKept(value: unknown): boolean {
  return readKept(value) !== null
}
