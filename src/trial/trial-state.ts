import { v7 as newId } from 'uuid'
import { getSession, getValue, putSession, putValue } from '../../device/storage/app-db.ts'
import { isTrialId, trialPrefix } from '../../device/trial.ts'
import { accountSetting } from '../sync/account-store.ts'
import { notify } from '../ui/notices.ts'
import { useDevice } from '../sync/device.ts'
import { reloadSession } from '../account/session/session.ts'
import { texts } from '../texts/texts.ts'

const key = 'trial'
/** key of the account that the trial goes into, once its user has said so; a new trial has none again */
export const goesToKey = 'trialGoesTo'

/** Returns the id of this device's trial; null if nobody has tried the app here, or everything was moved. */
export async function trialId(): Promise<string | null> {
  const session = await getSession()
  // The session has a second copy, in case the storage came back empty.
  const id = session && isTrialId(session.userId) ? session.userId : await getValue(key)
  return typeof id === 'string' && id.startsWith(trialPrefix) ? id : null
}

/**
 * Opens the app without an account, with what the last trial left here. Returns false if the device cannot store it.
 */
export async function startTrial(): Promise<boolean> {
  try {
    const userId = (await trialId()) ?? trialPrefix + newId()
    await putValue(goesToKey, null)
    await putValue(key, userId)
    await putSession({ userId, email: '', accessToken: null, expiresAt: 0, remember: true })
    await reloadSession()
    return true
  } catch {
    notify('error', texts.storageFailed)
    return false
  }
}

const trialTold = accountSetting('trialTold', { told: true }, (stored) => ({
  told: (stored as { told?: unknown } | undefined)?.told === true,
}))

/** Whether a user without an account was told that the browser may clear their lists. True until it has been read. */
export const useTrialTold = trialTold.use

export function tellTrialOnce(): void {
  trialTold.change({ told: true })
}

export function watchTrialTold(): void {
  const read = () => {
    if (useDevice.getState().device?.isTrial) void trialTold.restore().catch(() => undefined)
  }
  useDevice.subscribe(read)
  read()
}
