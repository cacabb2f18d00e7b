import type { Answer, Body } from '../../../core/contract/api.ts'
import type { Quota } from '../../limits/daily-quota.ts'
import type { Affected } from '../../db/affected.ts'
import type { Push } from '../../push/push.ts'

export type SyncAnswer = Answer<'sync'>

export interface SyncCall {
  listId: string
  user: { id: string }
  request: Body<'sync'>
  /** epoch ms */
  now: number
  /** generates positions for products that were sent without one */
  random?: () => number
  /** the most rows in one response, if not limits.answerRows */
  answerRows?: number
  /** the product limit of the list's owner, if not the usual number */
  mostProducts?: number
  /** Returns the quotas of the writes; `isRemoval`: all operations are deletes. Left out: no quota. */
  quotas?: (isRemoval: boolean) => readonly Quota[]
  /** how many lists the account may have, if not the usual number */
  mostLists?: number
  /** generates epoch and share link of a new list */
  randomBytes?: (length: number) => Buffer
  /** notes notifications for the other members; left out: nobody is notified */
  push?: Push
  /** called after the commit, if something changed now or when the operations were sent before */
  onCommit?: (affected: Affected) => void
  /** called if emptying a deleted list failed; the nightly job does the rest */
  onLeft?: (error: unknown) => void
}
