/**
 * What a device does when the server comes back from a backup: it knows more than the server does, and
 * sends that again. An epoch is a history: a root, and for every restored backup the version that it had
 * kept and the time: 'root/60.1700000000000'. Two epochs share what lies before the first part that differs.
 */
import { type Field, fields, type Row } from './entities.ts'
import { type Change, type Entry, fieldVersion, readField, valueOf } from './mutation.ts'

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
  old: readonly Row[],
  snapshot: readonly Row[],
  { head, entries, seen, now }: { head: number; entries: readonly Entry[]; seen: Seen; now: number },
): Recovered[] {
  const there = new Map(snapshot.map((row) => [row.id, row]))
  const typed = new Set(entries.map((e) => (e.op === 'set' ? `${e.productId} ${e.field}` : '')))
  const when = (ver: number) => seen.find(([until]) => until >= ver)?.[1] ?? now
  const found: (Recovered & { ver: number })[] = []
  for (const row of old) {
    if (row.ver <= head) continue
    const known = there.get(row.id)
    const note = (change: Change, ver: number) => found.push({ ...change, typedAt: when(ver), ver })
    const productId = row.id
    const lost = fields.filter((field) => fieldVersion(row, field) > head)
    // With a field from before, the backup had it: that it is not there means that somebody deleted it since.
    const born = lost.length === fields.length
    if (!known && born) note({ op: 'add', productId, value: valueOf(row) }, row.ver)
    // Of a product that was born and deleted since, the server must keep a tombstone: another device may
    // know it as living, and add it.
    if (row.deleted && (known || born)) note({ op: 'delete', productId }, row.ver)
    else if (known && !row.deleted)
      for (const field of lost) {
        const set = typed.has(`${row.id} ${field}`) ? null : recoveredSet(row, known, field, head)
        if (set) note(set, fieldVersion(row, field))
      }
  }
  return found.toSorted((a, b) => a.ver - b.ver).map(({ ver: _, ...change }) => change)
}

function recoveredSet(row: Row, known: Row, field: Field, baseVer: number): Change | null {
  const value = readField(row, field)
  if (value === undefined || value === readField(known, field)) return null
  return { op: 'set', productId: row.id, field, value, baseVer }
}
