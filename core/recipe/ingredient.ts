import { limits, type Unit } from '../product/entities.ts'
import { productFields } from '../product/table.ts'
import { sameKey } from '../text/normalise.ts'
import { unmarked } from '../text/pasted.ts'
import { cleaned, understand } from '../text/quick-add.ts'
import { numeralAt } from '../text/quick-numerals.ts'
import { behindDot, isDash, isTimes, type Token, tokensOf, wordIn } from '../text/quick-tokens.ts'
import { aboutWords, unitOf } from '../text/quick-units.ts'
import {
  heapWords,
  isRange,
  type Measure,
  measureOf,
  measuresBehind,
  nameAfterMeasure,
  sizeWords,
  someWords,
} from './measures.ts'
import { saysMeasure } from './portions.ts'

/** One ingredient of a recipe, as the product that it would be on a list. */
export interface Ingredient {
  /** as the recipe has it */
  line: string
  productName: string
  /** null: the recipe says none that can be bought, such as 'a pinch' */
  quantity: number | null
  unit: Unit | null
  /** how much the cook takes of it, and how it is prepared: '2 łyżki, posiekane' */
  note?: string
}

/** A longer line is a part of a text, not an ingredient. */
export const longestLine = 300

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

interface Amount {
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

function textOf(line: string, tokens: readonly Token[], from: number, to: number): string {
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
function amountAt(line: string, tokens: readonly Token[], from: number): Amount | null {
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
function inOneOf(first: Amount, second: Amount, next: number): Amount {
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

/** Takes what is in brackets out of a line. An unclosed bracket ends with the line. */
function withoutBrackets(line: string): { text: string; inside: string[] } {
  const inside: string[] = []
  let text = ''
  let depth = 0
  let begin = 0
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]
    if (sign === '(' || sign === '[') {
      if (depth++ === 0) begin = i + 1
    } else if ((sign === ')' || sign === ']') && depth > 0) {
      if (--depth === 0) inside.push(line.slice(begin, i))
    } else if (depth === 0) text += sign
  }
  if (depth > 0) inside.push(line.slice(begin))
  return {
    text: text.replace(/ {2,}/g, ' ').replace(/ ,/g, ',').trim(),
    inside: inside.map((words) => words.replace(/[()[\]]/g, '').trim()).filter((words) => words !== ''),
  }
}

/** Splits at the first comma that is not in a number: '1 onion, finely chopped'. */
function atComma(line: string): [head: string, rest: string] {
  const at = line.search(/(?:,(?!\d)|;| [–—-] (?![\d½¼¾⅓⅔]))/u)
  return at < 0
    ? [line, '']
    : [
        line.slice(0, at).trim(),
        line
          .slice(at)
          .replace(/^[\s,;–—-]+/u, '')
          .trim(),
      ]
}

/** Ends of a line that say how much or what for, not what. */
const purposeAtEnd =
  /\s+(?:to taste|as needed|as required|optional|for (?:frying|greasing|serving|garnish|dusting|brushing|decoration|the (?:pan|tin|top))|to (?:serve|garnish|finish|decorate)|(?:\+|plus) (?:extra|more|etwas|\d).*|(?:à|je) \d[\d.,]* ?(?:g|ml|kg|l)|do smaku|do (?:smażenia|posypania|dekoracji|podania|przybrania|posmarowania|wysmarowania|wysypania|formy|natłuszczenia)(?: .*)?|według uznania|wg uznania|opcjonalnie|nach (?:geschmack|belieben|bedarf)|(?:zum|zur|für die) (?:braten|bestäuben|bestreuen|beträufeln|ausrollen|garnieren|anbraten|dekoration|einfetten|bestreichen|servieren|form)|n\. ?b\.|opt\.)$/iu
/** The size of eggs: 'Eier Größe M', 'eggs L' */
const letterAtEnd = /\s(?:(?:[Gg]r(?:öße|\.)|[Rr]ozm(?:iar|\.)|[Ss]ize) )?(?:M|L|XL)$/u
/** 'juice of 1 lemon': the lemon is bought. */
const partOf =
  /^((?:(?:finely )?grated )?(?:juice|zest|rind)(?: (?:and|&) (?:juice|zest))?|sok|(?:starta )?skórka|skórka i sok|sok i skórka|saft|abrieb|schale|saft und schale) (?:of|from|z|ze|von|aus)? ?(?=[\d½¼¾⅓⅔]|(?:a|an|half|one|two|jednej|połowy|pół|dwóch|einer|einem|zwei)\s)/iu
/** Polish numbers after a preposition: 'sok z połowy cytryny'. */
const inflected: readonly [RegExp, string][] = [
  [/^jednej |^jednego |^einem |^einer /iu, '1 '],
  [/^połowy |^half (?:of )?(?:an? )?/iu, '½ '],
  [/^dwóch /iu, '2 '],
]

/** 'Zehe/n', 'Zwiebel(n)' and 'egg(s)' are written for one and for many. */
const pluralEnding = /(?<=\p{L})(?:\((?:n|en|nen|e|er|s|es|i|y|a)\)|\/(?:n|en|nen|er|s)(?!\p{L}))/giu
/** '1 TL, gestr. Salz' and 'n. B. Salz', as a large German site writes them */
const heapBehind = /^(.{1,8} (?:EL|TL)), (gestr\.|gestrichen|geh\.|gehäuft) (.+)$/iu
const needBefore = /^(n\. ?B\.|evtl\.|ggf\.) (.+)$/iu

/** Writes some abbreviations in the way that the grammar knows. */
function spelledOut(line: string): string {
  return line
    .replace(pluralEnding, '')
    .replace(heapBehind, '$1 $3, $2')
    .replace(needBefore, '$2, $1')
    .replace(/(?<!\p{L})m\. ?-?(?=gro(?:ß|ss))/iu, 'mittel')
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

/** 'To serve: mint' says what the mint is for. */
function withoutLead(line: string): { lead: string[]; body: string } {
  const [, purpose = '', body = ''] =
    /^((?:to (?:serve|garnish|finish)|for (?:serving|garnish)|optional(?:ly)?|opcjonalnie|do (?:podania|dekoracji|posypania|smażenia)|zum (?:servieren|garnieren)|optional)) ?[:–-] ?(?=\p{L}|\d)(.+)$/iu.exec(
      line,
    ) ?? []
  return body === '' ? { lead: [], body: line } : { lead: [purpose], body }
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

interface Named {
  productName: string
  notes: string[]
}

/** Takes purposes and sizes off a name: 'large eggs', 'oil for frying'. */
function namedIn(text: string): Named {
  const notes: string[] = []
  let name = text.replace(/^[\s.,;:–—-]+|[\s.,;:–—*-]+$/gu, '')
  const purpose = purposeAtEnd.exec(name)
  if (purpose && purpose.index > 0) {
    notes.push(purpose[0].trim())
    name = name.slice(0, purpose.index)
  }
  const letter = letterAtEnd.exec(name)
  if (letter && letter.index > 0) {
    notes.unshift(letter[0].trim())
    name = name.slice(0, letter.index)
  }
  const [first = '', ...others] = name.split(' ')
  if (others.length > 0 && sizeWords.has(sameKey(first))) {
    notes.unshift(first)
    name = others.join(' ')
  }
  return { productName: name, notes }
}

function measureBehind(name: string): { productName: string; word: string } | null {
  const [, product = '', word = ''] = /^(.+) (\p{L}+)$/u.exec(name) ?? []
  return measuresBehind.has(sameKey(word)) ? { productName: product, word } : null
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

/** Moves 'etwas' and 'some' from the name to the note. */
function withoutSome({ productName, notes }: Named): Named {
  const [first = '', ...others] = productName.split(' ')
  if (others.length === 0 || !someWords.has(sameKey(first))) return { productName, notes }
  return { productName: others.join(' ').replace(/^of /iu, ''), notes: [first, ...notes] }
}

const sections = /^(?:for (?:the )?|na |do |dla |für (?:den|die|das) |zum |zur )\p{L}+(?: \p{L}+){0,3}$/iu

/** Returns whether a line is a heading above some ingredients: 'For the sauce:', 'Ciasto:', 'Für den Teig'. */
export function isHeading(line: string): boolean {
  const text = line.replace(/^[*_#\s]+|[*_\s]+$/gu, '')
  if (text.endsWith(':')) return true
  return sections.test(text) && !/\d/.test(text) && !purposeAtEnd.test(` ${text}`)
}

/** Foods of which recipes name two in one line. */
const together = new Set(
  'salt pepper sól soli pieprz pieprzu salz pfeffer cukier cukru sugar zucker olej oil öl oregano papryka'
    .split(' ')
    .map(sameKey),
)
const tint =
  /^(?:freshly ground |ground |black |sea |coarse |kosher |świeżo mielony |czarny |frisch gemahlener |schwarzer )+/iu

/** No recipe has more ingredients in one line. */
const mostParts = 30

/** Splits a line that names several ingredients: 'salt and pepper', '500 g mąki, 2 jajka, szczypta soli'. */
export function splitLine(given: string): string[] {
  const line = given.length > 4 * longestLine ? '' : cleaned(given)
  if (line === '') return []
  const parts = line.split(/(?:,(?!\d)|;)\s*/u, mostParts).filter((part) => part !== '')
  const areAmounts = parts.map((part) => {
    const tokens = tokensOf(part)
    const amount = amountAt(part, tokens, 0)
    return amount !== null && /\p{L}/u.test(textOf(part, tokens, amount.next, tokens.length))
  })
  // '2 eggs, 100 g flour': each part says how much of what.
  if (
    parts.length > 1 &&
    areAmounts.filter(Boolean).length > 1 &&
    areAmounts.slice(1).every((is, i) => is || isShort(parts[i + 1]))
  )
    return parts
  // 'salt, pepper, oregano': no amounts at all
  if (parts.length > 2 && !areAmounts.includes(true) && parts.every(isShort)) return parts
  return pairIn(line) ?? [line]
}

function isShort(part: string | undefined): boolean {
  return part !== undefined && !/[()\d:]/.test(part) && part.trim().split(' ').length <= 2
}

function pairIn(line: string): string[] | null {
  const { text, inside } = withoutBrackets(spelledOut(line))
  const [head, rest] = atComma(text)
  const purpose = purposeAtEnd.exec(head)
  const words = purpose ? head.slice(0, purpose.index) : head
  const pair = words.split(/\s+(?:and|i|oraz|und|&|\+)\s+/iu)
  if (pair.length !== 2 || !pair.every((one) => together.has(sameKey(one.replace(tint, ''))))) return null
  const more = [purpose?.[0].trim() ?? '', rest, ...inside].filter((one) => one !== '').join(', ')
  return pair.map((one) => (more === '' ? one : `${one}, ${more}`))
}

/** Returns the ingredients of some lines, without headings and without lines that say none. */
export function readIngredients(lines: readonly string[]): Ingredient[] {
  const found: Ingredient[] = []
  for (const line of lines)
    for (const part of splitLine(line)) {
      if (found.length === limits.ingredients) return found
      const ingredient = readIngredient(part)
      if (ingredient) found.push(ingredient)
    }
  return found
}

/** Returns whether a line says how much of something: a quantity, or a measure in its note. */
export function saysAmount({ quantity, note }: Ingredient): boolean {
  return quantity !== null || (note !== undefined && saysMeasure(note))
}
