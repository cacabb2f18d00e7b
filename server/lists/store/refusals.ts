import { createHash } from 'node:crypto'
import { limits } from '../../../core/product/entities.ts'
import type { Refusal } from '../../../core/sync/change.ts'

/** What a client was refused, by the place in its sequence. */
export type Refusals = ReadonlyMap<number, { tag: string; why: Refusal }>

/** Enough to tell operations of one client apart; their whole ids would take four times the room. */
export const tagOf = (opId: string) => createHash('sha256').update(opId).digest('base64url').slice(0, 8)

/**
 * A device sends its newest batch again until it is answered, so that many places back are kept. An older one is
 * answered as a fork: the device sends its operations again under a new client id, and they are judged anew.
 */
const kept = limits.batchOps

/** As the client's row has them: the place, the operation and the reason of each. */
export function readRefusals(text: string): Refusals {
  if (text === '') return new Map()
  return new Map(
    text.split(' ').map((part) => {
      const [seq = '', tag = '', why = ''] = part.split('.')
      return [Number.parseInt(seq, 36), { tag, why: why as Refusal }]
    }),
  )
}

/** Those within reach of a client that has come to `last`, oldest first. */
export function writeRefusals(refusals: Refusals, last: number): string {
  return [...refusals]
    .filter(([seq]) => seq > last - kept)
    .map(([seq, { tag, why }]) => `${seq.toString(36)}.${tag}.${why}`)
    .join(' ')
}
