import { inBase, parsePrice } from '../product/money.ts'
import { baseUnit } from '../product/prices.ts'
import { limits, type PriceFor, type Unit } from '../product/entities.ts'
import { initialValues, productFields } from '../product/table.ts'
import { usualCurrency } from '../product/currency.ts'
import { type Column, inAll, isYes } from './columns.ts'
import { understand } from '../text/quick-add.ts'
import { readNumber } from '../text/quick-tokens.ts'
import { isCountedInThousands, unitOf } from '../text/quick-units.ts'
import { sameKey } from '../text/normalise.ts'
import type { Collector, ExchangedProduct } from './exchange.ts'

/** Returns what is in a column of a row; undefined if there is no such column. */
export type Cells = (column: Column) => unknown

const allWords = new Set(inAll('all,total').map(sameKey))

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
  const one = priceOf(cell('price'), currency)
  const sum = one === undefined ? priceOf(cell('sum'), currency) : undefined
  const price = one === undefined ? sum : one
  if (price === null) into.found.lost++
  const used = unit ?? said.unit ?? initialValues.unit
  const value = {
    ...initialValues,
    ...into.values({
      quantity: quantity ?? said.quantity,
      unit: used,
      price: price ?? said.price,
      priceFor:
        typeof sum === 'number' ? 'all' : (priceForOf(cell('priceFor'), used, price) ?? said.priceFor),
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

interface Amount {
  quantity?: number | undefined
  unit?: Unit | undefined
}

/** Reads an amount, also of a text such as '2 l' or '500 g each'. `rest`: what is no amount, for the note. */
function amountOf(cell: Cells): Amount & { rest: string } {
  const [quantity, unit] = [textOf(cell('quantity')), textOf(cell('unit'))]
  const known = unit === '' ? undefined : (unitOf(unit) ?? undefined)
  const rest = known || unit === '' ? '' : unit
  if (quantity === '') return { unit: known, rest }
  const number = typeof cell('quantity') === 'number' ? Number(quantity) : numberOf(quantity, known)
  if (number !== undefined) return { quantity: hundredths(number), unit: known, rest }
  const said = (known && understoodAmount(`${quantity} ${unit}`)) ?? understoodAmount(quantity)
  if (said) return { quantity: said.quantity ?? 1, unit: known ?? said.unit, rest }
  const [, count = '', word = ''] = /^(\S+) (\p{L}+\.?)$/u.exec(quantity) ?? []
  const counted = known ? undefined : numberOf(count, known)
  const words = (counted === undefined ? [quantity, rest] : [word, rest]).filter((text) => text !== '')
  return { quantity: counted, unit: known, rest: words.join(' ') }
}

/** Reads a number. With a unit that has no decimals, 1.000 and 1,000 are 1 000. */
function numberOf(text: string, unit: Unit | undefined): number | undefined {
  const isSpaced = /^\d{1,3}(?:\s\d{3})+(?![\d\s])/u.test(text)
  const read = readNumber(isSpaced ? text.replace(/\s/gu, '') : text)
  return unit && isCountedInThousands(unit) ? (read?.grouped ?? read?.value) : read?.value
}

function understoodAmount(text: string): Amount | null {
  const said = understand(`thing ${text}`)
  const isOnly = said.productName === 'thing' && said.price === undefined && said.note === undefined
  return isOnly ? said : null
}

/** Returns whether a text is an amount and nothing else, such as '2 l' or '10'. */
export function isAmount(text: string): boolean {
  return numberOf(text.trim(), undefined) !== undefined || understoodAmount(text.trim()) !== null
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

/** Without a column that says it, the price beside '300 g' is for all of it: shops do not sell by the gram. */
function priceForOf(cell: unknown, unit: Unit, price: number | null | undefined): PriceFor | undefined {
  if (cell === undefined) return typeof price === 'number' && inBase[unit] > 1 ? 'all' : undefined
  const text = textOf(cell)
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
