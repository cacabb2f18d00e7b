import { create } from 'zustand'
import { getValue, putValue } from '../../../device/storage/app-db.ts'
import type { MessageDescriptor } from '@lingui/core'
import { holdsAnything, moveTrialTo } from './move-trial.ts'
import { isTrial } from './session.ts'
import { goesToKey } from './trial.ts'

/** Answers whether what is on this device moves into the account; null: nobody is asked now. */
export const useTrialQuestion = create<{ answer: ((yes: boolean) => void) | null }>(() => ({ answer: null }))

/**
 * Moves what was made here without an account, if the person who logs in says that it is theirs: somebody else may have
 * tried the app on this device. The yes is kept, so that a move that breaks off goes on; a no leaves everything here.
 */
export async function moveTrialIfWanted(userId: string): Promise<MessageDescriptor | null> {
  // The log-in page asks; where there is no trial to go on with, it has nothing to ask with.
  if (!isTrial() || !(await holdsAnything())) return null
  if (!(await isTrialOf(userId))) {
    const yes = await new Promise<boolean>((answer) => useTrialQuestion.setState({ answer }))
    useTrialQuestion.setState({ answer: null })
    if (!yes) return null
    await putValue(goesToKey, userId)
  }
  return moveTrialTo(userId)
}

/** Whether this person has said that what was made here without an account goes into theirs. */
export async function isTrialOf(userId: string): Promise<boolean> {
  return (await getValue(goesToKey)) === userId
}
