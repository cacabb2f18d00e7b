import type { Row } from '../../core/contract/shapes.ts'

/**
 * The rows of a list as the device keeps them: several to a record, because a record costs the browser more
 * than what is in it, and the names of the fields once for all of them.
 */
export interface Part {
  listId: string
  part: string
  names: string[]
  /** a row each, in the order of `names`; undefined where a row lacks the field */
  values: unknown[][]
}

/** Where each of these rows is. The last character of an id is random, so the parts are about equal. */
export function partsOf(ids: Iterable<string>): Set<string> {
  return new Set([...ids].map((id) => id.slice(-1)))
}

/** Of two rows with one id the later one stays. */
export function pack(listId: string, rows: readonly Row[]): Part[] {
  const latest = new Map(rows.map((row) => [row.id, row]))
  return [...Map.groupBy(latest.values(), ({ id }) => id.slice(-1))].map(([part, own]) => {
    const names = [...new Set(own.flatMap((row) => Object.keys(row)))]
    return { listId, part, names, values: own.map((row) => names.map((name) => row[name as keyof Row])) }
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
