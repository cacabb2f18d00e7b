import { createHash } from 'node:crypto'
import { limits } from '../../../core/product/entities.ts'
import type { Refusal } from '../../../core/sync/change.ts'

/**
 * A client's operations that were refused because their row does not exist, by sequence number. They have no rows of
 * their own, which would count against no limit: an account that was not activated wrote 700 MB a minute.
 */
export type Refusals = ReadonlyMap<number, { tag: string; why: Refusal }>

/** Returns a short hash, enough to tell operations of one client apart; whole ids would take 4× the space. */
export const tagOf = (opId: string) => createHash('sha256').update(opId).digest('base64url').slice(0, 8)

/**
 * How many sequence numbers back refusals are kept: one batch, because a device resends its newest batch until it is
 * answered. An older operation is answered with fork: the device resends it under a new client id, and it is decided
 * again.
 */
const mostRefusals = limits.batchOps

/** Parses the refusals in a client's row: sequence number, tag and reason of each. */
export function readRefusals(text: string): Refusals {
  if (text === '') return new Map()
  return new Map(
    text.split(' ').map((part) => {
      const [seq = '', tag = '', why = ''] = part.split('.')
      return [Number.parseInt(seq, 36), { tag, why: why as Refusal }]
    }),
  )
}

/** Formats the refusals for a client's row, except those that are a batch or more older than `last`. */
export function writeRefusals(refusals: Refusals, last: number): string {
  return [...refusals]
    .filter(([seq]) => seq > last - mostRefusals)
    .map(([seq, { tag, why }]) => `${seq.toString(36)}.${tag}.${why}`)
    .join(' ')
}
