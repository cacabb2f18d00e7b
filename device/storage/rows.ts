import type { Row } from '../../core/contract/shapes.ts'

/**
 * A group of a list's rows in one record, with the field names stored once. A record costs the browser more than its
 * content, so one record holds several rows.
 */
export interface Part {
  listId: string
  part: string
  names: string[]
  /** one array per row, in the order of `names`; undefined if a row lacks the field */
  values: unknown[][]
}

/**
 * Returns the names of the parts that hold these rows: the last character of the id. It is random, so the parts have
 * about the same size.
 */
export function partsOf(ids: Iterable<string>): Set<string> {
  return new Set([...ids].map((id) => id.slice(-1)))
}

/** Packs rows into parts. Of two rows with the same id the later one is kept. */
export function pack(listId: string, rows: readonly Row[]): Part[] {
  const latest = new Map(rows.map((row) => [row.id, row]))
  return [...Map.groupBy(latest.values(), ({ id }) => id.slice(-1))].map(([part, ofPart]) => {
    const names = [...new Set(ofPart.flatMap((row) => Object.keys(row)))]
    return { listId, part, names, values: ofPart.map((row) => names.map((name) => row[name as keyof Row])) }
  })
}

export function unpack(parts: readonly (Part | undefined)[]): Row[] {
  return parts.flatMap((part) => part?.values.map((values) => rowOf(part.names, values)) ?? [])
}

function rowOf(names: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {}
  for (const [i, name] of names.entries()) if (values[i] !== undefined) row[name] = values[i]
  return row as Row
}
