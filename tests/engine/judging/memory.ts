import type { Selectable } from 'kysely'
import type { Row } from '../../../core/contract/shapes.ts'
import type { FieldValue } from '../../../core/product/fields.ts'
import { isOfProduct } from '../../../core/sync/change.ts'
import type { Entry } from '../../../core/sync/mutation.ts'
import type { OperationTable } from '../../../server/db/schema.ts'
import type { Edit, Seat } from '../seat.ts'

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
  /** devices whose storage lost something: they may go on under another client id */
  forgetful: Set<Seat>
  /** `operation client` of operations taken under a client id that their device no longer used by then */
  lateCopies: Set<string>
  /** how long an operation was under way before the server got it: it seems that much younger there */
  delays: Map<string, number>
  /** of each operation: when its calls were sent, and when they got to the server, which applied or knew it */
  journeys: Map<string, { sentAt: number; servedAt: number }[]>
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
  /** `product field` of fields that were set back: a value that shows again is no older one */
  broughtBack: Set<string>
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

/** Remembers what somebody typed, and forgets what it stands for. Returns how much of it is in the outbox. */
export function note(
  { edits }: Memory,
  seat: Seat,
  { before, after }: { before: readonly Entry[]; after: readonly Entry[] },
  typedAt: (entry: Entry) => number,
): number {
  // Entries that left the outbox were superseded by a newer operation.
  const left = new Set(after.map((entry) => entry.opId))
  for (const { opId } of before) if (!left.has(opId)) seat.typed.delete(opId)
  const waited = new Set(before.map((entry) => entry.opId))
  const typed = after.filter((entry) => !entry.recovered && !waited.has(entry.opId))
  for (const entry of typed) {
    const { opId, n, listId, rowId, op } = entry
    const name = isOfProduct(listId, entry) ? 'productName' : 'listName'
    const edit = {
      opId,
      n,
      listId,
      rowId,
      field: op === 'set' ? entry.field : op,
      value: op === 'add' ? (entry.value as Record<string, FieldValue>)[name] : valueOf(entry),
      whole: op === 'add' ? entry.value : undefined,
      also: 'also' in entry ? entry.also : undefined,
      at: typedAt(entry),
    } as Edit
    seat.typed.set(opId, edit)
    edits.push({ ...edit, seat })
  }
  return typed.length
}

function valueOf(entry: Entry): FieldValue | undefined {
  return entry.op === 'set' ? entry.value : undefined
}
