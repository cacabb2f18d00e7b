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
  const number = readNumber(cell('quantity'))
  const isPart = number !== null && !Number.isInteger(number.value)
  const unit = unitOf(cell('unit'))
  const [price, sum] = [cell('price'), cell('sum')]
  const parts = [
    name,
    // Quick add decides by the unit whether 1.000 is 1 or 1 000.
    unit && number?.grouped !== undefined
      ? `${cell('quantity')} ${cell('unit')}`
      : amount(number?.value ?? cell('quantity'), unit ? cell('unit') : isPart ? 'szt' : ''),
    price === '' && sum !== '' ? `${inZloty(sum)} za wszystko` : inZloty(price),
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

function inZloty(price: string): string {
  return readNumber(price) ? `${price} zł` : price
}

function amount(quantity: number | string, unit: string): string {
  return quantity === '' ? '' : `${quantity} ${unit}`.trim()
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
