import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { isOfList } from '../../../core/sync/change.ts'
import { getValue, putValue } from '../../../device/storage/app-db.ts'
import type { AccountDb } from '../../../device/storage/db.ts'
import { movingTo } from '../../../device/storage/move-mark.ts'
import { move, placeOf } from '../../../device/storage/moving.ts'
import { notify } from '../../ui/notices.ts'
import { askUser, who } from '../../account/session/session.ts'
import { forgetSession } from '../../account/state/sign-out.ts'
import { goesToKey, trialId } from '../../trial/trial-state.ts'
import { localCategories, localTemplates } from '../../trial/local.ts'
import { isSameUnsent, joinUnsent, openAccount } from '../../account/session/unsent.ts'
import { texts } from '../../texts/texts.ts'

// Decision 088: a trial is an outbox, and moves only after a yes.
/**
 * Moves a trial's data into an account's outbox, before that account's pages are shown. An interruption at any point
 * loses and duplicates nothing: the next sign-in continues. Returns the message for the user, or null.
 */
export async function moveTrialTo(userId: string): Promise<MessageDescriptor | null> {
  const account = openAccount(userId)
  return moveTrialInto(account).finally(() => account.close())
}

/** Like `moveTrialTo`, for an account whose pages are shown already. */
export async function moveTrialInto(account: AccountDb): Promise<MessageDescriptor | null> {
  const id = await trialId()
  if (id === null || id === account.userId) return null
  const trial = openAccount(id)
  try {
    await finishEarlier(trial, account.userId)
    const templates = (await localTemplates.all(trial)).length
    const categories = (await localCategories.all(trial)).length
    const moved = await move(placeOf(trial), placeOf(account), joinUnsent)
    const count = moved.filter((entry) => entry.op === 'add' && isOfList(entry.listId, entry)).length
    if (templates + categories > 0)
      return msg`Moved into your account: lists ${count}, templates ${templates}, categories ${categories}`
    if (count === 0) return null
    return msg`${plural(count, { one: '# list moved into your account', other: '# lists moved into your account' })}`
  } finally {
    await trial.close()
  }
}

/** Returns whether this device has anything that was made without an account. */
async function holdsAnything(): Promise<boolean> {
  const id = await trialId()
  if (id === null) return false
  const trial = openAccount(id)
  try {
    const [entries, templates, categories] = await Promise.all([
      trial.outbox(),
      localTemplates.all(trial),
      localCategories.all(trial),
    ])
    return entries.length + templates.length + categories.length > 0
  } finally {
    await trial.close()
  }
}

/**
 * Removes from the trial what another account has taken in already, in a move that was interrupted: it belongs to that
 * account.
 */
async function finishEarlier(trial: AccountDb, userId: string): Promise<void> {
  const before = await trial.getValue(movingTo)
  if (typeof before === 'string' && before !== userId) {
    const owner = openAccount(before)
    try {
      const last = await placeOf(owner).movedFrom(trial.userId)
      const left = await placeOf(trial).belongings(last)
      const ownerValues = await Promise.all(left.values.map(([key]) => owner.getValue(key)))
      const values = left.values.filter(([, value], i) => isSameUnsent(value, ownerValues[i]))
      await placeOf(trial).empty({ ...left, last, values })
    } finally {
      await owner.close()
    }
  }
  await trial.putValue(movingTo, userId)
}

/** Removes everything that was made on this device without an account. */
export async function removeTrial(): Promise<void> {
  const id = await trialId()
  if (id === null) return
  const trial = openAccount(id)
  try {
    const place = placeOf(trial)
    await place.recover()
    await place.empty(await place.belongings(0))
    await place.settle()
  } finally {
    await trial.close()
  }
}

/**
 * Moves the trial's data if the user who logs in says that it is theirs; somebody else may have tried the app on this
 * device. A yes is stored, so that an interrupted move continues. A no leaves everything here.
 */
export async function moveTrialIfWanted(userId: string): Promise<MessageDescriptor | null> {
  // The log-in page asks. If there is no trial to continue, that page has no question to show.
  if (who() !== 'trial' || !(await holdsAnything())) return null
  if (!(await isTrialOf(userId))) {
    if (!(await askUser({ about: 'trial' }))) return null
    await putValue(goesToKey, userId)
  }
  return moveTrialTo(userId)
}

/** Returns whether this user has said that the trial's data goes into their account. */
export async function isTrialOf(userId: string): Promise<boolean> {
  return (await getValue(goesToKey)) === userId
}

/** Removes a trial with all its lists from this device. */
export async function endTrial(): Promise<boolean> {
  try {
    await removeTrial()
    await forgetSession()
    return true
  } catch {
    notify('error', texts.storageFailed)
    return false
  }
}
