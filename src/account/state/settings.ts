import type { List } from '../../../core/contract/shapes.ts'
import {
  changed,
  listSetting,
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
import { http } from '../../../device/network.ts'
import { isNewer } from '../../../device/storage/stored.ts'
import { accountStore } from '../../sync/account-store.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { sendSoon } from '../../sync/send-unsent.ts'
import { onDeviceMessage, useDevice } from '../../sync/device.ts'
import { isAccountOf } from '../session/session.ts'
import { unsentOf, type Waiting } from '../session/unsent.ts'

interface AccountSettings {
  /** as the server last sent them, with what was set on this device since; this is shown */
  settings: Settings
  /** the stored settings have been read */
  isRead: boolean
  /** how often an order of aisles was set by hand on this page */
  arranged: number
  /** the last write to the storage; the next one waits for it */
  saving: Promise<void>
}

export const useAccountSettings = accountStore<AccountSettings>(() => ({
  settings: noSettings,
  isRead: false,
  arranged: 0,
  saving: Promise.resolve(),
}))

/** Key of the settings as the server last sent them. */
const baseKey = 'accountSettings'
const unsentSettings = unsentOf<SettingsChange>('setting')

function readBase(stored: unknown): Settings {
  const { base } = (stored ?? {}) as { base?: Partial<Settings> }
  const isKnown = base?.lists instanceof Map && base.shops instanceof Map
  // Older versions stored no products.
  return isKnown ? { ...noSettings, ...base } : noSettings
}

/** Reads an account's settings from the device, whether or not that account is on screen. */
export async function readSettings({ db }: Pick<Device, 'db'>): Promise<Settings> {
  // In this order: one that arrives meanwhile is read twice and not missed.
  const unsent = await unsentSettings.all(db)
  return unsent.reduce((all, { value }) => changed(all, value), readBase(await db.getValue(baseKey)))
}

/** Stores the settings as the server has them. */
export function putBase({ db }: Pick<Device, 'db'>, base: Settings): Promise<void> {
  return db.putValue(baseKey, { base })
}

/** Records that the server has taken a setting, or that it never will. */
export function settingArrived({ db }: Pick<Device, 'db'>, one: Waiting<SettingsChange>, isTaken: boolean) {
  return unsentSettings.arrived(db, one, baseKey, (stored) =>
    isTaken ? { base: changed(readBase(stored), one.value) } : stored,
  )
}

/** Stores something and shows the settings that are stored then. */
function inTurn(device: Device, store: () => Promise<void>): Promise<void> {
  const { getState, setState } = useAccountSettings.of(device)
  const saving = getState().saving.then(async () => {
    const settings = await store()
      .then(() => readSettings(device))
      .catch(() => getState().settings)
    // If more was set since, it is on the page already and will be stored next.
    if (getState().saving === saving) setState({ settings, isRead: true })
  })
  setState({ saving })
  return saving
}

/** Reads the stored settings. Resolves when they are shown. */
export function restoreAccountSettings(device: Device): Promise<void> {
  return inTurn(device, () => Promise.resolve())
}

/** Sets a shop's order of aisles as chosen by hand: lists on screen use it at once. */
export function arrangeAisles(shop: string, order: readonly string[] | null): void {
  useAccountSettings.setState(({ arranged }) => ({ arranged: arranged + 1 }))
  void setAisles(shop, order)
}

export function setAisles(shop: string, order: readonly string[] | null, device?: Device): Promise<void> {
  return set(`shop ${shop}`, { shops: [{ shop, categories: order && [...order] }] }, device)
}

/** Returns every how many days a product is bought, as a person set it in any spelling of its name. */
export function howOften(set: Settings['products'], productName: string): number | undefined {
  const key = productKey(productName)
  return [...set].find(([name]) => productKey(name) === key)?.[1]
}

/** Sets every how many days a product is bought; 0: it is never suggested, null: as learned. */
export function setHowOften(productName: string, days: number | null): void {
  const key = productKey(productName)
  const { products } = useAccountSettings.getState().settings
  // Another spelling may be set already.
  const name = [...products.keys()].find((other) => productKey(other) === key) ?? productName
  void set(`product ${name}`, { products: [{ productName: name, days }] })
}

/** Sets what the account wants to spend in a month on a category; 0: no budget. */
export function setCategoryBudget(category: string, budget: number): void {
  void set(`budget ${category}`, { budgets: [{ category, budget: budget || null }] })
}

export function setSingle(change: SingleSettings): void {
  for (const [name, value] of Object.entries(change)) void set(name, { [name]: value })
}

/** ms; a setting that the user pressed is sent at once. The time of use can wait, since it changes all the time. */
const setMs = 1_500
const usedMs = 120_000

/**
 * Sets something for the account; `id` names what. The page shows it at once. Resolves when the device has stored it;
 * if it has no room, the setting lasts until the page closes, or goes to the server now.
 */
export async function set(
  id: string,
  change: SettingsChange,
  device = useDevice.getState().device,
  sendMs = setMs,
): Promise<void> {
  if (!device) return
  useAccountSettings.of(device).setState(({ settings }) => ({ settings: changed(settings, change) }))
  await inTurn(device, () =>
    unsentSettings.put(device.db, id, change).catch((error: unknown) => {
      if (isAccountOf(device.userId))
        http.call('PUT /api/v3/me/settings', { body: change }).catch(() => undefined)
      throw error
    }),
  )
  sendSoon(sendMs)
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
    void set(
      `used ${listId}`,
      { lists: [{ id: listId, usedAt: new Date(now).toISOString() }] },
      device,
      usedMs,
    )
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
  void set(`pinned ${listId}`, { lists: [{ id: listId, pinned }] })
}
