import { type Arrangement, firstArrangement } from '../../../core/product/list.ts'
import type { Role } from '../../../core/product/permissions.ts'
import { onlyShop } from '../../../core/product/trip.ts'
import { accountStore, accountSetting } from '../../sync/account-store.ts'
import { useDevice } from '../../sync/device.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { tripMs } from '../../../core/product/trip.ts'
import { beginTrip, endTripOn, restoreOwnTrip } from './together.ts'

/** One user's view settings for one list on this device; they are not shared with anybody. */
export interface ListView extends Arrangement {
  /** where the list is bought: shopping mode shows the products of this shop and those without one; '' shows all */
  shop: string
  /** when that was chosen, epoch ms; 0: not yet */
  chosenAt: number
}

const untouched: ListView = { ...firstArrangement, shop: '', chosenAt: 0 }

/** Takes the valid parts of a stored value; defaults replace the rest. */
export function readView(stored: unknown): ListView {
  if (typeof stored !== 'object' || stored === null) return untouched
  const { grouped, sort, shop, chosenAt } = stored as Partial<Record<keyof ListView, unknown>>
  return {
    grouped: typeof grouped === 'boolean' ? grouped : untouched.grouped,
    sort: sort === 'up' || sort === 'down' ? sort : 'own',
    shop: typeof shop === 'string' ? shop : '',
    chosenAt: typeof chosenAt === 'number' ? chosenAt : 0,
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

/** Returns the shop of the trip with a list: '' if it does not matter, null if nobody has chosen yet. */
export function shopOfTrip({ shop, chosenAt }: ListView, now = Date.now()): string | null {
  return Math.abs(now - chosenAt) < tripMs ? shop : null
}

/** Returns the shop of the trip with a list; '' also if nobody has chosen yet. */
export function tripShop(listId: string): string {
  return shopOfTrip(viewOf(useListViews.getState(), listId)) ?? ''
}

export function chooseShop(listId: string, shop: string): Promise<void> {
  return changeView(listId, { shop, chosenAt: Date.now() })
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

/**
 * Begins or ends shopping mode. A list that names only one shop is bought there; of any other it is asked anew. Returns
 * whether the mode was on.
 */
export function setShopping(listId: string, on: boolean): boolean {
  const { lists } = useShopping.getState()
  const others = lists.filter((id) => id !== listId)
  if (on) {
    const { listId: open, products } = useOpenList.getState()
    const shop = open === listId ? onlyShop(products.values()) : ''
    // Before the trip begins, so that the others read at once where.
    void changeView(listId, shop === '' ? { chosenAt: 0 } : { shop, chosenAt: Date.now() })
    resumeShopping(listId)
  } else {
    shopping.change({ lists: others })
    endTripOn(listId)
  }
  return others.length < lists.length
}

/** Goes on shopping after an Undo, in the same shop. */
export function resumeShopping(listId: string): void {
  shopping.change({ lists: [...useShopping.getState().lists.filter((id) => id !== listId), listId] })
  beginTrip(listId)
}
