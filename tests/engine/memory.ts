import type { Selectable } from 'kysely'
import type { Row } from '../../core/contract/shapes.ts'
import type { OperationTable } from '../../server/db/schema.ts'
import type { Edit, Seat } from './seat.ts'

export type Operation = Selectable<OperationTable>

/** What the simulation itself remembers, so that it needs to ask neither a device nor the server. */
export interface Memory {
  /** product → every name ever typed for it */
  names: Map<string, Set<string>>
  /** every edit ever typed, even if its storage has lost it since */
  edits: (Edit & { seat: Seat })[]
  /** operations that the server had and lost with a restored backup */
  undone: Set<string>
  /** deleted products and who deleted them, as long as that person's storage remembers the delete */
  deleted: Map<string, Seat>
  /** products whose add looks unsent to a storage that was rolled back; no device can know better */
  doubtful: Set<string>
  /** operations under way when their storage was rolled back: their order belongs to the lost time */
  outOfPlace: Set<string>
  /** `operation client` of operations taken under a client id that their device no longer used by then */
  lateCopies: Set<string>
  /** how long an operation was under way before the server got it: it seems that much younger there */
  delays: Map<string, number>
  /** operations of calls that the server called too large */
  tooLarge: Set<string>
  /** a backup was restored */
  restored: boolean
  /**
   * list → what the best informed device of its owner had when the backup was restored, and the version that the backup
   * had; 0 if it did not have the list
   */
  known: Map<string, Known>
  /** operations that were answered, and those of them that were not applied */
  served: Set<string>
  refused: Set<string>
  /** `device list` of lists that were deleted there, whatever became of the delete */
  unwanted: Set<string>
}

export interface Known {
  rows: Row[]
  head: number
  at: number
  userId: string
  seat: Seat
}

/** Records a violation, and adds its details to the trace. */
export type Fail = (what: string, about?: unknown) => void
