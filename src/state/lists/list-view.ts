import { accountStore } from '../account-store.ts'
import { useDevice } from '../session/device.ts'
import { type ListView, readView, untouched } from './stored-view.ts'

export type { ListView }

export const useListViews = accountStore<{ views: Readonly<Record<string, ListView>> }>(() => ({ views: {} }))

const keyOf = (listId: string) => `view:${listId}`

export function viewOf({ views }: { views: Readonly<Record<string, ListView>> }, listId: string): ListView {
  return views[listId] ?? untouched
}

export async function restoreView(listId: string): Promise<void> {
  const { device } = useDevice.getState()
  const stored = await device?.db.getValue(keyOf(listId))
  if (stored)
    useListViews.of(device).setState(({ views }) => ({ views: { ...views, [listId]: readView(stored) } }))
}

export async function changeView(listId: string, change: Partial<ListView>): Promise<void> {
  const view = { ...viewOf(useListViews.getState(), listId), ...change }
  useListViews.setState(({ views }) => ({ views: { ...views, [listId]: view } }))
  // A convenience only: if it cannot be stored, it lasts until the page closes.
  await useDevice
    .getState()
    .device?.db.putValue(keyOf(listId), view)
    .catch(() => undefined)
}
