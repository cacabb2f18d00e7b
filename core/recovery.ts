/**
 * What a device does when the server comes back from a backup: it knows more than the server does, and
 * sends that again. An epoch is a history: a root, and for every restored backup the version that it had
 * kept and the time: 'root/60.1700000000000'. Two epochs share what lies before the first part that differs.
 */
import { type Field, fields, type Row } from './entities.ts'
import { type Change, fieldVersion, readField, valueOf } from './mutation.ts'

/** The last version that both histories share. */
export function sharedHead(ours: string, theirs: string): number {
  const [a, b] = [ours.split('/'), theirs.split('/')]
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  if (same === 0) return 0
  return Math.min(Infinity, ...[...a.slice(same), ...b.slice(same)].map((part) => Number.parseInt(part, 10)))
}

/** Farther back than anything that was typed after the backup, and within what the server still takes. */
const longBefore = 11 * 86_400_000

/** Epoch ms of the last restoring, or `otherwise`. */
function restoredAt(epoch: string, otherwise: number): number {
  const at = Number(epoch.split('/').slice(1).at(-1)?.split('.')[1])
  return Number.isFinite(at) ? at : otherwise
}

export type Recovered = Change & { typedAt: number }

/**
 * Changes that bring back what `old` knows above `head` and `snapshot` lacks. Several devices may do this,
 * in any order: their changes count as typed in the order of the versions they had, and before everything
 * that a person typed since, so the server's stale guard lets the best informed win, and a person over all.
 */
export function recover(
  old: readonly Row[],
  snapshot: readonly Row[],
  shared: { head: number; epoch: string },
  now: number,
): Recovered[] {
  const there = new Map(snapshot.map((row) => [row.id, row]))
  const base = Math.min(now, restoredAt(shared.epoch, now)) - longBefore
  const found: Recovered[] = []
  for (const row of old) {
    if (row.ver <= shared.head) continue
    const known = there.get(row.id)
    const productId = row.id
    const lost = fields.filter((field) => fieldVersion(row, field) > shared.head)
    if (row.deleted) {
      if (known) found.push({ op: 'delete', productId, typedAt: base + row.ver })
    } else if (!known) {
      // With a field from before, the backup had it: somebody deleted it since.
      if (lost.length === fields.length)
        found.push({ op: 'add', productId, value: valueOf(row), typedAt: base + row.ver })
    } else
      for (const field of lost) {
        const set = recoveredSet(row, known, field, shared.head)
        if (set) found.push({ ...set, typedAt: base + fieldVersion(row, field) })
      }
  }
  return found.toSorted((a, b) => a.typedAt - b.typedAt)
}

function recoveredSet(row: Row, known: Row, field: Field, baseVer: number): Change | null {
  const value = readField(row, field)
  if (value === undefined || value === readField(known, field)) return null
  return { op: 'set', productId: row.id, field, value, baseVer }
}
