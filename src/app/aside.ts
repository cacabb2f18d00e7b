import type { Device } from '../../device/device.ts'
import { watchAccountSettings } from '../state/account-settings/watch.ts'
import { watchTrips } from '../state/account-settings/trip.ts'
import { watchBadge } from '../state/badge.ts'
import { watchBarcodes } from '../state/barcodes.ts'
import { watchKeptTemplates } from '../state/kept-templates.ts'
import { notify } from '../state/notices.ts'
import { sendOwn, watchOwn } from '../state/own/watch-own.ts'
import { useDevice } from '../state/session/device.ts'
import { moveTrialInto } from '../state/session/move-trial.ts'
import { isSessionOf } from '../state/session/session.ts'
import { shareProfile } from '../state/session/shared-profile.ts'
import { isTrialOf, moveTrialIfWanted } from '../state/session/trial-question.ts'
import { watchTrialTold } from '../state/session/trial-told.ts'
import { storageFailed } from '../state/lists/sync.ts'
import { restartLive, startLive } from './live.ts'
import { drainAll } from './worker.ts'

export { moveTrialIfWanted, restartLive }

/** Starts everything that the lists do not need. Its code is loaded after the lists are shown. */
export function start(): void {
  watchAccountSettings()
  watchBarcodes()
  watchBadge()
  watchKeptTemplates()
  watchOwn()
  watchTrialTold()
  watchTrips()
  shareProfile()
  startLive()
  // Continues a move that was interrupted.
  useDevice.subscribe(({ device }) => void moveOn(device))
  void moveOn(useDevice.getState().device)
}

async function moveOn(device: Device | null): Promise<void> {
  if (!device || !isSessionOf(device.userId)) return
  const said = (await isTrialOf(device.userId).catch(() => false))
    ? await moveTrialInto(device.db).catch(storageFailed)
    : null
  void sendOwn()
  drainAll()
  if (said) notify('success', said)
}
