import type { Selectable } from 'kysely'
import type { Row } from '../../core/contract/shapes.ts'
import type { OperationTable } from '../../server/db/schema.ts'
import type { Edit, Seat } from './seat.ts'

export type Operation = Selectable<OperationTable>

/** What the simulation remembers that neither a device nor the server must be asked about. */
export interface Memory {
  /** product → every name ever typed for it */
  names: Map<string, Set<string>>
  /** everything anybody typed, also what their storage forgot since */
  edits: (Edit & { seat: Seat })[]
  /** operations that the server had and lost with a restored backup */
  undone: Set<string>
  /** products that somebody deleted, whose storage remembers it */
  deleted: Map<string, Seat>
  /** those whose add a storage that was rolled back takes for unsent, which no device can know better */
  doubtful: Set<string>
  /** operations that were under way when their storage was rolled back: their place is of the forgotten time */
  outOfPlace: Set<string>
  /** `operation client` of what the server took under a client id that its device had left behind by then */
  lateCopies: Set<string>
  /** how long an operation was under way before the server saw it: so much younger it seems there */
  delays: Map<string, number>
  /** operations of calls that the server called too large */
  tooLarge: Set<string>
  /** what the best informed device had when the backup was put back, and up to which version it was kept */
  known: { rows: Row[]; head: number; at: number; userId: string } | null
}

/** Notes a violation, and what it is about in the trace. */
export type Fail = (what: string, about?: unknown) => void
