import type { Answer } from '../../../core/contract/api.ts'
import type { ListRow, Row } from '../../../core/contract/shapes.ts'

type Rows = Pick<Answer<'sync'>, 'rows' | 'more'>

const answerBytes = 512 << 10

/** The list's own row in its place among those of its products, which are sorted by version. */
export function withList(rows: readonly Row[], list: ListRow): Rows['rows'] {
  return [...rows, list].toSorted((a, b) => a.ver - b.ver)
}

/** A delta that is too large is cut and continues in the next response. `more`: some rows are missing already. */
export function cut(rows: Rows['rows'], { most, more }: { most: number; more: boolean }): Rows {
  const some = rows.slice(0, most)
  const isCut = more || rows.length > most
  if (sizeOf(some) <= answerBytes) return { rows: some, more: isCut }
  let bytes = 1 // each row counts with its comma or bracket
  const tooMany = some.findIndex((row) => (bytes += sizeOf(row) + 1) > answerBytes)
  return { rows: some.slice(0, Math.max(1, tooMany)), more: true }
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
