import { checkedCount, isComplete } from '../../core/product/list.ts'
import type { List } from '../../core/contract/shapes.ts'
import { sum } from '../../core/product/money.ts'
import { projectList } from '../../core/sync/list-row.ts'
import { type ProductView, project } from '../../core/sync/mutation.ts'
import type { Stream } from '../../core/sync/replica.ts'
import type { Device } from '../../device/device.ts'
import type { TaggedAnswers } from '../../device/http.ts'
import { isOfNewer } from '../../device/failures.ts'
import { http } from '../../device/network.ts'
import { isNewer } from '../../device/storage/stored.ts'
import { accountStore } from './account-store.ts'
import { onDeviceMessage, useDevice } from './device.ts'
import { guestOf, isSessionOf } from '../account/session/session.ts'
import { openOfServer, useOpenList } from './open-list.ts'
import { askList } from './list-calls.ts'
import { coalesced } from '../../device/coalesced.ts'
import { storageFailed, useSync } from './sync-status.ts'
import { waitingIn } from './outbox.ts'

/** A list as its card shows it, counted from the data on this device with the outbox applied. */
export interface ListCard extends List {
  waiting: number
  /** names of those products that are on this device */
  names: readonly string[]
  /** those of them that are still to buy */
  toBuy: readonly string[]
  /** all rows that the server has are on this device too */
  isWhole: boolean
}

interface Overview {
  /** null until the device has been read */
  lists: ListCard[] | null
  /** the last pull failed */
  stale: boolean
  /** number of pulls so far; after each, other server data about a list may have changed */
  pulls: number
  /** whether lists that were never on this device are being fetched; `stopped`: by the user, until the page closes */
  fetches: 'no' | 'running' | 'stopped'
  memory: Memory
}

/** Not shown: changes in it notify nobody. */
interface Memory {
  /** Cached counts per list; a count is valid until something about the list's products changes. */
  counted: Map<string, Counted>
  /** number of such changes */
  changes: number
  /** Pages of the last pull with their ETags, because usually nothing has changed since. */
  pages: TaggedAnswers
}

export const useOverview = accountStore<Overview>(() => ({
  lists: null,
  stale: false,
  pulls: 0,
  fetches: 'no',
  memory: { counted: new Map(), changes: 0, pages: new Map() },
}))

function memory(device: Device | null): Memory {
  return useOverview.of(device).getState().memory
}

/**
 * Counting reads every product of every list, which would block editing. So unless the cards are on screen, it waits
 * until there were no changes for 1 s, or until the page is hidden.
 */
const quietMs = 1_000
let viewers = 0
let quiet: ReturnType<typeof setTimeout> | undefined

function outdate(): void {
  if (viewers > 0) return void refresh()
  clearTimeout(quiet)
  quiet = setTimeout(() => void refresh(), quietMs)
}

function catchUp(): void {
  if (quiet !== undefined) void refresh()
}

/** Counts the cards at every change from now on. Returns the function that stops it. */
export function keepCardsFresh(): () => void {
  viewers++
  catchUp()
  return () => {
    viewers--
  }
}

type Counted = Pick<ListCard, 'productCount' | 'checkedCount' | 'sum' | 'isDone' | 'names' | 'toBuy'>

function countAnew(device: Device | null, listId: string): void {
  const state = memory(device)
  state.counted.delete(listId)
  state.changes++
}

function countAll(device: Device): void {
  const state = memory(device)
  state.counted.clear()
  state.changes++
}

function count(products: readonly ProductView[]): Counted {
  return {
    productCount: products.length,
    checkedCount: checkedCount(products),
    sum: sum(products),
    isDone: isComplete(products) || undefined,
    names: products.map(({ productName }) => productName),
    toBuy: products.flatMap(({ productName, productStatus }) => (productStatus ? [] : [productName])),
  }
}

async function countIn(device: Device, listId: string): Promise<Counted> {
  const open = useOpenList.of(device).getState()
  // The open list is in memory already; reading thousands of rows from the disk would block typing.
  if (open.listId === listId && open.status === 'ready') return count([...open.products.values()])
  return count(project(await device.db.readRows(listId), waitingIn(listId, device)))
}

async function readCards(device: Device): Promise<ListCard[]> {
  const streams = await device.db.streams()
  const state = memory(device)
  const outbox = useSync
    .of(device)
    .getState()
    .outbox.filter((entry) => !isNewer(entry))
  const waiting = Map.groupBy(outbox, (entry) => entry.listId)
  const byId = new Map(streams.map((stream) => [stream.listId, stream]))
  const cards = [...new Set([...byId.keys(), ...waiting.keys()])].map(
    async (listId): Promise<ListCard | null> => {
      const [stream, entries = []] = [byId.get(listId), waiting.get(listId)]
      const list = projectList(stream, entries)
      if (!list) return null
      const cursor = stream?.cursor ?? 0
      if (cursor === 0 && entries.length === 0) return cardOf(list)
      const before = state.changes
      const known = state.counted.get(listId) ?? (await countIn(device, listId))
      // If something changed meanwhile, the count may be outdated, so it is not cached.
      if (state.changes === before) state.counted.set(listId, known)
      return { ...list, ...known, waiting: device.isTrial ? 0 : entries.length, isWhole: cursor >= list.head }
    },
  )
  return (await Promise.all(cards)).filter((card) => card !== null).toSorted(newestFirst)
}

function newestFirst(a: List, b: List): number {
  return a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? 1 : -1
}

/** Returns the card of a list whose products are not on this device. */
function cardOf(list: List): ListCard {
  return { ...list, waiting: 0, names: [], toBuy: [], isWhole: list.productCount === 0 }
}

/** Reads the cards from the device. */
const refresh = coalesced(async () => {
  clearTimeout(quiet)
  quiet = undefined
  const { device } = useDevice.getState()
  if (!device) return
  try {
    const lists = await readCards(device)
    useOverview.of(device).setState({ lists })
  } catch (error) {
    storageFailed(error, device)
  }
})

export function watchOverview(): void {
  onDeviceMessage((message, device) => {
    if (message.type === 'renewed') {
      countAll(device)
      void pullOverview()
    }
    if (message.type !== 'changed') return
    if (message.listId !== null) countAnew(device, message.listId)
    outdate()
  })
  useSync.subscribe(({ outbox }, before) => {
    if (outbox === before.outbox) return
    const [now, then] = [new Set(outbox), new Set(before.outbox)]
    const changed = [
      ...outbox.filter((entry) => !then.has(entry)),
      ...before.outbox.filter((e) => !now.has(e)),
    ]
    const { device } = useDevice.getState()
    for (const { listId } of changed) countAnew(device, listId)
    if (changed.length > 0) outdate()
  })
  // A change is shown a moment after it is stored, so the open list is counted again then.
  useOpenList.subscribe(({ listId, products, status }, before) => {
    if (listId === null || status !== 'ready' || products === before.products) return
    countAnew(useDevice.getState().device, listId)
    outdate()
  })
  useDevice.subscribe(outdate)
  // The badge on the icon is seen when the page is hidden, so it must be correct then.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') catchUp()
  })
  outdate()
}

const pageSize = '200'

async function fetchAll(device: Device): Promise<List[]> {
  const guest = guestOf()
  if (guest) {
    const { products: _, ...list } = await askList(guest.listId)
    return [list]
  }
  const pages = memory(device).pages
  const fetchThose = async (status: 'active' | 'shared' | 'archived') => {
    const those: List[] = []
    for (let page = 1; ; page++) {
      const query = { status, limit: pageSize, page: String(page) }
      const { items, total } = await http.call('GET /api/v3/lists', { query, kept: pages })
      those.push(...items)
      if (items.length === 0 || page * Number(pageSize) >= total) return those
    }
  }
  const all = await Promise.all([fetchThose('active'), fetchThose('shared'), fetchThose('archived')])
  return all.flat()
}

/** fewer lists are there in a moment */
const few = 5

/** Returns how many lists have been copied to a new device, or null if none are left to copy. */
export function copied({ lists, fetches }: Pick<Overview, 'lists' | 'fetches'>) {
  if (fetches === 'no') return null
  const all = lists?.filter((list) => list.listStatus !== 'archiwum') ?? []
  const whole = all.filter((list) => list.isWhole).length
  if (all.length < few || whole === all.length) return null
  return { here: whole, all: all.length, isStopped: fetches === 'stopped' }
}

/** lists that are pulled at a time */
const pullsAtOnce = 4

/** Fetches no more lists that were never on this device; each is then fetched when it is opened. */
export function stopFetching(): void {
  useOverview.setState({ fetches: 'stopped' })
}

/** Fetches them after all. */
export function fetchAgain(): void {
  useOverview.setState({ fetches: 'no' })
  void pullOverview()
}

/** Fetches the server's overview and pulls every list whose head changed. Without a network it only sets `stale`. */
export const pullOverview = coalesced(pull)

async function pull(): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  // Without an account, the device has everything already.
  if (device.isTrial) return useOverview.of(device).setState(({ pulls }) => ({ pulls: pulls + 1 }))
  try {
    const before = await device.db.listsHere()
    const lists = await fetchAll(device)
    // With another account's session the answer contains that account's lists.
    if (!isSessionOf(device.userId)) return
    await device.db.putLists(lists, before)
    const listed = new Map(lists.map((list) => [list.id, list]))
    const streams = await device.db.streams()
    const isBehind = ({ listId, cursor }: Stream) => {
      const list = listed.get(listId)
      // A list that is no longer listed is pulled too: its 404 moves the pending changes to the tray.
      return !list || (list.head !== cursor && list.listStatus !== 'archiwum')
    }
    const catchUp = async ({ listId }: Stream) => {
      // A pull in flight may reach this head, for instance of a list that was just opened.
      const pulled = await device.drain.running(listId)?.then(() => device.db.stream(listId))
      if (!pulled || isBehind(pulled)) await device.drain.dispatch(listId, { type: 'pull' })
    }
    const store = useOverview.of(device)
    store.setState(({ pulls }) => ({ stale: false, pulls: pulls + 1 }))
    const behind = streams.filter(isBehind)
    const isNew = ({ cursor }: Stream) => cursor === 0
    const isStopped = () => store.getState().fetches === 'stopped'
    if (!isStopped()) store.setState({ fetches: behind.some(isNew) ? 'running' : 'no' })
    // Taken in turn, so that what the user stops is not under way already.
    const queue = behind.values()
    const takeTurns = async () => {
      for (const stream of queue) if (!isNew(stream) || !isStopped()) await catchUp(stream)
    }
    await Promise.all(Array.from({ length: pullsAtOnce }, takeTurns))
    if (!isStopped()) store.setState({ fetches: 'no' })
  } catch (error) {
    if (isOfNewer(error)) await showOfServer(device)
    else useOverview.of(device).setState({ stale: true })
  }
}

/** Shows the lists as the server has them and stores nothing, because the storage belongs to a newer version. */
async function showOfServer(device: Device): Promise<void> {
  const store = useOverview.of(device)
  try {
    const lists = await fetchAll(device)
    if (!isSessionOf(device.userId)) return
    store.setState(({ pulls }) => ({
      lists: lists.map(cardOf).toSorted(newestFirst),
      stale: false,
      pulls: pulls + 1,
    }))
  } catch {
    store.setState({ stale: true })
  }
  await openOfServer()
}

/** Pulls the overview if this device has no lists yet, because it has nothing to show before. */
export async function pullFirst(): Promise<void> {
  const { device } = useDevice.getState()
  const listIds = await device?.db.listsHere().catch(() => null) // a storage failure is reported elsewhere
  if (listIds?.size === 0) await pullOverview()
}

/**
 * Handles a poke: the list changed up to version `head` of `epoch`. Pulls it unless the device has that version.
 * `epoch`: undefined if the server did not know it.
 */
export async function pullList(listId: string, head: number, epoch?: unknown): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  if (useSync.of(device).getState().storage === 'newer') return pullOverview()
  // The server also pokes for this device's own changes, often before the response with the same rows arrives.
  await device.notSending()
  const stream = await device.db.stream(listId)
  // After a failover, another history may have a lower head than what this device has seen of the lost one.
  const isOther = epoch !== undefined && epoch !== stream?.epoch
  if (!stream || stream.cursor < head || isOther) await device.drain.dispatch(listId, { type: 'pull' })
}
