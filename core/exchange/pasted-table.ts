import type { PastedLine } from '../text/pasted-line.ts'
import { type Column, columnsOf, isYes } from './columns.ts'
import { unitOf } from '../text/quick-units.ts'
import { readNumber } from '../text/quick-tokens.ts'

/**
 * Reads a table with column headings in its first line, as spreadsheets and other apps export it; null if it is none.
 */
export function readTable(lines: readonly string[]): PastedLine[] | null {
  const [first = '', ...rows] = lines
  for (const separator of ['\t', ';', ',', '|']) {
    const heads = columnsOf(cellsOf(first, separator))
    if (!heads) continue
    return rows.flatMap((row) => {
      const cells = cellsOf(row, separator)
      const found = lineOf((column) => cells[heads.indexOf(column)] ?? '')
      return found ? [found] : []
    })
  }
  return null
}

/** Converts a row to a line that quick add understands: 'Milk | 2 l | 3.49 zł // UHT'. */
function lineOf(cell: (column: Column) => string): PastedLine | null {
  const name = cell('name')
  if (!/[\p{L}\p{N}]/u.test(name)) return null
  const quantity = readNumber(cell('quantity'))?.value ?? cell('quantity')
  const unit = unitOf(cell('unit'))
  const price = cell('price')
  const parts = [
    name,
    quantity === ''
      ? ''
      : `${quantity} ${unit ? cell('unit') : Number.isInteger(quantity) ? '' : 'szt'}`.trim(),
    readNumber(price) ? `${price} zł` : price,
  ]
  const note = [unit ? '' : cell('unit'), cell('note'), cell('shop')]
    .filter((words) => words !== '')
    .join(', ')
  const text = parts.filter((part) => part !== '').join(' | ')
  const category = cell('category')
  return {
    text: note === '' ? text : `${text} // ${note}`,
    bought: isYes(cell('bought')),
    ...(category !== '' && { category }),
  }
}

/** Splits a line of comma-separated values. In quotes, a separator is text and two quotes mean one. */
function cellsOf(line: string, separator: string): string[] {
  const row = separator === '|' ? line.trim().replace(/^\||\|$/gu, '') : line
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < row.length; i++) {
    const sign = row.charAt(i)
    const isEscaped = isQuoted && sign === '"' && row[i + 1] === '"'
    if (isEscaped) i++
    if (!isEscaped && sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}
