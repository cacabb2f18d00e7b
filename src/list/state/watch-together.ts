import { isNothingLeft } from '../../../core/product/list.ts'
import { createChannel } from '../../../device/channel.ts'
import { coalesced } from '../../../device/coalesced.ts'
import type { Device } from '../../../device/device.ts'
import { ProblemError } from '../../../device/failures.ts'
import { http } from '../../../device/network.ts'
import { markOf } from '../../../device/push.ts'
import { shoppingText } from '../../texts/together-texts.ts'
import { useAccountSettings } from '../../account/state/settings.ts'
import { unlessGone, watchChancesToSend } from '../../sync/calls.ts'
import { browserClock, type Clock } from '../../lib/clock.ts'
import { useDevice } from '../../sync/device.ts'
import { isAccountOf, useSession } from '../../account/session/session.ts'
import { announce } from './ui.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { useOverview } from '../../sync/overview.ts'
import { useSync } from '../../sync/sync-status.ts'
import {
  asOf,
  beginTrip,
  changeOwnTrip,
  endTripOn,
  isOnTrip,
  notSeenMs,
  type Person,
  restoreOwnTrip,
  type Shopper,
  signMs,
  type Told,
  useOwnTrip,
  useTogether,
} from './together.ts'
import { shopOfTrip, useListViews } from './view.ts'

/** ms; the server forgets a page that has not said for 27 s that it has a list open */
const hereMs = 20_000
/** ms; the server repeats who is there with each call, so after two missed ones nobody knows */
const peopleMs = 45_000
/** ms; a trip goes on while the scanner or another page is open for a moment */
const leftMs = 60_000
/** ms; how often it is looked for */
const lookMs = 60_000
/** ms until a call that failed is made again */
const againMs = 30_000

/** One page has the event stream, and all pages of this browser show what it says. */
const channel = createChannel('together', (data) => {
  const { userId, event, value } = (data ?? {}) as Partial<Record<'userId' | 'event' | 'value', unknown>>
  return typeof userId === 'string' && typeof event === 'string' ? { userId, event, value } : null
})

/** Passes on what the event stream says about trips and presence; `begun`: a new stream has begun. */
export function hearTogether(event: 'begun' | 'trip' | 'trips' | 'presence', data: string): void {
  const userId = useDevice.getState().device?.userId
  if (userId !== undefined) channel.post({ userId, event, value: JSON.parse(data) as unknown })
}

interface TripEvent {
  list: string
  name: string
  imageName: string | null
  shop?: string
  startedAt?: string
  /** how long ago the shopper was last seen, in ms */
  ageMs?: number
  shopping: boolean
}

/**
 * Says which list this page has open and from which one its user shops, while there is a network; shows who else does.
 * Only about lists that are shared, and never without an account.
 */
export function watchTogether(clock: Clock = browserClock): void {
  showOthers(clock)
  sayWhatIsOpen(clock)
  watchOwnTrip(clock)
  tellTrips(clock)
}

function showOthers(clock: Clock): void {
  let stop: () => void = () => undefined
  let stopLooking: () => void = () => undefined
  const announced = new Set<string>()
  function lookAgain(store: ReturnType<typeof useTogether.of>): void {
    stopLooking()
    if ([...store.getState().trips.values()].every((shoppers) => shoppers.length === 0)) return
    stopLooking = clock.after(lookMs, () => {
      store.setState(({ trips }) => ({ trips: asOf(Date.now(), trips) }))
      lookAgain(store)
    })
  }
  channel.listen(({ userId, event, value }) => {
    const { device } = useDevice.getState()
    if (device?.userId !== userId) return
    const store = useTogether.of(device)
    if (event === 'begun' || event === 'trips') store.setState({ trips: new Map() })
    if (event === 'presence') {
      const { list, people } = value as { list: string; people: readonly Person[] }
      if (useOpenList.of(device).getState().listId !== list) return
      store.setState({ listId: list, people })
      stop()
      stop = clock.after(peopleMs, () => store.setState({ people: [] }))
    }
    if (event === 'trip') {
      const trip = value as TripEvent
      store.setState(({ trips }) => ({ trips: withTrip(trips, trip) }))
      lookAgain(store)
      const key = JSON.stringify([trip.list, trip.name, trip.startedAt, trip.shop])
      if (!trip.shopping || announced.has(key)) return
      announced.add(key)
      if (useOpenList.of(device).getState().listId === trip.list)
        announce(shoppingText(trip.name, trip.shop ?? ''))
    }
  })
}

function withTrip(
  trips: ReadonlyMap<string, readonly Shopper[]>,
  { list, name, imageName, shop = '', startedAt = '', ageMs = 0, shopping }: TripEvent,
): ReadonlyMap<string, readonly Shopper[]> {
  const others = (trips.get(list) ?? []).filter((one) => one.name !== name || one.imageName !== imageName)
  const shopper = { name, imageName, shop, startedAt: Date.parse(startedAt), seenAt: Date.now() - ageMs }
  const now = shopping ? [...others, { ...shopper, isUnseen: ageMs >= notSeenMs }] : others
  return new Map([...trips, [list, now]])
}

/** Returns the account whose calls may be made now. */
function caller(): Device | null {
  const { device } = useDevice.getState()
  return device && !device.isTrial && isAccountOf(device.userId) && useSync.getState().online ? device : null
}

function isShared(listId: string): boolean {
  const { list } = useOpenList.getState()
  const found = list?.id === listId ? list : useOverview.getState().lists?.find(({ id }) => id === listId)
  if (!found || found.listStatus === 'archiwum') return false
  return found.owner !== undefined || found.sharedWith > 0
}

const quiet = (device: Device) => useAccountSettings.of(device).getState().settings.quietTrips === true

/** After a new log-in a trip is told again, because its device is another session. */
function sessionNow(): string {
  const { session } = useSession.getState()
  return session ? markOf(session) : ''
}

function isTold(trip: Told, before: Told | null): boolean {
  return before?.listId === trip.listId && before.shop === trip.shop && before.session === trip.session
}

/** Returns the list on which the user is on a trip that the others may know of. */
function toldList(device: Device): string | null {
  const trip = useOwnTrip.of(device).getState()
  const { listId } = trip
  return listId !== null && !quiet(device) && isOnTrip(trip, listId) && isShared(listId) ? listId : null
}

function sayWhatIsOpen(clock: Clock): void {
  let announced: { device: Device; listId: string; shopping: boolean } | null = null
  let stop: () => void = () => undefined

  function openNow(): typeof announced {
    const device = caller()
    const { listId, status } = useOpenList.getState()
    if (!device || listId === null || status !== 'ready' || document.visibilityState === 'hidden') return null
    return isShared(listId) ? { device, listId, shopping: toldList(device) === listId } : null
  }
  /** If nothing changed, says it again only when `isDue`. */
  function say(isDue: boolean): void {
    const now = openNow()
    const before = announced
    const isSame = before?.device === now?.device && before?.listId === now?.listId
    if (isSame && before?.shopping === now?.shopping && !isDue) return
    announced = now
    stop()
    if (before && !isSame && before.device === caller()) leave(before.listId)
    if (!now) return
    // A convenience: if it fails, the next one comes soon.
    http
      .call('POST /api/v3/list/:id/here', { params: { id: now.listId }, body: { shopping: now.shopping } })
      .catch(() => undefined)
    stop = clock.after(hereMs, () => say(true))
  }
  const check = () => say(false)
  for (const store of [useOpenList, useOwnTrip, useAccountSettings, useSync, useOverview] as const)
    store.subscribe(check)
  watchChancesToSend(check)
  document.addEventListener('visibilitychange', check)
  addEventListener('pagehide', () => {
    if (announced && announced.device === caller()) leave(announced.listId)
    announced = null
    stop()
  })
  // A stream that has just begun has missed who is there.
  channel.listen(({ event }) => {
    if (event === 'begun') say(true)
  })
  check()
}

/** Called while the page may be closing: the request begins at once and goes on without the page. */
function leave(listId: string): void {
  useTogether.setState({ people: [] })
  const token = useSession.getState().session?.accessToken
  if (!token) return
  const address = `/api/v3/list/${encodeURIComponent(listId)}/here`
  const headers = { authorization: `Bearer ${token}` }
  fetch(address, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined)
}

/** Ends the user's trip when nothing is left to buy, with the archive, and without a sign of the user. */
function watchOwnTrip(clock: Clock): void {
  let stop: () => void = () => undefined
  function look(): void {
    const trip = useOwnTrip.getState()
    const { listId } = trip
    stop()
    if (listId === null) return
    stop = clock.after(signMs, look)
    if (!isOnTrip(trip, listId)) endTripOn(listId)
    else if (document.visibilityState !== 'hidden' && useOpenList.getState().listId === listId)
      beginTrip(listId)
  }
  useOwnTrip.subscribe((now, then) => {
    if (now.listId !== then.listId) look()
  })
  document.addEventListener('visibilitychange', look)
  useOpenList.subscribe((now, then) => {
    const { listId } = useOwnTrip.getState()
    if (listId === null || now.listId !== listId || now.status !== 'ready') return
    const isDone =
      then.listId === listId &&
      then.status === 'ready' &&
      now.products !== then.products &&
      isNothingLeft(now.products) &&
      !isNothingLeft(then.products)
    if (isDone || now.list?.listStatus === 'archiwum') endTripOn(listId)
  })
  look()
}

function tellTrips(clock: Clock): void {
  let stop: () => void = () => undefined

  /** Before the view of the list is read, the shop is the one that was told. */
  function shopOn(listId: string, reportedShop: string): string {
    const view = useListViews.getState().views[listId]
    return view ? (shopOfTrip(view) ?? '') : reportedShop
  }
  const tell = coalesced(async () => {
    const device = caller()
    if (!device) return
    stop()
    const { told } = useOwnTrip.of(device).getState()
    const listId = toldList(device)
    const session = sessionNow()
    const shop = listId === null ? '' : shopOn(listId, told?.listId === listId ? told.shop : '')
    try {
      if (told && told.listId !== listId) {
        await unlessGone(http.call('DELETE /api/v3/list/:id/trip', { params: { id: told.listId } }))
        note(device, null)
      }
      if (listId !== null && !isTold({ listId, shop, session }, told)) {
        await http.call('POST /api/v3/list/:id/trip', { params: { id: listId }, body: { shop } })
        note(device, { listId, shop, session })
      }
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status === 403) note(device, null)
      else stop = clock.after(againMs, () => void tell())
    }
  })

  function note(device: Device, trip: Told | null): void {
    if (useDevice.getState().device === device) changeOwnTrip({ told: trip })
  }

  let before = ''
  /** Tells only when something changed that matters: the stores change with every key. */
  function check(): void {
    const device = caller()
    const listId = device && toldList(device)
    const chosen = listId === null ? '' : shopOn(listId, '')
    const now = JSON.stringify([device?.userId, sessionNow(), listId, chosen])
    if (now === before) return
    before = now
    void tell()
  }
  function endLeft(): void {
    const { listId } = useOwnTrip.getState()
    if (listId !== null && useOpenList.getState().listId !== listId) endTripOn(listId)
  }
  async function restore(device: Device | null): Promise<void> {
    if (!device) return
    await restoreOwnTrip(device).catch(() => undefined)
    clock.after(leftMs, endLeft)
    void tell()
  }
  for (const store of [
    useOwnTrip,
    useAccountSettings,
    useSync,
    useOverview,
    useListViews,
    useSession,
  ] as const)
    store.subscribe(check)
  useOpenList.subscribe((now, then) => {
    const { listId } = useOwnTrip.getState()
    if (listId !== null && then.listId === listId && now.listId !== listId)
      if (then.list?.listStatus === 'archiwum') endTripOn(listId)
      else clock.after(leftMs, endLeft)
    check()
  })
  // The server ends a trip when nothing is left, maybe while this page slept. Telling it again changes nothing else.
  channel.listen(({ event }) => {
    const { told } = useOwnTrip.getState()
    if (event !== 'begun' || !told) return
    changeOwnTrip({ told: { ...told, session: '' } })
    void tell()
  })
  watchChancesToSend(() => void tell())
  useDevice.subscribe(({ device }, { device: left }) => {
    if (device !== left) void restore(device)
  })
  void restore(useDevice.getState().device)
}
