import type { PriceFor, Unit } from '../product/entities.ts'
import { parseField } from '../product/fields.ts'
import { inBase } from '../product/money.ts'
import { baseUnit, type LastPrice } from '../product/prices.ts'
import { countOf, type Money, moneyAt, type Numeral, numeralAt } from './quick-numerals.ts'
import {
  behindDot,
  isColumn,
  isDash,
  isSeparator,
  isTimes,
  lastBefore,
  type Token,
  markIn,
  readNumber,
  wordIn,
  wordIs,
} from './quick-tokens.ts'
import {
  aboutWords,
  allWords,
  atWords,
  amountWords,
  bareUnits,
  beforeAllWords,
  currencyWords,
  eachWords,
  forWords,
  isCountedInThousands,
  leadingWords,
  moneyBackWords,
  numberedWords,
  perWords,
  rangeWords,
  togetherWords,
  totalWords,
  unitOf,
} from './quick-units.ts'
import { sameKey } from './normalise.ts'

/** The parsed line of a product. What is not understood stays in the name. */
export interface Understood {
  /** '' if the line is only an amount or a price; then the name must be asked for */
  productName: string
  quantity?: number
  unit?: Unit
  /** only if it was written as a price */
  price?: number
  /** what the price is for; only if the line says it, or has an amount */
  priceFor?: PriceFor
  /** words in brackets at the end, and what follows '//' */
  note?: string
}

export interface Understanding {
  /** false: this was given elsewhere, so such details in the line belong to the name */
  quantity?: boolean
  price?: boolean
  note?: boolean
  /** of the price; with another one a number is no price. PLN if it is left out */
  currency?: string
  /** Returns whether a text is a known name, such as '7 Days'. */
  isName?: (text: string) => boolean
  /** Returns what a product cost the last time, for this unit or one of its family. */
  lastPrice?: (productName: string, unit: Unit) => LastPrice | undefined
}

const isSmall = (unit: Unit | undefined) => unit !== undefined && inBase[unit] > 1

/** Returns whether these words are a valid, non-empty note. */
export function isNote(words: string): boolean {
  const parsed = parseField('note', words)
  return parsed.ok && parsed.value !== ''
}

/*
 * The grammar, over the tokens of quick-tokens.ts:
 *
 *   line     = { detail } name { detail }, or columns divided by '|'
 *   detail   = amount | pack | times | count | price | '(' { detail } ')' | '(' note ')'
 *   amount   = [ about ] numeral [ range numeral ] unit                 2 kg, ok. 2 kg; of 2-3 kg the larger
 *            | kg | l                                                   'kg cukru', 'banany kg': 1 of it
 *   numeral  = number | fraction | number [ and ] fraction | word       1.5, ½, 1/2, 1 1/2, 1 i pół, pół
 *   pack     = number 'x' amount | amount 'x' number                    6 x 0,5 l: 6, and 0,5 l stays in the name
 *   times    = number 'x' | 'x' number
 *   count    = number                                                   '10 jajek', 'lemon 3'
 *   price    = [ '@' | po | a | za | razem ] number [ ',-' ] [ zł [ number [ gr ]]] [ '/' unit | each | razem ]
 *
 * Details may be on both sides of the name, each kind once. Those after it are the longest run of whole details at the
 * end of the line. In doubt, a number stays in the name: a lost name is worse than an amount that must be typed again.
 */

/** Without a currency, these numbers are sizes of cans and bottles, not prices. */
const sizes = [0.2, 0.25, 0.33, 0.35, 0.4, 0.5, 0.7, 0.75]

/** Larger numbers at the end of a name are models, types of flour or watts, not counts: 'mąka 450', 'żarówka 60'. */
const mostCounted = 30

/** Larger whole numbers without a currency are not prices. */
const mostBarePrice = 200

/** The largest ratio between the two amounts of a range. */
const widestRange = 10

export type Span = readonly [start: number, end: number]

export interface Details extends Omit<Understood, 'productName' | 'priceFor'> {
  /** the unit of the price, as in 'zł/kg' */
  per?: Unit
  /** whether the price is said to be that of all, 'za wszystko', or of each, 'po 2 zł' */
  of?: 'all' | 'each'
  /** grams that were typed as kilograms, as scales print them: '0,734 kg' */
  isWeighed?: boolean
  /** the place of the amount in the text */
  amount?: Span
  /** the place of a pack's size in the text; it stays in the name */
  size?: Span
}

interface Detail extends Details {
  /** index of the token after it */
  next: number
}

export interface Line {
  text: string
  tokens: readonly Token[]
  options: Understanding
}

/** Where details are looked for; a number needs less proof in a column of its own. */
export type Place = 'head' | 'tail' | 'column' | 'bracket'

/**
 * Joins details. Returns null if one kind is given twice, and 'ambiguous' for '2 szt' with '39,90 zł/kg', because that
 * price is for another unit.
 */
export function joined(details: Details, more: Details): Details | 'ambiguous' | null {
  for (const kind of ['quantity', 'price', 'note'] as const)
    if (details[kind] !== undefined && more[kind] !== undefined) return null
  const { per, ...both } = { ...details, ...more }
  if (per === undefined) return both
  if (per === 'pcs' && isSmall(both.unit)) return { ...both, of: 'all' }
  if (both.unit && per === baseUnit(both.unit)) return { ...both, per }
  return both.quantity === undefined || (both.unit ?? 'pcs') === per ? { ...both, per } : 'ambiguous'
}

/** Returns `given` with the details in the tokens `from` to `to`; null if these do not consist of details only. */
export function detailsIn(
  line: Line,
  from: number,
  to: number,
  given: Details,
  place: Place,
): Details | null {
  const details = detailsOr(line, from, to, given, place)
  return details === 'ambiguous' ? null : details
}

/** Does the same as `detailsIn`, but returns 'ambiguous' for details that can be read in two ways. */
export function detailsOr(line: Line, from: number, to: number, given: Details, place: Place) {
  let details = given
  for (let at = from; at < to;) {
    if (isSeparator(line.tokens[at])) {
      at++
      continue
    }
    const detail = detailAt(line, at, to, details, place)
    if (!detail) return null
    const { next, ...more } = detail
    const both = joined(details, more)
    if (both === null || both === 'ambiguous') return both
    details = both
    at = next
  }
  return details === given ? null : details
}

/** Returns the detail that begins at a token; null if none does. */
export function detailAt(line: Line, at: number, to: number, details: Details, place: Place): Detail | null {
  const { quantity, price } = line.options
  const takesAmount = quantity !== false && details.quantity === undefined
  const detail =
    (line.tokens[at]?.text === '(' && place !== 'head' ? bracketAt(line, at, to) : null) ??
    (takesAmount
      ? (packAt(line, at) ?? piecesAt(line, at) ?? amountAt(line, at) ?? timesAt(line, at, place))
      : null) ??
    (price !== false && details.price === undefined ? priceAt(line, at, details, place) : null) ??
    (takesAmount
      ? (countAt(line, at, place) ?? headUnit(line, at, place) ?? tailUnit(line, at, place))
      : null)
  if (!detail || detail.next > to || !endsDetail(line, detail.next, to)) return null
  const isStorable = detail.quantity === undefined || parseField('quantity', detail.quantity).ok
  return isStorable && (detail.price === undefined || parseField('price', detail.price).ok) ? detail : null
}

function endsDetail({ tokens }: Line, next: number, to: number): boolean {
  const token = tokens[next]
  return next >= to || !token || token.isApart || isSeparator(token) || token.text === '('
}

/** Reads '(2 kg)', '(x 3)' or '(lactose-free)'. A second amount and a number alone belong to the name. */
function bracketAt(line: Line, at: number, to: number): Detail | null {
  const { text, tokens, options } = line
  const length = tokens.slice(at + 1, to).findIndex(({ text: sign }) => sign === ')' || sign === '(')
  const close = length < 0 ? to : at + 1 + length
  if (tokens[close]?.text === '(') return null
  const span = [tokens[at]?.start ?? 0, tokens[Math.min(close, to - 1)]?.end ?? 0] as const
  // '(200 g)' is an amount, not a note, even if the quantity was typed into its own field.
  const isAmount = detailsIn({ ...line, options: { note: false } }, at + 1, close, {}, 'bracket') !== null
  const inside = { ...line, options: { ...options, note: false } }
  const found = isAmount ? detailsIn(inside, at + 1, close, {}, 'bracket') : null
  if (found) return { ...found, ...(found.amount && { amount: span }), next: close + 1 }
  const words = text.slice(tokens[at + 1]?.start, tokens[close - 1]?.end)
  const isWords = !isAmount && close < to && /\p{L}/u.test(words)
  return isWords && options.note !== false && isNote(words) ? { note: words, next: close + 1 } : null
}

function packAt(line: Line, at: number): Detail | null {
  const { tokens } = line
  const count = countOf(tokens[at])
  const [start, behind] = count === null ? [at, null] : [at + 2, count]
  if (count !== null && !isTimes(tokens[at + 1])) return null
  const size = amountAt(line, start)
  // '10 x 15 cm' is a size.
  if (!size?.amount || size.unit === 'cm' || size.unit === 'm') return null
  if (behind !== null) return { quantity: behind, size: size.amount, next: size.next }
  const number = countOf(tokens[size.next + 1])
  if (!isTimes(tokens[size.next]) || number === null) return null
  return { quantity: number, size: size.amount, next: size.next + 2 }
}

/** Reads 'jogurt 4 szt 150g': 4 pieces of 150 g each. */
function piecesAt(line: Line, at: number): Detail | null {
  const count = amountAt(line, at)
  if (count?.unit !== 'pcs') return null
  const size = amountAt(line, count.next)
  if (!size?.amount || size.unit === 'pcs') return null
  return { quantity: count.quantity ?? 1, unit: 'pcs', size: size.amount, next: size.next }
}

function amountAt(line: Line, at: number): Detail | null {
  const { tokens } = line
  const from = behindAbout(tokens, at)
  const first = numeralAt(tokens, from)
  const isRange = first && (isDash(tokens[first.next]) || wordIn(tokens[first.next], rangeWords))
  const second = isRange ? numeralAt(tokens, first.next + 1) : null
  const numeral = second ?? first
  if (!numeral) return null
  const unitAt = isColumn(tokens[numeral.next]) && !second ? numeral.next + 1 : numeral.next
  const unit = tokens[unitAt]?.kind === 'word' ? unitOf(tokens[unitAt]?.text ?? '') : null
  if (!unit) return null
  const meant = ({ value, grouped }: Numeral) => (isCountedInThousands(unit) ? (grouped ?? value) : value)
  const quantity = meant(numeral)
  if (second && first && !(meant(first) < quantity && quantity <= widestRange * meant(first))) return null
  const next = behindDot(tokens, unitAt + 1)
  const amount = [tokens[at]?.start ?? 0, tokens[next - 1]?.end ?? 0] as const
  const small = Math.round(quantity * 1000)
  const hasThreeDecimals = small % 10 !== 0 && Math.abs(quantity * 1000 - small) < 1e-6
  if (hasThreeDecimals && unit === 'kg') return { quantity: small, unit: 'g', isWeighed: true, amount, next }
  if (hasThreeDecimals && unit === 'l') return { quantity: small, unit: 'ml', amount, next }
  return { quantity, unit, amount, next }
}

function behindAbout(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text === '~' || tokens[at]?.text === '≈') return at + 1
  return wordIn(tokens[at], aboutWords) ? behindDot(tokens, at + 1) : at
}

function timesAt(line: Line, at: number, place: Place): Detail | null {
  const { tokens } = line
  const [token, other] = tokens.slice(at, at + 2)
  const number = countOf(token)
  if (number !== null && isTimes(other)) {
    // '10x15' is no ten times.
    const isWhole = place !== 'head' || other?.text === '×' || tokens[at + 2]?.isApart
    return isWhole ? { quantity: number, next: at + 2 } : null
  }
  const behind = countOf(other)
  if (!isTimes(token) || behind === null || (token?.text === 'X' && other?.isApart)) return null
  if (place === 'head') return other?.isApart ? null : { quantity: behind, next: at + 2 }
  if (place === 'column') return { quantity: behind, next: at + 2 }
  const last = lastBefore(tokens, 0, at)
  const isLength = ['cm', 'm'].includes(unitOf(last?.text ?? '') ?? '') || last?.text === 'mm'
  return last?.kind === 'number' || isLength ? null : { quantity: behind, next: at + 2 }
}

function countAt(line: Line, at: number, place: Place): Detail | null {
  const quantity = countOf(line.tokens[at])
  const [dash, end] = line.tokens.slice(at + 1, at + 3)
  // Not the first of '2-3 zł'.
  const isRange = isDash(dash) && !dash?.isApart && end?.kind === 'number' && !end.isApart
  if (quantity === null || isRange) return null
  const isCount =
    place === 'column' ||
    (place === 'tail' && quantity <= mostCounted && isBehindName(line, at) && !isThousands(line, at))
  return isCount ? { quantity, next: at + 1 } : null
}

/** Returns whether this is '1 234,50', which is unclear without a currency. */
function isThousands({ tokens }: Line, at: number): boolean {
  const next = tokens[at + 1]
  return countOf(tokens[at]) !== null && Boolean(next?.isApart && /^\d{3}(?!\d)/.test(next.text))
}

/**
 * Returns whether a number here follows the name and is no part of it, as it is in 'witamina D 3', 'PS 5' and 'Bebilon
 * 2'.
 */
function isBehindName({ tokens }: Line, at: number): boolean {
  const last = lastBefore(tokens, 0, at)
  if (last?.text === ')') return true
  if (last?.kind !== 'word' || last.text.length < 3) return false
  const key = sameKey(last.text)
  if (numberedWords.has(key) || leadingWords.has(key) || unitOf(last.text) || amountWords.has(key))
    return false
  return last.text.length > 3 || last.text !== last.text.toUpperCase()
}

/** Reads a leading unit without a number as 1 of it; only units with which no product's name begins. */
function headUnit({ tokens }: Line, at: number, place: Place): Detail | null {
  const [token, name] = tokens.slice(at, at + 2)
  if (place !== 'head' || at !== 0 || name?.kind !== 'word' || !name.isApart) return null
  const unit = wordIn(token, bareUnits) ? unitOf(token?.text ?? '') : null
  return unit && { quantity: 1, unit, next: 1 }
}

/** Reads such a unit behind the name, 'banany kg 4,99'. In 'banany kg 5', the 5 may be either. */
function tailUnit(line: Line, at: number, place: Place): Detail | null {
  const { tokens, options } = line
  const unit = wordIn(tokens[at], bareUnits) ? unitOf(tokens[at]?.text ?? '') : null
  if (!unit || place !== 'tail' || !isBehindName(line, at)) return null
  const money = moneyAt(tokens, at + 1, false, false, options.currency)
  const isClear = tokens[at + 1]?.kind !== 'number' || money?.hasCurrency || money?.decimals === 2
  return isClear ? { quantity: 1, unit, next: at + 1 } : null
}

function priceAt(line: Line, at: number, details: Details, place: Place): Detail | null {
  const { tokens } = line
  const isWord = wordIn(tokens[at], atWords) && !isLetterOfName(tokens, at)
  const isSign = tokens[at]?.text === '@' || isWord
  if (isSign && place === 'head') return null
  const isFirm = tokens[at]?.text === '@' || tokens[at]?.text.toLowerCase() === 'à'
  const from = isSign ? at + 1 : at
  const { currency } = line.options
  const together = togetherAt(line, at, details, place)
  if (together) return together
  const isBefore = markIn(tokens[from], currencyWords(currency))
  const money = moneyAt(tokens, isBefore ? from + 1 : from, isBefore, place === 'head', currency)
  if (!money) return null
  const { value, decimals, hasCurrency, isSpaced } = money
  const isMoney = hasCurrency || isFirm
  const looksLikeOne = decimals === 2 && (isSign || !sizes.includes(value)) && !isSpaced
  if (!isMoney && !looksLikeOne && !isBarePrice(line, from, money, details, place)) return null
  // Before a name, a number is a price only if nothing else can be meant.
  if (place === 'head' && !hasCurrency && tokens[money.next]?.kind !== 'word') return null
  const priced = perAt(tokens, money.next, value)
  return priced && isSign ? { of: 'each', ...priced } : priced
}

/**
 * Reads what several cost together: '3 za 10', '3 for 10 zł', 'razem 12,99'. '3 for 2' is no price: it is less than one
 * for each.
 */
function togetherAt(line: Line, at: number, { quantity }: Details, place: Place): Detail | null {
  const { tokens, options } = line
  const isTotal = wordIn(tokens[at], totalWords)
  const isFor = quantity !== undefined && quantity > 1 && wordIn(tokens[at], forWords)
  if ((!isTotal && !isFor) || place === 'head') return null
  const from = at + 1
  const isBefore = markIn(tokens[from], currencyWords(options.currency))
  const money = moneyAt(tokens, isBefore ? from + 1 : from, isBefore, false, options.currency)
  if (!money || money.isSpaced) return null
  const { value, decimals, hasCurrency, next } = money
  // 'coffee 3 for 10' is a price, 'coffee 3 kg for 10' may be for ten people.
  const isClear =
    isFor && value > quantity && (!wordIs(tokens[at], 'for') || tokens[at - 1]?.kind === 'number')
  if (!hasCurrency && decimals !== 2 && !isClear) return null
  const priced = perAt(tokens, next, value)
  return priced?.per === undefined && priced?.of !== 'each' && priced ? { ...priced, of: 'all' } : null
}

/** Returns whether 'a' is a letter of the name, as in 'witamina A', and not the word for 'at' before a price. */
export function isLetterOfName(tokens: readonly Token[], at: number): boolean {
  const last = lastBefore(tokens, 0, at)
  return (
    tokens[at]?.text === 'A' || (tokens[at]?.text === 'a' && numberedWords.has(sameKey(last?.text ?? '')))
  )
}

/** Returns whether a bare number is a price: in 'olive oil 0.5 l 32' an amount with a unit is already given. */
function isBarePrice(line: Line, at: number, money: Money, details: Details, place: Place): boolean {
  if (details.unit === undefined || details.quantity === undefined || place === 'head' || place === 'bracket')
    return false
  const { value, decimals, isSpaced } = money
  if (decimals > 0 || isSpaced || value < 1 || value > mostBarePrice) return false
  const last = lastBefore(line.tokens, 0, wordIn(line.tokens[at - 1], atWords) ? at - 1 : at)
  return last?.text === '.' || unitOf(last?.text ?? '') !== null || isBehindName(line, at)
}

/**
 * Returns whether a name still has a price in it that the other details do not fit, such as one for another unit: '300 g
 * szynki 24,90/l'.
 */
export function hasOtherPrice({ tokens, options }: Line, from: number, to: number): boolean {
  return tokens.slice(from, to).some((token, i) => {
    const at = from + i
    const money = token.kind === 'number' ? moneyAt(tokens, at, false, false, options.currency) : null
    if (!money) return false
    const before = lastBefore(tokens, from, at)
    if (wordIn(before, togetherWords)) return money.next >= to
    if (before?.text === '/' && money.hasCurrency) return true
    const [sign, next, behind] = tokens.slice(money.next, money.next + 3)
    const isPer = sign?.text === '/' || wordIn(sign, perWords)
    const isSaid = money.hasCurrency || money.decimals === 2
    const unit = next?.kind === 'number' && isSaid ? behind : next
    return isPer && unit?.kind === 'word' && unitOf(unit.text) !== null
  })
}

interface MoneyBack {
  /** index of its first token */
  at: number
  /** what comes back; undefined if it is not clear that this is a price: 'chleb -4,50' */
  value?: number
}

/** Finds the money that comes back, as in 'kaucja -3 zł'. */
export function moneyBackIn({ tokens, options }: Line): MoneyBack | null {
  const marks = currencyWords(options.currency)
  let isNamed = false
  for (const [i, token] of tokens.entries()) {
    if (wordIn(token, moneyBackWords)) isNamed = true
    if (!isDash(token) && token.text !== '−') continue
    const before = tokens[i - 1]
    const begins = token.isApart || before?.kind === 'sign' || markIn(before, marks)
    const at = markIn(tokens[i + 1], marks) ? i + 2 : i + 1
    if (!begins || (tokens[i + 1]?.isApart && !isNamed)) continue
    const money = moneyAt(tokens, at, at > i + 1, false, options.currency)
    const behind = tokens[money?.next ?? at]
    if (!money || (!money.hasCurrency && (isTimes(behind) || unitOf(behind?.text ?? '')))) continue
    const isAlone = behind === undefined && tokens.slice(0, i).every(({ kind }) => kind !== 'number')
    const start = markIn(before, marks) ? i - 1 : i
    return { at: start, ...(isNamed && isAlone && options.price !== false && { value: money.value }) }
  }
  return null
}

/** Reads what a price is for: 'zł/kg', 'zł za szt.', 'each', 'zł/100 g'. Null if that is not clear. */
function perAt(tokens: readonly Token[], at: number, price: number): Detail | null {
  const [sign, word, behind] = tokens.slice(at, at + 3)
  if (wordIn(sign, eachWords)) return { price, of: 'each', next: behindDot(tokens, at + 1) }
  if (wordIn(sign, totalWords)) return { price, of: 'all', next: at + 1 }
  if (wordIn(sign, beforeAllWords) && wordIn(word, allWords)) return { price, of: 'all', next: at + 2 }
  const isPer = sign?.text === '/' || wordIn(sign, perWords)
  const per = word?.kind === 'word' ? unitOf(word.text) : null
  if (per && isPer) return { price, per, of: 'each', next: behindDot(tokens, at + 2) }
  const several = word?.kind === 'number' && behind?.kind === 'word' ? unitOf(behind.text) : null
  if (several && isSmall(several) && isPer && word) {
    // Cheese and spices have a price of 100 g on their label.
    const ofBase = (price * inBase[several]) / (readNumber(word.text)?.value ?? 0)
    const rounded = Math.round(ofBase * 100) / 100
    if (Math.abs(ofBase - rounded) < 1e-6)
      return { price: rounded, per: baseUnit(several), of: 'each', next: behindDot(tokens, at + 3) }
  }
  return sign?.text === '/' ? null : { price, next: at }
}
