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

/** The account's settings as stored on this device. */
export interface Kept {
  /** as the server last sent them */
  base: Settings
  /** what was set here since */
  change: SettingsChange
}

interface AccountSettings extends Kept {
  /** `base` with `change` applied; this is shown */
  settings: Settings
  /** the stored settings have been read */
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

/** Merges the settings of a trial into an account's when they are moved. For other values it returns `own`. */
export function joinSettings(name: string, moved: unknown, own: unknown): unknown {
  if (name !== key) return own
  const { base, change } = readKept(own)
  return { base, change: joined(readKept(moved).change, change) } satisfies Kept
}

/** Reads an account's settings from the device, whether or not that account is on screen. */
export async function readSettings(device: Device): Promise<Settings> {
  const { base, change } = readKept(await device.db.getValue(key))
  return changed(base, change)
}

function show(device: Device, kept: Kept): void {
  useAccountSettings.of(device).setState({ ...kept, settings: changed(kept.base, kept.change), isRead: true })
}

/** Queue of storage writes, and how many of them are not finished. */
const works = ofAccount(() => ({ last: Promise.resolve(), count: 0 }))

/**
 * Changes the stored settings. The page shows it at once; the stored result includes what another tab has set
 * meanwhile.
 */
export function update(device: Device, change: (kept: Kept) => Kept): Promise<void> {
  const { base, change: unsent, isRead } = useAccountSettings.of(device).getState()
  if (isRead) show(device, change({ base, change: unsent }))
  const work = works(device)
  work.count++
  work.last = work.last.then(async () => {
    let kept: Kept | undefined
    // If the device has no room, the change lasts until the page closes or the server has it.
    await device.db.changeValue(key, (stored) => (kept = change(readKept(stored)))).catch(() => undefined)
    work.count--
    // If more was set since, it is on the page already and will be stored next.
    if (kept && work.count === 0) show(device, kept)
    else if (!useAccountSettings.of(device).getState().isRead) show(device, kept ?? change(nothing))
  })
  return work.last
}

/** Reads the stored settings. Resolves when they are shown. */
export function restoreAccountSettings(device: Device): Promise<void> {
  return update(device, (kept) => kept)
}

const listeners = new Set<(change: SettingsChange, device: Device) => void>()

/** Calls back for everything that is set on this page. */
export function onSet(hear: (change: SettingsChange, device: Device) => void): void {
  listeners.add(hear)
}

/** Sets a shop's order of aisles as chosen by hand: lists on screen use it at once. */
export function arrangeAisles(shop: string, order: readonly string[] | null): void {
  useAccountSettings.setState(({ arranged }) => ({ arranged: arranged + 1 }))
  void set({ shops: new Map([[shop, order]]) })
}

/** Sets something for the account. Resolves when the device has stored it. */
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
