import { limits, type Unit } from '../product/entities.ts'
import { productFields } from '../product/table.ts'
import { unmarked } from '../text/pasted-line.ts'
import { cleaned, understand } from '../text/quick-add.ts'
import { isDash, type Token, tokensOf, wordIn } from '../text/quick-tokens.ts'
import { isPolishAdjective, isPreparation } from './adjectives.ts'
import { type Amount, amountAt, inOneOf } from './amounts.ts'
import { isFood, isKitchenware } from './foods.ts'
import { isHeading, longestLine, ofFood, splitLine } from './lines.ts'
import { roughly } from './measures.ts'
import {
  atComma,
  atCommaOrColon,
  inflected,
  measureBehind,
  type Named,
  namedIn,
  partOf,
  sharedNoun,
  spelledOut,
  unwrapped,
  withoutAdjectives,
  withoutBrackets,
  withoutDash,
  withoutLead,
  withoutSome,
} from './names.ts'
import { textOf } from './numbers.ts'
import { saysMeasure } from './portions.ts'
import { andWords } from '../text/quick-units.ts'
import { recipeWords } from './recipe-words.ts'
import { keysOf } from './words.ts'
import { behindPiece, sizeAt } from './units.ts'

/** One ingredient of a recipe, as the product that it would be on a list. */
export interface Ingredient {
  /** as the recipe has it; of a line with several ingredients, the part for this one */
  line: string
  productName: string
  /** null: the recipe says none that can be bought, such as 'a pinch' */
  quantity: number | null
  unit: Unit | null
  /** how much the cook takes of it, and how it is prepared: '2 łyżki, posiekane' */
  note?: string
}

/**
 * Returns the ingredient that a line says; null for a heading, an address and a line without letters. What is not
 * understood is a name as it stands.
 */
export function readIngredient(given: string, isPart = false): Ingredient | null {
  if (given.length > 4 * longestLine) return null
  const line = cleaned(given)
  if (line === '' || line.length > longestLine || isHeading(line, isPart) || /^https?:\/\/\S+$/iu.test(line))
    return null
  const marked = unmarked(line).text
  if (!/\p{L}/u.test(marked)) return null
  const { lead, body } = withoutLead(marked)
  const found = productOf(body) ?? productOf(unwrapped(body)) ?? plain(unwrapped(body))
  const { productName, quantity, unit, notes } = found
  if (isKitchenware(productName)) return null
  const words = [...new Set([...notes, ...lead].map((each) => each.trim()))].filter((each) => each !== '')
  // '2 chickens (3 lb)' are 3 lb each, also for twice the portions: what is in brackets is not scaled.
  const [size = ''] = words
  if (unit === 'pcs' && saysMeasure(size)) words[0] = `(${size})`
  const note = words.join(', ')
  return {
    line,
    productName: cut(productName, limits.name),
    quantity,
    unit,
    ...(note !== '' && { note: cut(note, productFields.note.most) }),
  }
}

function plain(text: string): FoundProduct {
  return { productName: text.replace(/^\P{L}+$/u, '') || text, quantity: null, unit: null, notes: [] }
}

/** Reads a line without its bullet; null if it has no name outside its brackets. */
function productOf(body: string): FoundProduct | null {
  const { text, inside } = withoutBrackets(withoutDash(spelledOut(body), isAnyAmountOf))
  const part = partOf.exec(text)
  let rest = part ? text.slice(part[0].length) : text
  if (part) for (const [words, number] of inflected) rest = rest.replace(words, number)
  const notes = part || !isAnyAmount(inside) ? inside : inside.filter((words) => !isAmount(words))
  const found = productIn(rest, isAnyAmount(inside) ? inside.filter(isAmount) : [])
  if (!found || !/\p{L}/u.test(found.productName)) return null
  return { ...found, notes: [...found.notes, ...(part?.[1] ? [part[1]] : []), ...notes] }
}

/** Returns whether words are nothing but an amount, also one in words: '2 cups'. */
function isAnyAmountOf(words: string): boolean {
  const tokens = tokensOf(words)
  return amountAt(words, tokens, 0)?.next === tokens.length
}

/** Cuts a text, never inside a surrogate pair. */
function cut(text: string, most: number): string {
  return text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

function isAmount(words: string): boolean {
  const tokens = tokensOf(words)
  const amount = amountAt(words, tokens, 0)
  return (
    amount !== null &&
    amount.unit !== null &&
    amount.isBare !== true &&
    amount.said === '' &&
    amount.next === tokens.length
  )
}

function isAnyAmount(inside: readonly string[]): boolean {
  return inside.some(isAmount)
}

interface FoundProduct {
  productName: string
  quantity: number | null
  unit: Unit | null
  notes: string[]
}

/** `amounts`: those in brackets, for a line whose own amount is in words or missing. */
function productIn(whole: string, amounts: readonly string[]): FoundProduct | null {
  const tokens = tokensOf(whole)
  const amount = amountAt(whole, tokens, 0)
  const isName = amount?.isBare === true && !startsName(tokens, amount.next)
  return amount && !isName ? behindAmount(whole, amount, amounts) : withoutAmount(whole, amounts)
}

/** Reads what follows an amount. */
function behindAmount(whole: string, head: Amount, amounts: readonly string[]): FoundProduct | null {
  const all = tokensOf(whole)
  // '2 cups torn 1-inch pieces'
  const isTorn = isPreparation(all[head.next]?.text ?? '') && sizeAt(all, head.next + 1) !== null
  const piece = behindPiece(all, isTorn ? head.next + 1 : head.next)
  const name = textOf(whole, all, behindOf(all, piece), all.length)
  const [line, behindComma] = atCommaOrColon(name)
  const tokens = tokensOf(line)
  const other = otherAtEnd(line, tokens, head)
  const amount = other?.amount ?? head
  const noun = sharedNoun(line, behindComma)
  const described = withoutAdjectives(
    other ? textOf(line, tokens, 0, other.at) : `${line} ${noun}`.trim(),
    behindComma,
  )
  const isWhole = amount.isBare && /^whole (?!wheat|grain|milk)/iu.test(described.head)
  const named = namedIn(isWhole ? described.head.slice(6) : described.head)
  if (isWhole) named.notes.unshift('whole')
  if (!/\p{L}/u.test(named.productName)) return productAlone(whole) ?? fromComma(amount, behindComma)
  const notes = [textOf(whole, all, head.next, piece), ...described.adjectives, ...named.notes]
  const behind = amount.isBare ? measureBehind(named.productName) : null
  if (behind) {
    const measure = `${textOf(whole, all, 0, head.next)} ${behind.word}`
    return {
      productName: behind.productName,
      quantity: null,
      unit: null,
      notes: [measure, ...notes, described.rest],
    }
  }
  const exact = amount.quantity === null ? exactOf(amounts) : null
  // A weight beside pieces says how large they are.
  const size = exact ? [] : amounts
  return {
    productName: named.productName,
    quantity: exact?.quantity ?? amount.quantity,
    unit: exact?.unit ?? amount.unit,
    notes: [amount.said, ...notes, described.rest, ...size],
  }
}

function exactOf(amounts: readonly string[]): Amount | null {
  const [words] = amounts
  return words === undefined ? null : amountAt(words, tokensOf(words), 0)
}

/** Reads a line that begins with its name. */
function withoutAmount(whole: string, amounts: readonly string[]): FoundProduct | null {
  const exact = exactOf(amounts)
  const behind = amountBehind(whole)
  if (behind) {
    if (behind.quantity !== null || !exact) return { ...behind, notes: [...behind.notes, ...amounts] }
    return { ...behind, quantity: exact.quantity, unit: exact.unit }
  }
  const [head, behindComma] = atComma(whole)
  const described = withoutAdjectives(head, behindComma)
  const named = namedIn(described.head)
  const notes = [...described.adjectives, ...named.notes]
  const plain = plainName({ ...named, notes }, described.head, described.rest)
  // 'eggs 4 (200 g)'
  if (!exact || plain.quantity !== null) return { ...plain, notes: [...plain.notes, ...amounts] }
  const { productName, notes: some } = withoutSome({ ...named, notes })
  return { productName, quantity: exact.quantity, unit: exact.unit, notes: [...some, described.rest] }
}

/**
 * Reads the other amount behind '200 g flour / 1½ cups'. The size of pieces goes to the note: '2 leeks / 300 g', '2 duże
 * buraki - 300 g'.
 */
function otherAtEnd(
  line: string,
  tokens: readonly Token[],
  first: Amount,
): { amount: Amount; at: number } | null {
  // The slash before the other amount, not that of a fraction.
  const at = tokens.findLastIndex(
    (token, i) =>
      (token.text === '/' && tokens[i - 1]?.kind !== 'number') || (isDash(token) && token.isApart),
  )
  const second = at > 0 ? amountAt(line, tokens, at + 1) : null
  const isLast = second?.next === tokens.length
  // '60 g of leaves' says what the amount is of.
  const isOfPart = second?.unit && first.unit === 'pcs' && tokens[second.next]?.kind === 'word'
  if (!second || second.isBare || (!isLast && !isOfPart)) return lastAmount(line, tokens, first)
  const isPart = first.unit === null && second.unit === 'pcs'
  if (first.unit !== 'pcs' && !isPart) return { amount: inOneOf(first, second, first.next), at }
  const size = textOf(line, tokens, at + 1, tokens.length)
  return { amount: { ...first, said: first.said === '' ? size : `${first.said}, ${size}` }, at }
}

/** Reads the other amount of '2 cups sugar 500 ml', which no sign divides from the name. */
function lastAmount(
  line: string,
  tokens: readonly Token[],
  first: Amount,
): { amount: Amount; at: number } | null {
  const at = tokens.length - (tokens.at(-1)?.text === '.' ? 3 : 2)
  const number = tokens[at]
  let before = at - 1
  // 'mit ca. 2 kg'
  while (tokens[before]?.text === '.' || wordIn(tokens[before], roughly)) before--
  const isApart =
    number?.kind === 'number' && number.isApart && !beforeSize.has(tokens[before]?.text.toLowerCase() ?? '')
  const last = at > 0 && isApart ? amountAt(line, tokens, at) : null
  // 'ząbki czosnku 2 szt' counts cloves.
  const isPart = first.unit === null && last?.unit === 'pcs' && !last.isBare
  if (!last?.unit || (last.unit === 'pcs' && !isPart) || last.next !== tokens.length) return null
  if (first.unit !== 'pcs' && !isPart) return { amount: inOneOf(first, last, first.next), at }
  const size = textOf(line, tokens, at, tokens.length)
  return { amount: { ...first, said: first.said === '' ? size : `${first.said}, ${size}` }, at }
}

/** '500 g, flour': the comma only divides. '2 rolls, halved' has its name before it. */
function fromComma(head: Amount, rest: string): FoundProduct | null {
  const [line, behindComma] = atComma(rest.replace(/^(?:np\.|z\. ?B\.) /iu, ''))
  // '2 cups, 12 oz, lentils'
  const tokens = tokensOf(line)
  const other = amountAt(line, tokens, 0)
  if (other?.isBare !== true && other?.next === tokens.length)
    return fromComma(inOneOf(head, other, other.next), behindComma)
  const described = withoutAdjectives(line, behindComma)
  const named = namedIn(described.head)
  const [first = ''] = named.productName.split(' ')
  if (!/\p{L}/u.test(named.productName) || isPreparation(first)) return null
  return {
    productName: named.productName,
    quantity: head.quantity,
    unit: head.unit,
    notes: [head.said, ...described.adjectives, ...named.notes, described.rest],
  }
}

/** '4 cloves' of nothing are the spice. */
function productAlone(line: string): FoundProduct | null {
  const [head, rest] = atComma(line)
  const [, count = '', kind = '', productName = ''] =
    /^(?:about |approximately )?(?:\d{1,2} ?(?:[–-]|to|or) ?)?(\d{1,2}) (whole )?(cloves?|rolls?)$/iu.exec(
      head,
    ) ?? []
  return productName === ''
    ? null
    : { productName, quantity: Number(count), unit: 'pcs', notes: [kind, rest] }
}

/** Returns whether a number before this token counts what follows: '3 eggs', but not '7Up', '3% milk' or '5-spice'. */
function startsName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  return token?.kind === 'word' && token.isApart
}

/** Returns the index behind 'of' and 'each', and behind the article of 'half an onion'. */
function behindOf(tokens: readonly Token[], from: number): number {
  const isMade =
    wordIn(tokens[from], new Set(['made', 'cut'])) && wordIn(tokens[from + 1], new Set(['from', 'of']))
  const at = isMade || wordIn(tokens[from], new Set(['each'])) ? from + 1 : from
  if (wordIn(tokens[at], new Set(['of', 'from'])) && wordIn(tokens[at + 1], new Set(['a', 'an', 'the'])))
    return at + 2
  if (isMade) return at + 1
  return wordIn(tokens[at], new Set(['of', 'von', 'de', 'di', 'a', 'an'])) && tokens[at]?.text !== 'A'
    ? at + 1
    : at
}

/** In words and signs; an amount further behind is not that of the product. */
const longestName = 24

/** Reads 'Mehl 500 g', 'oliwa – 2 łyżki', 'flour: 2 cups, sifted'. */
function amountBehind(whole: string): FoundProduct | null {
  const tokens = tokensOf(whole)
  let at = 0
  while (++at < Math.min(tokens.length, longestName)) {
    if (wordIn(tokens[at - 1], numbered)) continue
    const isApart = tokens[at]?.isApart || (isDash(tokens[at - 1]) && tokens[at - 1]?.isApart)
    const amount = isApart ? amountAt(whole, tokens, at) : null
    if (!amount) continue
    const from = at
    // What is not the product's amount is not looked at twice, so that a long line costs little.
    at = Math.max(at, amount.next - 1)
    const before = tokens[from - 1]
    const behind = tokens[amount.next]
    if (wordIn(before, conjunctions)) continue
    const isNamed = amount.isBare && isCounted(amount, tokens) && isFood(textOf(whole, tokens, 0, from))
    if (
      (amount.isBare && !isDivider(before) && !isCount(amount, tokens, before) && !isNamed) ||
      (behind &&
        !',;'.includes(behind.text) &&
        !(isDash(behind) && behind.isApart) &&
        !isNamed &&
        (amount.isBare || !isLastAdjective(tokens, amount.next)))
    )
      continue
    const [name, about] = atComma(textOf(whole, tokens, 0, from))
    // 'cut into 8 pieces' and '2 lemons, sliced 1 cm thick' say nothing about how much is bought.
    const isLast = amount.next === tokens.length && amount.unit !== 'pcs'
    const isAside = about !== '' && !isDivider(before) && (!isLast || ofFood.test(about.split(' ')[0] ?? ''))
    if (isAside || beforeSize.has(before?.text.toLowerCase() ?? '')) continue
    const named = namedIn(name)
    if (!/\p{L}/u.test(named.productName)) return null
    const rest = textOf(whole, tokens, behind?.kind === 'word' ? amount.next : amount.next + 1, tokens.length)
    const notes = [amount.said, ...named.notes, about.replace(/,$/u, ''), rest]
    return { ...named, quantity: amount.quantity, unit: amount.unit, notes }
  }
  return null
}

/** 'kiełki 1 opakowanie ulubionych' */
function isLastAdjective(tokens: readonly Token[], at: number): boolean {
  return at === tokens.length - 1 && isPolishAdjective(tokens[at]?.text ?? '')
}

/** 'tortilla 3 placki': the last word only says what is counted */
function isCounted({ next, quantity }: Amount, tokens: readonly Token[]): boolean {
  const word = tokens[next]?.text ?? ''
  return (
    next === tokens.length - 1 &&
    /^(?!pro[cz])\p{Ll}{3,}$/u.test(word) &&
    !isFood(word) &&
    (quantity ?? 0) <= mostCounted
  )
}

/** 'tomatoes, 2' */
function isCount(amount: Amount, tokens: readonly Token[], before: Token | undefined): boolean {
  return before?.text === ',' && amount.next === tokens.length && (amount.quantity ?? 0) <= mostCounted
}

/** A larger number behind a comma is a type of flour or a year. */
const mostCounted = 24

/** 'Blossoms and leaves' are no leaves of blossoms. */
const conjunctions = new Set([...andWords, ...keysOf(recipeWords('or'))])

function isDivider(token: Token | undefined): boolean {
  return isDash(token) || token?.text === ':' || token?.text === '='
}

/** 'Typ 450' is a kind of flour. */
const numbered = new Set(['typ', 'type', 'nr', 'no', 'size', 'rozm', 'rozmiar'])

/** Prepositions: a number behind one is no amount of the product. */
const beforeSize = new Set(
  'into in to at by of for per with from na w do po z in auf zu bei mit für je à'.split(' '),
)

/** A line without an amount that this grammar knows; quick add may still find one, as in 'jajka x 3'. */
function plainName(named: Named, line: string, behindComma: string): FoundProduct {
  const isNumbered = /^\P{L}*\d/u.test(line) || !/\d/.test(line)
  const {
    productName,
    quantity = null,
    unit = null,
    note = '',
  } = isNumbered ? { productName: line } : understand(line, { price: false })
  const isCounted = quantity !== null && /\d\W*$|x ?\d/iu.test(line)
  const some = withoutSome(isCounted ? namedIn(productName) : named)
  return {
    productName: some.productName,
    quantity: isCounted ? quantity : null,
    unit: isCounted ? (unit ?? 'pcs') : null,
    notes: [...some.notes, isCounted ? note : '', behindComma],
  }
}

/** Returns the ingredients of some lines, without headings and without lines that have no letters. */
export function readIngredients(lines: readonly string[]): Ingredient[] {
  const found: Ingredient[] = []
  for (const line of lines) {
    const parts = splitLine(line)
    for (const part of parts) {
      if (found.length === limits.ingredients) return found
      const ingredient = readIngredient(part, parts.length > 1)
      if (ingredient) found.push(ingredient)
    }
  }
  return found
}

/** Returns whether a line says how much of something: a quantity, or a measure in its note. */
export function saysAmount({ quantity, note }: Ingredient): boolean {
  return quantity !== null || (note !== undefined && saysMeasure(note))
}
