import { limits, type Unit } from '../product/entities.ts'
import { decimalMark, type Language } from '../text/language.ts'
import { fromHundredths } from '../product/money.ts'
import { type Numeral, numeralAt } from '../text/quick-numerals.ts'
import { behindDot, type Token, tokensOf, wordIn } from '../text/quick-tokens.ts'
import { rangeWords } from '../text/quick-units.ts'
import { anyOf, measureWords } from './words.ts'
import { formAfter, heapWords, isLength, isPlural, isRange, type Measure, measureOf } from './measures.ts'

/** Longer texts say more than how many a recipe is for; only their beginning is read. */
const longestYield = 200

/** Whom or what portions are counted in. */
const people = `${anyOf(measureWords('serving servings portion portions person persons people serves helping helpings'))}|porcj[aeięią]+|osob[ayeęą]*`
const counted = new RegExp(
  String.raw`(\d{1,3})(?: ?(?:-|–|—|${anyOf([...rangeWords])}) ?\d{1,3})? (?:\p{L}+ )?(?:${people})(?!\p{L})`,
  'iu',
)
const announced = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:${anyOf(measureWords('serves serving servings portion portions makes yield yields feeds'))})(?: (?:about|approx\.?|ca\.?|ok\.?|około))?:? ?(\d{1,3})(?!\d)`,
  'iu',
)
/** 'Pancakes for 4' */
const atEnd = new RegExp(String.raw`(?:^|\s)(?:${anyOf(measureWords('for for_about'))}) (\d{1,2})$`, 'iu')
/** A number that is a size, a weight or a time, and no count. */
const number =
  /(?<![\d.,])(\d{1,3})(?![\d.,]*\d)(?! ?(?:cm|mm|inch|"|″|g|kg|dag|ml|l|%|°|min|h|kcal|x)(?!\p{L}))/iu

function spaced(text: string): string {
  return text.slice(0, longestYield).replace(/\s+/gu, ' ').trim()
}

function inRange(text: string | undefined): number | null {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 && value <= limits.portions ? value : null
}

/**
 * Returns for how many portions a recipe is, from what it says about its yield: '4 servings', 'Serves 4', 'für 4
 * Personen', '12 muffins'. Of '4–6' it is the smaller, so that there is enough. Null if it says none.
 */
export function readPortions(text: string): number | null {
  const line = spaced(text)
  return saidPortions(line) ?? inRange(number.exec(line)?.[1])
}

/** Returns the same for a line of any text, so only if the line says that this is about portions. */
export function saidPortions(text: string): number | null {
  const line = spaced(text)
  return inRange((counted.exec(line) ?? announced.exec(line) ?? atEnd.exec(line))?.[1])
}

/** Returns whether a line says nothing but for how many portions it is. */
export function isOnlyPortions(text: string): boolean {
  const rest = spaced(text).replace(counted, '').replace(announced, '')
  return saidPortions(text) !== null && !/\p{L}{4}/u.test(rest)
}

/** Returns a quantity for another number of portions: to the hundredth, never 0. */
export function scaleQuantity(quantity: number, from: number, to: number): number {
  const hundredths = Math.max(1, Math.round((Math.round(quantity * 100) * to) / from))
  return Math.min(limits.quantityMax, fromHundredths(hundredths))
}

/** A remainder of a piece that is not bought: 1/3 is stored as 0.33, and 3 × 0.67 is not 3 pieces. */
const crumb = 5

/**
 * Rounds pieces up to whole ones, as nobody buys ¾ of an egg; what is over by at most 0.05 is left out. Other units stay
 * as they are. Only what goes to a list is rounded: two halves of a lemon are first added up to one.
 */
export function inWholePieces<V extends { quantity?: number | undefined; unit?: Unit | null | undefined }>(
  value: V,
): V {
  const { quantity, unit } = value
  if (quantity === undefined || (unit ?? 'pcs') !== 'pcs') return value
  return { ...value, quantity: Math.max(1, Math.ceil((Math.round(quantity * 100) - crumb) / 100)) }
}

interface Scaled {
  quantity: number | null
  note?: string
}

/** Returns an ingredient for another number of portions; the words of its measure change too: '2 łyżki', '5 łyżek'. */
export function scaleIngredient<I extends Scaled>(ingredient: I, from: number, to: number): I {
  const { quantity, note } = ingredient
  return {
    ...ingredient,
    quantity: quantity === null ? null : scaleQuantity(quantity, from, to),
    ...(note !== undefined && from !== to && { note: scaleNote(note, to / from) }),
  }
}

/** Returns the values of a template's product for another number of portions, with pieces that are not rounded yet. */
export function scaleValue<V extends { quantity: number; unit: Unit; note?: string | undefined }>(
  value: V,
  from: number,
  to: number,
): V {
  const { quantity, unit, note } = value
  const scaled = note === undefined || from === to ? note : scaleNote(note, to / from)
  // What is measured in spoons was added as one piece, and one is still enough.
  const isOne = quantity === 1 && unit === 'pcs' && note !== undefined && saysMeasure(note)
  return {
    ...value,
    quantity: isOne ? 1 : scaleQuantity(quantity, from, to),
    ...(scaled !== undefined && { note: scaled }),
  }
}

/** Returns whether a note begins with a measure, so with how much the cook takes: '2 łyżki, posiekane'. */
export function saysMeasure(note: string): boolean {
  return scaleNote(note, 2) !== note
}

/**
 * Multiplies the measures with which a note begins: '1 cup + 2 tbsp', '2–3 cloves', '1 lb 2 oz'; also the same amount in
 * other words behind a comma: '1 cup, softened, 2 sticks'. Every other note stays as it is. Notes of several lines are
 * divided by semicolons.
 */
export function scaleNote(note: string, factor: number): string {
  return note
    .split('; ')
    .map((one) => scaleOneNote(one, factor))
    .join('; ')
}

function scaleOneNote(note: string, factor: number): string {
  const [first = '', ...others] = note.split(', ')
  const scaled = scaleBeginning(first, factor)
  if (!scaled) return note
  const rest = others.map((words) => {
    const other = scaleBeginning(words, factor)
    return other?.isWhole && other.hasNumber ? other.text : words
  })
  return [scaled.text, ...rest].join(', ')
}

interface ScaledText {
  text: string
  /** nothing is behind the measures */
  isWhole: boolean
  hasNumber: boolean
}

/** Multiplies the amounts at the beginning of a text; null if it begins with none. */
function scaleBeginning(words: string, factor: number): ScaledText | null {
  const tokens = tokensOf(words)
  let text = ''
  let end = 0
  let hasNumber = false
  let found = amountAt(tokens, 0)
  while (found) {
    for (const part of scaledParts(found, factor)) {
      text += words.slice(end, part.start) + part.text
      end = part.end
    }
    hasNumber ||= found.numbers.length > 0
    const { next } = found
    found = amountAt(tokens, tokens[next]?.text === '+' ? next + 1 : next)
  }
  return end === 0 ? null : { text: text + words.slice(end), isWhole: end === words.length, hasNumber }
}

/** A part of a text, with what replaces it. */
interface Part {
  start: number
  end: number
  text: string
}

/** Returns the new numbers of an amount, and its word in the form that stands behind the last of them. */
function scaledParts({ numbers, measure, word }: SpokenAmount, factor: number): Part[] {
  const scaled = (value: number) => Math.max(0.01, Math.round(value * factor * 100) / 100)
  const parts: Part[] = numbers.map(({ value, start, end }) => {
    return { start, end, text: amountText(scaled(value), measure.language) }
  })
  if (numbers.length === 0)
    parts.push({ start: 0, end: 0, text: `${amountText(scaled(1), measure.language)} ` })
  const last = scaled(numbers.at(-1)?.value ?? 1)
  return [...parts, { start: word.start, end: word.end, text: formAfter(measure, last, word.text) }]
}

interface NumberAt {
  value: number
  start: number
  end: number
}

interface SpokenAmount {
  /** two for a range; none for 'szczypta', which is one */
  numbers: NumberAt[]
  measure: Measure
  word: Token
  next: number
}

/** Finds a measure with its numbers. Without a number it must begin the text, and be one: not 'slices', not 'Größe M'. */
function amountAt(tokens: readonly Token[], from: number): SpokenAmount | null {
  const low = numeralAt(tokens, from)
  if (!low && from > 0) return null
  const high = low && isRange(tokens[low.next]) ? numeralAt(tokens, low.next + 1) : null
  const numbers: NumberAt[] = []
  if (low) numbers.push(numberIn(tokens, from, low))
  if (low && high) numbers.push(numberIn(tokens, low.next + 1, high))
  let at = (high ?? low)?.next ?? from
  while (wordIn(tokens[at], heapWords)) at = behindDot(tokens, at + 1)
  const word = tokens[at]
  const measure = word?.kind === 'word' ? measureOf(word.text) : null
  // A pack's word stands beside a quantity, which is scaled by itself.
  if (!word || measure?.kind !== 'spoon') return null
  if (numbers.length === 0 && isPlural(measure, word.text)) return null
  if (isLength(measure) && (numbers.length === 0 || from > 0)) return null
  const next = behindDot(tokens, at + 1)
  // '14 oz can': the size of one can.
  const behind = tokens[next]
  if (behind?.kind === 'word' && measureOf(behind.text)?.kind === 'pack') return null
  return { numbers, measure, word, next }
}

function numberIn(tokens: readonly Token[], at: number, { value, next }: Numeral): NumberAt {
  return { value, start: tokens[at]?.start ?? 0, end: tokens[next - 1]?.end ?? 0 }
}

const fractions = [
  [0.25, '¼'],
  [0.33, '⅓'],
  [0.5, '½'],
  [0.67, '⅔'],
  [0.75, '¾'],
] as const

/** Returns an amount as recipes write it: '1½', else with a decimal point or comma. */
function amountText(value: number, language: Language): string {
  const whole = Math.floor(value)
  const sign = fractions.find(([part]) => Math.abs(value - whole - part) < 0.011)?.[1]
  if (sign) return whole === 0 ? sign : `${whole}${sign}`
  const text = String(Math.round(value * 100) / 100)
  return text.replace('.', decimalMark(language))
}
