import { isEmpty } from '../../../core/product/account-settings.ts'
import type { Device } from '../../../device/device.ts'
import type { TaggedAnswers } from '../../../device/http.ts'
import { http } from '../../../device/network.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { ofAccount } from '../account-store.ts'
import { browserClock } from '../clock.ts'
import { notify } from '../notices.ts'
import { useDevice } from '../session/device.ts'
import { isSessionOf, isSignedIn, useSession } from '../session/session.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { onSet, restoreAccountSettings, update, useAccountSettings } from './store.ts'

const exchanges = ofAccount((): { exchange: Exchange | null } => ({ exchange: null }))

function exchangeOf(device: Device): Exchange {
  const own = exchanges(device)
  const kept: TaggedAnswers = new Map()
  own.exchange ??= createExchange({
    unsent: () => useAccountSettings.of(device).getState().change,
    update: (change) => update(device, change),
    get: () => http.call('GET /api/v3/me/settings', { kept }),
    put: (body) => http.call('PUT /api/v3/me/settings', { body }),
    isOurs: () => isSessionOf(device.userId),
    clock: browserClock,
    now: Date.now,
    refused: () => notify('warning', accountTexts.settingsRefused),
  })
  return own.exchange
}

/** ms; a setting that the user pressed is sent at once. The time of use can wait, since it changes all the time. */
const setMs = 1_500
const usedMs = 120_000

function exchange(): void {
  const { device } = useDevice.getState()
  if (device) void restoreAccountSettings(device).then(() => exchangeOf(device).run())
}

/** Synchronises the account's settings with the server. What cannot be sent now is sent on the next occasion. */
export function watchAccountSettings(): void {
  onSet(({ lists, shops }, device) => {
    const isPressed = shops.size > 0 || [...lists.values()].some(({ pinned }) => pinned !== undefined)
    exchangeOf(device).soon(isPressed ? setMs : usedMs)
  })
  addEventListener('online', exchange)
  document.addEventListener('visibilitychange', () => {
    const { device } = useDevice.getState()
    if (document.visibilityState === 'visible') exchange()
    // The page may not come back: its changes are stored, and are sent now or next time.
    else if (device && !isEmpty(useAccountSettings.of(device).getState().change))
      void exchangeOf(device).run()
  })
  useDevice.subscribe(({ device }, { device: left }) => {
    if (device !== left) exchange()
  })
  useSession.subscribe((now, then) => {
    if (isSignedIn(now) && !isSignedIn(then)) exchange()
  })
  exchange()
}
