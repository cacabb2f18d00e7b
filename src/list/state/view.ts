import { type Arrangement, firstArrangement } from '../../../core/product/list.ts'
import type { Role } from '../../../core/product/permissions.ts'
import { accountStore, accountSetting } from '../../sync/account-store.ts'
import { useDevice } from '../../sync/device.ts'
import { beginTrip, endTripOn, restoreOwnTrip } from './together.ts'

/** One user's view settings for one list on this device; they are not shared with anybody. */
export interface ListView extends Arrangement {
  /** in shopping mode: only products of this shop and those without a shop; '' shows all */
  shop: string
}

const untouched: ListView = { ...firstArrangement, shop: '' }

/** Takes the valid parts of a stored value; defaults replace the rest. */
export function readView(stored: unknown): ListView {
  if (typeof stored !== 'object' || stored === null) return untouched
  const { grouped, sort, shop } = stored as Partial<Record<keyof ListView, unknown>>
  return {
    grouped: typeof grouped === 'boolean' ? grouped : untouched.grouped,
    sort: sort === 'up' || sort === 'down' ? sort : 'own',
    shop: typeof shop === 'string' ? shop : '',
  }
}

/** The products selected to be deleted together. */
interface Selection {
  /** selection mode is on */
  on: boolean
  ids: ReadonlySet<string>
  /** id of the row where a range with Shift begins */
  last: string | null
}
export const noSelection: Selection = { on: false, ids: new Set(), last: null }

interface ListViews {
  /** the view settings, by list id */
  views: Readonly<Record<string, ListView>>
  /** the products of the open list that are shown while it is edited, for actions such as saving the order */
  shown: {
    ids: readonly string[]
    /** the whole list is shown, in its own order */
    own: boolean
    searching: boolean
  }
  selection: Selection
  /** id of a duplicate on the open list → id of the first product with that name */
  duplicates: ReadonlyMap<string, string>
  /** duplicates that the user chose to keep on this device */
  keptBoth: ReadonlySet<string>
}

/** How the rows of the open list are shown. */
export const useListViews = accountStore<ListViews>(() => ({
  views: {},
  shown: { ids: [], own: true, searching: false },
  selection: noSelection,
  duplicates: new Map(),
  keptBoth: new Set(),
}))

const keyOf = (listId: string) => `view:${listId}`

export function viewOf({ views }: Pick<ListViews, 'views'>, listId: string): ListView {
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

/** edit: everything; shopping: ticking only; view: read only. */
export type Mode = 'edit' | 'shopping' | 'view'

interface Shopping {
  lists: readonly string[]
}

function read(stored: unknown): Shopping {
  // An older version stored only the array of ids.
  const lists = Array.isArray(stored) ? stored : (stored as Partial<Shopping> | undefined)?.lists
  return { lists: Array.isArray(lists) ? lists.filter((id) => typeof id === 'string') : [] }
}

const shopping = accountSetting('shoppingMode', { lists: [] }, read)

/**
 * The lists that the user views in shopping mode. Stored on the device, because a phone may restart the app in the
 * shop.
 */
export const useShopping = shopping.use

/** Reads which lists are in shopping mode, and the trip: what others added during it stands on top. */
export async function restoreShopping(): Promise<void> {
  const { device } = useDevice.getState()
  await Promise.all([shopping.restore(), device && restoreOwnTrip(device)])
}

export function modeFor(role: Role, isShopping: boolean): Mode {
  if (role === 'view' || role === 'link') return 'view'
  if (role === 'shopping') return 'shopping'
  return isShopping ? 'shopping' : 'edit'
}

/** Returns whether the role may choose the mode: only those who may edit. */
export function choosesMode(role: Role): boolean {
  return modeFor(role, false) === 'edit'
}

export function setShopping(listId: string, on: boolean): void {
  const others = useShopping.getState().lists.filter((id) => id !== listId)
  shopping.change({ lists: on ? [...others, listId] : others })
  if (on) beginTrip(listId)
  else endTripOn(listId)
}
