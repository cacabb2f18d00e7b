import type { Device } from '../../../device/device.ts'
import { settingsWay } from '../../account/state/exchange.ts'
import { watchTrips } from '../../list/state/aisle-run.ts'
import { barcodeWay } from '../../scan/barcodes.ts'
import { watchKeptTemplates } from '../../templates/state/kept.ts'
import { notify } from '../../ui/notices.ts'
import { watchPush } from '../../account/state/push.ts'
import { sendUnsent, watchUnsent } from '../../sync/send-unsent.ts'
import { categoryWay, templateWay } from '../../templates/state/send.ts'
import { useDevice } from '../../sync/device.ts'
import { isTrialOf, moveTrialIfWanted, moveTrialInto } from './move-trial.ts'
import { isSessionOf } from '../../account/session/session.ts'
import { shareProfile } from '../../account/state/profile.ts'
import { watchTrialTold } from '../../trial/trial-state.ts'
import { storageFailed } from '../../sync/sync-status.ts'
import { openedWay } from '../../sync/list-calls.ts'
import { watchPrices } from '../../list/state/prices.ts'
import { watchTogether } from '../../list/state/watch-together.ts'
import { restartLive, startLive } from './live.ts'
import { drainAll } from '../../sync/send.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import { type ListCard, useOverview } from '../../sync/overview.ts'

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
  const notice = (await isTrialOf(device.userId).catch(() => false))
    ? await moveTrialInto(device.db).catch(storageFailed)
    : null
  void sendUnsent()
  drainAll()
  if (notice) notify('success', notice)
}

/** Counts the products still to buy in all active lists on which this user may tick products. */
function unboughtCount(lists: readonly ListCard[]): number {
  return lists
    .filter((list) => list.listStatus === 'aktywna' && can(roleOf(list), 'tick'))
    .reduce((sum, { productCount, checkedCount }) => sum + productCount - checkedCount, 0)
}

/** Updates the badge on the installed app's icon; removes it when nobody is signed in. */
function watchBadge(): void {
  if (!('setAppBadge' in navigator)) return
  let shown = -1
  useOverview.subscribe(({ lists }) => {
    // The lists are not read yet, so the count is still unknown.
    if (!lists && useDevice.getState().device) return
    const count = lists ? unboughtCount(lists) : 0
    if (count === shown) return
    shown = count
    // Rejects if the app is not installed: there is no icon then.
    void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
  })
}
