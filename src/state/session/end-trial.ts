import { notify } from '../notices.ts'
import { texts } from '../../texts/texts.ts'
import { removeTrial } from './move-trial.ts'
import { forgetSession } from './sign-out.ts'

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
