import { limits, type Unit } from '../product/entities.ts'
import { fromHundredths } from '../product/money.ts'
import { numeralAt } from '../text/quick-numerals.ts'
import { tokensOf } from '../text/quick-tokens.ts'
import { formAfter, heapWords, measureOf } from './measures.ts'
import { sameKey } from '../text/normalise.ts'

/** Longer texts say more than how many a recipe is for; only their beginning is read. */
const longestYield = 200

/** Whom or what portions are counted in. */
const people =
  'servings?|portions?|people|persons?|serves|helpings?|porcj[aeięią]+|porcje|porcji|osob[ayeęą]*|osób|portion(?:en)?|person(?:en)?'
const counted = new RegExp(
  String.raw`(\d{1,3})(?: ?(?:-|–|—|to|do|bis|or|lub|oder) ?\d{1,3})? (?:\p{L}+ )?(?:${people})(?!\p{L})`,
  'iu',
)
const announced = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:serves|servings?|portions?|makes|yields?|feeds|porcje|porcji|liczba porcji|ilość porcji|portionen|personen)(?: (?:about|approx\.?|ca\.?|ok\.?|około))?:? ?(\d{1,3})(?!\d)`,
  'iu',
)
/** 'Pancakes for 4' */
const atEnd = /(?:^|\s)(?:for|für|dla|na) (\d{1,2})$/iu
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

/** Multiplies the measures with which a note begins, '1 cup + 2 tbsp'; every other note stays as it is. */
export function scaleNote(note: string, factor: number): string {
  const [first = '', ...others] = note.split(' + ')
  const scaled = scaleMeasure(first, factor)
  if (scaled === first) return note
  return [scaled, ...others.map((other) => scaleMeasure(other, factor))].join(' + ')
}

function scaleMeasure(note: string, factor: number): string {
  const tokens = tokensOf(note)
  const numeral = numeralAt(tokens, 0)
  let at = numeral?.next ?? 0
  while (tokens[at]?.kind === 'word' && heapWords.has(sameKey(tokens[at]?.text ?? ''))) at++
  const word = tokens[at]
  const measure = word?.kind === 'word' ? measureOf(word.text) : null
  // A pack's word stands beside a quantity, which is scaled by itself.
  if (!word || measure?.kind !== 'spoon') return note
  const value = Math.round((numeral?.value ?? 1) * factor * 100) / 100
  const between = numeral ? note.slice(tokens[numeral.next - 1]?.end, word.start) : ' '
  const said = Math.max(0.01, value)
  return (
    amountText(said, measure.language) + between + formAfter(measure, said, word.text) + note.slice(word.end)
  )
}

const parts = [
  [0.25, '¼'],
  [0.33, '⅓'],
  [0.5, '½'],
  [0.67, '⅔'],
  [0.75, '¾'],
] as const

/** Returns an amount as recipes write it: '1½', else with a decimal point or comma. */
function amountText(value: number, language: 'en' | 'pl' | 'de'): string {
  const whole = Math.floor(value)
  const sign = parts.find(([part]) => Math.abs(value - whole - part) < 0.011)?.[1]
  if (sign) return whole === 0 ? sign : `${whole}${sign}`
  const text = String(Math.round(value * 100) / 100)
  return language === 'en' ? text : text.replace('.', ',')
}
