import Papa from 'papaparse'
import { isCurrency, usualCurrency } from '../product/currency.ts'
import { decimalMark, type Language } from '../text/language.ts'
import { baseUnit } from '../product/prices.ts'
import { type Column, columnsOf, headingsIn } from './columns.ts'
import type { Steps } from '../text/steps.ts'
import {
  type Collector,
  type ExchangedList,
  type ExchangedProduct,
  mostRows,
  NotReadable,
} from './exchange.ts'
import { productOfRow } from './rows.ts'

/** What makes spreadsheets take a text for a formula (OWASP, CSV injection), behind any apostrophes. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

/**
 * Returns the rows as CSV (RFC 4180), with the byte order mark by which Excel knows UTF-8. An apostrophe keeps texts that
 * begin like a formula texts; null is an empty cell.
 */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[], language: Language): string {
  // A spreadsheet whose decimals have a comma divides values by semicolons.
  const mark = decimalMark(language)
  const separator = mark === ',' ? ';' : ','
  const cell = (value: string | number | null) => {
    if (typeof value === 'number') return String(value).replace('.', mark)
    return value !== null && formula.test(value) ? `'${value}` : value
  }
  const table = rows.map((row) => row.map(cell))
  return `\uFEFF${Papa.unparse(table, { delimiter: separator, newline: '\r\n' })}\r\n`
}

const columns = [
  'name',
  'quantity',
  'unit',
  'price',
  'priceFor',
  'shop',
  'category',
  'note',
  'bought',
  'lastPrice',
  'lastPriceDay',
  'currency',
] as const satisfies readonly Column[]

/** Writes the products of a list as a table, with headings in this language. */
export function listAsCsv({ products, currency = usualCurrency }: ExchangedList, language: Language): string {
  const heads = headingsIn(language)
  return writeCsv(
    [
      columns.map((column) => heads[column]),
      ...products.map((product) => [...rowOf(product, heads), currency]),
    ],
    language,
  )
}

function rowOf({ value }: ExchangedProduct, heads: Record<Column, string>): (string | number | null)[] {
  const { unit, priceFor = 'unit', lastPriceDay = 0 } = value
  const isFor = { unit: null, all: heads.all, base: baseUnit(unit) }[priceFor]
  const day = lastPriceDay === 0 ? null : new Date(lastPriceDay * 86_400_000).toISOString().slice(0, 10)
  const { productName, quantity, price, shop, category, note, productStatus, lastPrice } = value
  const bought = productStatus ? 'x' : null
  const texts = [shop || null, category || null, note || null, bought]
  return [productName, quantity, unit, price ?? null, isFor, ...texts, lastPrice ?? null, day]
}

/** A table is parsed without a pause; one of broken quotes takes 0.3 s for each million of signs. */
const mostSigns = 2_000_000

const priced: ReadonlySet<Column> = new Set(['price', 'sum', 'lastPrice'])

/** Above the headings there may be a title, and the line in which Excel is told the separator. */
const mostAbove = 5

/**
 * Reads a table with headings, as spreadsheets and other apps write it, into one list, or into several where a column
 * names the list. Returns false if it is no such table.
 */
export function* readCsv(text: string, fileName: string, into: Collector): Steps<boolean> {
  const above = text.split(/\r?\n/u, mostAbove)
  const skipped = above.findIndex((line) => !/^sep=.?\s*$/iu.test(line))
  const table = skipped > 0 ? text.slice(text.indexOf('\n') + 1) : text
  if (!hasHeadings(table)) return false
  if (table.length > mostSigns) throw new NotReadable('fileTooLarge')
  const { data, meta } = Papa.parse<string[]>(table, {
    skipEmptyLines: 'greedy',
    preview: mostRows + mostAbove,
  })
  if (meta.truncated) throw new NotReadable('fileTooLarge')
  yield
  const at = data.slice(0, mostAbove).findIndex((row) => columnsOf(row) !== null)
  const heads = columnsOf(data[at] ?? [])
  if (!heads) return false
  const lists = new Map<string, { currency?: string; products: ExchangedProduct[] }>()
  for (const row of data.slice(at + 1)) {
    yield
    const cell = (column: Column) => {
      const place = heads.indexOf(column)
      return place < 0 ? undefined : asText(row[place] ?? '')
    }
    const name = String(cell('list') ?? '') || fileName
    const currency = String(cell('currency') ?? '').toUpperCase()
    const list = lists.get(name) ?? { products: [], ...(isCurrency(currency) && { currency }) }
    // A list has the currency of its first row; a price in another one would be a wrong figure.
    const isOther = currency !== '' && currency !== list.currency
    const product = productOfRow(
      (column) => (isOther && priced.has(column) ? '' : cell(column)),
      into,
      list.currency,
    )
    if (!product) continue
    if (isOther && cell('price')) into.found.lost++
    lists.set(name, list)
    list.products.push(product)
  }
  for (const [listName, list] of lists) into.addList({ listName, ...list })
  return true
}

/** Returns whether one of the first lines has headings, before all of a long text is parsed. */
function hasHeadings(text: string): boolean {
  const { data } = Papa.parse<string[]>(text.slice(0, 10_000), {
    skipEmptyLines: 'greedy',
    preview: mostAbove,
  })
  return data.some((row) => columnsOf(row) !== null)
}

/** Removes the apostrophe that keeps a text from being a formula. */
function asText(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
