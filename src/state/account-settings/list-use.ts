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

/** A list that goes on being used is not noted again for so long. */
const coarseMs = 5 * 60_000

/** Whether it is worth noting that a list is used now: another one was used since, or it is some minutes ago. */
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

/** Notes when this person opens or changes a list here, for the order of the lists and the shortcut of the icon. */
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

/** The list that this person used last, of those on this device; `toAdd`: of those that take products. */
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
