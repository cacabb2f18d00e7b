import type { HistoryEntry } from '../../../core/contract/shapes.ts'
import { limits } from '../../../core/product/entities.ts'

/** What one person did in one go, newest first. */
export interface HistoryGroup {
  by: string
  mine: boolean
  /** the app it was done with; '' for our own */
  via: string
  /** epoch ms of its newest change */
  at: number
  /** the version and the time of its oldest change */
  from: number
  since: number
  parts: HistoryPart[]
}

/** Changes of the same kind that read as one line; what is set is a line each. */
export interface HistoryPart {
  kind: 'add' | 'delete' | 'clear' | 'tick' | 'untick' | 'set' | 'list'
  entries: HistoryEntry[]
}

/** What goes at the end of a trip was bought: 'clear'. */
function kindOf({ what, field, from, to }: HistoryEntry): HistoryPart['kind'] {
  if (what === 'delete' && typeof from === 'object' && from.productStatus === true) return 'clear'
  if (what !== 'set' || field !== 'productStatus') return what
  return to === true ? 'tick' : 'untick'
}

/** Groups a history, which is sorted newest first, by day, person and time. `dayOf` names the day of a time. */
export function groupsOf(
  entries: readonly HistoryEntry[],
  dayOf: (at: number) => string,
): { day: string; groups: HistoryGroup[] }[] {
  const days: { day: string; groups: HistoryGroup[] }[] = []
  let oldest = 0
  for (const entry of entries) {
    const at = Date.parse(entry.at)
    const { by, mine = false, via = '' } = entry
    const day = dayOf(at)
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] })
    const groups = days.at(-1)?.groups ?? []
    let group = groups.at(-1)
    const isSame = group?.by === by && group.mine === mine && group.via === via
    if (!group || !isSame || oldest - at > limits.historyPauseMs) {
      group = { by, mine, via, at, from: entry.ver, since: at, parts: [] }
      groups.push(group)
    }
    oldest = at
    group.from = entry.ver
    group.since = at
    const kind = kindOf(entry)
    const part = group.parts.at(-1)
    if (part?.kind === kind && kind !== 'set' && kind !== 'list') part.entries.push(entry)
    else group.parts.push({ kind, entries: [entry] })
  }
  return days
}
