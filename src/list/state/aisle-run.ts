import { commonestShop, orderIn, shopIn } from '../../../core/product/aisles.ts'
import { isComplete } from '../../../core/product/list.ts'
import { learn } from '../../../core/product/learned-aisles.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import type { Device } from '../../../device/device.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { ofAccount } from '../../sync/account-store.ts'
import { browserClock, type Clock } from '../../lib/clock.ts'
import { modeFor, tripShop, useShopping } from './view.ts'
import { roleIn, useOpenList } from '../../sync/open-list.ts'
import { beginTrip } from './together.ts'
import { useDevice } from '../../sync/device.ts'
import { restoreAccountSettings, setAisles, useAccountSettings } from '../../account/state/settings.ts'

/**
 * What was ticked on one list in the shop, in that order. Stored with each tick, because a phone may end the app at any
 * time.
 */
interface Trip {
  listId: string
  /** the shop the user chose; '' for none */
  chosen: string
  ticks: readonly { id: string; category: string; shop_name: string }[]
  /** when the last tick was made */
  at: number
}

/** The categories ticked on the last trip through a shop, to compare the next trip with. */
interface Walk {
  ticked: readonly string[]
  /** the order learned from it; if the current order differs, somebody changed it and this trip no longer counts */
  order: readonly string[]
}

const prefix = 'trip:'
const walkPrefix = 'walk:'
/** ms; after this time a trip is over, even if it was not ended */
const overMs = 3 * 3_600_000
/** ms; a page that is left for the scanner is shown again within this time */
const leftMs = 5_000
/** further ticks add nothing about the way through the shop */
const mostTicks = 500
/** fewer ticks do not show a way through the shop */
const fewestTicks = 3

function readTrip(stored: unknown): Trip | null {
  const trip = stored as Partial<Trip> | undefined
  return typeof trip?.listId === 'string' && Array.isArray(trip.ticks) ? (trip as Trip) : null
}

/** Queue of the work on trips. */
const works = ofAccount(() => ({ last: Promise.resolve() }))

function then(device: Device, work: () => Promise<void>): Promise<void> {
  const chain = works(device)
  // A convenience only: without storage nothing is learned.
  chain.last = chain.last.then(work).catch(() => undefined)
  return chain.last
}

/** Returns the shop where the open list is bought. */
export function shopOf(listId: string): string {
  const { products } = useOpenList.getState()
  return shopIn([...products.values()], tripShop(listId))
}

/**
 * Records a tick made here in shopping mode as soon as it is `saved`; an untick removes it. Called at the press and not
 * after saving, so that the last tick counts even if the user leaves shopping mode right after it.
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
  // A list that opens in shopping mode is no trip yet; the first tick begins it, and the last one has ended it.
  if (bought && !isComplete(open.products)) beginTrip(listId, now)
  const { id, category_name: category, shop_name } = product
  const chosen = tripShop(listId)
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

/** Ends the trip: the order of the aisles learns from it, once. */
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
  if (!isSame(next, order)) await setAisles(shop, next, device)
  await device.db.putValue(walkPrefix + shop, { order: next, ticked } satisfies Walk)
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Ends trips that a closed page left behind. */
async function endOldTrips(device: Device): Promise<void> {
  const trips = await device.db.getValues(prefix).catch(() => [])
  for (const trip of trips.map(readTrip))
    if (trip && Date.now() - trip.at > overMs) await endTrip(device, trip.listId)
}

/** Ends a trip when shopping mode ends, or when its list is left. */
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
