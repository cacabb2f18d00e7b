import {
  changed,
  joined,
  noChange,
  noSettings,
  type Settings,
  type SettingsChange,
} from '../../../core/product/account-settings.ts'
import type { Device } from '../../../device/device.ts'
import { accountStore, ofAccount } from '../account-store.ts'
import { useDevice } from '../session/device.ts'

/** What this device keeps of the account's settings. */
export interface Kept {
  /** what the server last said */
  base: Settings
  /** what was set here since */
  change: SettingsChange
}

interface AccountSettings extends Kept {
  /** base and change as one: what is shown */
  settings: Settings
  /** what the device keeps was read */
  isRead: boolean
  /** how often an order of aisles was set by hand on this page */
  arranged: number
}

const nothing: Kept = { base: noSettings, change: noChange }

export const useAccountSettings = accountStore<AccountSettings>(() => ({
  ...nothing,
  settings: noSettings,
  isRead: false,
  arranged: 0,
}))

const key = 'accountSettings'

function readKept(stored: unknown): Kept {
  const { base, change } = (stored ?? {}) as Partial<Kept>
  const isKnown = [base?.lists, base?.shops, change?.lists, change?.shops].every((map) => map instanceof Map)
  return isKnown ? (stored as Kept) : nothing
}

/** For values that come from a place without an account: what was set there joins what was set here. */
export function joinSettings(name: string, moved: unknown, own: unknown): unknown {
  if (name !== key) return own
  const { base, change } = readKept(own)
  return { base, change: joined(readKept(moved).change, change) } satisfies Kept
}

/** What an account keeps on this device, also where its page is not the one on screen. */
export async function readSettings(device: Device): Promise<Settings> {
  const { base, change } = readKept(await device.db.getValue(key))
  return changed(base, change)
}

function show(device: Device, kept: Kept): void {
  useAccountSettings.of(device).setState({ ...kept, settings: changed(kept.base, kept.change), isRead: true })
}

/** The work on the device's storage in its order, and how much of it is under way. */
const works = ofAccount(() => ({ last: Promise.resolve(), count: 0 }))

/** Changes what the device keeps: on the page at once, and with what another tab has set meanwhile. */
export function update(device: Device, change: (kept: Kept) => Kept): Promise<void> {
  const { base, change: unsent, isRead } = useAccountSettings.of(device).getState()
  if (isRead) show(device, change({ base, change: unsent }))
  const work = works(device)
  work.count++
  work.last = work.last.then(async () => {
    let kept: Kept | undefined
    // Without room on the device it lasts until the page closes, or until the server has it.
    await device.db.changeValue(key, (stored) => (kept = change(readKept(stored)))).catch(() => undefined)
    work.count--
    // What was set since is on the page already and will be stored next.
    if (kept && work.count === 0) show(device, kept)
    else if (!useAccountSettings.of(device).getState().isRead) show(device, kept ?? change(nothing))
  })
  return work.last
}

/** Reads what the device keeps; resolves when it is shown. */
export function restoreAccountSettings(device: Device): Promise<void> {
  return update(device, (kept) => kept)
}

const listeners = new Set<(change: SettingsChange, device: Device) => void>()

/** Hears of everything that is set on this page. */
export function onSet(hear: (change: SettingsChange, device: Device) => void): void {
  listeners.add(hear)
}

/** Sets the order of a shop's aisles as a person wants it now: lists on screen take it at once. */
export function arrangeAisles(shop: string, order: readonly string[] | null): void {
  useAccountSettings.setState(({ arranged }) => ({ arranged: arranged + 1 }))
  void set({ shops: new Map([[shop, order]]) })
}

/** Sets something for the account; resolves when the device keeps it. */
export async function set(
  change: Partial<SettingsChange>,
  device = useDevice.getState().device,
): Promise<void> {
  if (!device) return
  const whole = { ...noChange, ...change }
  const stored = update(device, ({ base, change: before }) => ({ base, change: joined(before, whole) }))
  for (const hear of listeners) hear(whole, device)
  await stored
}
