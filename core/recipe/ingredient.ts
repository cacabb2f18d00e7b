import { limits, type Unit } from '../product/entities.ts'
import { productFields } from '../product/table.ts'
import { unmarked } from '../text/pasted.ts'
import { cleaned, understand } from '../text/quick-add.ts'
import { isDash, type Token, tokensOf, wordIn } from '../text/quick-tokens.ts'
import { type Amount, amountAt, inOneOf, textOf } from './amounts.ts'
import { isHeading, longestLine, splitLine } from './lines.ts'
import {
  atComma,
  inflected,
  measureBehind,
  type Named,
  namedIn,
  partOf,
  spelledOut,
  withoutBrackets,
  withoutLead,
  withoutSome,
} from './names.ts'
import { saysMeasure } from './portions.ts'

/** One ingredient of a recipe, as the product that it would be on a list. */
export interface Ingredient {
  /** the words for this ingredient, as the recipe has them */
  line: string
  /** the recipe's whole line, if it names several ingredients */
  sharedLine?: string
  productName: string
  /** null: the recipe says none that can be bought, such as 'a pinch' */
  quantity: number | null
  unit: Unit | null
  /** how much the cook takes of it, and how it is prepared: '2 łyżki, posiekane' */
  note?: string
}

/** Returns the ingredient that a line says; null if it says none: a heading, a sentence, an amount of nothing. */
export function readIngredient(given: string): Ingredient | null {
  if (given.length > 4 * longestLine) return null
  const line = cleaned(given)
  if (line === '' || line.length > longestLine || isHeading(line) || /^https?:\/\/\S+$/iu.test(line))
    return null
  const marked = unmarked(line).text
  const { lead, body } = withoutLead(marked)
  const { text, inside } = withoutBrackets(spelledOut(body))
  const part = partOf.exec(text)
  let rest = part ? text.slice(part[0].length) : text
  if (part) for (const [words, number] of inflected) rest = rest.replace(words, number)
  const said = part || !isAnyAmount(inside) ? inside : inside.filter((words) => !isAmount(words))
  const found = productIn(rest, isAnyAmount(inside) ? inside.filter(isAmount) : [])
  if (!found) return null
  const { quantity, unit, notes } = found
  const productName = cut(found.productName, limits.name)
  if (!/\p{L}/u.test(productName)) return null
  const words = [...notes, ...(part?.[1] ? [part[1]] : []), ...said, ...lead]
    .map((each) => each.trim())
    .filter((each) => each !== '')
  // '2 chickens (3 lb)' are 3 lb each, also for twice the portions: what is in brackets is not scaled.
  const [size = ''] = words
  if (unit === 'pcs' && saysMeasure(size)) words[0] = `(${size})`
  const note = words.join(', ')
  return {
    line,
    productName,
    quantity,
    unit,
    ...(note !== '' && { note: cut(note, productFields.note.most) }),
  }
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
  const [line, behindComma] = atComma(whole)
  const tokens = tokensOf(line)
  const amount = amountAt(line, tokens, 0)
  const isName = amount?.isBare === true && !startsName(tokens, amount.next)
  const other = amount && !isName ? otherAtEnd(line, tokens, amount) : null
  const head = isName ? null : (other?.amount ?? amount)
  const from = head ? behindOf(tokens, head.next) : 0
  const named = namedIn(textOf(line, tokens, from, other?.at ?? tokens.length))
  const notes = [head?.said ?? '', ...named.notes]
  const exact = amounts.map((words) => amountAt(words, tokensOf(words), 0)).find((one) => one !== null)
  if (head) {
    if (!/\p{L}/u.test(named.productName))
      return fromComma(head, behindComma) ?? productAlone(line, behindComma)
    const behind = head.isBare ? measureBehind(named.productName) : null
    if (behind) {
      const said = `${textOf(line, tokens, 0, head.next)} ${behind.word}`
      return {
        productName: behind.productName,
        quantity: null,
        unit: null,
        notes: [said, ...named.notes, behindComma],
      }
    }
    const better = head.quantity === null ? exact : undefined
    // A weight beside pieces says how large they are.
    const said = better || exact === undefined ? [] : amounts
    return {
      productName: named.productName,
      quantity: better?.quantity ?? head.quantity,
      unit: better?.unit ?? head.unit,
      notes: [...notes, behindComma, ...said],
    }
  }
  if (exact)
    return {
      ...withoutSome(named),
      quantity: exact.quantity,
      unit: exact.unit,
      notes: [...named.notes, behindComma],
    }
  return amountBehind(whole) ?? plainName(line, named, behindComma)
}

/** Reads the other amount behind '200 g flour / 1½ cups'. The size of pieces goes to the note: '2 leeks / 300 g'. */
function otherAtEnd(
  line: string,
  tokens: readonly Token[],
  first: Amount,
): { amount: Amount; at: number } | null {
  // The slash before the other amount, not that of a fraction.
  const at = tokens.findLastIndex(({ text }, i) => text === '/' && tokens[i - 1]?.kind !== 'number')
  const second = at > first.next ? amountAt(line, tokens, at + 1) : null
  if (!second || second.isBare || second.next !== tokens.length) return null
  if (first.unit !== 'pcs') return { amount: inOneOf(first, second, first.next), at }
  const size = textOf(line, tokens, at + 1, tokens.length)
  return { amount: { ...first, said: first.said === '' ? size : `${first.said}, ${size}` }, at }
}

/** '500 g, flour': the comma only divides. */
function fromComma(head: Amount, rest: string): FoundProduct | null {
  const named = namedIn(rest)
  if (!/\p{L}/u.test(named.productName)) return null
  return {
    productName: named.productName,
    quantity: head.quantity,
    unit: head.unit,
    notes: [head.said, ...named.notes],
  }
}

/** '4 cloves' of nothing are the spice. */
function productAlone(line: string, rest: string): FoundProduct | null {
  const [, count = '', productName = ''] = /^(\d{1,2}) (cloves?)$/iu.exec(line) ?? []
  return productName === '' ? null : { productName, quantity: Number(count), unit: 'pcs', notes: [rest] }
}

/** Returns whether a number before this token counts what follows: '3 eggs', but not '7Up', '3% milk' or '5-spice'. */
function startsName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  return token?.kind === 'word' && token.isApart
}

/** Returns the index behind 'of', and behind the article of 'half an onion'. */
function behindOf(tokens: readonly Token[], at: number): number {
  return wordIn(tokens[at], new Set(['of', 'von', 'a', 'an'])) && tokens[at]?.text !== 'A' ? at + 1 : at
}

/** In words and signs; an amount further behind is not that of the product. */
const longestName = 24

/** Reads 'Mehl 500 g', 'oliwa – 2 łyżki', 'flour: 2 cups, sifted'. */
function amountBehind(whole: string): FoundProduct | null {
  const tokens = tokensOf(whole)
  for (let at = 1; at < Math.min(tokens.length, longestName); at++) {
    const token = tokens[at]
    if (!token?.isApart) continue
    const amount = amountAt(whole, tokens, at)
    if (!amount || (amount.isBare && !isDivider(tokens[at - 1]))) continue
    const behind = tokens[amount.next]
    if (behind && !',;'.includes(behind.text)) continue
    const [name, about] = atComma(textOf(whole, tokens, 0, at))
    const named = namedIn(name)
    if (!/\p{L}/u.test(named.productName)) return null
    const rest = textOf(whole, tokens, amount.next + 1, tokens.length)
    const notes = [amount.said, ...named.notes, about, rest]
    return { ...named, quantity: amount.quantity, unit: amount.unit, notes }
  }
  return null
}

function isDivider(token: Token | undefined): boolean {
  return isDash(token) || token?.text === ':' || token?.text === '='
}

/** A line without an amount that this grammar knows; quick add may still find one, as in 'jajka x 3'. */
function plainName(line: string, named: Named, behindComma: string): FoundProduct | null {
  const { productName, quantity = null, unit = null, note = '' } = understand(line, { price: false })
  const some = withoutSome(quantity === null ? named : namedIn(productName))
  if (!/\p{L}/u.test(some.productName)) return null
  return {
    productName: some.productName,
    quantity,
    unit: quantity === null ? null : (unit ?? 'pcs'),
    notes: [...some.notes, note, behindComma],
  }
}

export interface ReadLines {
  ingredients: Ingredient[]
  /** how many lines are neither an ingredient nor a heading nor empty, or came after the limit */
  leftOut: number
}

/** Returns the ingredients of some lines, and how many lines yielded none although they are no heading. */
export function readLines(lines: readonly string[]): ReadLines {
  const ingredients: Ingredient[] = []
  let leftOut = 0
  for (const line of lines) {
    const read = readLine(line).slice(0, limits.ingredients - ingredients.length)
    ingredients.push(...read)
    if (read.length === 0 && /[\p{L}\p{N}]/u.test(line) && !isHeading(line)) leftOut++
  }
  return { ingredients, leftOut }
}

/** Returns what a line names. Ingredients that share a line know the whole of it. */
function readLine(line: string): Ingredient[] {
  const read = splitLine(line).flatMap((part) => readIngredient(part) ?? [])
  return read.length < 2 ? read : read.map((one) => ({ ...one, sharedLine: cleaned(line) }))
}

export function readIngredients(lines: readonly string[]): Ingredient[] {
  return readLines(lines).ingredients
}

/** Returns whether a line says how much of something: a quantity, or a measure in its note. */
export function saysAmount({ quantity, note }: Ingredient): boolean {
  return quantity !== null || (note !== undefined && saysMeasure(note))
}
