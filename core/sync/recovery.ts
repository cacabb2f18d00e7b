/**
 * What a device does when the server lost its last changes, because a backup was restored or another machine took over:
 * it sends them again. An epoch names a history: a root, and for each time the version that was still there and a mark,
 * such as 'root/60.1700000000000'. Two epochs share the history before the first part in which they differ.
 */
import { usualCurrency } from '../product/currency.ts'
import { type Field, fields } from '../product/table.ts'
import { type ListField, listFieldNames } from '../product/list-fields.ts'
import { isListRow, type ListRow, type Row } from '../contract/shapes.ts'
import { type Entry, fieldVersion, readField, valueOf } from './mutation.ts'
import { type Change, writtenBy } from './change.ts'

// Decision 137: a restored backup or a failover is a new history.
/** Returns the epoch of a history that goes on from version `head` of `epoch`. `mark` tells it from others. */
export function restored(epoch: string, head: number, mark: string): string {
  return `${epoch}/${head}.${mark}`
}

/** Returns whether `theirs` goes on from `ours` without the loss of anything up to version `cursor`. */
export function goesOn(ours: string, theirs: string, cursor: number): boolean {
  return theirs.startsWith(`${ours}/`) && sharedHead(ours, theirs) >= cursor
}

/** Returns the last version that both histories share; 0 if they share none. */
export function sharedHead(ours: string, theirs: string): number {
  const [a, b] = [ours.split('/'), theirs.split('/')]
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  if (same === 0) return 0
  return Math.min(Infinity, ...[...a.slice(same), ...b.slice(same)].map((part) => Number.parseInt(part, 10)))
}

/** When a device first had a version: [version, epoch ms], ascending in both. */
export type Seen = readonly (readonly [ver: number, at: number])[]

/** How many versions `Seen` holds at most. */
const remembered = 50

export function noteSeen(seen: Seen, ver: number, now: number): Seen {
  const last = seen.at(-1)
  return last && last[0] >= ver ? seen : [...seen.slice(1 - remembered), [ver, now]]
}

export type Recovered = Change & { typedAt: number }

/**
 * Returns the changes that restore what `old` has above version `head` and `snapshot` lacks, except fields that an
 * outbox entry sets anyway. Several devices may do this, in any order: `typedAt` is when the device first saw the
 * change, so the server's stale check lets the newest value win, and an edit that a person typed wins over all.
 */
export function recover(
  old: readonly (Row | ListRow)[],
  snapshot: readonly (Row | ListRow)[],
  { head, entries, seen, now }: { head: number; entries: readonly Entry[]; seen: Seen; now: number },
): Recovered[] {
  const byId = new Map(snapshot.map((row) => [row.id, row]))
  const typed = new Set(
    entries.flatMap((e) => (e.op === 'set' ? writtenBy(e).map(([field]) => `${e.rowId} ${field}`) : [])),
  )
  return old
    .filter((row) => row.ver > head)
    .flatMap((row) => {
      const current = byId.get(row.id)
      const isTyped = (field: string) => typed.has(`${row.id} ${field}`)
      if (!isListRow(row))
        return changesOf(row, current && !isListRow(current) ? current : undefined, head, isTyped)
      return current && isListRow(current) ? changesOfList(row, current, head, isTyped) : []
    })
    .toSorted((a, b) => a.ver - b.ver)
    .map(({ ver, change }) => ({ ...change, typedAt: seen.find(([until]) => until >= ver)?.[1] ?? now }))
}

interface Versioned {
  change: Change
  ver: number
}

/**
 * Returns the recovered changes to the list's own row. A list that the server lost altogether: `leave` in leaving.ts.
 */
function changesOfList(
  row: ListRow,
  current: ListRow,
  head: number,
  isTyped: (field: ListField) => boolean,
): Versioned[] {
  return listFieldNames
    .filter((field) => fieldVersion(row, field) > head && !isTyped(field) && row[field] !== current[field])
    .map((field) => ({
      change: { op: 'set', rowId: row.id, field, value: row[field] ?? usualCurrency, baseVer: head },
      ver: fieldVersion(row, field),
    }))
}

function changesOf(
  row: Row,
  current: Row | undefined,
  head: number,
  isTyped: (field: Field) => boolean,
): Versioned[] {
  const { id: rowId, ver } = row
  const lost = fields.filter((field) => fieldVersion(row, field) > head)
  const gone: Versioned[] = row.deleted ? [{ change: { op: 'delete', rowId }, ver }] : []
  if (current && row.deleted) return gone
  if (current)
    return lost.flatMap((field) => {
      const value = isTyped(field) ? undefined : readField(row, field)
      if (value === undefined || value === readField(current, field)) return []
      const change: Change = { op: 'set', rowId, field, value, baseVer: head }
      return [{ change, ver: fieldVersion(row, field) }]
    })
  // A field not newer than `head` proves that the backup had the product: somebody has deleted it since.
  if (lost.length < fields.length) return []
  // A product that was added and deleted after the backup is sent as both: another device may still show it.
  return [{ change: { op: 'add', rowId, value: valueOf(row) }, ver }, ...gone]
}
