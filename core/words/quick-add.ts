import { limits, type Unit } from '../product/entities.ts'
import { parseField } from '../product/fields.ts'
import { amountOf, isOfPack, unitOf } from './quick-units.ts'
import { composed, sameKey } from './text.ts'

/** What one line says about a product. What is not understood stays in the name. */
export interface Understood {
  productName: string
  quantity?: number
  unit?: Unit
  /** złoty for one unit; only ever what was written as a price */
  price?: number
  /** words in brackets at the end, and what follows '//' */
  note?: string
}

export interface Understanding {
  /** false: somebody gave them already, so that the line's numbers belong to the name */
  quantity?: boolean
  price?: boolean
  note?: boolean
  /** names that are known as they are, such as '7 Days' */
  isName?: (text: string) => boolean
}

const number = '(?:0|[1-9]\\d{0,5})(?:[.,]\\d{1,4})?'
/** 'pol' only as a word of its own: 'Poll' is no half litre. */
const inWords = '(?:pół(?:owa|tora|torej)?|pol(?:tora|torej)?|[cć]wier[cć]|half(?:\\s+a)?)(?!\\p{L})'
const amount = `(?:\\d{0,3}\\s?[½¼¾]|[13]/[24]|${number}|${inWords})`
const money = `(?:[1-9]\\d{0,2}(?:\\s\\d{3})+(?:[.,]\\d{1,2})?|${number})`
const currency = '(?:z[łl](?:ot(?:y|ych|e))?\\.?|pln)'
const word = '[\\p{L}\\p{M}]+\\.?'
/** what people put between a name and its numbers; a comma alone would split a decimal */
const seam = '(?:[\\s,;:–—-]*(?:\\s\\(?|\\())'

const headWithUnit = new RegExp(`^(${amount})\\s*(${word})(?:\\s+of)?[\\s,:–-]+(?=\\S)`, 'iu')
const headTimes = /^(\d{1,3})\s*(?:[x×*]\s+|×)(?=\S)|^[x×](\d{1,3})\s+(?=\S)/iu
const headCount = /^([1-9]\d?)\s+(?=\p{L})/u
/** a unit alone means one of it; only those that do not begin a product's name */
const headUnit = /^(kg|kilo|kilogram|litr)\s+(?=\p{L})/iu
const tailPack = new RegExp(`${seam}(\\d{1,3})\\s*[x×*]\\s*(${number}\\s*${word})$`, 'iu')
const tailWithUnit = new RegExp(`${seam}(${amount})\\s*(${word})\\)?$`, 'iu')
const tailTimes = new RegExp(`${seam}(?:[x×*]\\s?(\\d{1,3})|(\\d{1,3})\\s?[x×])\\)?$`, 'iu')
const tailPrice = new RegExp(
  `${seam}(?:(@|à|a|po)\\s*)?(?:(pln)\\s*)?(${money})\\s*(${currency})?(?:\\s*(?:/|za)\\s*(${word}))?\\)?$`,
  'iu',
)
/** in brackets where they end a name: 'milk (lactose-free)' */
const tailNote = /^(.*\S)\s*\(([^()]*\p{L}[^()]*)\)$/u
/** a web address has no space before its slashes */
const slashes = /\s\/\/\s*(.*)$/u
/** '3,49 zł for all', and products whose first number is their name */
const forAll = /(?:^|\s)(?:za|for)$/iu
const namedByNumber = /^(?:7 ?up|7 ?days|3 ?bit|\d+ (?:in|w) \d)(?![\p{L}])/iu
/** Without a currency these are the sizes of cans and bottles, not prices. */
const sizes = [0.2, 0.25, 0.33, 0.35, 0.4, 0.5, 0.7, 0.75]

interface Reading extends Understood {
  rest: string
  /** the text of the quantity, which stood before the name or behind it */
  before?: string
  behind?: string
  /** 'zł/kg': for what the price is */
  per?: Unit
}

/** '2 kg potatoes', '3x milk 3,49', 'jajka 10 szt'. Never throws, and never loses what it does not understand. */
export function understand(line: string, options: Understanding = {}): Understood {
  const text = cleaned(line)
  const plain: Understood = { productName: text }
  // A longer line is prose and no product; it is left to the person as it is.
  if (text.length > 2 * limits.name || isNamedByCount(text, options)) return plain
  let reading: Reading = { productName: text, rest: text }
  const steps = [
    ['note', readRemark],
    ['quantity', readHead],
    ['price', readPrice],
    ['quantity', readTail],
    ['price', readPrice],
    ['note', readBrackets],
  ] as const
  for (const [what, step] of steps) if (options[what] !== false) reading = step(reading)
  const { rest, before = '', behind = '', per, productName: _, ...said } = reading
  const productName = trimmed(rest)
  if (productName === '') return plain
  const isPack = said.price !== undefined && per !== said.unit && isOfPack(said.unit)
  if (!isPack) return { ...said, productName }
  return { ...said, productName: trimmed(before + productName + behind), quantity: 1, unit: 'pcs' }
}

/** A number and a word may be a name that is known, such as '7 Days'; an amount with a unit never is one. */
function isNamedByCount(text: string, { isName }: Understanding): boolean {
  return headCount.test(text) && !measuredIn(headWithUnit.exec(text)) && Boolean(isName?.(text))
}

/** One line without characters that cannot be stored or seen; letters stay as they are. */
export function cleaned(line: string): string {
  return (composed(line, 2 * limits.name) ?? line)
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/\p{Cs}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function trimmed(rest: string): string {
  return rest.replace(/^[\s,;:–—-]+(?=\S)/u, '').replace(/[\s,;:(–—-]+$/u, '')
}

type Found = Pick<Reading, 'rest' | 'before' | 'behind' | 'unit'> & { quantity: number }

function withQuantity(reading: Reading, found: Found | null): Reading {
  const fits = found && reading.quantity === undefined && parseField('quantity', found.quantity).ok
  return fits && trimmed(found.rest) !== '' ? { ...reading, ...found } : reading
}

/** 'milk // lactose-free' */
function readRemark(reading: Reading): Reading {
  const match = slashes.exec(reading.rest)
  if (!match || trimmed(reading.rest.slice(0, match.index)) === '') return reading
  const rest = reading.rest.slice(0, match.index)
  return match[1] === '' ? { ...reading, rest } : withNote(reading, rest, match[1] ?? '')
}

function readBrackets(reading: Reading): Reading {
  const [, rest = '', words = ''] = tailNote.exec(reading.rest) ?? []
  // '(200 g)' is an amount that was not needed, and belongs to the name.
  return rest === '' || atTail(`x (${words})`) ? reading : withNote(reading, rest, words)
}

function withNote(reading: Reading, rest: string, words: string): Reading {
  const parsed = parseField('note', reading.note === undefined ? words : `${words}; ${reading.note}`)
  return parsed.ok && parsed.value !== '' ? { ...reading, rest, note: String(parsed.value) } : reading
}

function readHead(reading: Reading): Reading {
  return namedByNumber.test(reading.rest) ? reading : withQuantity(reading, atHead(reading.rest))
}

function readTail(reading: Reading): Reading {
  return withQuantity(reading, atTail(reading.rest))
}

function atHead(rest: string): Found | null {
  const measured = measuredIn(headWithUnit.exec(rest))
  if (measured) return { ...measured.amount, before: measured.match, rest: rest.slice(measured.match.length) }
  const times = headTimes.exec(rest) ?? headCount.exec(rest)
  const [, before, behind] = times ?? []
  const name = rest.slice(times?.[0].length ?? 0)
  if (times) return unitOf(name) ? null : { rest: name, quantity: Number(before ?? behind) }
  const [whole = '', alone = ''] = headUnit.exec(rest) ?? []
  const unit = unitOf(alone)
  return unit && { rest: rest.slice(whole.length), quantity: 1, unit }
}

function atTail(rest: string): Found | null {
  const [packed, count, size] = tailPack.exec(rest) ?? []
  if (packed) return { rest: `${rest.slice(0, -packed.length)} ${size}`, quantity: Number(count) }
  const measured = measuredIn(tailWithUnit.exec(rest))
  if (measured)
    return { ...measured.amount, behind: measured.match, rest: rest.slice(0, -measured.match.length) }
  const [times, behind, before] = tailTimes.exec(rest) ?? []
  return times ? { rest: rest.slice(0, -times.length), quantity: Number(behind ?? before) } : null
}

function measuredIn(match: RegExpExecArray | null) {
  const unit = unitOf(match?.[2] ?? '')
  const quantity = amountOf(match?.[1] ?? '')
  return match && unit && quantity !== null ? { match: match[0], amount: { quantity, unit } } : null
}

function readPrice(reading: Reading): Reading {
  const match = reading.price === undefined ? tailPrice.exec(reading.rest) : null
  if (!match) return reading
  const [, sign, before, digits = '', after, per] = match
  const rest = reading.rest.slice(0, match.index)
  const price = Number(digits.replace(/\s/g, '').replace(',', '.'))
  const unit = per === undefined ? undefined : unitOf(per)
  const said = before ?? after ?? (sign && /[@à]/i.test(sign) ? sign : undefined)
  const looksLikeOne = /[.,]\d\d$/.test(digits) && (sign !== undefined || !sizes.includes(price))
  // A thousand's space is only believed where a currency says that this is money.
  const spaced = /\s/.test(digits) && !(before ?? after)
  if (unit === null || spaced || !(said || looksLikeOne)) return reading
  if (trimmed(rest) === '' || forAll.test(trimmed(rest)) || !parseField('price', price).ok) return reading
  if (unit === undefined) return { ...reading, rest, price }
  const counted = reading.quantity === undefined ? atTail(rest) : reading
  if (unit === 'pcs' && isOfPack(counted?.unit)) return { ...reading, rest, price }
  // '3,49 zł/kg' beside '20 dag' is the price of something else.
  if (counted && (counted.unit ?? 'pcs') !== unit) return reading
  return { ...reading, rest, price, unit, per: unit }
}

/** Whether a line was no more than a name. */
export function isPlain({ quantity, unit, price, note }: Understood): boolean {
  return [quantity, unit, price, note].every((value) => value === undefined)
}

/** `text` with the name `from` replaced by `to`, and the rest as it was typed; null when `from` is not in it. */
export function withName(text: string, from: string, to: string): string | null {
  const at = sameKey(text).lastIndexOf(sameKey(from))
  const line = cleaned(text)
  const index = line.lastIndexOf(from)
  if (at < 0 || index < 0) return null
  return line.slice(0, index) + to + line.slice(index + from.length)
}
