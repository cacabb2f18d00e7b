/**
 * What happens to changes that will never be sent, and to a list that the server does not know: the device drops the
 * list, or creates it again if only a restored backup can have lost it.
 */
import type { List, Row } from '../contract/shapes.ts'
import { currencyOf } from '../product/currency.ts'
import { isOfList } from './change.ts'
import { knownList, projectList } from './list-row.ts'
import type { Entry } from './mutation.ts'
import { recover, type Recovered } from './recovery.ts'
import {
  type DeviceFacts,
  isAddOfList,
  isUnborn,
  rekey,
  type Stream,
  type SyncCall,
  type TrayItem,
  type TrayReason,
} from './replica.ts'

/**
 * Moves entries that will never be sent to the tray, each with the later entries that depend on it: those of the same
 * product, or all of them if the entry is the list's own add.
 */
export function refuse(entries: readonly Entry[], refused: readonly Entry[], why: TrayReason, now: number) {
  const tray: TrayItem[] = []
  const removed = new Set<number>()
  for (const entry of refused) {
    if (removed.has(entry.n)) continue
    removed.add(entry.n)
    // Nobody typed it now, and its list is gone.
    if (entry.recovered && why === 'lost') continue
    const hung = entry.op === 'add' ? entries.filter((e) => e.n > entry.n && hangsOn(e, entry)) : []
    tray.push({ opId: entry.opId, listId: entry.listId, entry, hung, why, row: null, at: now })
    for (const { n } of hung) removed.add(n)
  }
  return { tray, remove: [...removed] }
}

function hangsOn(later: Entry, add: Entry): boolean {
  return later.rowId === add.rowId || isOfList(add.listId, add)
}

export interface Left {
  tray: TrayItem[]
  /** numbers of the outbox entries to delete */
  remove: number[]
}

/**
 * Drops a list from the device: its unsent entries go to the tray. If the person deleted the list, entries up to that
 * delete are dropped.
 */
export function left(
  stream: Stream | undefined,
  entries: readonly Entry[],
  rows: readonly Row[],
  now: number,
): Left {
  const end = entries.findLastIndex((entry) => entry.op === 'delete' && isOfList(entry.listId, entry))
  const unwanted = entries.slice(0, end + 1).map(({ n }) => n)
  const { tray, remove } = refuse(entries, entries.slice(end + 1), 'lost', now)
  // After this the list's name is stored only in the tray items.
  const listName = (projectList(stream, entries) ?? stream?.list)?.listName
  const byId = new Map(rows.map((row) => [row.id, row]))
  const rowOf = ({ entry }: TrayItem) =>
    isOfList(entry.listId, entry) ? (stream?.row ?? null) : (byId.get(entry.rowId) ?? null)
  return {
    tray: tray.map((item) => ({ ...item, listName, row: rowOf(item) })),
    remove: [...unwanted, ...remove],
  }
}

export interface Revived {
  stream: Stream
  /** numbers of the outbox entries that a recovered change replaces */
  remove: number[]
  /** outbox entries to rewrite */
  changed: Entry[]
  /** sent before all other entries: the list, then its products */
  recovered: Recovered[]
}

/**
 * Decides what to do when the server says that the list does not exist. 'stays': the answer is out of date, so the list
 * is requested again. If this account owns the list, a restored backup may have lost it: the device creates it again,
 * once. If the server refuses that, the list was deleted.
 */
export function leave(
  stream: Stream | undefined,
  entries: readonly Entry[],
  call: SyncCall,
  { now, newId, rows }: DeviceFacts,
): 'stays' | { revived: Revived } | { left: Left } {
  // The list was created, for the first time or again, after the call was made.
  const isLate = stream && stream.epoch !== call.fromEpoch
  // A call without operations may overtake the one that creates the list. After storage was cleared there is no stream.
  const isMade = stream ? isUnborn(stream, entries) : entries.some(isAddOfList)
  const isEarly = isMade && call.body.ops.length === 0
  if (isLate || isEarly) return 'stays'
  const isUnwanted = entries.some((entry) => entry.op === 'delete' && isOfList(entry.listId, entry))
  const list = stream && !isUnwanted ? ownList(stream) : null
  if (!stream || !list) return { left: left(stream, entries, rows, now) }
  return { revived: revive(stream, entries, list, { now, newId, rows }) }
}

/** Returns the list if this account owns it, the server has answered for it, and the device has pulled its rows. */
function ownList(stream: Stream): List | null {
  const list = knownList(stream)
  if (!list || list.owner || list.permissions !== 'edit') return null
  // Without an epoch the server has not answered for the list since it was created, or created again.
  if (stream.epoch === null) return null
  return stream.cursor > 0 || list.head === 0 ? list : null
}

function revive(
  stream: Stream,
  entries: readonly Entry[],
  list: List,
  { now, newId, rows }: DeviceFacts,
): Revived {
  const ids = new Set([stream.listId, ...rows.map((row) => row.id)])
  const deleted = new Set<string>()
  // The recovered changes add everything that is here, so the entries' adds are dropped, except one after a delete.
  const adds = entries.filter(({ op, rowId }) => {
    if (op === 'delete') deleted.add(rowId)
    return op === 'add' && ids.has(rowId) && !deleted.has(rowId)
  })
  const rest = entries.filter((entry) => !adds.includes(entry))
  // The new list counts versions from 0, and the device gets a new client id.
  const changed = rest.map(
    (entry) => ({ ...entry, seq: null, ...(entry.op === 'set' && { baseVer: 0 }) }) as Entry,
  )
  const { stream: anew } = rekey(stream, [], newId)
  const { seen = [] } = stream
  const { listName, listStatus, date } = list
  const first = seen.find(([until]) => until >= (stream.row?.ver ?? 0))?.[1] ?? now
  const add = {
    op: 'add',
    rowId: list.id,
    // Another device may have made it anew already, with an older currency, so the usual one is named too.
    value: { listName, date, listStatus, currency: currencyOf(list) },
    typedAt: first,
  } as const
  return {
    stream: {
      ...anew,
      cursor: 0,
      epoch: null,
      seen: [],
      row: null,
      // The share link and the members were lost with the list.
      list: { ...list, head: 0, hash: null, sharedWith: 0 },
    },
    remove: adds.map(({ n }) => n),
    changed,
    recovered: [add, ...recover(rows, [], { head: 0, entries: rest, seen, now })],
  }
}
