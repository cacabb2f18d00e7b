import { limits } from '../product/entities.ts'
import { sameKey } from '../text/normalise.ts'
import { numeralAt } from '../text/quick-numerals.ts'
import { type Token, wordIn } from '../text/quick-tokens.ts'
import { isRange } from './measures.ts'
import { recipeWords } from './recipe-words.ts'
import { keysOf } from './words.ts'
import { behindHyphen, type FoundUnit, isGlued, sizeAt, unitAt } from './units.ts'

/** Numbers in words that quick add does not know. They count only before a name or a measure. */
const numberWords = new Map(
  (
    [
      [recipeWords('a an one'), 1],
      [recipeWords('of_two'), 2],
      [recipeWords('of_three'), 3],
      [recipeWords('of_four'), 4],
      [recipeWords('seven'), 7],
      [recipeWords('eight'), 8],
      [recipeWords('nine'), 9],
      [recipeWords('ten'), 10],
      [recipeWords('eleven'), 11],
      [recipeWords('twelve dozen'), 12],
      [recipeWords('half'), 0.5],
      [recipeWords('quarter'), 0.25],
      [recipeWords('three-quarters'), 0.75],
      [recipeWords('one-and-a-half'), 1.5],
      [recipeWords('two-and-a-half'), 2.5],
    ] as const
  ).flatMap(([all, value]) => all.map((word) => [sameKey(word), value] as const)),
)

/** The words for parts, by the number of them in a whole: those for one part, and those for several. */
const parts = new Map(
  (
    [
      [2, recipeWords('half'), recipeWords('halves')],
      [3, recipeWords('third'), recipeWords('thirds')],
      [4, recipeWords('quarter fourth'), recipeWords('quarters fourths')],
      [8, recipeWords('eighth'), recipeWords('eighths')],
    ] as const
  ).flatMap(([value, ...all]) =>
    all.flatMap((some, i) => some.map((word) => [`${i + 1} ${sameKey(word)}`, value] as const)),
  ),
)

const signs = new Map([
  [0.25, '¼'],
  [0.33, '⅓'],
  [0.5, '½'],
  [0.67, '⅔'],
  [0.75, '¾'],
])

export interface Numeral {
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
export function numberAt(line: string, tokens: readonly Token[], at: number): Numeral | null {
  const first = oneNumberAt(line, tokens, at)
  if (!first) return null
  const second = isRange(tokens[first.next]) ? oneNumberAt(line, tokens, first.next + 1) : null
  if (!second) return meantBefore(unitAt(tokens, behindHyphen(tokens, first.next)), first)
  const unit = unitAt(tokens, behindHyphen(tokens, second.next))
  const [low, high] = [meantBefore(unit, first), meantBefore(unit, second)]
  return { ...(high.value > low.value ? high : low), next: second.next }
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

const dozens = keysOf(recipeWords('dozen'))

export function oneNumberAt(line: string, tokens: readonly Token[], at: number): Numeral | null {
  const numeral = numeralAt(tokens, at)
  if (numeral && wordIn(tokens[numeral.next], dozens))
    return { value: numeral.value * 12, text: String(numeral.value * 12), next: numeral.next + 1 }
  if (numeral)
    return (
      partsAt(tokens, numeral) ??
      withoutSize(tokens, at, { ...numeral, text: textOf(line, tokens, at, numeral.next) })
    )
  const token = tokens[at]
  const value = token?.kind === 'word' ? numberWords.get(sameKey(token.text)) : undefined
  if (value === undefined) return null
  const part = partsAt(tokens, { value, next: at + 1 })
  if (part) return part
  // 'a dozen', 'eine halbe', but not 'a a a'
  const following = tokens[at + 1]
  const isMore = value === 1 && following?.kind === 'word' && numberWords.get(sameKey(following.text)) !== 1
  const more = isMore ? oneNumberAt(line, tokens, at + 1) : null
  if (more) return more
  return { value, text: signs.get(value) ?? String(value), next: at + 1 }
}

/** Reads the parts of a whole: 'two thirds', 'trzy czwarte', 'one-third'. */
function partsAt(tokens: readonly Token[], { value, next }: { value: number; next: number }): Numeral | null {
  const at = behindHyphen(tokens, next)
  const word = tokens[at]
  if (word?.kind !== 'word' || !Number.isInteger(value)) return null
  const whole = parts.get(`${value > 1 ? 2 : 1} ${sameKey(word.text)}`)
  if (whole === undefined || value >= whole) return null
  const part = hundredths(value / whole)
  return { value: part, text: signs.get(part) ?? `${value}/${whole}`, next: at + 1 }
}

/** Of '4 ½-inch slices' the number is 4, and the rest a size. */
function withoutSize(tokens: readonly Token[], at: number, read: Numeral): Numeral {
  const isMixed =
    read.next === at + 2 && tokens[at + 1]?.kind === 'fraction' && tokens[at + 1]?.isApart === true
  if (!isMixed || !isGlued(tokens, read.next)) return read
  // 'Two ¼-pound steaks', but '2 ¼-pound' may be one number.
  if (tokens[at]?.kind !== 'word' && sizeAt(tokens, at + 1) === null) return read
  return { value: Math.floor(read.value), text: tokens[at]?.text ?? '', next: at + 1 }
}

export function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
