import { marksOf } from './currency.ts'
import type { PriceFor, Unit } from './entities.ts'

/** All arithmetic is in hundredths, of money and of a quantity alike; whole units are only for display and input. */

/** Returns the number of hundredths in `value`, or null if it has more than 2 decimals or is not finite. */
export function toHundredths(value: number): number | null {
  if (!Number.isFinite(value)) return null
  const hundredths = Math.round(value * 100)
  // 1.005 * 100 is 100.49999999999999, so only dividing back to `value` proves that no decimals were lost.
  return hundredths / 100 === value ? hundredths : null
}

export function fromHundredths(hundredths: number): number {
  return hundredths / 100
}

export interface Priced {
  price: number
  quantity: number
  unit: Unit
  priceFor?: PriceFor | undefined
  priceUnknown?: boolean | undefined
}

/** How many of a unit are one kg, l or m; 1 for these and for pieces. */
export const inBase: Readonly<Record<Unit, number>> = {
  pcs: 1,
  kg: 1,
  dag: 100,
  g: 1_000,
  l: 1,
  ml: 1_000,
  m: 1,
  cm: 100,
}

/** Returns what a price is for that is of one kg, l, m or piece: of small units it is the price of the larger one. */
export const forOne = (unit: Unit): 'unit' | 'base' => (inBase[unit] > 1 ? 'base' : 'unit')

/**
 * Returns what a row costs, in ten-thousandths, from hundredths: price × quantity; the price; or the price of one kg for
 * so many grams, rounded to hundredths, halves away from zero.
 */
export function cost(price: number, quantity: number, unit: Unit, priceFor: PriceFor = 'unit'): number {
  if (priceFor === 'all') return price * 100
  const divisor = priceFor === 'base' ? inBase[unit] * 100 : 100
  if (divisor === 100) return price * quantity
  return Math.trunc((price * quantity + (Math.sign(price) * divisor) / 2) / divisor) * 100
}

/** Returns ten-thousandths as hundredths, halves away from zero. */
export function rounded(tenThousandths: bigint): number {
  return Number((tenThousandths + (tenThousandths < 0n ? -50n : 50n)) / 100n)
}

/** Returns what products cost in the unit of the currency: exact, rounded once. Unknown prices do not count. */
export function sum(products: Iterable<Priced>): number {
  // 5 000 products of 999 999.99 zł × 99 999 do not fit into a double. Adding doubles is faster, so BigInt takes over
  // only where they would overflow.
  let whole = 0n
  let part = 0
  for (const { price, quantity, unit, priceFor, priceUnknown } of products) {
    if (priceUnknown) continue
    const tenThousandths = cost(Math.round(price * 100), Math.round(quantity * 100), unit, priceFor)
    if (Math.abs(part + tenThousandths) > Number.MAX_SAFE_INTEGER) {
      whole += BigInt(part)
      part = 0
    }
    part += tenThousandths
  }
  return fromHundredths(rounded(whole + BigInt(part)))
}

/** Parses a typed number: '3,49', '3.49', '1 234,5', ',50'. Returns null if it is no number with at most 2 decimals. */
export function parseDecimal(text: string): number | null {
  const plain = text.replace(/\s/gu, '').replace(',', '.')
  if (!/^(?:\d{1,9}(?:\.\d{0,2})?|\.\d{1,2})$/.test(plain)) return null
  return Number(plain)
}

/** Parses a typed price: like `parseDecimal`, also with its currency, '3,49 zł' or 'PLN 3.49', and with a minus. */
export function parsePrice(text: string, currency: string): number | null {
  const negative = /^\s*[-−–](.+)$/u.exec(text)?.[1]
  if (negative !== undefined) {
    const price = /^\s*[-−–]/u.test(negative) ? null : parsePrice(negative, currency)
    return price === null ? null : 0 - price
  }
  const plain = text.trim()
  const marks = [...marksOf(currency)].toSorted((a, b) => b.length - a.length)
  const key = plain.toLowerCase()
  const [before = '', after = ''] = [
    marks.find((mark) => key.startsWith(mark)),
    marks.find((mark) => key.endsWith(mark)),
  ]
  if (before && after) return null
  return parseDecimal(plain.slice(before.length, plain.length - after.length))
}
