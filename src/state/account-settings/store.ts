import type { List } from '../../../core/contract/shapes.ts'
import {
  changed,
  joined,
  listSetting,
  noChange,
  noSettings,
  type Settings,
  type SettingsChange,
  type SingleSettings,
} from '../../../core/product/account-settings.ts'
import { lastUsed, recentList } from '../../../core/product/list-order.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import { productKey } from '../../../core/text/product-key.ts'
import { projectList } from '../../../core/sync/list-row.ts'
import type { Entry } from '../../../core/sync/mutation.ts'
import type { Device } from '../../../device/device.ts'
import { isNewer } from '../../../device/storage/stored.ts'
import { accountStore } from '../account-store.ts'
import { useOpenList } from '../lists/open-list.ts'
import { onDeviceMessage, useDevice } from '../session/device.ts'

// Decision 056: settings are merged by key, beside the sync engine.
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
  /** the last write to the storage; the next one waits for it */
  saving: Promise<void>
}

const nothing: Kept = { base: noSettings, change: noChange }

export const useAccountSettings = accountStore<AccountSettings>(() => ({
  ...nothing,
  settings: noSettings,
  isRead: false,
  arranged: 0,
  saving: Promise.resolve(),
}))

const key = 'accountSettings'

function readKept(stored: unknown): Kept {
  const { base, change } = (stored ?? {}) as Partial<Kept>
  const isKnown = [base?.lists, base?.shops, change?.lists, change?.shops].every((map) => map instanceof Map)
  // Older versions stored no products.
  return isKnown ? { base: { ...noSettings, ...base }, change: { ...noChange, ...change } } : nothing
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

/**
 * Changes the stored settings. The page shows it at once; the stored result includes what another tab has set
 * meanwhile.
 */
export function update(device: Device, change: (kept: Kept) => Kept): Promise<void> {
  const { getState, setState } = useAccountSettings.of(device)
  const { base, change: unsent, isRead } = getState()
  if (isRead) show(device, change({ base, change: unsent }))
  const saving = getState().saving.then(async () => {
    let kept: Kept | undefined
    // If the device has no room, the change lasts until the page closes or the server has it.
    await device.db.changeValue(key, (stored) => (kept = change(readKept(stored)))).catch(() => undefined)
    // If more was set since, it is on the page already and will be stored next.
    if (kept && getState().saving === saving) show(device, kept)
    else if (!getState().isRead) show(device, kept ?? change(nothing))
  })
  setState({ saving })
  return saving
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

/** Sets every how many days a product is bought; 0: it is never due, null: as learned. */
export function setHowOften(productName: string, days: number | null): void {
  const key = productKey(productName)
  const { products } = useAccountSettings.getState().settings
  // Another spelling may be set already.
  const name = [...products.keys()].find((other) => productKey(other) === key) ?? productName
  void set({ products: new Map([[name, days]]) })
}

export function setSingle(change: SingleSettings): void {
  void set(change)
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

/** ms; while a list stays in use, its use is not recorded again within this time */
const coarseMs = 5 * 60_000

/** Returns whether a list's use is worth recording now: another list was used since, or it was at least 5 min ago. */
export function isNews({ lists }: Settings, id: string, now: number): boolean {
  const { usedAt } = listSetting({ lists }, id)
  if (now - usedAt >= coarseMs) return true
  for (const other of lists.values()) if (other.usedAt > usedAt) return true
  return false
}

function noteUse(listId: string, device: Device): void {
  const now = Date.now()
  if (isNews(useAccountSettings.of(device).getState().settings, listId, now))
    void set({ lists: new Map([[listId, { usedAt: now }]]) }, device)
}

/** Records when the user opens or changes a list here, for the order of the lists and the icon's shortcut. */
export function watchListUse(): void {
  useOpenList.subscribe(({ listId, status }, before) => {
    const { device } = useDevice.getState()
    if (!device || !listId || status !== 'ready') return
    if (before.listId !== listId || before.status !== status) noteUse(listId, device)
  })
  onDeviceMessage((message, device) => {
    if (message.type !== 'changed' || message.listId === null) return
    if (message.added?.by === device.db.by) noteUse(message.listId, device)
  })
}

/** Returns the list on this device that the user used last; with `toAdd`, the last one that accepts new products. */
export async function lastList(toAdd = false): Promise<string | null> {
  const { device } = useDevice.getState()
  if (!device) return null
  const outbox = await device.db.outbox()
  for (const id of lastUsed(await readSettings(device))) {
    const { list } = await readList(device, id, outbox)
    if (list && (!toAdd || takesProducts(list))) return id
  }
  return null
}

/**
 * Returns the list that the app opens with: the last used one, if that was in the last 12 hours and it is still active.
 * Null also if its products are not on this device, because it could not be shown at once. `now` in epoch ms.
 */
export async function listToContinue(device: Device, now: number): Promise<string | null> {
  const id = recentList(await readSettings(device), now)
  if (id === null) return null
  const { list, isHere } = await readList(device, id, await device.db.outbox())
  return list?.listStatus === 'aktywna' && isHere ? id : null
}

/** Reads a list as the overview shows it, and whether its products are on this device. */
async function readList(
  { db }: Device,
  id: string,
  outbox: readonly Entry[],
): Promise<{ list: List | null; isHere: boolean }> {
  const stream = await db.stream(id)
  const entries = outbox.filter((entry) => entry.listId === id && !isNewer(entry))
  const list = projectList(stream, entries)
  return { list, isHere: (stream?.cursor ?? 0) > 0 || list?.head === 0 || entries.length > 0 }
}

function takesProducts(list: List): boolean {
  return list.listStatus === 'aktywna' && can(roleOf(list), 'editProducts')
}

export function pinList(listId: string, pinned: boolean): void {
  void set({ lists: new Map([[listId, { pinned }]]) })
}
