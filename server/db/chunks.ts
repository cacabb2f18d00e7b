import { type RawBuilder, sql } from 'kysely'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

// Decision 024: no account slows down others.
/** Long work runs in slices of a few ms, and other requests run in between. Resolves when the last caller may go on. */
let turn: Promise<void> = Promise.resolve()

/**
 * Lets other requests run. Waiting callers continue one per turn: 60 that continued together would be one long slice.
 */
export function yieldToEventLoop(): Promise<void> {
  turn = turn.then(() => new Promise((next) => setImmediate(next)))
  return turn
}

/** How many products one statement reads or writes. */
export const chunkSize = 500

const valuesAtOnce = 64

/**
 * Groups lists so that one short statement can search all products of a group: at most `most` products and 64 lists.
 */
export function groupsOf<L extends { living: number }>(lists: readonly L[], most = 4 * chunkSize): L[][] {
  const groups: L[][] = []
  let room = 0
  for (const list of lists) {
    const group = groups.at(-1)
    if (group && list.living <= room && group.length < valuesAtOnce) group.push(list)
    else {
      groups.push([list])
      room = most
    }
    room -= list.living
  }
  return groups
}

interface Rows {
  table: keyof Schema
  /** the rows whose column has one of these values */
  column: string
  values: readonly string[]
  /** the columns that identify a row */
  key: readonly string[]
}

/** Applies `work` to these rows in slices, until a slice is not full. */
export async function inChunks(
  { table, column, values, key }: Rows,
  work: (some: RawBuilder<unknown>) => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  const columns = sql.join(key.map((one) => sql.ref(one)))
  for (let start = 0; start < values.length; start += valuesAtOnce) {
    const these = sql.join(values.slice(start, start + valuesAtOnce))
    const some = sql`(${columns}) in (select ${columns} from ${sql.table(table)}
      where ${sql.ref(column)} in (${these}) limit ${sql.lit(chunkSize)})`
    let met: number
    do {
      await yieldToEventLoop()
      met = Number((await work(some)).numAffectedRows ?? 0)
    } while (met === chunkSize)
  }
}

/** Deletes these rows in slices. */
export async function deleteInChunks(db: Db, rows: Rows): Promise<void> {
  await inChunks(rows, (some) => sql`delete from ${sql.table(rows.table)} where ${some}`.execute(db))
}
