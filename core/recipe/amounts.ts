import { limits, type Unit } from '../product/entities.ts'
import { sameKey } from '../text/normalise.ts'
import { numeralAt } from '../text/quick-numerals.ts'
import { behindDot, isDash, isTimes, type Token, wordIn } from '../text/quick-tokens.ts'
import { aboutWords, unitOf } from '../text/quick-units.ts'
import { heapWords, isRange, type Measure, measureOf, nameAfterMeasure, someWords } from './measures.ts'

/*
 * The grammar, on top of that of quick add:
 *
 *   line     = [ amount ] name { '(' words ')' } [ ',' words ], or name [ '–' ] amount
 *   amount   = [ about ] numeral [ range numeral ] [ heap ] ( unit | measure | pack ) [ '/' amount ] [ '+' amount ]
 *            | numeral 'x' amount [ pack ] | numeral | measure | pack
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

/** Units that only recipes use, with the factor to the app's unit. A volume stays a volume. */
const recipeUnits = new Map<string, readonly [Unit, number]>([
  ['gramm', ['g', 1]],
  ['kilogramm', ['kg', 1]],
  ['stuck', ['pcs', 1]],
  ['stk', ['pcs', 1]],
  ['dl', ['ml', 100]],
  ['cl', ['ml', 10]],
])

/** Numbers in words that quick add does not know. They count only before a name or a measure. */
const numberWords = new Map(
  [
    ['a an ein eine einen einer', 1],
    ['zwei', 2],
    ['drei', 3],
    ['vier', 4],
    ['funf', 5],
    ['sechs', 6],
    ['halbe halber halbes halben', 0.5],
    ['dozen tuzin', 12],
  ].flatMap(([words, value]) =>
    String(words)
      .split(' ')
      .map((word) => [word, Number(value)] as const),
  ),
)

interface Numeral {
  value: number
  /** 1000 for '1.000' and '1,000' */
  grouped?: number
  /** the larger number of a range, as it is written */
  text: string
  next: number
}

export function textOf(line: string, tokens: readonly Token[], from: number, to: number): string {
  return line.slice(tokens[from]?.start ?? line.length, tokens[to - 1]?.end)
}

/** Reads a number, or of a range the larger: '2–3', '1 do 2'. */
function numberAt(line: string, tokens: readonly Token[], at: number): Numeral | null {
  const first = oneNumberAt(line, tokens, at)
  if (!first) return null
  const second = isRange(tokens[first.next]) ? oneNumberAt(line, tokens, first.next + 1) : null
  if (!second) return meantBefore(unitAt(tokens, behindHyphen(tokens, first.next)), first)
  const unit = unitAt(tokens, behindHyphen(tokens, second.next))
  const [low, high] = [meantBefore(unit, first), meantBefore(unit, second)]
  return high.value > low.value ? high : low
}

/**
 * Decides what '1.500' means: 1500 before g and ml, which have no decimals, else 1.5. Without a unit it is 1.5, too: no
 * recipe takes 1000 eggs, but some sites write each number with 3 decimals.
 */
function meantBefore(found: FoundUnit | null, numeral: Numeral): Numeral {
  const { grouped = 0 } = numeral
  const isSmall = found?.factor === 1 && (found.unit === 'g' || found.unit === 'ml')
  return isSmall && grouped > 0 && grouped <= limits.quantityMax ? { ...numeral, value: grouped } : numeral
}

/** Returns the index behind the hyphen of '14-ounce can' and '400-g tin'. */
function behindHyphen(tokens: readonly Token[], at: number): number {
  return isDash(tokens[at]) && !tokens[at]?.isApart && !tokens[at + 1]?.isApart ? at + 1 : at
}

const dozens = new Set(['dozen', 'tuzin'])

function oneNumberAt(line: string, tokens: readonly Token[], at: number): Numeral | null {
  const said = numeralAt(tokens, at)
  if (said && wordIn(tokens[said.next], dozens))
    return { value: said.value * 12, text: String(said.value * 12), next: said.next + 1 }
  if (said) return { ...said, text: textOf(line, tokens, at, said.next) }
  const token = tokens[at]
  const value = token?.kind === 'word' ? numberWords.get(sameKey(token.text)) : undefined
  if (value === undefined) return null
  // 'a dozen', 'eine halbe', but not 'a a a'
  const following = tokens[at + 1]
  const isMore = value === 1 && following?.kind === 'word' && numberWords.get(sameKey(following.text)) !== 1
  const more = isMore ? oneNumberAt(line, tokens, at + 1) : null
  if (more) return more
  const written = value === 0.5 ? '½' : String(value)
  return { value, text: written, next: at + 1 }
}

interface FoundUnit {
  unit: Unit
  factor: number
  next: number
}

function unitAt(tokens: readonly Token[], at: number): FoundUnit | null {
  const token = tokens[at]
  if (token?.kind !== 'word') return null
  const own = recipeUnits.get(sameKey(token.text))
  const unit = own ? own[0] : unitOf(token.text)
  // A length is no amount of ginger.
  if (!unit || unit === 'cm' || unit === 'm') return null
  return { unit, factor: own?.[1] ?? 1, next: behindDot(tokens, at + 1) }
}

interface FoundMeasure {
  measure: Measure
  next: number
}

/** Finds a measure with its adjectives: 'heaped tbsp', 'płaska łyżka', 'fl oz', 'cm piece'. */
function measureAt(tokens: readonly Token[], from: number): FoundMeasure | null {
  let at = from
  while (wordIn(tokens[at], heapWords)) at = behindDot(tokens, at + 1)
  if (wordIn(tokens[at], new Set(['fl', 'fluid']))) at = behindDot(tokens, at + 1)
  const token = tokens[at]
  const measure = token?.kind === 'word' ? measureOf(token.text) : null
  if (!measure) return null
  let next = behindDot(tokens, at + 1)
  const following = tokens[next]
  if (following?.kind === 'word' && nameAfterMeasure.test(following.text)) return null
  if (
    token?.text.toLowerCase() === 'cm' &&
    wordIn(following, new Set(['piece', 'pieces', 'kawalek', 'stuck']))
  )
    next++
  return { measure, next }
}

/** Reads the amount that begins at a token; null if none does. */
export function amountAt(line: string, tokens: readonly Token[], from: number): Amount | null {
  let at = from
  if (wordIn(tokens[at], aboutWords) || wordIn(tokens[at], new Set(['etwa', 'ungefahr'])))
    at = behindDot(tokens, at + 1)
  else if (['~', '≈'].includes(tokens[at]?.text ?? '')) at++
  const isSome = wordIn(tokens[at + 1], someWords)
  const number = isSome ? null : numberAt(line, tokens, at)
  if (!number) return at === from ? measureAlone(line, tokens, at) : null
  const { value, text, next } = number
  if (isTimes(tokens[next])) return packsAt(line, tokens, value, next + 1)
  // '1 14-ounce can'
  const packs = tokens[next]?.kind === 'number' ? packsAt(line, tokens, value, next) : null
  if (packs?.isOfPacks) return packs
  const glued = behindHyphen(tokens, next)
  const unit = unitAt(tokens, glued)
  if (unit) {
    const pack = measureAt(tokens, unit.next)
    if (pack?.measure.kind === 'pack' && unit.unit !== 'pcs')
      return { quantity: 1, unit: 'pcs', said: textOf(line, tokens, at, pack.next), next: pack.next }
    const exact = { quantity: hundredths(value * unit.factor), unit: unit.unit, said: '', next: unit.next }
    return withSecond(line, tokens, exact)
  }
  const found = measureAt(tokens, glued)
  if (found) return ofMeasure(line, tokens, { found, value, text, from: next })
  return { quantity: value, unit: 'pcs', said: '', next, isBare: true }
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
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
      said: `${text} ${textOf(line, tokens, from, behind.next)}`,
      next: behind.next,
    }
  if (measure.kind === 'pack') return { quantity: value, unit: 'pcs', said: words, next }
  const isGlued = tokens[from]?.isApart === false
  const said = `${text}${isGlued ? '' : ' '}${words}`
  return withSecond(line, tokens, { quantity: null, unit: null, said, next })
}

/** Returns the index behind the ounces of '1 lb 2 oz'. */
function behindOunces(tokens: readonly Token[], { measure, next }: FoundMeasure): number {
  if (!['lb', 'pound'].includes(measure.forms[0])) return next
  const ounces = numeralAt(tokens, next)
  const found = ounces ? measureAt(tokens, ounces.next) : null
  return found && ['oz', 'ounce'].includes(found.measure.forms[0]) ? found.next : next
}

/** Reads the other amount behind '100 g / 3½ oz' and '1 cup + 2 tbsp'. One in a unit of the app is the better one. */
function withSecond(line: string, tokens: readonly Token[], first: Amount): Amount {
  const sign = tokens[first.next]
  const isOther = sign?.text === '/' || sign?.text === '|'
  const isMore = sign?.text === '+' || wordIn(sign, new Set(['plus', 'and', 'i', 'und']))
  if (!isOther && !isMore) return first
  const second = amountAt(line, tokens, first.next + 1)
  if (!second || second.isBare || second.next <= first.next + 1) return first
  if (isOther) return inOneOf(first, second, second.next)
  if (first.unit && first.unit === second.unit)
    return {
      ...first,
      quantity: hundredths((first.quantity ?? 0) + (second.quantity ?? 0)),
      next: second.next,
    }
  if (first.unit || second.unit || second.said === '') return first
  return { ...first, said: `${first.said} + ${second.said}`, next: second.next }
}

/** Returns the amount that is in a unit of the app, of two that say the same. */
export function inOneOf(first: Amount, second: Amount, next: number): Amount {
  const [exact, other] = first.unit ? [first, second] : [second, first]
  return { ...exact, said: exact.said || (exact.unit ? '' : other.said), next }
}

/** Reads '2 x 400g tins': so many packs of this size. */
function packsAt(line: string, tokens: readonly Token[], count: number, at: number): Amount {
  const plain: Amount = { quantity: count, unit: 'pcs', said: '', next: at }
  const size = numberAt(line, tokens, at)
  if (!size) return plain
  const glued = isDash(tokens[size.next]) ? size.next + 1 : size.next
  const next = unitAt(tokens, glued)?.next ?? measureAt(tokens, glued)?.next
  if (next === undefined) return plain
  const pack = measureAt(tokens, next)
  const end = pack?.measure.kind === 'pack' ? pack.next : next
  return {
    ...plain,
    said: textOf(line, tokens, at, end),
    next: end,
    isOfPacks: pack?.measure.kind === 'pack',
  }
}

/** Reads a measure without a number: 'pinch of salt', 'szczypta soli', 'kilka listków mięty'. */
function measureAlone(line: string, tokens: readonly Token[], at: number): Amount | null {
  const first = wordIn(tokens[at], new Set(['a'])) ? at + 1 : at
  const some = wordIn(tokens[first], someWords) ? measureAt(tokens, first + 1) : null
  if (some)
    return { quantity: null, unit: null, said: textOf(line, tokens, first, some.next), next: some.next }
  const found = measureAt(tokens, at)
  if (!found) return null
  const { measure, next } = found
  const said = textOf(line, tokens, at, next)
  const isPack = measure.kind === 'pack'
  // 'Can' and 'cup' begin names too.
  if (measure.language === 'en' && !wordIn(tokens[next], new Set(['of']))) return null
  return { quantity: isPack ? 1 : null, unit: isPack ? 'pcs' : null, said, next }
}
