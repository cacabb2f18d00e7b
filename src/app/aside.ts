import type { Device } from '../../device/device.ts'
import { settingsWay } from '../state/account-settings/exchange.ts'
import { watchTrips } from '../state/account-settings/trip.ts'
import { watchBadge } from '../state/device/badge.ts'
import { barcodeWay } from '../state/barcodes.ts'
import { watchKeptTemplates } from '../state/templates/kept.ts'
import { notify } from '../state/notices.ts'
import { watchPush } from '../state/push.ts'
import { sendUnsent, watchUnsent } from '../state/send-unsent.ts'
import { categoryWay, templateWay } from '../state/templates/send.ts'
import { useDevice } from '../state/session/device.ts'
import { isTrialOf, moveTrialIfWanted, moveTrialInto } from '../state/session/move-trial.ts'
import { isSessionOf } from '../state/session/session.ts'
import { shareProfile } from '../state/session/profile.ts'
import { watchTrialTold } from '../state/session/trial.ts'
import { storageFailed } from '../state/lists/sync.ts'
import { openedWay } from '../state/lists/list-calls.ts'
import { watchPrices } from '../state/lists/prices.ts'
import { watchTogether } from '../state/lists/watch-together.ts'
import { restartLive, startLive } from './live.ts'
import { drainAll } from './worker.ts'

export { moveTrialIfWanted, restartLive }

/** Starts everything that the lists do not need. Its code is loaded after the lists are shown. */
export function start(): void {
  watchBadge()
  watchKeptTemplates()
  watchPrices()
  watchPush()
  watchTogether()
  watchTrialTold()
  watchTrips()
  watchUnsent([settingsWay, openedWay, barcodeWay, categoryWay, templateWay])
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
  void sendUnsent()
  drainAll()
  if (said) notify('success', said)
}
