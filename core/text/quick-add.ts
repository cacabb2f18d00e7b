import { limits } from '../product/entities.ts'
import {
  detailAt,
  type Details,
  detailsIn,
  detailsOr,
  hasOtherPrice,
  isLetterOfName,
  moneyBackIn,
  isNote,
  joined,
  type Line,
  type Understanding,
  type Understood,
} from './quick-details.ts'
import {
  isColumn,
  isDash,
  isSeparator,
  isTimes,
  lastBefore,
  markIn,
  tokensOf,
  wordIn,
  wordIs,
} from './quick-tokens.ts'
import { andWords, currencyWords, describedWords, leadingWords, ofWords, unitOf } from './quick-units.ts'
import { namesOf } from './tongues.ts'
import { numeralAt } from './quick-numerals.ts'
import { fewestInPack, meantFor } from './meant-price.ts'
import { composed, sameKey } from './normalise.ts'
import type { PriceFor } from '../product/entities.ts'
import { forOne } from '../product/money.ts'
import { baseUnit } from '../product/prices.ts'

export type { Understood }

/**
 * Parses '2 kg potatoes', '3x milk 3,49' or 'jajka 10 szt'. Never throws; what it does not understand stays in the
 * name.
 */
export function understand(line: string, options: Understanding = {}): Understood {
  const productName = cleaned(line)
  const plain = { productName }
  // A longer line is prose, not a product; it stays as it is.
  if (productName.length > 2 * limits.name || isNamedByCount(productName, options)) return plain
  const { text, remark } = options.note === false ? { text: productName } : withoutRemark(productName)
  const understood = readLine({ text, tokens: tokensOf(text), options }) ?? { productName: text }
  if (remark === undefined) return understood
  const both = understood.note === undefined ? remark : `${understood.note}; ${remark}`
  if (isNote(both)) return { ...understood, note: both }
  return { ...understand(text, { ...options, note: false }), note: remark }
}

/** Returns whether the number of a line belongs to a known name, such as '7 Days'. An amount with a unit never does. */
function isNamedByCount(text: string, { isName }: Understanding): boolean {
  if (!isName?.(text)) return false
  const { quantity, unit, productName } = understand(text)
  if (quantity === undefined || unit !== undefined) return false
  // 'lemon 3' may have become a known name by mistake.
  return text.endsWith(productName) || !isName(productName)
}

/** Removes characters that cannot be stored or seen, and line breaks; letters stay as they are. */
export function cleaned(line: string): string {
  return (composed(line, 2 * limits.name) ?? line)
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/\p{Cs}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function trimmed(rest: string): string {
  return rest.replace(/^[\s,;:|=–—-]+(?=\S)/u, '').replace(/[\s,;:|=(–—-]+$/u, '')
}

/** Splits off the remark after '//', as in 'milk // lactose-free'. A web address has no space before its slashes. */
function withoutRemark(line: string): { text: string; remark?: string } {
  const at = line.search(/\s\/\//u)
  const text = line.slice(0, Math.max(at, 0))
  const remark = line.slice(at + 3).trim()
  if (trimmed(text) === '') return { text: line }
  if (remark === '') return { text }
  return isNote(remark) ? { text, remark } : { text: line }
}

/** Returns what is understood of a line; null if nothing is. */
function readLine(line: Line): Understood | null {
  const back = moneyBackIn(line)
  if (back)
    return back.value === undefined
      ? null
      : { productName: nameOf(line, { said: {}, from: 0, to: back.at }), price: 0 - back.value }
  const found = line.tokens.some(isColumn) ? columnsOf(line) : sidesOf(line)
  return namelessIn(line) ?? (found && named(line, found))
}

/** Reads '200g 9,99': an amount or a price without a name. Omits kinds that were already given elsewhere. */
function namelessIn({ options, ...line }: Line): Understood | null {
  const whole = detailsIn({ ...line, options: { note: false } }, 0, line.tokens.length, {}, 'tail')
  if (!whole || whole.size || (whole.unit ?? whole.price) === undefined) return null
  const { quantity, unit, price } = valuesOf(whole)
  const priceFor = priceForIn(whole, '', options)
  return {
    productName: '',
    ...(options.quantity !== false && { ...(quantity && { quantity }), ...(unit && { unit }) }),
    ...(options.price !== false && price !== undefined && { price, ...(priceFor && { priceFor }) }),
  }
}

interface Found {
  said: Details
  /** the tokens of the name */
  from: number
  to: number
}

function sidesOf(line: Line): Found | null {
  const both = headOf(line)
  // '4 apples, 2 pears': only a person can tell what the 4 belongs to.
  const head: Head = isOfMany(line, both.from) ? { said: {}, from: 0 } : both
  const found = tailOf(line, head)
  // '7 Days 3,49': the known name ends where the price begins.
  if (head.isCount && line.options.isName?.(nameOf(line, { ...found, from: 0 })))
    return tailOf(line, { said: {}, from: 0 })
  return found
}

/** Returns whether a second number with its own name follows in the line. */
function isOfMany({ tokens, options }: Line, from: number): boolean {
  return tokens.some((token, i) => {
    const [before, name] = [tokens[i - 1], tokens[i + 1]]
    if (i <= from || token.kind !== 'number' || !token.isApart || name?.kind !== 'word') return false
    const isJoined =
      ',;&+'.includes(before?.text ?? ' ') || wordIn(before, andWords) || wordIs(before, 'plus')
    return (
      isJoined &&
      name.isApart &&
      !unitOf(name.text) &&
      !markIn(name, currencyWords(options.currency)) &&
      !isTimes(name)
    )
  })
}

function nameOf({ text, tokens }: Line, { from, to }: Found): string {
  return trimmed(text.slice(tokens[from]?.start, tokens[to - 1]?.end))
}

function named(line: Line, found: Found): Understood | null {
  const { said, from } = found
  if (Object.keys(said).length === 0) return null
  // '2 kg 3 kg': a second amount is no name.
  if (!isNamed(line, from, found.to) || detailsIn(line, from, found.to, {}, 'tail')) return null
  if (hasOtherPrice(line, from, found.to)) return null
  const name = nameOf(line, found)
  const span = said.size
  // Behind it wherever it was typed, so that both are one product: '6x0,5l piwo', 'piwo 6x0,5l'.
  const productName = span ? `${name} ${line.text.slice(...span)}` : name
  const priceFor = priceForIn(said, productName, line.options)
  return { ...valuesOf(said), ...(priceFor && { priceFor }), productName }
}

/** Returns what the price is for; undefined without one, or where the amount is typed elsewhere. */
function priceForIn(said: Details, productName: string, options: Understanding): PriceFor | undefined {
  const { price, quantity, per, of, size, isWeighed } = said
  if (price === undefined) return undefined
  const unit = said.unit ?? per ?? 'pcs'
  const one = forOne(unit)
  if (of === 'all') return 'all'
  if (per !== undefined) return per === unit ? 'unit' : 'base'
  if (of === 'each' && one === 'unit') return 'unit'
  if (options.quantity === false || (quantity === undefined && said.unit === undefined)) return undefined
  const isPack = size !== undefined && said.unit === undefined && (quantity ?? 1) >= fewestInPack
  const typed = { productName, price, quantity: quantity ?? 1, unit, isPack, isWeighed }
  return meantFor(typed, options.lastPrice?.(productName, baseUnit(unit)))
}

/** Returns the values without undefined ones and without text positions. */
function valuesOf({ quantity, unit, price, note, per }: Details): Omit<Understood, 'productName'> {
  const values = { quantity, unit: unit ?? per, price, note }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Reads a line with columns: 'Banana | 2 pieces', '2 kg | potatoes | 3,49 zł'. */
function columnsOf(line: Line): Found | null {
  const { tokens } = line
  const starts = tokens.flatMap((token, i) => (isColumn(token) ? [i + 1] : []))
  const first = starts[0]
  if (first === undefined) return null
  const read = starts.map((start) => detailsOr(line, start, tokens.length, {}, 'column'))
  if (read.includes('ambiguous')) return null
  const to = starts.find((start, i) => isNamed(line, 0, start) && read[i])
  const details = to === undefined ? {} : (detailsIn(line, to, tokens.length, {}, 'column') ?? {})
  const end = to ?? tokens.length
  const head = first < end ? detailsIn(line, 0, first - 1, details, 'column') : null
  if (head && isNamed(line, first, end)) return { said: head, from: first, to: end }
  if (to === undefined) return null
  // 'Butter | 2 | 8': it is unclear what the 2 is.
  const before = starts[starts.indexOf(to) - 1] ?? 0
  return isNamed(line, before, to)
    ? { said: details, from: 0, to: end }
    : { said: {}, from: 0, to: tokens.length }
}

interface Head {
  said: Details
  /** the first token of the name */
  from: number
  isCount?: boolean
}

function headOf(line: Line): Head {
  let head: Head = { said: {}, from: 0 }
  for (;;) {
    const next = headDetail(line, head)
    const both = next && joined(head.said, next.said)
    if (!both || both === 'ambiguous') break
    head = { ...next, said: both }
    if (head.isCount) break
  }
  return head
}

function headDetail(line: Line, { said, from }: Head): Head | null {
  const { tokens, options } = line
  const detail = detailAt(line, from, tokens.length, said, 'head')
  if (!detail) return said.quantity === undefined && from === 0 ? headCount(line) : null
  let { next } = detail
  const { next: _, ...more } = detail
  const isOf = more.amount !== undefined && wordIn(tokens[next], ofWords)
  if (isOf) next++
  while (isSeparator(tokens[next])) next++
  const name = tokens[next]
  if (!name || isTimes(name) || (!isOf && name.kind === 'word' && leadingWords.has(sameKey(name.text))))
    return null
  // In '10 x 15 ramka' the first number is no quantity; in '2 x 7 Days' and '2x 7up' it is.
  const isCounted = more.quantity !== undefined && !more.amount && !more.size
  if (isCounted && name.kind === 'number' && !isNumberOfName(line, next)) return null
  if (isOf && more.amount) more.amount = [more.amount[0], tokens[next - 1]?.end ?? 0]
  return options.quantity === false && more.quantity !== undefined ? null : { said: more, from: next }
}

function isNumberOfName({ text, tokens, options }: Line, at: number): boolean {
  const next = tokens[at + 1]
  if (!next) return false
  if (!next.isApart) return !isTimes(next) && unitOf(next.text) === null && !isSeparator(next)
  return describedWords.has(sameKey(next.text)) || Boolean(options.isName?.(text.slice(tokens[at]?.start)))
}

/** Reads a leading count: '10 jajek' and '10, Birnen', but not '2 in 1 shampoo' or '6 pack beer'. */
function headCount({ tokens, options }: Line): Head | null {
  const [first, ...others] = tokens
  // 'half a cucumber', 'eine halbe Gurke'
  const half = first?.kind === 'word' ? numeralAt(tokens, 0) : null
  const isWhole = tokens[3]?.kind === 'word' || namesOf(tokens[2]?.text ?? '').length < 2
  if (half && half.value < 1 && half.next === 2 && options.quantity !== false && !isWhole)
    return { said: { quantity: half.value }, from: 2, isCount: true }
  if (options.quantity === false || first?.kind !== 'number' || !/^[1-9]\d?$/.test(first.text)) return null
  const from = others[0]?.text === ',' ? 2 : 1
  const name = tokens[from]
  if (name?.kind !== 'word' || !name.isApart || unitOf(name.text) || isTimes(name)) return null
  const key = sameKey(name.text)
  if (describedWords.has(key) || leadingWords.has(key) || markIn(name, currencyWords(options.currency)))
    return null
  return { said: { quantity: Number(first.text) }, from, isCount: true }
}

/** Finds the longest run of details at the end of the line, after the head. */
function tailOf(line: Line, { said, from }: Head): Found {
  const { tokens } = line
  let depth = 0
  for (let at = from + 1; at < tokens.length; at++) {
    if (tokens[at - 1]?.text === '(') depth++
    if (tokens[at - 1]?.text === ')') depth--
    if (depth > 0 || !beginsDetail(line, from, at)) continue
    const all = detailsOr(line, at, tokens.length, said, 'tail')
    if (all === 'ambiguous') return { said: {}, from: 0, to: tokens.length }
    if (all && isNamed(line, from, at)) return { said: all, from, to: at }
  }
  return { said, from, to: tokens.length }
}

/** Returns whether these tokens can be a name: a word, or a sign such as an emoji. Numbers alone may be anything. */
function isNamed({ tokens }: Line, from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some(
      (token) =>
        token.kind === 'word' || (token.kind === 'sign' && !isSeparator(token) && !'()'.includes(token.text)),
    )
}

/** Signs that change the meaning of the number after them: '$ 3.49', '# 12', '10 + 2'. */
const bindingSigns = '€$£¥#№&+/×*<>≤≥^~≈@('

/** Returns whether a detail may begin here: after a space, and not after a word or sign to which the number belongs. */
function beginsDetail({ tokens }: Line, from: number, at: number): boolean {
  const token = tokens[at]
  if (!token || isSeparator(token) || token.text === ')') return false
  const before = tokens[at - 1]
  const isApart = token.isApart || token.text === '(' || !before || ',;:|='.includes(before.text)
  if (!isApart && !(isDash(before) && before?.isApart)) return false
  const end = lastBefore(tokens, from, at)
  if (!end) return false
  // The word of 'min. 2 kg'
  const word = end.text === '.' && !end.isApart ? tokens[tokens.indexOf(end) - 1] : undefined
  const last = word?.kind === 'word' ? word : end
  if (last.kind === 'sign') return !bindingSigns.includes(last.text)
  if (last.kind !== 'word' || isLetterOfName(tokens, tokens.indexOf(last))) return true
  return !(leadingWords.has(sameKey(last.text)) || last.text === 'x')
}

/** Returns whether a line was only a name. */
export function isPlain({ quantity, unit, price, note }: Understood): boolean {
  return [quantity, unit, price, note].every((value) => value === undefined)
}

/**
 * Replaces the name `from` in `text` by `to`, and leaves the rest as it was typed. Returns null if `from` is not in it.
 */
export function withName(text: string, from: string, to: string): string | null {
  const at = sameKey(text).lastIndexOf(sameKey(from))
  const line = cleaned(text)
  const index = line.lastIndexOf(from)
  if (at < 0 || index < 0) return null
  return line.slice(0, index) + to + line.slice(index + from.length)
}
