import { commonestShop, orderIn, shopIn } from '../../../core/product/aisles.ts'
import { learn } from '../../../core/product/learned-aisles.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import type { Device } from '../../../device/device.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { ofAccount } from '../account-store.ts'
import { browserClock, type Clock } from '../clock.ts'
import { viewOf, useListViews } from '../lists/list-view.ts'
import { roleIn, useOpenList } from '../lists/open-list.ts'
import { modeFor, useShopping } from '../lists/shopping-mode.ts'
import { useDevice } from '../session/device.ts'
import { restoreAccountSettings, set, useAccountSettings } from './store.ts'

/** What was ticked on one list in the shop, in that order. It is stored with each tick: a phone may end the app. */
export interface Trip {
  listId: string
  /** the shop that was chosen to be in; '' if none was */
  chosen: string
  ticks: readonly { id: string; category: string; shop_name: string }[]
  /** when the last tick was made */
  at: number
}

/** The last trip through a shop, for the next one to compare with. */
interface Walk {
  ticked: readonly string[]
  /** what was learned from it: once a person or another device has set another order, the trip counts no more */
  order: readonly string[]
}

const prefix = 'trip:'
const walkPrefix = 'walk:'
/** After so long a trip is over, wherever it was left. */
const overMs = 3 * 3_600_000
/** A page that is left for the scanner comes back. */
const leftMs = 5_000
/** Further ticks say nothing new of the way. */
const mostTicks = 500
/** Fewer ticks are no way through a shop. */
const fewestTicks = 3

function readTrip(stored: unknown): Trip | null {
  const trip = stored as Partial<Trip> | undefined
  return typeof trip?.listId === 'string' && Array.isArray(trip.ticks) ? (trip as Trip) : null
}

/** What is done with trips, one after the other. */
const works = ofAccount(() => ({ last: Promise.resolve() }))

function then(device: Device, work: () => Promise<void>): Promise<void> {
  const own = works(device)
  // A convenience only: without storage nothing is learned.
  own.last = own.last.then(work).catch(() => undefined)
  return own.last
}

/** The shop that the open list is bought in. */
export function shopOf(listId: string): string {
  const { products } = useOpenList.getState()
  return shopIn([...products.values()], viewOf(useListViews.getState(), listId).shop)
}

/**
 * Notes a tick made here in shopping mode, as soon as it is `saved`; an untick takes it back. It is called with the
 * press, not after saving: whoever leaves the shop right after the last tick made that one too.
 */
export function noteTick(
  listId: string,
  product: ProductView,
  bought: boolean,
  saved: Promise<boolean>,
  now = Date.now(),
): Promise<void> {
  const { device } = useDevice.getState()
  const open = useOpenList.getState()
  const isShopping = useShopping.getState().lists.includes(listId)
  if (!device || open.listId !== listId || modeFor(roleIn(open), isShopping) !== 'shopping')
    return Promise.resolve()
  const { id, category_name: category, shop_name } = product
  const { shop } = viewOf(useListViews.getState(), listId)
  const chosen = [...open.products.values()].some((other) => other.shop_name === shop) ? shop : ''
  return then(device, async () => {
    if (!(await saved)) return
    const before = readTrip(await device.db.getValue(prefix + listId))
    const isOver = before !== null && now - before.at > overMs
    if (isOver) await learnFrom(device, before)
    const others = isOver || !before ? [] : before.ticks.filter((tick) => tick.id !== id)
    const ticks = bought ? [...others, { id, category, shop_name }].slice(0, mostTicks) : others
    await device.db.putValue(prefix + listId, { listId, chosen, ticks, at: now } satisfies Trip)
  })
}

/** The trip is over: the order of the aisles learns from it, once. */
export function endTrip(device: Device, listId: string): Promise<void> {
  return then(device, async () => {
    const trip = readTrip(await device.db.getValue(prefix + listId))
    if (!trip) return
    await learnFrom(device, trip)
    await device.db.changeValue(prefix + listId, () => undefined)
  })
}

async function learnFrom(device: Device, { chosen, ticks }: Trip): Promise<void> {
  if (ticks.length < fewestTicks) return
  await restoreAccountSettings(device)
  const { shops } = useAccountSettings.of(device).getState().settings
  const shop = chosen || commonestShop(ticks)
  const language = currentLanguage()
  const order = learn(orderIn(shops, shop), [], language)
  const last = (await device.db.getValue(walkPrefix + shop)) as Walk | undefined
  const before = last && isSame(last.order, order) ? last.ticked : []
  const ticked = ticks.map(({ category }) => category)
  const next = learn(order, ticked, language, before)
  if (!isSame(next, order)) await set({ shops: new Map([[shop, next]]) }, device)
  await device.db.putValue(walkPrefix + shop, { order: next, ticked } satisfies Walk)
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Trips that a closed page left behind. */
async function endOldTrips(device: Device): Promise<void> {
  const trips = await device.db.getValues(prefix).catch(() => [])
  for (const trip of trips.map(readTrip))
    if (trip && Date.now() - trip.at > overMs) await endTrip(device, trip.listId)
}

/** A trip ends with shopping mode, or when its page is left. */
export function watchTrips(clock: Clock = browserClock): void {
  useShopping.subscribe(({ lists }, before) => {
    const { device } = useDevice.getState()
    for (const id of before.lists) if (device && !lists.includes(id)) void endTrip(device, id)
  })
  useOpenList.subscribe(({ listId }, { listId: left }) => {
    const { device } = useDevice.getState()
    if (!device || left === null || left === listId) return
    clock.after(leftMs, () => {
      if (useOpenList.of(device).getState().listId !== left) void endTrip(device, left)
    })
  })
  useDevice.subscribe(({ device }, { device: left }) => {
    if (device && device !== left) void endOldTrips(device)
  })
  const { device } = useDevice.getState()
  if (device) void endOldTrips(device)
}
