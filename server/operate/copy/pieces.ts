import { createHash } from 'node:crypto'

/**
 * A whole database as a row of pieces: the header, then table by table, parents first. Every value is text, an
 * integer too, and columns and rows have one order, so the same data is the same bytes from either database.
 */
export type Piece = Header | TablePiece | RowsPiece | EndPiece | FilePiece

export interface Header {
  kind: 'header'
  format: typeof format
  /** the last migration that was applied */
  schema: string
  madeAt: string
}
interface TablePiece {
  kind: 'table'
  table: string
  columns: string[]
}
interface RowsPiece {
  kind: 'rows'
  rows: string[][]
}
interface EndPiece extends Sum {
  kind: 'end'
  table: string
}
interface FilePiece {
  kind: 'file'
  /** of an avatar */
  name: string
  base64: string
}

export const format = 1

/** What a table comes to. */
export interface Sum {
  count: number
  sha256: string
}

export function createSum(): { add: (rows: readonly string[][]) => void; get: () => Sum } {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(rows) {
      for (const row of rows) hash.update(`${JSON.stringify(row)}\n`)
      count += rows.length
    },
    get: () => ({ count, sha256: hash.digest('hex') }),
  }
}

/** Hears how far a step of a command is; `done` and `total` count the same thing, rows or bytes. */
export type OnProgress = (step: string, done: number, total: number) => void

/** Reports under the name of one step; undefined where nobody listens. */
export function reportStep(onProgress: OnProgress | undefined, step: string) {
  return onProgress && ((done: number, total: number) => onProgress(step, done, total))
}

/** Something the operator can act on; its message says what happened, what is safe and what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
