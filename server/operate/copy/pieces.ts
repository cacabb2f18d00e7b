import { createHash } from 'node:crypto'

/**
 * A part of a whole database as a sequence: the header, then table by table, parents first. Every value is text,
 * integers too, and bytes are base64; columns and rows have a fixed order. So both databases give the same bytes for
 * the same data.
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
/** An avatar that was still a file when the backup was made, see files/avatar-files.ts. */
interface FilePiece {
  kind: 'file'
  name: string
  base64: string
}

export const format = 1

/** The row count and hash of a table. */
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

/** Gets the progress of a step of a command; `done` and `total` have the same unit, rows or bytes. */
export type OnProgress = (step: string, done: number, total: number) => void

/** Returns a function that reports the progress of one step, or undefined without a listener. */
export function reportStep(onProgress: OnProgress | undefined, step: string) {
  return onProgress && ((done: number, total: number) => onProgress(step, done, total))
}

/** An error that the operator can act on. Its message says what happened, what is safe and what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
