import { currencyOf } from '../../core/product/currency.ts'
import type { List, Row } from '../../core/contract/shapes.ts'
import { inWordsOf } from '../../core/product/categories.ts'
import { roleOf, type Role } from '../../core/product/permissions.ts'
import { byPosition } from '../../core/product/position.ts'
import { projectList } from '../../core/sync/list-row.ts'
import { type Entry, productsOnlyIn, type ProductView, project } from '../../core/sync/mutation.ts'
import type { Stream } from '../../core/sync/replica.ts'
import { coalesced } from '../../device/coalesced.ts'
import { shownName } from '../../core/text/tongues.ts'
import type { Device } from '../../device/device.ts'
import { ProblemError } from '../../device/failures.ts'
import type { Appended } from '../../device/storage/outbox.ts'
import type { OnDevice } from '../../device/storage/reads.ts'
import { accountStore } from './account-store.ts'
import { onDeviceMessage, useDevice } from './device.ts'
import { isSessionOf } from '../account/session/session.ts'
import { askList, fetchList } from './list-calls.ts'
import { forgetNews, newsOf, reportNews } from './news.ts'
import { showAppended, waitingIn } from './outbox.ts'
import { useSuggestions, watchLanguage } from './suggestions.ts'
import { storageFailed, useSync } from './sync-status.ts'

interface OpenList {
  listId: string | null
  /** its data from the overview: name, owner, permission, dates */
  list: List | null
  /** missing: neither on this device nor on the server; unreachable: it may come later */
  status: 'loading' | 'ready' | 'missing' | 'unreachable'
  /** shown as the server has it, without this device's storage, which belongs to a newer version; nothing can change */
  isOfServer: boolean
  /** product ids in list order */
  order: readonly string[]
  /** categories in the reader's language; an unchanged product stays the same object, so its row does not re-render */
  products: ReadonlyMap<string, ProductView>
  memory: Memory
}

/** Not shown: changes in it notify nobody. */
interface Memory {
  /** what the device has of the open list; the screen shows it with the outbox applied on top */
  stream: Stream | undefined
  rows: Map<string, Row>
  /** product ids that the next read must load; 'all' after the list was opened or replaced */
  wanted: Set<string> | 'all'
}

const closed: Omit<OpenList, 'memory'> = {
  listId: null,
  list: null,
  status: 'loading',
  isOfServer: false,
  order: [],
  products: new Map(),
}

export const useOpenList = accountStore<OpenList>(() => ({
  ...closed,
  memory: { stream: undefined, rows: new Map(), wanted: new Set() },
}))

function memory(device = useDevice.getState().device): Memory {
  return useOpenList.of(device).getState().memory
}

/** Returns what this page has of the open list, as the server last sent it. */
export function shownOf(device: Device | null): Pick<Memory, 'stream' | 'rows'> {
  return memory(device)
}

/** Returns the open list's own data with pending changes applied. Null if it is unknown or about to be deleted. */
function listNow(device: Of, listId: string): List | null {
  return projectList(memory(device).stream, waitingIn(listId, device))
}

type Of = Device | null

function viewsOf(device: Of, rows: Iterable<Row>, entries: readonly Entry[]): ProductView[] {
  const { reader } = useSuggestions.of(device).getState()
  const views = project(rows, entries).map((view) => inWordsOf(view, reader))
  // Without an account nothing waits for a server.
  return device?.isTrial ? views.map((view) => ({ ...view, waiting: false })) : views
}

function show(device: Of, listId: string, list: List | null, status: OpenList['status']): void {
  const views = viewsOf(device, memory(device).rows.values(), waitingIn(listId, device))
  showProducts(device, listId, list, status, new Map(views.map((view) => [view.id, view])))
}

/** Recomputes only the products that may have changed, since a list may have thousands. */
function showSome(device: Of, listId: string, list: List | null, touched: ReadonlySet<string>): void {
  const { products, status } = useOpenList.of(device).getState()
  const { rows } = memory(device)
  const some = [...touched].map((id) => rows.get(id)).filter((row) => row !== undefined)
  const waiting = waitingIn(listId, device).filter((entry) => touched.has(entry.rowId))
  const views = new Map(viewsOf(device, some, waiting).map((view) => [view.id, view]))
  const changed = [...touched].filter((id) => !isSameView(products.get(id), views.get(id)))
  // Nothing changed: pass the same Map, so that nothing derived from it is counted or rendered again.
  if (changed.length === 0) return showProducts(device, listId, list, status, products)
  const next = new Map(products)
  for (const id of changed) {
    const view = views.get(id)
    if (view) next.set(id, view)
    else next.delete(id)
  }
  const moved = changed.some((id) => products.get(id)?.position !== next.get(id)?.position)
  showProducts(device, listId, list, status, next, moved)
}

/**
 * Compares by value, because applying the outbox makes a new product object each time, usually with the same values.
 */
function isSameView(a: ProductView | undefined, b: ProductView | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  const fields = Object.keys({ ...a, ...b }) as (keyof ProductView)[]
  // `fieldVer` and `mine` are new objects at each read, but their content is the same while `ver` is.
  return fields.every((field) => a[field] === b[field] || field === 'fieldVer' || field === 'mine')
}

function showProducts(
  device: Of,
  listId: string,
  list: List | null,
  status: OpenList['status'],
  products: ReadonlyMap<string, ProductView>,
  moved = !samePlaces(useOpenList.of(device).getState().products, products),
): void {
  useOpenList.of(device).setState((before) => {
    const order = moved ? orderOf(products) : before.order
    const same = order.length === before.order.length && order.every((id, i) => id === before.order[i])
    return {
      listId,
      list: list && isSameList(before.list, list) ? before.list : (list ?? before.list),
      status,
      order: same ? before.order : order,
      products,
    }
  })
}

/** A list read from the disk is a new object each time, so the content is compared. */
function isSameList(before: List | null, now: List): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}

function orderOf(products: ReadonlyMap<string, ProductView>): string[] {
  return [...products.values()].toSorted(byPosition).map(({ id }) => id)
}

type Products = OpenList['products']

function samePlaces(before: Products, now: Products): boolean {
  return hasSame(before, now, (a, b) => a.position === b.position)
}

/** Returns whether both have the same products with regard to `isSame`, which is asked only about changed products. */
export function hasSame(
  before: Products,
  now: Products,
  isSame: (a: ProductView, b: ProductView) => boolean,
): boolean {
  if (before === now) return true
  if (before.size !== now.size) return false
  for (const [id, product] of now) {
    const then = before.get(id)
    if (then !== product && !(then && isSame(then, product))) return false
  }
  return true
}

/** Shows an order before it is written, so that a dropped row stays in place. */
export function showOrder(order: readonly string[]): void {
  useOpenList.setState({ order })
}

/** Shows the real order again after a failed write. */
export function showTrueOrder(): void {
  useOpenList.setState(({ products }) => ({ order: orderOf(products) }))
}

function isOpen(device: Device, listId: string): boolean {
  return useOpenList.of(device).getState().listId === listId
}

/**
 * Reads the outbox, the tray and these rows of the open list. Reads run one after another, so that an older one never
 * overtakes a newer one. Concurrent callers share one read.
 */
function readAnew(ids: readonly string[] | 'all' = []): Promise<void> {
  const state = memory()
  if (state.wanted === 'all' || ids === 'all') state.wanted = 'all'
  else for (const id of ids) state.wanted.add(id)
  return readNow()
}

const readNow = coalesced(async () => {
  const { device } = useDevice.getState()
  const { listId, status } = useOpenList.of(device).getState()
  const state = memory(device)
  // Until all rows are loaded, a partial read has nothing to be merged into.
  const ids = state.wanted === 'all' || status !== 'ready' ? 'all' : [...state.wanted]
  state.wanted = new Set()
  clearTimeout(doubt)
  if (!device) return
  try {
    await read(device, listId, ids)
  } catch (error) {
    storageFailed(error, device)
  }
})

async function read(device: Device, listId: string | null, ids: readonly string[] | 'all'): Promise<void> {
  const sync = useSync.of(device)
  const { outbox: before } = sync.getState()
  const waited = listId === null ? [] : waitingIn(listId, device)
  const found = await device.db.readDevice(listId, ids, waited)
  // Entries appended since the read began may be missing from its result.
  const known = new Set([...before, ...found.outbox].map(({ opId }) => opId))
  const since = sync.getState().outbox.filter(({ opId }) => !known.has(opId))
  sync.setState({ outbox: found.outbox, tray: found.tray, isRead: true })
  if (since.length > 0) {
    showAppended(since, device)
    // They may also be missing because they were answered meanwhile. Only the next read can tell.
    doubtful()
  }
  // If another list was opened meanwhile, it is read next.
  if (listId === null || !isOpen(device, listId)) return
  if (ids === 'all') takeWhole(device, listId, found)
  else takeSome(device, listId, ids, found, waited)
}

function takeWhole(device: Device, listId: string, { rows: all, stream }: OnDevice): void {
  Object.assign(memory(device), { stream, rows: new Map(all.map((row) => [row.id, row])) })
  const waits = waitingIn(listId, device).length > 0
  const list = listNow(device, listId)
  const isHere = list && ((stream?.cursor ?? 0) > 0 || list.head === 0 || waits)
  if (list) show(device, listId, list, isHere ? 'ready' : 'loading')
  // The list was on screen and was just removed.
  else if (useOpenList.of(device).getState().status === 'ready')
    useOpenList.of(device).setState({ status: 'missing' })
}

function takeSome(
  device: Device,
  listId: string,
  ids: readonly string[],
  { rows: some, stream }: OnDevice,
  waited: readonly Entry[],
): void {
  const entries = waitingIn(listId, device)
  const { rows } = Object.assign(memory(device), { stream })
  const { reader } = useSuggestions.of(device).getState()
  const waitingIds = new Set(waited.map((entry) => entry.rowId))
  const changed = some.filter((row) => !waitingIds.has(row.id) && rows.get(row.id)?.ver !== row.ver)
  const news = newsOf(changed.map((row) => [row, rows.get(row.id)])).map((one) => ({
    ...one,
    // The end of a trip is told by its shop.
    name: one.what === 'finished' ? one.name : shownName(one.name, reader.language),
  }))
  for (const row of some) rows.set(row.id, row)
  const touched = new Set([...ids, ...productsOnlyIn(waited, entries), ...productsOnlyIn(entries, waited)])
  showSome(device, listId, listNow(device, listId), touched)
  if (news.length > 0) reportNews(news)
}

/** Resets the state for a list that is being opened, or with null for no list. */
function begin(device: Of, listId: string | null): void {
  forgetNews()
  Object.assign(memory(device), { stream: undefined, rows: new Map() })
  useOpenList.of(device).setState({ ...closed, listId })
}

/** Shows a list from the device at once, then asks the server for changes. */
export async function openList(listId: string): Promise<void> {
  const { device } = useDevice.getState()
  begin(device, listId)
  if (!device) return // opened by the watcher below, once somebody is signed in
  await readAnew('all')
  const { storage } = useSync.of(device).getState()
  if (storage === 'newer') return openOfServer(listId, device)
  if (!['fine', 'failed'].includes(storage)) return // opened with the storage
  const state = await device.drain.dispatch(listId, { type: 'pull' })
  // If the list was opened by a link, this device may not have fetched the overview yet.
  const store = useOpenList.of(device)
  const known = state.at !== 'idle' || store.getState().list !== null
  if (!known && device.isTrial) return store.setState({ status: 'missing' })
  if (!known && isOpen(device, listId)) await fetchList(listId, device).catch(() => undefined)
  // Pulled rows were read when they were stored. Not 'all' here, because reading a long list twice would block the
  // screen.
  await readAnew()
  if (!isOpen(device, listId)) return
  if (state.at === 'lost') store.setState({ status: 'missing' })
  else if (store.getState().status === 'loading') store.setState({ status: 'unreachable' })
}

/**
 * Shows a list as the server has it and stores nothing. A list that this page had read before a newer version took the
 * storage over stays as it is, with what is being typed.
 */
export async function openOfServer(
  listId: string | null = useOpenList.getState().listId,
  device = useDevice.getState().device,
): Promise<void> {
  const store = useOpenList.of(device)
  const isShown = () => store.getState().status === 'ready' && !store.getState().isOfServer
  if (!device || listId === null || !isOpen(device, listId) || isShown()) return
  // Without an account the server has none.
  if (device.isTrial) return store.setState({ status: 'unreachable' })
  try {
    const { products = [], ...list } = await askList(listId)
    if (!isSessionOf(device.userId) || !isOpen(device, listId)) return
    memory(device).rows = new Map(products.map((row) => [row.id, row]))
    store.setState({ isOfServer: true })
    show(device, listId, list, 'ready')
  } catch (error) {
    if (!isOpen(device, listId)) return
    if (error instanceof ProblemError && [403, 404].includes(error.problem.status))
      store.setState({ status: 'missing' })
    else if (store.getState().status === 'loading') store.setState({ status: 'unreachable' })
  }
}

/** Shows entries that were just appended to the open list. With null they are unknown, so the device is read. */
export async function showChange(listId: string, added: readonly Entry[] | null): Promise<void> {
  if (!added) return readAnew()
  const { device } = useDevice.getState()
  showAppended(added, device)
  const { listId: open, status } = useOpenList.of(device).getState()
  if (open !== listId) return
  if (status !== 'ready') return readAnew('all')
  showSome(device, listId, listNow(device, listId), new Set(added.map(({ rowId }) => rowId)))
}

export function closeList(): void {
  begin(useDevice.getState().device, null)
}

/** ms of quiet after which the outbox is read again, because what is in memory may have been answered already */
const doubtMs = 1_000
let doubt: ReturnType<typeof setTimeout> | undefined

function doubtful(): void {
  clearTimeout(doubt)
  doubt = setTimeout(() => void readAnew(), doubtMs)
}

function heardOfAppended(listId: string, { by, entries }: Appended, device: Device): void {
  // This context's own entries are on screen already.
  if (by === device.db.by) return
  // The message may be late: the entries may have been answered already.
  void showChange(listId, entries)
  doubtful()
}

/** Shows the products in other words, after the reader's language or own categories changed. No product has changed. */
function showInOtherWords(): void {
  const { device } = useDevice.getState()
  const { listId, status } = useOpenList.of(device).getState()
  if (listId !== null && status === 'ready') show(device, listId, listNow(device, listId), status)
}

export function watchOpenList(): void {
  watchLanguage()
  useSuggestions.subscribe((now, before) => {
    if (now.reader !== before.reader) showInOtherWords()
  })
  onDeviceMessage((message, device) => {
    const { listId, status } = useOpenList.getState()
    if (message.type === 'renewed') {
      if (listId === null || status === 'ready') void readAnew('all')
      if (listId !== null && status === 'ready') void device.drain.dispatch(listId, { type: 'pull' })
      else if (listId !== null) void openList(listId)
    }
    if (message.type !== 'changed') return
    if (message.added && message.listId !== null) heardOfAppended(message.listId, message.added, device)
    else void readAnew(message.listId === listId ? (message.rows ?? []) : [])
  })
  useDevice.subscribe(({ device }, { device: left }) => {
    if (device === left) return
    // The page stays open and shows the list as the next account sees it.
    const { listId } = useOpenList.of(left).getState()
    begin(device, listId)
    if (device && listId) void openList(listId)
    else void readAnew()
  })
  void readAnew()
}

export function roleIn({ list, isOfServer }: Pick<OpenList, 'list' | 'isOfServer'>): Role {
  return list && !isOfServer ? roleOf(list) : 'view'
}

/** Returns the currency of the open list. */
export function openCurrency(): string {
  return currencyOf(useOpenList.getState().list ?? {})
}
