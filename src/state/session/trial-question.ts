import { create } from 'zustand'
import { getValue, putValue } from '../../../device/storage/app-db.ts'
import type { MessageDescriptor } from '@lingui/core'
import { holdsAnything, moveTrialTo } from './move-trial.ts'
import { isTrial } from './session.ts'
import { goesToKey } from './trial.ts'

/** Resolves the open question whether the trial's data moves into the account; null if no question is open. */
export const useTrialQuestion = create<{ answer: ((yes: boolean) => void) | null }>(() => ({ answer: null }))

/**
 * Moves the trial's data if the user who logs in says that it is theirs; somebody else may have tried the app on this
 * device. A yes is stored, so that an interrupted move continues. A no leaves everything here.
 */
export async function moveTrialIfWanted(userId: string): Promise<MessageDescriptor | null> {
  // The log-in page asks. If there is no trial to continue, that page has no question to show.
  if (!isTrial() || !(await holdsAnything())) return null
  if (!(await isTrialOf(userId))) {
    const yes = await new Promise<boolean>((answer) => useTrialQuestion.setState({ answer }))
    useTrialQuestion.setState({ answer: null })
    if (!yes) return null
    await putValue(goesToKey, userId)
  }
  return moveTrialTo(userId)
}

/** Returns whether this user has said that the trial's data goes into their account. */
export async function isTrialOf(userId: string): Promise<boolean> {
  return (await getValue(goesToKey)) === userId
}
