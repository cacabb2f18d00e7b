/**
 * What a device does when the server comes back from a backup: it knows more than the server does, and
 * sends that again. An epoch is a history: a root, and for every restored backup the version that it had
 * kept and the time: 'root/60.1700000000000'. Two epochs share what lies before the first part that differs.
 */
import { type Field, fields } from '../product/table.ts'
import { type ListField, listFieldNames } from '../product/list-fields.ts'
import { isListRow, type ListRow, type Row } from '../contract/shapes.ts'
import { type Entry, fieldVersion, readField, valueOf } from './mutation.ts'
import type { Change } from './change.ts'

/** The last version that both histories share. */
export function sharedHead(ours: string, theirs: string): number {
  const [a, b] = [ours.split('/'), theirs.split('/')]
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  if (same === 0) return 0
  return Math.min(Infinity, ...[...a.slice(same), ...b.slice(same)].map((part) => Number.parseInt(part, 10)))
}

/** When a device first had a version: [version, epoch ms], ascending in both. */
export type Seen = readonly (readonly [ver: number, at: number])[]

/** How many of the last answers are remembered by their time. */
const remembered = 50

export function noteSeen(seen: Seen, ver: number, now: number): Seen {
  const last = seen.at(-1)
  return last && last[0] >= ver ? seen : [...seen.slice(1 - remembered), [ver, now]]
}

export type Recovered = Change & { typedAt: number }

/**
 * Changes that bring back what `old` knows above `head` and `snapshot` lacks, except where an entry of the
 * outbox speaks for itself. Several devices may do this, in any order: a change counts as typed when its
 * device first saw it, so the server's stale guard lets the newest knowledge win, and a person over all.
 */
export function recover(
  old: readonly (Row | ListRow)[],
  snapshot: readonly (Row | ListRow)[],
  { head, entries, seen, now }: { head: number; entries: readonly Entry[]; seen: Seen; now: number },
): Recovered[] {
  const there = new Map(snapshot.map((row) => [row.id, row]))
  const typed = new Set(entries.map((e) => (e.op === 'set' ? `${e.rowId} ${e.field}` : '')))
  return old
    .filter((row) => row.ver > head)
    .flatMap((row) => {
      const known = there.get(row.id)
      const isTyped = (field: string) => typed.has(`${row.id} ${field}`)
      if (!isListRow(row))
        return changesOf(row, known && !isListRow(known) ? known : undefined, head, isTyped)
      return known && isListRow(known) ? changesOfList(row, known, head, isTyped) : []
    })
    .toSorted((a, b) => a.ver - b.ver)
    .map(({ ver, change }) => ({ ...change, typedAt: seen.find(([until]) => until >= ver)?.[1] ?? now }))
}

interface Versioned {
  change: Change
  ver: number
}

/** A list that the snapshot lacks is no matter of its rows: see replica.leave. */
function changesOfList(
  row: ListRow,
  known: ListRow,
  head: number,
  isTyped: (field: ListField) => boolean,
): Versioned[] {
  return listFieldNames
    .filter((field) => fieldVersion(row, field) > head && !isTyped(field) && row[field] !== known[field])
    .map((field) => ({
      change: { op: 'set', rowId: row.id, field, value: row[field], baseVer: head },
      ver: fieldVersion(row, field),
    }))
}

function changesOf(
  row: Row,
  known: Row | undefined,
  head: number,
  isTyped: (field: Field) => boolean,
): Versioned[] {
  const { id: rowId, ver } = row
  const lost = fields.filter((field) => fieldVersion(row, field) > head)
  const gone: Versioned[] = row.deleted ? [{ change: { op: 'delete', rowId }, ver }] : []
  if (known && row.deleted) return gone
  if (known)
    return lost.flatMap((field) => {
      const value = isTyped(field) ? undefined : readField(row, field)
      if (value === undefined || value === readField(known, field)) return []
      const change: Change = { op: 'set', rowId, field, value, baseVer: head }
      return [{ change, ver: fieldVersion(row, field) }]
    })
  // A field older than the backup proves that the backup had the product: somebody has deleted it since.
  if (lost.length < fields.length) return []
  // A product that was added and deleted since is deleted again, because another device may still show it.
  return [{ change: { op: 'add', rowId, value: valueOf(row) }, ver }, ...gone]
}
