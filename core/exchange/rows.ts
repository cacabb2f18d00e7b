import { parsePrice } from '../product/money.ts'
import { baseUnit } from '../product/prices.ts'
import { limits, type PriceFor, type Unit } from '../product/entities.ts'
import { initialValues, productFields } from '../product/table.ts'
import { usualCurrency } from '../product/currency.ts'
import { type Column, isYes } from './columns.ts'
import { understand } from '../text/quick-add.ts'
import { readNumber } from '../text/quick-tokens.ts'
import { unitOf } from '../text/quick-units.ts'
import { sameKey } from '../text/normalise.ts'
import type { Collector, ExchangedProduct } from './exchange.ts'

/** Returns what is in a column of a row; undefined if there is no such column. */
export type Cells = (column: Column) => unknown

const allWords = new Set(['all', 'total', 'wszystko', 'razem', 'calosc', 'alles', 'gesamt'])

/** Makes a product of the row of a table, whoever wrote it. Returns null if the row has no name. */
export function productOfRow(
  cell: Cells,
  into: Collector,
  currency = usualCurrency,
): ExchangedProduct | null {
  const typed = textOf(cell('name'))
  if (!/[\p{L}\p{N}]/u.test(typed)) return null
  const hasAmount = cell('quantity') !== undefined || cell('unit') !== undefined
  // Where there is no column for the amount it is in the name: 'Milk 2 l'.
  const said = hasAmount ? { productName: typed } : understand(typed, { currency })
  const { quantity, unit, rest } = amountOf(cell)
  const note = [textOf(cell('note')), rest, said.note ?? ''].filter((words) => words !== '').join('; ')
  const price = priceOf(cell('price'), currency)
  if (price === null) into.found.lost++
  const used = unit ?? said.unit ?? initialValues.unit
  const value = {
    ...initialValues,
    ...into.values({
      quantity: quantity ?? said.quantity,
      unit: used,
      price: price ?? said.price,
      priceFor: priceForOf(textOf(cell('priceFor')), used) ?? said.priceFor,
      note: into.text(note, productFields.note.most),
      shop: into.text(cell('shop'), limits.label),
      category: into.text(cell('category'), limits.label),
      ...lastPriceOf(cell, currency),
    }),
    productName: into.text(said.productName || typed, limits.name),
    productStatus: isYes(cell('bought')),
  }
  return { value }
}

function textOf(input: unknown): string {
  return typeof input === 'string' ? input.trim() : typeof input === 'number' ? String(input) : ''
}

/** Reads an amount, also of a text such as '2 l' or '500 g each'. `rest`: what is no amount, for the note. */
function amountOf(cell: Cells): { quantity?: number | undefined; unit?: Unit | undefined; rest: string } {
  const [quantity, unit] = [textOf(cell('quantity')), textOf(cell('unit'))]
  const number = readNumber(quantity)?.value
  const known = unit === '' ? undefined : (unitOf(unit) ?? undefined)
  const rest = known || unit === '' ? '' : unit
  if (quantity === '') return { unit: known, rest }
  if (number !== undefined) return { quantity: hundredths(number), unit: known, rest }
  const said = understand(`thing ${quantity}`)
  const isAmount = said.productName === 'thing' && said.price === undefined && said.note === undefined
  if (isAmount) return { quantity: said.quantity ?? 1, unit: known ?? said.unit, rest }
  return { unit: known, rest: [quantity, rest].filter((words) => words !== '').join(' ') }
}

const hundredths = (value: number) => Math.round(value * 100) / 100

/** Returns null for what is no price. */
function priceOf(input: unknown, currency: string): number | null | undefined {
  if (typeof input === 'number') return hundredths(input)
  const text = textOf(input)
  if (text === '') return undefined
  const price = parsePrice(text, currency) ?? readNumber(text)?.value
  return price === undefined ? null : price
}

function priceForOf(text: string, unit: Unit): PriceFor | undefined {
  if (text === '') return undefined
  if (allWords.has(sameKey(text))) return 'all'
  return unitOf(text) === baseUnit(unit) && baseUnit(unit) !== unit ? 'base' : 'unit'
}

function lastPriceOf(cell: Cells, currency: string) {
  const lastPrice = priceOf(cell('lastPrice'), currency)
  if (lastPrice === null || lastPrice === undefined) return {}
  const day = Date.parse(textOf(cell('lastPriceDay'))) / 86_400_000
  return { lastPrice, ...(Number.isInteger(day) && day > 0 && { lastPriceDay: day }) }
}
