import type { Answer, Body } from '../../../core/contract/api.ts'
import {
  changed,
  firstPart,
  hasSingles,
  isEmpty,
  type Settings,
  type SettingsChange,
  singlesOf,
  without,
} from '../../../core/product/account-settings.ts'
import { coalesced } from '../../../device/coalesced.ts'
import type { Device } from '../../../device/device.ts'
import { ProblemError } from '../../../device/failures.ts'
import type { TaggedAnswers } from '../../../device/http.ts'
import { http } from '../../../device/network.ts'
import { type Kept, onSet, restoreAccountSettings, update, useAccountSettings } from './store.ts'
import { watchChancesToSend } from '../calls.ts'
import { browserClock, type Clock } from '../clock.ts'
import { notify } from '../notices.ts'
import { useDevice } from '../session/device.ts'
import { isAccountOf } from '../session/session.ts'
import { accountTexts } from '../../texts/account-texts.ts'

interface Ways {
  unsent: () => SettingsChange
  update: (change: (kept: Kept) => Kept) => Promise<void>
  get: () => Promise<Answer<'settings'>>
  put: (body: Body<'changeSettings'>) => Promise<unknown>
  /** returns whether what is sent now goes under this account */
  isOurs: () => boolean
  clock: Clock
  now: () => number
  /** called when the server will never accept a change */
  refused: () => void
}

const againMs = 30_000
/** ms after which settings are read again, because another device may have changed them meanwhile */
const oldMs = 60_000

/**
 * Sends the settings changed here and reads those changed elsewhere, one call after the other. Repeating a change is
 * harmless.
 */
export function createExchange({ unsent, update, get, put, isOurs, clock, now, refused }: Ways) {
  let timer: { due: number; stop: () => void } | null = null
  let readAt = -Infinity

  function soon(ms: number): void {
    const due = now() + ms
    if (timer && timer.due <= due) return
    timer?.stop()
    timer = { due, stop: clock.after(ms, () => void run()) }
  }

  const run = coalesced(async () => {
    timer?.stop()
    timer = null
    try {
      await send()
      if (isOurs() && now() - readAt >= oldMs) await read()
    } catch {
      // No answer, or no final one: unsent changes are tried again after 30 s.
      if (!isEmpty(unsent())) soon(againMs)
    }
  })

  async function send(): Promise<void> {
    while (isOurs() && !isEmpty(unsent())) {
      const part = firstPart(unsent())
      let taken = true
      try {
        await put(bodyOf(part))
      } catch (error) {
        if (!isFinal(error)) throw error
        taken = false
      }
      await update(({ base, change }) => ({
        base: taken ? changed(base, part) : base,
        change: without(change, part),
      }))
      if (!taken) refused()
    }
  }

  async function read(): Promise<void> {
    const base = settingsOf(await get())
    readAt = now()
    // With another account's session the answer is that account's settings.
    if (isOurs()) await update(({ change }) => ({ base, change }))
  }

  return { run, soon }
}

/** Returns whether a retry would get the same answer. */
function isFinal(error: unknown): boolean {
  return error instanceof ProblemError && [400, 409, 413, 422].includes(error.problem.status)
}

function bodyOf({ lists, shops, products, ...rest }: SettingsChange): Body<'changeSettings'> {
  return {
    ...singlesOf(rest),
    lists: [...lists].map(([id, { pinned, usedAt }]) => ({
      id,
      ...(pinned !== undefined && { pinned }),
      ...(usedAt !== undefined && { usedAt: new Date(usedAt).toISOString() }),
    })),
    shops: [...shops].map(([shop, categories]) => ({ shop, categories: categories && [...categories] })),
    products: [...products].map(([productName, days]) => ({ productName, days })),
  }
}

function settingsOf({ lists, shops, products, ...rest }: Answer<'settings'>): Settings {
  return {
    ...singlesOf(rest),
    lists: new Map(
      lists.map(({ id, pinned = false, usedAt }) => [
        id,
        { pinned, usedAt: usedAt ? Date.parse(usedAt) : 0 },
      ]),
    ),
    shops: new Map(shops.map(({ shop, categories }) => [shop, categories])),
    products: new Map(products.map(({ productName, days }) => [productName, days])),
  }
}

function exchangeFor(device: Device) {
  const kept: TaggedAnswers = new Map()
  return createExchange({
    unsent: () => useAccountSettings.of(device).getState().change,
    update: (change) => update(device, change),
    get: () => http.call('GET /api/v3/me/settings', { kept }),
    put: (body) => http.call('PUT /api/v3/me/settings', { body }),
    isOurs: () => isAccountOf(device.userId),
    clock: browserClock,
    now: Date.now,
    refused: () => notify('warning', accountTexts.settingsRefused),
  })
}

/** ms; a setting that the user pressed is sent at once. The time of use can wait, since it changes all the time. */
const setMs = 1_500
const usedMs = 120_000

/** Synchronises the account's settings with the server. What cannot be sent now is sent on the next occasion. */
export function watchAccountSettings(): void {
  let current: { device: Device; run: () => Promise<void>; soon: (ms: number) => void } | null = null
  function exchange(): void {
    const { device } = useDevice.getState()
    if (!device) return
    if (current?.device !== device) current = { device, ...exchangeFor(device) }
    void restoreAccountSettings(device).then(current.run)
  }
  onSet(({ lists, shops, products, ...rest }, device) => {
    // What was set for an account that is left is stored, and sent when its user is back.
    if (current?.device !== device) return
    const isPressed =
      hasSingles(rest) ||
      shops.size + products.size > 0 ||
      [...lists.values()].some(({ pinned }) => pinned !== undefined)
    current.soon(isPressed ? setMs : usedMs)
  })
  watchChancesToSend(exchange)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' || !current) return
    // The page may not come back: its changes are stored, and are sent now or next time.
    if (!isEmpty(useAccountSettings.of(current.device).getState().change)) void current.run()
  })
  exchange()
}
