import { create } from 'zustand'
import { type Arrangement, ownOrder } from '../../core/list.ts'
import { useDevice } from './device.ts'

/** How one person looks at one list on this device; nobody else sees anything of it. */
export interface ListView extends Arrangement {
  /** shopping: what this shop has and what any shop has; '' all */
  shop: string
}

const untouched: ListView = { ...ownOrder, shop: '' }

export const useListViews = create<{ views: Readonly<Record<string, ListView>> }>(() => ({ views: {} }))

const keyOf = (listId: string) => `view:${listId}`

export function viewOf({ views }: { views: Readonly<Record<string, ListView>> }, listId: string): ListView {
  return views[listId] ?? untouched
}

/** Whatever of a stored value can still be understood. */
export function readView(stored: unknown): ListView {
  if (typeof stored !== 'object' || stored === null) return untouched
  const { grouped, sort, shop } = stored as Partial<Record<keyof ListView, unknown>>
  return {
    grouped: grouped === true,
    sort: sort === 'up' || sort === 'down' ? sort : 'own',
    shop: typeof shop === 'string' ? shop : '',
  }
}

export async function restoreView(listId: string): Promise<void> {
  const stored = await useDevice.getState().device?.db.getValue(keyOf(listId))
  if (stored) useListViews.setState(({ views }) => ({ views: { ...views, [listId]: readView(stored) } }))
}

export async function changeView(listId: string, change: Partial<ListView>): Promise<void> {
  const view = { ...viewOf(useListViews.getState(), listId), ...change }
  useListViews.setState(({ views }) => ({ views: { ...views, [listId]: view } }))
  // Only a convenience: where it cannot be kept, it holds until the page closes.
  await useDevice
    .getState()
    .device?.db.putValue(keyOf(listId), view)
    .catch(() => undefined)
}
