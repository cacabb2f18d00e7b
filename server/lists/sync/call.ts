import type { Answer, Body } from '../../../core/contract/api.ts'
import type { Quota } from '../../base/daily-quota.ts'
import type { Affected } from '../../db/affected.ts'

export type SyncAnswer = Answer<'sync'>

export interface SyncCall {
  listId: string
  user: { id: string }
  request: Body<'sync'>
  /** epoch ms */
  now: number
  /** for the positions of products that were sent without one */
  random?: () => number
  /** the most rows in one response, if not the usual number */
  answerRows?: number
  /** the product limit of the list's owner, if not the usual number */
  mostProducts?: number
  /** what its writes count against, and what its operations do if all of them delete; left out: nothing */
  quotas?: (isRemoval: boolean) => readonly Quota[]
  /** how many lists the account may have, if not the usual number */
  mostLists?: number
  /** for the epoch and the link of a list that is made */
  randomBytes?: (length: number) => Buffer
  /** called after the commit, and only when something changed */
  onCommit?: (affected: Affected) => void
  /** a deleted list was not emptied to the end; the nightly job does the rest */
  onLeft?: (error: unknown) => void
}
