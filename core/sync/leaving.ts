/**
 * What becomes of changes that will never be sent, and of a list that the server does not know (any more): it is left,
 * or made anew where only a restored backup can have lost it.
 */
import type { List, Row } from '../contract/shapes.ts'
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

/** Entries that will never be sent go to the tray, each with what hangs on it: on a list's add all that follows. */
export function refuse(entries: readonly Entry[], refused: readonly Entry[], why: TrayReason, now: number) {
  const tray: TrayItem[] = []
  const removed = new Set<number>()
  for (const entry of refused) {
    if (removed.has(entry.n)) continue
    removed.add(entry.n)
    // Nobody typed it on this device, and its list is gone.
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
  /** outbox entries that go */
  remove: number[]
}

/** Nothing is left of the list here but what was typed into it. What its own delete stood behind goes with the list. */
export function left(
  stream: Stream | undefined,
  entries: readonly Entry[],
  rows: readonly Row[],
  now: number,
): Left {
  const end = entries.findLastIndex((entry) => entry.op === 'delete' && isOfList(entry.listId, entry))
  const unwanted = entries.slice(0, end + 1).map(({ n }) => n)
  const { tray, remove } = refuse(entries, entries.slice(end + 1), 'lost', now)
  // Nothing else will know what it was called.
  const listName = (projectList(stream, entries) ?? stream?.list)?.listName
  const known = new Map(rows.map((row) => [row.id, row]))
  const rowOf = ({ entry }: TrayItem) =>
    isOfList(entry.listId, entry) ? (stream?.row ?? null) : (known.get(entry.rowId) ?? null)
  return {
    tray: tray.map((item) => ({ ...item, listName, row: rowOf(item) })),
    remove: [...unwanted, ...remove],
  }
}

export interface Revived {
  stream: Stream
  /** outbox entries that go, because a recovered one says the same */
  remove: number[]
  /** outbox entries that are written again */
  changed: Entry[]
  /** to be sent before everything else: the list, then its products */
  recovered: Recovered[]
}

/**
 * The server says that there is no such list. 'stays': that is no news, so the list is asked for once more. A list
 * that this device made is one that a restored backup may have lost: it is made anew, once, and if the server will not
 * have it then it was deleted.
 */
export function leave(
  stream: Stream | undefined,
  entries: readonly Entry[],
  call: SyncCall,
  { now, newId, rows }: DeviceFacts,
): 'stays' | { revived: Revived } | { left: Left } {
  // The list was made, or made anew, since the call was.
  const isLate = stream && stream.epoch !== call.fromEpoch
  // A call that only asks may overtake the one that makes the list; a storage that was emptied knows no stream.
  const isMade = stream ? isUnborn(stream, entries) : entries.some(isAddOfList)
  const isEarly = isMade && call.body.ops.length === 0
  if (isLate || isEarly) return 'stays'
  const isUnwanted = entries.some((entry) => entry.op === 'delete' && isOfList(entry.listId, entry))
  const list = stream && !isUnwanted ? ownList(stream) : null
  if (!stream || !list) return { left: left(stream, entries, rows, now) }
  return { revived: revive(stream, entries, list, { now, newId, rows }) }
}

/** The list, if this account owns it, the server has told of it, and the device has what it had told. */
function ownList(stream: Stream): List | null {
  const list = knownList(stream)
  if (!list || list.owner || list.permissions !== 'edit') return null
  // Without an epoch the server has never told of the list, or not since it was made anew.
  if (stream.epoch === null) return null
  return stream.cursor > 0 || list.head === 0 ? list : null
}

function revive(
  stream: Stream,
  entries: readonly Entry[],
  list: List,
  { now, newId, rows }: DeviceFacts,
): Revived {
  const here = new Set([stream.listId, ...rows.map((row) => row.id)])
  const deleted = new Set<string>()
  // The recovered changes hold the add of everything that is here, but not one that was typed after a delete.
  const said = entries.filter(({ op, rowId }) => {
    if (op === 'delete') deleted.add(rowId)
    return op === 'add' && here.has(rowId) && !deleted.has(rowId)
  })
  const rest = entries.filter((entry) => !said.includes(entry))
  // Versions count from the beginning again, under a new client id.
  const changed = rest.map(
    (entry) => ({ ...entry, seq: null, ...(entry.op === 'set' && { baseVer: 0 }) }) as Entry,
  )
  const { stream: anew } = rekey(stream, [], newId)
  const { seen = [] } = stream
  const { listName, listStatus, date } = list
  const first = seen.find(([until]) => until >= (stream.row?.ver ?? 0))?.[1] ?? now
  const add = { op: 'add', rowId: list.id, value: { listName, date, listStatus }, typedAt: first } as const
  return {
    stream: {
      ...anew,
      cursor: 0,
      epoch: null,
      seen: [],
      row: null,
      // Its link and its members were lost with it.
      list: { ...list, head: 0, hash: null, sharedWith: 0 },
    },
    remove: said.map(({ n }) => n),
    changed,
    recovered: [add, ...recover(rows, [], { head: 0, entries: rest, seen, now })],
  }
}
