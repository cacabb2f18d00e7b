import type { ProblemCode } from '../../../core/contract/problem-codes.ts'

/**
 * A template or a category that was made without an account. It is stored in the trial until that is moved, then in the
 * account until the server has it. A deleted or sent one leaves a mark with `value` null: after an interrupted move the
 * same one may be in both places, and would be moved a second time.
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
  /** why the server refused it; it is sent again on the next occasion */
  refused?: ProblemCode
}

export type Kind = 'template' | 'category'
/** Returns null for a value that is not one of these. */
export function readKept(value: unknown): Kept<unknown> | null {
  const { own, id, stamp } = (value ?? {}) as Partial<Kept<unknown>>
  const isKnown = (own === 'template' || own === 'category') && typeof id === 'string' && !!stamp
  return isKnown ? (value as Kept<unknown>) : null
}

/** Returns whether a stored value is one of these, or the mark of one. Such a value survives a sign-out. */
export function isKept(value: unknown): boolean {
  return readKept(value) !== null
}
