import { restoreAccountSettings, watchListUse, listToContinue } from '../../account/state/settings.ts'
import { attachDevice, watchLeftPages } from './attach-device.ts'
import { useDevice } from '../../sync/device.ts'
import { useMaintenance } from '../../lib/maintenance.ts'
import { watchDuplicates } from '../../list/state/duplicates.ts'
import { watchOpenList } from '../../sync/open-list.ts'
import { pullFirst, watchOverview } from '../../sync/overview.ts'
import { connectEngine, isSignedIn, loadProfile, useSession, who } from '../../account/session/session.ts'
import { watchSync } from '../../sync/sync-status.ts'
import { whenIdle } from '../../lib/idle.ts'
import { drainAll, startDraining } from '../../sync/send.ts'
import { useDeviceSettings } from '../../account/session/device-settings.ts'

/** Connects the session to the account's data: the stores that show it, the worker that sends it, the event stream. */
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
  connectEngine({
    prepareLogin: async (userId) => (await deferred()).moveTrialIfWanted(userId),
    clearAccount,
  })
  useDevice.subscribe(({ device }) => {
    // Without an account the server never sets categories, so the category keywords are needed from the first product
    // on.
    if (device?.isTrial) loadWords()
  })
  whenIdle(() =>
    import('../../frame/worker-registration.ts').then(
      ({ beforeUpdate }) => beforeUpdate(finishWriting),
      () => undefined, // then this page offers no update
    ),
  )
  await attachDevice(useSession.getState().session?.userId ?? null)
  void pullFirst()
  whenIdle(startDeferred)
}

/** Loads the category keywords. If that fails, products get no category until the list is opened again. */
function loadWords(): void {
  import('../../list/state/load-suggestions.ts').then(
    ({ loadSuggestions }) => loadSuggestions(),
    () => undefined,
  )
}

const deferred = () => import('./deferred.ts')

/** If the code cannot be loaded, there is no event stream yet; `start` opens it later. */
function restartLive(): void {
  deferred().then(
    (code) => code.restartLive(),
    () => undefined,
  )
}

/** Loads and starts deferred.ts. If the code cannot be loaded, it tries again when there is a network. */
function startDeferred(): void {
  deferred().then(
    ({ start }) => start(),
    () => addEventListener('online', startDeferred, { once: true }),
  )
}

/** Removes from this device what the server has and how it was viewed. Unsent changes wait for the next sign-in. */
async function clearAccount(userId: string): Promise<void> {
  await attachDevice(userId)
  // Kept in a variable, because another tab's message about the same logout may detach the device meanwhile.
  const { device } = useDevice.getState()
  // A write in progress must reach the outbox before the database is closed.
  await device?.db.outbox().catch(() => undefined)
  await device?.db.forget()
  await attachDevice(null)
  await endNotifications(userId).catch(() => undefined) // the server ends them with the session
}

async function endNotifications(userId: string): Promise<void> {
  const { endPush } = await import('../../../device/push.ts')
  await endPush(await navigator.serviceWorker?.getRegistration(), userId)
}

/** Resolves when everything typed is in the outbox and no sync call is in flight. */
async function finishWriting(): Promise<void> {
  const { device } = useDevice.getState()
  // Without the device's storage there is nothing to wait for.
  await device?.db.outbox().catch(() => undefined)
  await device?.notSending()
}

/** Whether this tab was just opened. Noted as the engine's code loads, so a tab in which somebody logged in is not new. */
const isNewTab = noteTab()

function noteTab(): boolean {
  try {
    const isNew = sessionStorage.getItem('opened') === null
    sessionStorage.setItem('opened', '1')
    return isNew
  } catch {
    return false
  }
}

/** ms; a storage that takes longer must not delay the first paint */
const longestMs = 1_000

/**
 * Returns the list with which the app opens at its start URL, so that somebody who comes back in the shop needs no
 * press. Null if the lists open: in a tab that was used already, at any other URL, or if the user prefers that.
 */
export async function listAtStart(): Promise<string | null> {
  const { device } = useDevice.getState()
  const { pathname, search, hash } = location
  const isStart = isNewTab && /^\/app\/?$/.test(pathname) && search + hash === ''
  const { opensWith } = useDeviceSettings.getState().settings
  if (!isStart || !device || !(isSignedIn() || who() === 'trial') || opensWith === 'lists') return null
  const late = new Promise<null>((resolve) => setTimeout(resolve, longestMs, null))
  return Promise.race([listToContinue(device, Date.now()), late])
}
