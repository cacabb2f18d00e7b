import { startLive, restartLive } from './live.ts'
import type { Device } from '../../device/device.ts'
import { isMoveMark } from '../../device/moving.ts'
import { beforeUpdate } from './registration.ts'
import { watchListUse } from '../state/account-settings/list-use.ts'
import { watchTrips } from '../state/account-settings/trip.ts'
import { watchAccountSettings } from '../state/account-settings/watch.ts'
import { attachDevice, watchLeftPages } from '../state/session/attach-device.ts'
import { watchBadge } from '../state/badge.ts'
import { isUnsentBarcode, watchBarcodes } from '../state/barcodes.ts'
import { useDevice } from '../state/session/device.ts'
import { useMaintenance } from '../state/maintenance.ts'
import { watchDuplicates } from '../state/lists/duplicates.ts'
import { loadSuggestions } from '../state/lists/suggestions.ts'
import { notify } from '../state/notices.ts'
import { watchOpenList } from '../state/lists/open-list.ts'
import { watchOverview } from '../state/lists/overview.ts'
import { watchKeptTemplates } from '../state/kept-templates.ts'
import { isKept } from '../state/own/kept.ts'
import { sendOwn, watchOwn } from '../state/own/watch-own.ts'
import { moveTrialInto, moveTrialTo } from '../state/session/move-trial.ts'
import { askBeforeLogout } from '../state/session/logout-question.ts'
import { watchTrialTold } from '../state/session/trial-told.ts'
import {
  afterLogout,
  beforeLogin,
  beforeLogout,
  isSessionOf,
  isSignedIn,
  loadProfile,
  useSession,
} from '../state/session/session.ts'
import { storageFailed, watchSync } from '../state/lists/sync.ts'
import { drainAll, startDraining } from './worker.ts'

/** Ties the session to the account's data: stores that show it, the worker that sends it, the stream of news. */
export async function startEngine(): Promise<void> {
  watchSync()
  watchOverview()
  watchOpenList()
  watchAccountSettings()
  watchListUse()
  watchTrips()
  watchDuplicates()
  watchBarcodes()
  watchBadge()
  watchKeptTemplates()
  watchOwn()
  watchTrialTold()
  watchLeftPages()
  startDraining()
  useMaintenance.subscribe((now, then) => {
    if (now.on || !then.on) return
    drainAll()
    restartLive()
    if (isSignedIn()) void loadProfile()
  })
  useSession.subscribe((now, then) => {
    void attachDevice(now.session?.userId ?? null)
    if (isSignedIn(now) && !isSignedIn(then)) {
      void useDevice.getState().device?.drain.token()
      drainAll()
      restartLive()
    }
  })
  beforeLogin(moveTrialTo)
  // A move that broke off goes on.
  useDevice.subscribe(({ device }) => {
    void moveOn(device)
    // Nobody else gives a product its category, so the words for that are wanted from the first product on.
    if (device?.isTrial) void loadSuggestions()
  })
  beforeLogout(askBeforeLogout)
  afterLogout(forgetAccount)
  beforeUpdate(finishWriting)
  await attachDevice(useSession.getState().session?.userId ?? null)
  startLive()
}

async function moveOn(device: Device | null): Promise<void> {
  if (!device || !isSessionOf(device.userId)) return
  const said = await moveTrialInto(device.db).catch(storageFailed)
  void sendOwn()
  drainAll()
  if (said) notify('success', said)
}

/** What the server has and how it was looked at go from this device; what is unsent waits for the next sign-in. */
async function forgetAccount(userId: string): Promise<void> {
  await attachDevice(userId)
  // Held on to: another tab's word of the same logout may detach it in between.
  const { device } = useDevice.getState()
  await device?.db.forget((value) => isUnsentBarcode(value) || isMoveMark(value) || isKept(value))
  await attachDevice(null)
}

/** What was typed is in the outbox, and nobody is in the middle of sending it. */
async function finishWriting(): Promise<void> {
  const { device } = useDevice.getState()
  // Without the device's storage there is nothing to wait for.
  await device?.db.outbox().catch(() => undefined)
  await device?.notSending()
}
