import { create } from 'zustand'
import type { List, Row } from '../../core/entities.ts'
import { type Entry, type ProductView, project } from '../../core/mutation.ts'
import { roleOf, type Role } from '../../core/permissions.ts'
import type { Device } from '../../device/device.ts'
import { onDeviceMessage, useDevice } from './device.ts'
import { learnList } from './overview.ts'

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
  work = work.then(run, run)
  return work
}

function show(listId: string, list: List | null, status: OpenList['status']): void {
  const views = project(rows.values(), entries)
  const ids = views.map((view) => view.id)
  useOpenList.setState((before) => {
    const same = ids.length === before.order.length && ids.every((id, i) => id === before.order[i])
    return {
      listId,
      list: list ?? before.list,
      status,
      order: same ? before.order : ids,
      products: new Map(views.map((view) => [view.id, view])),
    }
  })
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
  // An entry that was answered meanwhile has become a row: read together, nothing is gone for a moment.
  const waiting = entries.map((entry) => entry.productId)
  const found = await device.db.readChanges(listId, [...new Set([...ids, ...waiting])])
  if (!isOpen(device, listId)) return
  for (const row of found.rows) rows.set(row.id, row)
  entries = found.entries
  show(listId, found.stream?.list ?? null, useOpenList.getState().status)
}

/** Shows a list from the device at once, and asks the server for what is new. */
export async function openList(listId: string): Promise<void> {
  rows = new Map()
  entries = []
  useOpenList.setState({ ...closed, listId })
  const { device } = useDevice.getState()
  if (!device) return // opened by the watcher below, once somebody is signed in
  await inTurn(() => readWhole(device, listId))
  const state = await device.drain.dispatch(listId, { type: 'pull' })
  // Opened by a link, on a device that has not seen the overview yet.
  const known = state.at !== 'idle' || useOpenList.getState().list !== null
  if (!known && isOpen(device, listId)) await learnList(listId).catch(() => undefined)
  await inTurn(() => readWhole(device, listId))
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
    const { listId } = useOpenList.getState()
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
