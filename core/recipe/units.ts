import type { Unit } from '../product/entities.ts'
import { sameKey } from '../text/normalise.ts'
import { numeralAt } from '../text/quick-numerals.ts'
import { behindDot, isDash, isTimes, type Token, wordIn } from '../text/quick-tokens.ts'
import { unitOf } from '../text/quick-units.ts'
import {
  heapBehind,
  heapWords,
  isLength,
  isRange,
  type Measure,
  measureOf,
  nameAfterMeasure,
} from './measures.ts'
import { recipeWords } from './recipe-words.ts'
import { keysOf } from './words.ts'

/** Units that only recipes use, with the factor to the app's unit. A volume stays a volume. */
const recipeUnits = new Map(
  (
    [
      [recipeWords('gm gms'), ['g', 1]],
      [recipeWords('nos ea'), ['pcs', 1]],
      [recipeWords('pound_of_500_g'), ['g', 500]],
      [['dl'], ['ml', 100]],
      [['cl'], ['ml', 10]],
    ] as const
  ).flatMap(([all, unit]) => all.map((word) => [sameKey(word), unit] as const)),
)

export function isGlued(tokens: readonly Token[], at: number): boolean {
  return isDash(tokens[at]) && !tokens[at]?.isApart && tokens[at + 1]?.isApart === false
}

/** Returns the index behind the hyphen of '14-ounce can' and '400-g tin'. */
export function behindHyphen(tokens: readonly Token[], at: number): number {
  return isGlued(tokens, at) ? at + 1 : at
}

export interface FoundUnit {
  unit: Unit
  factor: number
  next: number
}

export function unitAt(tokens: readonly Token[], at: number): FoundUnit | null {
  const token = tokens[at]
  if (token?.kind !== 'word' || isBig(tokens, at)) return null
  const recipeUnit = recipeUnits.get(sameKey(token.text))
  const unit = recipeUnit ? recipeUnit[0] : unitOf(token.text)
  // A length is no amount of ginger.
  if (!unit || unit === 'cm' || unit === 'm') return null
  return { unit, factor: recipeUnit?.[1] ?? 1, next: behindDot(tokens, at + 1) }
}

/** '1 gr. Zwiebel' is a big onion. */
function isBig(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at]?.text === 'gr' &&
    tokens[at + 1]?.text === '.' &&
    /^[1-9]$/.test(tokens[at - 1]?.text ?? '') &&
    /^\p{Lu}/u.test(tokens[at + 2]?.text ?? '')
  )
}

const lengths = new Set(['inch', 'inches', 'cm', 'mm', 'centimeter', 'centimeters', 'centimetre'])
const directions = keysOf(recipeWords('thick long wide diameter dia square tall'))
export const lumps = keysOf(
  recipeWords('piece pieces length lengths lump chunk chunks section sections matchsticks'),
)
const sized = new Set(['size', 'sized'])

/** A tin has three, in two units. */
const mostSides = 6

/** Returns the index behind '9-inch', '20x30 cm', '1-inch-thick' or '10–12-inch'; null if no such size is here. */
export function sizeAt(tokens: readonly Token[], from: number): number | null {
  let next = from
  for (let sides = 0; sides < mostSides; sides++) {
    const number = numeralAt(tokens, next)
    if (!number) return null
    next = behindHyphen(tokens, number.next)
    const unit = tokens[next]
    const isUnit =
      wordIn(unit, lengths) ||
      (wordIn(unit, new Set(['in'])) && (unit?.isApart === false || wordIn(tokens[next + 1], lumps)))
    if (isUnit) next = behindDot(tokens, next + 1)
    const other = isUnit && tokens[next]?.text === '/' ? sizeAt(tokens, next + 1) : null
    if (other !== null) return other
    if (isTimes(tokens[next]) || isRange(tokens[next])) {
      const more = numeralAt(tokens, next + 1)
      if (more && !tokens[next]?.isApart) {
        next++
        continue
      }
    }
    const word = isRange(tokens[next]) ? sizeAt(tokens, next + 1) : null
    if (word !== null) return word
    if (!isUnit) return null
    const behind = behindHyphen(tokens, next)
    return wordIn(tokens[behind], directions) ? behind + 1 : next
  }
  return null
}

export interface FoundMeasure {
  measure: Measure
  next: number
}

const spoonKinds = new Set(['tea', 'table', 'soup', 'dessert'])
const spoons = new Set(['spoon', 'spoons'])

/** Returns the index behind the adjectives of a measure: 'heaped', 'small-to-medium', 'medium or large'. */
function behindHeap(tokens: readonly Token[], from: number): number {
  let at = from
  while (wordIn(tokens[at], heapWords) && tokens[at + 1]) {
    // 'Tea bags' are no bags.
    if (wordIn(tokens[at], spoonKinds) && !wordIn(tokens[at + 1], spoons)) break
    at = behindDot(tokens, at + 1)
    const size = behindHyphen(tokens, at)
    if (size > at && wordIn(tokens[size], sized)) at = size + 1
    const to = behindHyphen(tokens, at)
    const other = wordIn(tokens[to], new Set(['to', 'or'])) ? behindHyphen(tokens, to + 1) : to
    if (other > at && wordIn(tokens[other], heapWords)) at = other
  }
  return at
}

/** Finds a measure with its adjectives: 'heaped tbsp', 'płaska łyżka', 'fl oz', 'cm piece'. */
export function measureAt(tokens: readonly Token[], from: number): FoundMeasure | null {
  let at = behindHeap(tokens, from)
  const fluid = wordIn(tokens[at], new Set(['fl', 'fluid'])) ? behindDot(tokens, at + 1) : at
  if (fluid > at && wordIn(tokens[fluid], new Set(['oz', 'ounce', 'ounces']))) at = fluid
  const token = tokens[at]
  // 'In' is a length only in '1½in piece'.
  const word = token?.text.toLowerCase() === 'in' ? 'inch' : (token?.text ?? '')
  // 'Fl' is a German bottle, '12fl' a mistake for fluid ounces.
  if (token?.text === 'fl') return null
  const measure = token?.kind === 'word' && isSpelled(tokens, at) ? measureOf(word) : null
  if (!measure) return null
  let next = behindDot(tokens, at + 1)
  // 'Head-on shrimp' are no head.
  if (measure.kind === 'pack' && isGlued(tokens, next)) return null
  while (wordIn(tokens[next], heapBehind)) next++
  const following = tokens[next]
  if (following?.kind === 'word' && nameAfterMeasure.test(following.text)) return null
  if (/^(?:pot barley|glass noodles)$/iu.test(`${word} ${following?.text ?? ''}`)) return null
  if (isLength(measure)) next = behindLength(tokens, next)
  return { measure, next }
}

/** A single letter is a measure only alone: '2 C milk' and '1 c. milk', but not 'T-bone' or 'c. à soupe'. */
function isSpelled(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.text.toLowerCase() === 'in') return token.isApart === false || wordIn(tokens[at + 1], lumps)
  if (!token || token.text.length > 1 || token.text.toLowerCase() === 'm') return true
  const behind = tokens[behindDot(tokens, at + 1)]
  return !behind || ((behind.isApart || tokens[at + 1]?.text === '.') && behind.text !== 'à')
}

/** Returns the index behind the rest of '4 cm/1½in piece' and '1-inch-thick slices'. */
function behindLength(tokens: readonly Token[], at: number): number {
  let next = tokens[at]?.text === '/' ? (sizeAt(tokens, at + 1) ?? at) : at
  const direction = behindHyphen(tokens, next)
  if (wordIn(tokens[direction], directions)) next = direction + 1
  const noun = behindHyphen(tokens, next)
  const word = tokens[noun]
  if (wordIn(word, lumps)) return noun + 1
  const measure = word?.kind === 'word' ? measureOf(word.text) : null
  return measure?.kind === 'spoon' && !isLength(measure) ? behindDot(tokens, noun + 1) : next
}

/** Returns the index behind what an amount may say twice: 'piece of', '2-inch pieces'. */
export function behindPiece(tokens: readonly Token[], at: number): number {
  const size = sizeAt(tokens, at)
  if (size !== null) return behindLength(tokens, size)
  const isOf = wordIn(tokens[at + 1], new Set(['of', 'made', 'cut']))
  const isPiece =
    wordIn(tokens[at], lumps) || (isOf && tokens[at]?.kind === 'word' && measureAt(tokens, at) !== null)
  if (isPiece) return at + 1
  const lump = behindHeap(tokens, at)
  return wordIn(tokens[lump], lumps) ? lump + 1 : at
}

/** Returns the index behind 'thumb-sized piece'; null if no such piece is here. */
export function lumpAt(tokens: readonly Token[], from: number): number | null {
  let at = from
  while (wordIn(tokens[at], heapWords)) at++
  // 'daumengroßes Stück'
  if (/\p{L}gro(?:ß|ss)(?:e[sr]?)?$/iu.test(tokens[at]?.text ?? '') && wordIn(tokens[at + 1], lumps))
    return at + 2
  const size = behindHyphen(tokens, at + 1)
  if (tokens[at]?.kind !== 'word' || !wordIn(tokens[size], sized)) return null
  const word = tokens[size + 1]
  const isLump = wordIn(word, lumps) || (word?.kind === 'word' && measureOf(word.text) !== null)
  return isLump ? size + 2 : null
}
