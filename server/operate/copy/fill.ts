import { migrate, type Trx } from '../../db/open.ts'
import { type OnProgress, OperatorError, type Piece, reportStep, type Sum } from './pieces.ts'
import { insertRows, sumOf, type Table, tablesOf } from './tables.ts'

/**
 * Fills an empty database: makes the tables of the pieces' version, inserts the rows, compares every table with what
 * was read, and then applies the later migrations. Returns each table's row count and hash.
 */
export async function fill(
  trx: Trx,
  pieces: AsyncIterable<Piece>,
  onProgress?: OnProgress,
): Promise<Map<string, Sum>> {
  const sums = new Map<string, Sum>()
  let tables: Table[] = []
  let table: Table | undefined
  for await (const piece of pieces) {
    if (piece.kind === 'header') {
      await migrate(trx, piece.schema)
      tables = await tablesOf(trx)
    } else if (piece.kind === 'table') {
      table = tables.find(({ name }) => name === piece.table)
      if (table?.columns.map(({ name }) => name).join() !== piece.columns.join()) throw different(piece.table)
    } else if (piece.kind === 'rows' && table) await insertRows(trx, table, piece.rows)
    else if (piece.kind === 'end') sums.set(piece.table, { count: piece.count, sha256: piece.sha256 })
  }
  const total = [...sums.values()].reduce((all, { count }) => all + count, 0)
  let done = 0
  const report = reportStep(onProgress, 'Comparing the tables')
  const onRows = (count: number) => report?.((done += count), total)
  for (const one of tables) {
    const [read, written] = [sums.get(one.name), await sumOf(trx, one, onRows)]
    if (read?.count !== written.count || read.sha256 !== written.sha256) throw different(one.name)
  }
  await migrate(trx)
  return sums
}

function different(table: string): OperatorError {
  return new OperatorError(
    `The table ${table} did not come out as it went in. The database is as it was before; please report this.`,
  )
}
