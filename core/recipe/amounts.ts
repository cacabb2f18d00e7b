import type { Unit } from '../product/entities.ts'
import { sameKey } from '../text/normalise.ts'
import { numeralAt } from '../text/quick-numerals.ts'
import { andWords, rangeWords } from '../text/quick-units.ts'
import { behindDot, isDash, isTimes, type Token, wordIn } from '../text/quick-tokens.ts'
import { isFood } from './foods.ts'
import {
  formAfter,
  foreignMeasures,
  freeMeasures,
  isLength,
  isRange,
  type Measure,
  roughly,
  sizeWords,
  someWords,
} from './measures.ts'
import { hundredths, numberAt, type Numeral, oneNumberAt, textOf } from './numbers.ts'
import { behindHyphen, type FoundMeasure, lumpAt, lumps, measureAt, sizeAt, unitAt } from './units.ts'

/*
 * The grammar, on top of that of quick add:
 *
 *   line     = [ amount ] name { '(' words ')' } [ ',' words ], or name [ '–' ] amount
 *   amount   = [ about ] ( quantity | count 'x' quantity [ pack ] | count size [ pack | measure ] | measure | pack )
 *              { '/' amount } { '+' amount } [ '–' amount ]
 *   quantity = numeral [ range numeral ] [ heap ] [ unit | measure | pack ]
 *   size     = numeral [ 'x' numeral ] ( 'inch' | 'cm' ) [ 'thick' | 'long' ]
 *
 * A unit and a number become the quantity. A pack is counted in pieces, and its word goes to the note. Any other measure
 * goes to the note whole, with its number. What is not understood stays in the name.
 */

export interface Amount {
  quantity: number | null
  unit: Unit | null
  /** what goes to the note, '' for nothing */
  said: string
  /** index of the token behind it */
  next: number
  /** only a number, which may as well be a part of the name */
  isBare?: boolean
  /** a number of packs of one size */
  isOfPacks?: boolean
}

const least = new Set(['up', 'at', 'bis', 'co'])
const leastBehind = new Set(['to', 'least', 'most', 'zu', 'najmniej'])

/** Returns the index behind 'about', 'ca.', 'up to' and '~'. */
function behindAbout(tokens: readonly Token[], from: number): number {
  let at = from
  for (;;) {
    const next = wordIn(tokens[at], least) && wordIn(tokens[at + 1], leastBehind) ? at + 2 : at
    if (next > at) at = next
    else if (wordIn(tokens[at], roughly)) at = behindDot(tokens, at + 1)
    else if (['~', '≈'].includes(tokens[at]?.text ?? '')) at++
    else return at
  }
}

/** Returns the index of the measure of 'three quarters of a cup'. */
function behindOfA(tokens: readonly Token[], at: number): number {
  if (!wordIn(tokens[at], new Set(['of']))) return at
  const next = wordIn(tokens[at + 1], new Set(['a', 'an', 'the'])) ? at + 2 : at + 1
  return unitAt(tokens, next) || measureAt(tokens, next) ? next : at
}

/** Reads the amount that begins at a token; null if none does. */
export function amountAt(line: string, tokens: readonly Token[], from: number): Amount | null {
  const at = behindAbout(tokens, from)
  const isSome = wordIn(tokens[at], new Set(['a', 'ein'])) && wordIn(tokens[at + 1], someWords)
  const number = isSome || isNameOfNumber(tokens, at) ? null : numberAt(line, tokens, at)
  if (!number) return measureAlone(line, tokens, from) ?? (at > from ? measureAlone(line, tokens, at) : null)
  const { value, text } = number
  // '30 or more leaves'
  const isAtLeast =
    wordIn(tokens[number.next], new Set(['or'])) && wordIn(tokens[number.next + 1], new Set(['more', 'so']))
  const next = isAtLeast ? number.next + 2 : number.next
  if (isForeign(tokens, next)) return null
  // '3/4 z 250 g kostki'
  const whole =
    value < 1 && wordIn(tokens[next], new Set(['z', 'von'])) ? amountAt(line, tokens, next + 1) : null
  if (whole?.unit === 'pcs' && whole.quantity === 1 && !whole.isBare) return { ...whole, quantity: value }
  if (isTimes(tokens[next])) {
    if (sizeAt(tokens, at) === null) return packsAt(line, tokens, value, next + 1)
    const size = sizeAt(tokens, at) ?? next
    return { quantity: null, unit: null, said: textOf(line, tokens, at, size), next: size }
  }
  // '1 14-ounce can', '8 ½-inch slices'
  if (tokens[next]?.isApart && numeralAt(tokens, next)) {
    const other = sizedAt(line, tokens, value, next) ?? countedAt(line, tokens, value, next)
    if (other) return other
  }
  const lump = lumpAt(tokens, next)
  if (lump && wordIn(tokens[lump - 1], lumps))
    return { quantity: value, unit: 'pcs', said: textOf(line, tokens, next, lump), next: lump }
  if (lump) return { quantity: null, unit: null, said: textOf(line, tokens, at, lump), next: lump }
  const glued = behindOfA(tokens, behindHyphen(tokens, next))
  const unit = unitAt(tokens, glued)
  if (unit) {
    const pack = measureAt(tokens, unit.next)
    if (pack?.measure.kind === 'pack' && unit.unit !== 'pcs')
      return { quantity: 1, unit: 'pcs', said: textOf(line, tokens, at, pack.next), next: pack.next }
    const exact = {
      ...finelyIn(unit.unit, exactly(value, text) * unit.factor),
      said: '',
      next: unit.next,
    }
    return withOthers(line, tokens, exact)
  }
  const found = measureAt(tokens, glued)
  if (found) return ofMeasure(line, tokens, { found, value, text, from: glued > next + 1 ? glued : next })
  // Nobody counts 150 of something: this is a unit of another language.
  if (value >= 100 && tokens[next]?.kind === 'word' && !isFood(textOf(line, tokens, next, next + 1)))
    return null
  return ofNumber(line, tokens, { value, text, from: at, next })
}

const eighths = new Map(
  [1, 3, 5, 7].flatMap((part, i) => [
    [`${part}/8`, part / 8] as const,
    ['⅛⅜⅝⅞'.charAt(i), part / 8] as const,
  ]),
)

/** Returns a number with the eighths that hundredths cannot say: '1 1/8'. */
function exactly(value: number, text: string): number {
  const part = eighths.get(/(?:\d\/8|.)$/u.exec(text)?.[0] ?? '')
  return part === undefined ? value : Math.floor(value) + part
}

/** '1/8 l' is 125 ml, as there are no thousandths of a litre. */
function finelyIn(unit: Unit, value: number): { quantity: number; unit: Unit } {
  const smaller = { l: 'ml', kg: 'g' } as const
  const isFine = Math.abs(hundredths(value) - value) > 0.0041
  if (!isFine || (unit !== 'l' && unit !== 'kg')) return { quantity: hundredths(value), unit }
  return { quantity: hundredths(value * 1000), unit: smaller[unit] }
}

/** 'Half and half' is a cream, and 'five spice' a mixture. */
function isNameOfNumber(tokens: readonly Token[], at: number): boolean {
  const [first, second, third] = tokens.slice(at, at + 3)
  if (wordIn(first, new Set(['half'])) && wordIn(second, new Set(['and']))) return true
  const behind = isDash(second) ? third : second
  return wordIn(behind, new Set(['spice', 'spices', 'grain', 'seed']))
}

/** Returns whether a measure of another language follows a number, so that the line stays a name. */
function isForeign(tokens: readonly Token[], at: number): boolean {
  const [word, second] = tokens.slice(at, at + 2)
  if (word?.kind !== 'word') return false
  if (foreignMeasures.has(sameKey(word.text)) || !/^\p{Script=Latin}/u.test(word.text)) return true
  const dot = behindDot(tokens, at + 1)
  // 'c. à soupe', but not 'Becher à 200 g'
  if (tokens[dot]?.text === 'à') return tokens[dot + 1]?.kind === 'word'
  const isUnit = unitAt(tokens, at) !== null || measureAt(tokens, at) !== null
  const isOf = wordIn(second, new Set(['de', 'di', 'del'])) || /^d['’]/iu.test(second?.text ?? '')
  return !isUnit && isOf
}

/** Reads what is only a number: '4 eggs', '3 plus 1 eggs', '1 large or 2 small onions'. */
function ofNumber(
  line: string,
  tokens: readonly Token[],
  { value, text, from, next }: Numeral & { from: number },
): Amount {
  const bare: Amount = { quantity: value, unit: 'pcs', said: '', next, isBare: true }
  if (isMore(tokens[next])) {
    const second = amountAt(line, tokens, next + 1)
    if (second?.isBare && second.quantity !== null)
      return { ...second, quantity: hundredths(value + second.quantity) }
    // '1/3 + 1/4 cup'
    const measure =
      second?.quantity === null ? /[\d½¼¾⅓⅔⅛]\s*(\p{L}+\.?)$/u.exec(second.said)?.[1] : undefined
    if (second && measure) return { ...second, said: `${text} ${measure} + ${second.said}` }
  }
  const size = alternativeSize(line, tokens, next)
  const found = size === null ? null : measureAt(tokens, size)
  // '1 large or 2 small cloves'
  if (found) {
    const isPack = found.measure.kind === 'pack'
    const said = textOf(line, tokens, isPack ? next : from, found.next)
    return {
      ...bare,
      quantity: isPack ? value : null,
      unit: isPack ? 'pcs' : null,
      said,
      next: found.next,
      isBare: false,
    }
  }
  return size ? { ...bare, said: textOf(line, tokens, from, size).replace(/^\S+ /u, ''), next: size } : bare
}

const alternatives = rangeWords

/** Returns the index behind 'large or 2 small' and 'medium to large'. */
function alternativeSize(line: string, tokens: readonly Token[], at: number): number | null {
  if (!wordIn(tokens[at], sizeWords)) return null
  const sign = behindDot(tokens, at + 1)
  if (!wordIn(tokens[sign], alternatives) && !isDash(tokens[sign])) return null
  const number = oneNumberAt(line, tokens, sign + 1)
  const behind = number?.next ?? sign + 1
  const size = wordIn(tokens[behind], new Set(['extra'])) ? behind + 1 : behind
  return wordIn(tokens[size], sizeWords) ? behindDot(tokens, size + 1) : null
}

interface Measured {
  found: FoundMeasure
  value: number
  /** the number as it is written */
  text: string
  /** the token behind the number */
  from: number
}

function ofMeasure(line: string, tokens: readonly Token[], { found, value, text, from }: Measured): Amount {
  const { measure } = found
  const next = behindOunces(tokens, found)
  const words = textOf(line, tokens, from, next)
  const behind = measureAt(tokens, next)
  // '14 oz can': the size of one can
  if (measure.kind === 'spoon' && behind?.measure.kind === 'pack')
    return {
      quantity: 1,
      unit: 'pcs',
      said: `${text}${tokens[from]?.isApart === false ? '' : ' '}${textOf(line, tokens, from, behind.next)}`,
      next: behind.next,
    }
  if (measure.kind === 'pack')
    return ofPack(line, tokens, { quantity: value, unit: 'pcs', said: words, next })
  const isClose = tokens[from]?.isApart === false
  const said = `${text}${isClose ? '' : ' '}${words}`
  return withOthers(line, tokens, { quantity: null, unit: null, said, next })
}

/** Reads the other pack and the size behind a pack: 'bottle or can', 'tin/400ml', 'tin 400 g'. */
function ofPack(line: string, tokens: readonly Token[], pack: Amount): Amount {
  const other = wordIn(tokens[pack.next], alternatives) ? measureAt(tokens, pack.next + 1) : null
  if (other?.measure.kind === 'pack')
    return { ...pack, said: `${pack.said} ${textOf(line, tokens, pack.next, other.next)}`, next: other.next }
  const isSlash = tokens[pack.next]?.text === '/'
  const from = isSlash ? pack.next + 1 : pack.next
  const number = isSlash ? null : numeralAt(tokens, from)
  const size = isSlash ? amountAt(line, tokens, from) : number && unitAt(tokens, number.next)
  if (!size || size.unit === 'pcs') return pack
  const said = `${pack.said}, ${textOf(line, tokens, from, size.next)}`
  return { ...pack, said, next: size.next }
}

/** Returns the index behind the ounces of '1 lb 2 oz' and '1 pint 4 fl oz'. */
function behindOunces(tokens: readonly Token[], { measure, next }: FoundMeasure): number {
  if (!['lb', 'pound', 'pint', 'pt'].includes(measure.forms[0])) return next
  const ounces = numeralAt(tokens, next)
  const found = ounces ? measureAt(tokens, ounces.next) : null
  return found && ['oz', 'ounce'].includes(found.measure.forms[0]) ? found.next : next
}

const more = new Set(['plus', ...andWords])

function isMore(token: Token | undefined): boolean {
  return token?.text === '+' || token?.text === '&' || wordIn(token, more)
}

/** Units by their dimension, with the factor to its smallest unit. */
const dimensions = new Map<Unit, readonly [dimension: string, factor: number]>([
  ['g', ['mass', 1]],
  ['dag', ['mass', 10]],
  ['kg', ['mass', 1000]],
  ['ml', ['volume', 1]],
  ['l', ['volume', 1000]],
])

/** Returns two quantities of one dimension in the smaller one's unit; null if they cannot be compared. */
function inOneUnit(first: Amount, second: Amount): [one: number, other: number, unit: Unit] | null {
  if (first.quantity === null || second.quantity === null || !first.unit || !second.unit) return null
  if (first.unit === second.unit) return [first.quantity, second.quantity, first.unit]
  const [one, other] = [dimensions.get(first.unit), dimensions.get(second.unit)]
  if (!one || !other || one[0] !== other[0]) return null
  const unit = one[1] > other[1] ? first.unit : second.unit
  const factor = Math.max(one[1], other[1])
  return [(first.quantity * one[1]) / factor, (second.quantity * other[1]) / factor, unit]
}

/**
 * Reads the other amounts behind one: '100 g / 3½ oz', '1 cup + 2 tbsp', '100 ml–150 ml', '1 kg 200 g'. Of two that say
 * the same, one in a unit of the app is the better one.
 */
function withOthers(line: string, tokens: readonly Token[], first: Amount): Amount {
  const sign = tokens[first.next]
  if (sign?.text === '/' || sign?.text === '|') {
    const second = amountAt(line, tokens, first.next + 1)
    // '400g/14oz can'
    if (second?.unit === 'pcs' && second.said !== '' && first.unit && first.unit !== 'pcs')
      return { ...second, said: `${first.quantity} ${first.unit}/${second.said}` }
    if (second && !second.isBare)
      return (inOneUnit(first, second) && upperOf(first, second)) ?? inOneOf(first, second, second.next)
    // '200g/7 salmon', '10g/ capers'
    const number = numeralAt(tokens, first.next + 1)
    return withOthers(line, tokens, { ...first, next: number?.next ?? first.next + 1 })
  }
  const isSum = isMore(sign)
  if (isSum || isRange(sign)) {
    const second = amountAt(line, tokens, first.next + 1)
    if (!second || second.isBare || second.next <= first.next + 1) return first
    return (isSum ? sumOf(first, second) : upperOf(first, second)) ?? first
  }
  const second = sign?.kind === 'number' ? amountAt(line, tokens, first.next) : null
  // '1 cup 2 tablespoons flour', '1 cup 250 ml milk'
  if (
    first.unit === null &&
    second?.unit === null &&
    /(?:tbsp|tablespoon|tsp|teaspoon)s?\.?$/iu.test(second.said)
  )
    return sumOf(first, second) ?? first
  if (first.unit === null && second?.unit && second.unit !== 'pcs') return inOneOf(first, second, second.next)
  if (first.unit !== 'kg' && first.unit !== 'l') return first
  return second && second.unit !== first.unit && inOneUnit(first, second)
    ? (sumOf(first, second) ?? first)
    : first
}

function sumOf(first: Amount, second: Amount): Amount | null {
  const both = inOneUnit(first, second)
  if (both) return { ...second, quantity: hundredths(both[0] + both[1]), unit: both[2] }
  if (first.unit && second.unit) return null
  const [exact, other] = first.unit ? [first, second] : [second, first]
  if (exact.unit) return { ...exact, said: `+ ${other.said}`, next: second.next }
  return { ...first, said: `${first.said} + ${second.said}`, next: second.next }
}

/** Returns the upper one of '100 ml–150 ml' and '1 EL bis 2 EL'; null for what is no range. */
function upperOf(first: Amount, second: Amount): Amount | null {
  const both = inOneUnit(first, second)
  if (both) return { ...second, quantity: hundredths(Math.max(both[0], both[1])), unit: both[2] }
  if (first.unit && second.unit) return null
  return first.unit || second.unit ? inOneOf(first, second, second.next) : second
}

/** Returns the amount that is in a unit of the app, of two that say the same. */
export function inOneOf(first: Amount, second: Amount, next: number): Amount {
  const [exact, other] = first.unit ? [first, second] : [second, first]
  return { ...exact, said: exact.said || (exact.unit ? '' : other.said), next }
}

/** Reads what follows 'x' in '2 x 400g tins' and '2 x 4 łyżki'. */
function packsAt(line: string, tokens: readonly Token[], count: number, at: number): Amount {
  const plain: Amount = { quantity: count, unit: 'pcs', said: '', next: at }
  const size = numberAt(line, tokens, at)
  if (!size) return sizedAt(line, tokens, count, at) ?? packAt(line, tokens, plain) ?? plain
  const glued = behindHyphen(tokens, size.next)
  const measure = unitAt(tokens, glued) ? null : measureAt(tokens, glued)
  if (measure?.measure.kind === 'spoon' && !isWeight(measure.measure) && !isLength(measure.measure)) {
    const all = hundredths(count * size.value)
    const word = tokens[glued]?.text ?? ''
    const said = `${all} ${formAfter(measure.measure, all, word)}`
    return { quantity: null, unit: null, said, next: measure.next }
  }
  return (
    countedAt(line, tokens, count, at) ??
    sizedAt(line, tokens, count, at) ??
    packAt(line, tokens, plain) ??
    plain
  )
}

function isWeight({ forms: [one] }: Measure): boolean {
  return ['oz', 'ounce', 'lb', 'pound', 'pint', 'pt', 'quart', 'qt', 'gallon'].includes(one)
}

/** Reads '3 x cans'. */
function packAt(line: string, tokens: readonly Token[], plain: Amount): Amount | null {
  const pack = measureAt(tokens, plain.next)
  if (pack?.measure.kind !== 'pack') return null
  return { ...plain, said: textOf(line, tokens, plain.next, pack.next), next: pack.next }
}

/** Reads the size of counted packs or pieces: the '14-ounce can' of '1 14-ounce can', the '4-lb' of '1 4-lb duck'. */
function countedAt(line: string, tokens: readonly Token[], count: number, at: number): Amount | null {
  const size = numberAt(line, tokens, at)
  if (!size) return null
  const glued = behindHyphen(tokens, size.next)
  const unit = unitAt(tokens, glued)
  const measure = unit ? null : measureAt(tokens, glued)
  if (unit?.unit === 'pcs' || (measure && !isWeight(measure.measure) && measure.measure.kind === 'spoon'))
    return null
  const first = unit?.next ?? (measure && behindOunces(tokens, measure))
  if (first === undefined || first === null) return null
  const next = behindSlashes(line, tokens, first)
  const pack = measureAt(tokens, next)
  const isOfPacks = pack?.measure.kind === 'pack'
  // '1 200 g flour' is 1 200 g of flour.
  const isThousands = !isOfPacks && count === 1 && unit && /^\d{3}$/.test(size.text) && tokens[glued]?.isApart
  if (isThousands && (unit.unit === 'g' || unit.unit === 'ml') && tokens[at - 1]?.kind === 'number')
    return { quantity: 1000 + size.value, unit: unit.unit, said: '', next: unit.next }
  const isPiece = !isOfPacks && wordIn(tokens[next], lumps)
  const end = isOfPacks ? pack.next : isPiece ? next + 1 : next
  const sized: Amount = {
    quantity: count,
    unit: 'pcs',
    said: textOf(line, tokens, at, end),
    next: end,
    isOfPacks,
  }
  return isOfPacks ? ofPack(line, tokens, sized) : sized
}

/** Returns the index behind the other sizes of '175g/6oz'. */
function behindSlashes(line: string, tokens: readonly Token[], at: number): number {
  let next = at
  while (tokens[next]?.text === '/' || (next > at && isRange(tokens[next]) && numeralAt(tokens, next + 1))) {
    const other = numberAt(line, tokens, next + 1)
    const behind = other ? behindHyphen(tokens, other.next) : next + 1
    const measure = unitAt(tokens, behind) ? null : measureAt(tokens, behind)
    next = unitAt(tokens, behind)?.next ?? (measure ? behindOunces(tokens, measure) : behind)
  }
  return next
}

/** Reads a length behind a count: '1 9-inch crust', '2 8-inch-long sprigs', '1 3-inch piece'. */
function sizedAt(line: string, tokens: readonly Token[], count: number, at: number): Amount | null {
  const next = sizeAt(tokens, at)
  if (next === null) return null
  const size = textOf(line, tokens, at, next)
  const found = measureAt(tokens, next)
  if (found?.measure.kind === 'spoon')
    return {
      quantity: null,
      unit: null,
      said: `${count} ${textOf(line, tokens, next, found.next)}, ${size}`,
      next: found.next,
    }
  const end =
    found?.next ?? (wordIn(tokens[behindHyphen(tokens, next)], lumps) ? behindHyphen(tokens, next) + 1 : next)
  return { quantity: count, unit: 'pcs', said: textOf(line, tokens, at, end), next: end }
}

/** Reads a measure without a number: 'pinch of salt', 'szczypta soli', 'kilka listków mięty'. */
function measureAlone(line: string, tokens: readonly Token[], at: number): Amount | null {
  const first = wordIn(tokens[at], new Set(['a', 'ein'])) ? at + 1 : at
  const some = wordIn(tokens[first], someWords) ? measureAt(tokens, first + 1) : null
  if (some)
    return { quantity: null, unit: null, said: textOf(line, tokens, first, some.next), next: some.next }
  const lump = lumpAt(tokens, at)
  if (lump) return { quantity: null, unit: null, said: textOf(line, tokens, at, lump), next: lump }
  const unit = /^(?:kg|kilogram|litr|liter)$/iu.test(tokens[at]?.text ?? '') ? unitAt(tokens, at) : null
  if (unit && tokens[unit.next]?.kind === 'word')
    return { quantity: 1, unit: unit.unit, said: '', next: unit.next }
  const found = measureAt(tokens, at)
  if (!found) return null
  const { measure, next } = found
  const said = textOf(line, tokens, at, next)
  const isPack = measure.kind === 'pack'
  // 'Can' and 'cup' begin names too.
  const isSized = isPack && wordIn(tokens[first], sizeWords)
  const isFree = tokens[next]?.kind === 'word' && (isSized || freeMeasures.has(measure.forms[0]))
  if (measure.language === 'en' && !isFree && !wordIn(tokens[next], new Set(['of']))) return null
  if (said.length < 3) return null
  return { quantity: isPack ? 1 : null, unit: isPack ? 'pcs' : null, said, next }
}
