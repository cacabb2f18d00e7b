import { listSetting, type Settings } from '../../../core/product/account-settings.ts'
import { lastUsed } from '../../../core/product/list-order.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import { projectList } from '../../../core/sync/list-row.ts'
import type { List } from '../../../core/contract/shapes.ts'
import { isNewer } from '../../../device/storage/stored.ts'
import type { Device } from '../../../device/device.ts'
import { onDeviceMessage, useDevice } from '../session/device.ts'
import { useOpenList } from '../lists/open-list.ts'
import { readSettings, set, useAccountSettings } from './store.ts'

/** ms; while a list stays in use, its use is not recorded again within this time */
const coarseMs = 5 * 60_000

/** Returns whether a list's use is worth recording now: another list was used since, or it was at least 5 min ago. */
export function isNews({ lists }: Settings, id: string, now: number): boolean {
  const { usedAt } = listSetting({ lists, shops: new Map() }, id)
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
    const entries = outbox.filter((entry) => entry.listId === id && !isNewer(entry))
    const list = projectList(await device.db.stream(id), entries)
    if (list && (!toAdd || takesProducts(list))) return id
  }
  return null
}

function takesProducts(list: List): boolean {
  return list.listStatus === 'aktywna' && can(roleOf(list), 'editProducts')
}

export function pinList(listId: string, pinned: boolean): void {
  void set({ lists: new Map([[listId, { pinned }]]) })
}
