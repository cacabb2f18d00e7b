import { watchListUse } from '../state/account-settings/list-use.ts'
import { restoreAccountSettings } from '../state/account-settings/store.ts'
import { attachDevice, watchLeftPages } from '../state/session/attach-device.ts'
import { useDevice } from '../state/session/device.ts'
import { useMaintenance } from '../state/maintenance.ts'
import { watchDuplicates } from '../state/lists/duplicates.ts'
import { watchOpenList } from '../state/lists/open-list.ts'
import { pullFirst, watchOverview } from '../state/lists/overview.ts'
import { askBeforeLogout } from '../state/session/logout-question.ts'
import { beforeLogin, isSignedIn, loadProfile, useSession, whenOpen } from '../state/session/session.ts'
import { beforeLogout } from '../state/session/sign-out.ts'
import { watchSync } from '../state/lists/sync.ts'
import { whenIdle } from './idle.ts'
import { drainAll, startDraining } from './worker.ts'

/** Ties the session to the account's data: stores that show it, the worker that sends it, the stream of news. */
export async function startEngine(): Promise<void> {
  watchSync()
  watchOverview()
  watchOpenList()
  useDevice.subscribe(({ device }, { device: left }) => {
    if (device && device !== left) void restoreAccountSettings(device)
  })
  watchListUse()
  watchDuplicates()
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
  beforeLogin(async (userId) => (await aside()).moveTrialIfWanted(userId))
  useDevice.subscribe(({ device }) => {
    // Nobody else gives a product its category, so the words for that are wanted from the first product on.
    if (device?.isTrial) loadWords()
  })
  beforeLogout(askBeforeLogout)
  whenOpen(forgetAccount)
  whenIdle(() =>
    import('./registration.ts').then(
      ({ beforeUpdate }) => beforeUpdate(finishWriting),
      () => undefined, // then no version is offered here either
    ),
  )
  await attachDevice(useSession.getState().session?.userId ?? null)
  void pullFirst()
  whenIdle(startAside)
}

/** Their code is loaded late; without it a product has no category until the list is opened again. */
function loadWords(): void {
  import('../state/lists/load-suggestions.ts').then(
    ({ loadSuggestions }) => loadSuggestions(),
    () => undefined,
  )
}

const aside = () => import('./aside.ts')

/** Without its code there is no stream yet; it begins with it. */
function restartLive(): void {
  aside().then(
    (code) => code.restartLive(),
    () => undefined,
  )
}

/** Its code may not have come: then it begins when there is a network again. */
function startAside(): void {
  aside().then(
    ({ start }) => start(),
    () => addEventListener('online', startAside, { once: true }),
  )
}

/** What the server has and how it was looked at go from this device; what is unsent waits for the next sign-in. */
async function forgetAccount(userId: string): Promise<void> {
  await attachDevice(userId)
  // Held on to: another tab's word of the same logout may detach it in between.
  const { device } = useDevice.getState()
  // What is being written now is in the outbox before the database is closed.
  await device?.db.outbox().catch(() => undefined)
  await device?.db.forget()
  await attachDevice(null)
}

/** What was typed is in the outbox, and nobody is in the middle of sending it. */
async function finishWriting(): Promise<void> {
  const { device } = useDevice.getState()
  // Without the device's storage there is nothing to wait for.
  await device?.db.outbox().catch(() => undefined)
  await device?.notSending()
}
