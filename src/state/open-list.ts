import { create } from 'zustand'
import type { List, Row } from '../../core/entities.ts'
import { byPlace, type Entry, productsOnlyIn, type ProductView, project } from '../../core/mutation.ts'
import { roleOf, type Role } from '../../core/permissions.ts'
import type { Device } from '../../device/device.ts'
import { onDeviceMessage, useDevice } from './device.ts'
import { learnList } from './learn-list.ts'
import { storageFailed, useSync } from './sync.ts'

interface OpenList {
  listId: string | null
  /** what the overview knows of it: name, owner, permission, dates */
  list: List | null
  /** missing: not on this device and not to be had from the server; unreachable: perhaps later */
  status: 'loading' | 'ready' | 'missing' | 'unreachable'
  /** ids in the order of the list */
  order: readonly string[]
  /** an untouched product stays the same object, so that its row is not drawn again */
  products: ReadonlyMap<string, ProductView>
}

const closed: OpenList = { listId: null, list: null, status: 'loading', order: [], products: new Map() }

export const useOpenList = create<OpenList>(() => closed)

/** The two truths of the open list; the screen shows `project` of them. */
let rows = new Map<string, Row>()
let entries: Entry[] = []

/** Changes are read one after another, so that an older read never overtakes a newer one. */
let work: Promise<void> = Promise.resolve()

function inTurn(run: () => Promise<void>): Promise<void> {
  work = work.then(run).catch(storageFailed)
  return work
}

function show(listId: string, list: List | null, status: OpenList['status']): void {
  const views = project(rows.values(), entries)
  showProducts(listId, list, status, new Map(views.map((view) => [view.id, view])))
}

/** Of a list of thousands only what may have changed is looked at anew. */
function showSome(listId: string, list: List | null, touched: ReadonlySet<string>): void {
  const { products, status } = useOpenList.getState()
  const some = [...touched].map((id) => rows.get(id)).filter((row) => row !== undefined)
  const own = entries.filter((entry) => touched.has(entry.productId))
  const views = new Map(project(some, own).map((view) => [view.id, view]))
  const changed = [...touched].filter((id) => !isSameView(products.get(id), views.get(id)))
  // Looked at and found as it was: nothing that is counted or drawn from the products is to be done again.
  if (changed.length === 0) return showProducts(listId, list, status, products)
  const next = new Map(products)
  for (const id of changed) {
    const view = views.get(id)
    if (view) next.set(id, view)
    else next.delete(id)
  }
  const moved = changed.some((id) => products.get(id)?.position !== next.get(id)?.position)
  showProducts(listId, list, status, next, moved)
}

/** A product with the outbox laid over it is made anew each time; mostly it says the same. */
function isSameView(a: ProductView | undefined, b: ProductView | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  const fields = Object.keys({ ...a, ...b }) as (keyof ProductView)[]
  // The versions of the fields are an object of their own each time it is read, and the same while `ver` is.
  return fields.every((field) => a[field] === b[field] || field === 'fieldVer')
}

function showProducts(
  listId: string,
  list: List | null,
  status: OpenList['status'],
  products: ReadonlyMap<string, ProductView>,
  moved = !samePlaces(useOpenList.getState().products, products),
): void {
  useOpenList.setState((before) => {
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

/** Read from the disk it is another object each time. */
function isSameList(before: List | null, now: List): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}

function orderOf(products: ReadonlyMap<string, ProductView>): string[] {
  return [...products.values()].toSorted(byPlace).map(({ id }) => id)
}

function samePlaces(before: OpenList['products'], now: OpenList['products']): boolean {
  if (before === now) return true
  if (before.size !== now.size) return false
  for (const [id, product] of now) if (before.get(id)?.position !== product.position) return false
  return true
}

/** Shows an order before it is written, so that what was dropped stays where it was dropped. */
export function showOrder(order: readonly string[]): void {
  useOpenList.setState({ order })
}

/** After a write that failed: the order as it is. */
export function showTrueOrder(): void {
  useOpenList.setState(({ products }) => ({ order: orderOf(products) }))
}

function isOpen(device: Device, listId: string): boolean {
  return useOpenList.getState().listId === listId && useDevice.getState().device === device
}

async function readWhole(device: Device, listId: string): Promise<void> {
  const found = await device.db.readList(listId)
  if (!isOpen(device, listId)) return
  rows = new Map(found.rows.map((row) => [row.id, row]))
  entries = found.entries
  const { stream } = found
  const here = stream?.list && (stream.cursor > 0 || stream.list.head === 0 || entries.length > 0)
  if (here) show(listId, stream.list, 'ready')
  else if (stream?.list) show(listId, stream.list, 'loading')
  // It was on the screen and has just been taken away.
  else if (useOpenList.getState().status === 'ready') useOpenList.setState({ status: 'missing' })
}

async function readSome(device: Device, listId: string, ids: readonly string[]): Promise<void> {
  // Until all rows are here there is nothing that a few of them could be added to.
  if (useOpenList.getState().status !== 'ready') return readWhole(device, listId)
  const waited = entries
  const found = await device.db.readChanges(listId, ids, waited)
  if (!isOpen(device, listId)) return
  const own = new Set(waited.map((entry) => entry.productId))
  const news = found.rows.filter((row) => !own.has(row.id) && rows.get(row.id)?.ver !== row.ver).map(newsOf)
  for (const row of found.rows) rows.set(row.id, row)
  entries = found.entries
  const touched = new Set([...ids, ...productsOnlyIn(waited, entries), ...productsOnlyIn(entries, waited)])
  showSome(listId, found.stream?.list ?? null, touched)
  if (news.length > 0) for (const hear of listeners) hear(news)
}

/** What somebody else, or this person elsewhere, did to a product. */
export interface News {
  id: string
  name: string
  what: 'added' | 'deleted' | 'bought' | 'unbought' | 'changed'
}

const listeners = new Set<(news: readonly News[]) => void>()

/** Hears of changes that were not made here; returns how to stop. */
export function onNews(hear: (news: readonly News[]) => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

function newsOf(row: Row): News {
  const { id, productName: name } = row
  const before = rows.get(id)
  if (row.deleted) return { id, name: before?.productName ?? name, what: 'deleted' }
  if (!before) return { id, name, what: 'added' }
  if (before.productStatus !== row.productStatus)
    return { id, name, what: row.productStatus ? 'bought' : 'unbought' }
  return { id, name, what: 'changed' }
}

/** Shows a list from the device at once, and asks the server for what is new. */
export async function openList(listId: string): Promise<void> {
  rows = new Map()
  entries = []
  useOpenList.setState({ ...closed, listId })
  const { device } = useDevice.getState()
  if (!device) return // opened by the watcher below, once somebody is signed in
  await inTurn(() => readWhole(device, listId))
  if (!['fine', 'failed'].includes(useSync.getState().storage)) return // it opens with the storage
  const state = await device.drain.dispatch(listId, { type: 'pull' })
  // Opened by a link, on a device that has not seen the overview yet.
  const known = state.at !== 'idle' || useOpenList.getState().list !== null
  if (!known && isOpen(device, listId)) await learnList(listId).catch(() => undefined)
  // What came with the answer was read as it was stored; reading a long list twice would hold up the screen.
  await inTurn(() => readSome(device, listId, []))
  if (!isOpen(device, listId)) return
  if (state.at === 'lost') useOpenList.setState({ status: 'missing' })
  else if (useOpenList.getState().status === 'loading') useOpenList.setState({ status: 'unreachable' })
}

/** Lays what waits in the outbox over the open list, at once. */
export function showOutbox(listId: string): Promise<void> {
  const { device } = useDevice.getState()
  if (!device || !isOpen(device, listId)) return Promise.resolve()
  return inTurn(() => readSome(device, listId, []))
}

export function closeList(): void {
  rows = new Map()
  entries = []
  useOpenList.setState(closed)
}

export function watchOpenList(): void {
  onDeviceMessage((message, device) => {
    const { listId, status } = useOpenList.getState()
    if (listId !== null && message.type === 'renewed') {
      if (status === 'ready') void device.drain.dispatch(listId, { type: 'pull' })
      else void openList(listId)
    }
    if (message.type !== 'changed' || listId === null) return
    const changed = message.rows
    if (message.listId === null) void inTurn(() => readSome(device, listId, []))
    else if (message.listId !== listId) return
    else if (changed === 'all') void inTurn(() => readWhole(device, listId))
    else void inTurn(() => readSome(device, listId, changed ?? []))
  })
  useDevice.subscribe(({ device }) => {
    const { listId } = useOpenList.getState()
    if (device && listId) void openList(listId)
  })
}

export function roleIn({ list }: Pick<OpenList, 'list'>): Role {
  return list ? roleOf(list) : 'view'
}
