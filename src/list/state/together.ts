import { tripMs, unseenMs } from '../../../core/product/trip.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import type { Device } from '../../../device/device.ts'
import { accountSetting, accountStore } from '../../sync/account-store.ts'
import { useDevice } from '../../sync/device.ts'
import { whoDid } from '../../account/session/who-did.ts'
import { shownOf } from '../../sync/open-list.ts'

/** Somebody else who has the open list open. */
export interface Person {
  name: string
  imageName: string | null
  shopping: boolean
}

/** Somebody else's trip. */
export interface Shopper {
  name: string
  imageName: string | null
  /** '' if it is not known */
  shop: string
  /** epoch ms */
  startedAt: number
  /** when a device of theirs last said that it is there, by the clock of this device; epoch ms */
  seenAt: number
  /** that is so long ago that the others should know */
  isUnseen: boolean
}

interface Together {
  /** the list that `people` have open */
  listId: string | null
  people: readonly Person[]
  /** by list id */
  trips: ReadonlyMap<string, readonly Shopper[]>
}

/** Who else is there now, as the event stream says. Nothing of it is stored. */
export const useTogether = accountStore<Together>(() => ({ listId: null, people: [], trips: new Map() }))

/** ms; the others are told since when nothing was seen of a shopper. A page says every 2 min that it is there */
export const notSeenMs = 5 * 60_000

/** Says of whom nothing was seen for a while, and leaves out trips that nobody ended. */
export function asOf(
  now: number,
  trips: ReadonlyMap<string, readonly Shopper[]>,
): ReadonlyMap<string, readonly Shopper[]> {
  const isOn = ({ startedAt, seenAt }: Shopper) => now - startedAt < tripMs && now - seenAt < unseenMs
  const isUnseen = ({ seenAt }: Shopper) => now - seenAt >= notSeenMs
  const isSame = (shopper: Shopper) => isOn(shopper) && isUnseen(shopper) === shopper.isUnseen
  const asSeen = (shopper: Shopper) => ({ ...shopper, isUnseen: isUnseen(shopper) })
  return new Map(
    [...trips].map(([list, shoppers]) => [
      list,
      shoppers.every(isSame) ? shoppers : shoppers.filter(isOn).map(asSeen),
    ]),
  )
}

const nobody: readonly never[] = []

/** Returns the others who are shopping from a list. */
export function useShoppers(listId: string): readonly Shopper[] {
  return useTogether(({ trips }) => trips.get(listId) ?? nobody)
}

/** Returns the others on a list: who has it open and who is shopping from it, maybe with a locked phone. */
export function usePeopleOn(listId: string): readonly Person[] {
  const people = useTogether((state) => (state.listId === listId ? state.people : nobody))
  const shoppers = useShoppers(listId)
  const isSame = (a: Pick<Person, 'name' | 'imageName'>, b: Pick<Person, 'name' | 'imageName'>) =>
    a.name === b.name && a.imageName === b.imageName
  return [
    ...shoppers.map(({ name, imageName }) => ({ name, imageName, shopping: true })),
    ...people.filter((person) => !shoppers.some((shopper) => isSame(shopper, person))),
  ]
}

/** What the server was told of a trip. */
export interface Told {
  listId: string
  shop: string
  /** the session that told it, see `markOf`: another one is another device */
  session: string
}

/** The user's own trip on this device. */
interface OwnTrip {
  listId: string | null
  /** the version of the list that the user knew when it began; what others added later is new to the shopper */
  since: number
  /** when it began, and when the user last ticked or had the list on the screen; epoch ms */
  at: number
  seenAt: number
  /** the trip that the server knows of */
  told: Told | null
}

const none: OwnTrip = { listId: null, since: 0, at: 0, seenAt: 0, told: null }

function read(stored: unknown): OwnTrip {
  if (typeof stored !== 'object' || stored === null) return none
  const trip = { ...none, ...stored }
  // An older version did not store when the user was last seen.
  return { ...trip, seenAt: trip.seenAt || trip.at }
}

const key = 'ownTrip'
const ownTrip = accountSetting(key, none, read)

/** Stored on the device, because a phone may restart the app in the shop. */
export const useOwnTrip = ownTrip.use
export const changeOwnTrip = ownTrip.change

/** Reads the stored trip. A trip that has begun on this page meanwhile stays. */
export async function restoreOwnTrip(device: Device): Promise<void> {
  const stored = read(await device.db.getValue(key))
  useOwnTrip.of(device).setState((now) => (now.at === 0 ? stored : { told: now.told ?? stored.told }))
}

export function isOnTrip({ listId, at, seenAt }: OwnTrip, list: string, now = Date.now()): boolean {
  return listId === list && now - at < tripMs && now - seenAt < unseenMs
}

/** How often a sign of the user is stored, in ms. */
export const signMs = 60_000

/** Begins a trip with this list; one that is on goes on. Another list's trip ends. */
export function beginTrip(listId: string, now = Date.now()): void {
  const trip = useOwnTrip.getState()
  if (isOnTrip(trip, listId, now)) {
    if (Math.abs(now - trip.seenAt) >= signMs) ownTrip.change({ seenAt: now })
    return
  }
  const since = shownOf(useDevice.getState().device).stream?.cursor ?? 0
  ownTrip.change({ listId, since, at: now, seenAt: now })
}

export function endTripOn(listId: string): void {
  if (useOwnTrip.getState().listId === listId) ownTrip.change({ listId: null })
}

/**
 * Returns the products that others added since a version of the list. A field of an older product that nobody changed
 * since still has an older version.
 */
export function addedSince(products: readonly ProductView[], since: number): ReadonlySet<string> {
  const isNew = ({ ver, fieldVer = {} }: ProductView) =>
    ver > since && Object.values(fieldVer).every((version) => version > since)
  const byOthers = (product: ProductView) => {
    const { by, own: isOwn } = whoDid(product, 'added')
    return by !== '' && !isOwn
  }
  return new Set(products.filter((product) => isNew(product) && byOthers(product)).map(({ id }) => id))
}
