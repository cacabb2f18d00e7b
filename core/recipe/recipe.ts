import { limits } from '../product/entities.ts'
import { sameKey } from '../text/normalise.ts'
import { cleaned } from '../text/quick-add.ts'
import { unmarked } from '../text/pasted.ts'
import { type Ingredient, readIngredients, saysAmount } from './ingredient.ts'
import { longestLine, splitLine } from './lines.ts'
import { isOnlyPortions, readPortions, saidPortions } from './portions.ts'

export interface Recipe {
  /** '' if the recipe has none */
  name: string
  /** null: the recipe does not say for how many it is */
  portions: number | null
  /** the address of its page; '' for none */
  source: string
  ingredients: Ingredient[]
}

/** What marked-up pages say about a recipe, as texts. */
export interface RecipeTexts {
  name: string
  yields: readonly string[]
  ingredients: readonly string[]
}

/** Where to look for a recipe in a text that is not marked up. */
export interface TextOptions {
  /** the text is a whole page: ingredients are only looked for below a heading */
  isPage?: boolean
  /** '': the address that the text contains, if it is the only one */
  source?: string
  /** '': the first line above the ingredients that can be a title */
  name?: string
}

/** The most lines of a page that are looked at, and of ingredients in a text: more would only cost time. */
export const mostLines = 5_000
export const mostIngredientLines = 500
/** The most lines below one heading, and characters that are parsed as ingredients: 5 × what a long cookbook page has. */
const most = { linesBelow: 1_000, characters: 100_000 }

/** Work that pauses after each line of up to 1 ms or so, for a server that has other requests to answer. */
export type Steps<T> = Generator<undefined, T, undefined>

function runThrough<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Returns the recipe that these texts describe; null if none of them is an ingredient. */
export function* recipeOf({ name, yields, ingredients }: RecipeTexts, source: string): Steps<Recipe | null> {
  const found = yield* createParser()(ingredients.slice(0, mostIngredientLines))
  if (found.length === 0) return null
  const said = yields.slice(0, 10)
  const portions = said.map(saidPortions).find((one) => one !== null) ?? null
  return {
    name: nameOf(name),
    portions: portions ?? said.map(readPortions).find((one) => one !== null) ?? null,
    source,
    ingredients: found,
  }
}

/** Returns what parses lines as ingredients: a line that comes again only once, and all lines up to the limit. */
function createParser() {
  const parsed = new Map<string, readonly Ingredient[]>()
  let left = most.characters
  const parse = (line: string) => {
    left -= line.length
    const ingredients = readIngredients([line])
    parsed.set(line, ingredients)
    return ingredients
  }
  return function* (lines: readonly string[]): Steps<Ingredient[]> {
    const found: Ingredient[] = []
    for (const line of lines) {
      if (found.length >= limits.ingredients || left < 0) break
      if (line.length > 4 * longestLine) continue
      found.push(...(parsed.get(line) ?? parse(line)))
      yield
    }
    return found.slice(0, limits.ingredients)
  }
}

/** Returns a text as a name: on one line, and cut to the longest one. */
export function nameOf(text: string): string {
  return cleaned(text.slice(0, 2 * limits.name))
    .slice(0, limits.name)
    .replace(/[\uD800-\uDBFF]$/, '')
}

/** Headings above the ingredients, in the form of `sameKey`. */
const begins =
  /^(?:ingredients?(?: list)?|you(?: wi|'|’)?ll need|what you(?: wi|'|’)?(?:ll)? need|skladniki|lista skladnikow|potrzebne(?: skladniki| beda)?|bedzie(?:my)? potrzebn\p{L}+|potrzebujesz|potrzebujemy|co potrzebne|zutaten(?:liste)?|das brauch(?:st|t|en)(?: du| ihr| wir)?|du brauchst|ihr braucht)(?!\p{L})/u
/** Headings below them. */
const ends =
  /^(?:method|directions?|instructions?|preparation|how to|steps?|nutrition\p{L}*|notes?|tips?|comments?|reviews?|related|equipment|przygotow\p{L}*|przyrzadz\p{L}*|sposob\p{L}*|wykonani\p{L}*|jak (?:zrobic|przygotowac)|instrukcj\p{L}*|kroki|krok 1|wartosc\p{L}* odzywcz\p{L}*|wskazowk\p{L}*|uwagi|porady|komentarz\p{L}*|opinie|podobne|zubereitung|anleitung|so (?:geht|wird)|und so|nahrwert\p{L}*|tipps?|hinweis\p{L}*|kommentare?|bewertung\p{L}*|ahnliche)(?!\p{L})/u
/** Below a heading, this many lines in a row that are no ingredients end them. */
const strangers = 4

function headingKey(line: string): string {
  const key = sameKey(unmarked(line.slice(0, 120)).text)
  return key.replace(/^[^\p{L}]+/u, '').trim()
}

interface Line {
  text: string
  key: string
  /** what `kindOf` found */
  kind?: 'prose' | 'portions' | 'other'
}

/** 'Ingredients: 3 eggs, 100 g flour': a heading and what it is about. */
const titled = /^(\p{L}[\p{L} ]{1,40}):\s+(\S.*)$/u
const address = /https?:\/\/[\p{L}\p{N}[][^\s<>"']*/giu

/** Returns the lines of a text without addresses. */
function* linesOf(text: string): Steps<Line[]> {
  const lines: Line[] = []
  let left = most.characters
  for (const whole of text.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/u, mostLines)) {
    const line = whole.replace(address, '').trim()
    if (line === '') continue
    yield
    const [, title = '', rest = ''] = line.length > 4 * longestLine ? [] : (titled.exec(line) ?? [])
    if (/[,;]/.test(rest)) left -= rest.length
    const isDivided = /[,;]/.test(rest) && left >= 0 && splitLine(rest).length > 1
    for (const part of isDivided ? [`${title}:`, rest] : [line])
      lines.push({ text: part, key: headingKey(part) })
  }
  return lines
}

function isBeginning(key: string): boolean {
  return key.length <= 60 && begins.test(key)
}

function isEnd(key: string): boolean {
  return key.length <= 60 && ends.test(key)
}

/**
 * Returns the recipe of a text that is not marked up, line by line. Where a heading says that the ingredients begin,
 * they are the lines below it. Without one, in a text that a person chose, they are all lines that may be ingredients;
 * a whole page (`isPage`) has too many other short lines for that.
 */
export function readRecipeText(text: string, options: TextOptions = {}): Recipe | null {
  return runThrough(recipeSteps(text, options))
}

/** Does what `readRecipeText` does, with pauses. */
export function* recipeSteps(
  text: string,
  { isPage = false, source = '', name = '' }: TextOptions = {},
): Steps<Recipe | null> {
  const lines = yield* linesOf(text)
  const parse = createParser()
  const found =
    (yield* bestBelowHeading(lines, parse)) ?? (isPage ? null : yield* withoutHeading(lines, parse))
  if (!found || (isPage && found.ingredients.filter(saysAmount).length < 2)) return null
  const { ingredients, from } = found
  return {
    name: nameOf(name) || titleOf(lines, from, ingredients),
    portions: portionsNear(lines, from),
    source: source !== '' || isPage ? source : (onlyAddressIn(text) ?? ''),
    ingredients,
  }
}

interface Found {
  ingredients: Ingredient[]
  /** index of the first line of the ingredients, or of their heading */
  from: number
}

type Parse = ReturnType<typeof createParser>

/** The heading with the most amounts below it: a page may have 'Ingredients' in its menu, too. */
function* bestBelowHeading(lines: readonly Line[], parse: Parse): Steps<Found | null> {
  let best: Found | null = null
  let mostAmounts = 0
  const headings = lines.flatMap(({ key }, i) => (isBeginning(key) ? [i] : [])).slice(0, 6)
  for (const from of headings) {
    const ingredients = yield* parse(yield* belowHeading(lines, from))
    const amounts = ingredients.filter(saysAmount).length
    if (ingredients.length > 0 && (!best || amounts > mostAmounts))
      [best, mostAmounts] = [{ ingredients, from }, amounts]
  }
  return best
}

function* belowHeading(lines: readonly Line[], from: number): Steps<string[]> {
  const texts: string[] = []
  // 'Składniki: 500 g mąki, 2 jajka'
  const behind = /^[^:]{0,60}:\s*(\S.*)$/u.exec(lines[from]?.text ?? '')?.[1]
  if (behind !== undefined && saidPortions(behind) === null) texts.push(behind)
  let strange = 0
  for (const line of lines.slice(from + 1, from + 1 + most.linesBelow)) {
    if (isEnd(line.key) || strange >= strangers || texts.length > limits.ingredients) break
    const kind = kindOf(line)
    strange = kind === 'prose' ? strange + 1 : 0
    if (kind === 'other' || (kind === 'portions' && saysMore(line.text))) texts.push(line.text)
    yield
  }
  return texts
}

/** Judges a line once: it may be below several headings. */
function kindOf(line: Line): NonNullable<Line['kind']> {
  line.kind ??= isProse(line.text) ? 'prose' : saidPortions(line.text) === null ? 'other' : 'portions'
  return line.kind
}

/** Returns whether a line with a word for portions is an ingredient all the same: '2 porcje makaronu'. */
function saysMore(line: string): boolean {
  return /\d\s*(?:kg|dag|g|ml|l)(?!\p{L})/u.test(line)
}

/** Returns whether a line is a sentence rather than an ingredient. */
function isProse(line: string): boolean {
  if (line.length > longestLine) return true
  const words = line.split(/\s+/).length
  const isSentence =
    /\p{L}{4}[.!?]\s+\p{Lu}/u.test(line) ||
    (/\p{L}{3}[.!?]$/u.test(line) && words > 4) ||
    /[:;]-?[()D]$/.test(line)
  return (
    isSentence ||
    (words > 8 && !/^\W{0,3}(?:[\d½¼¾⅓⅔⅛]|ok\.|ca\.)/u.test(line) && !/[,(]/u.test(line)) ||
    words > 25
  )
}

/** A step such as '1. Mix the flour with the eggs'. */
const step = /^\d{1,2}[.)]\s+(?:\S+\s+){3,}\S+$/u

function* withoutHeading(lines: readonly Line[], parse: Parse): Steps<Found | null> {
  const end = lines.findIndex(({ key }) => isEnd(key))
  const within = lines.slice(0, end < 0 ? mostIngredientLines : Math.min(end, mostIngredientLines))
  const ingredients: Ingredient[] = []
  let from = -1
  for (const [i, line] of within.entries()) {
    if (kindOf(line) !== 'other' || step.test(line.text)) continue
    const some = yield* parse([line.text])
    if (from < 0 && some.some(saysAmount)) from = i
    if (from >= 0) ingredients.push(...some)
    if (ingredients.length >= limits.ingredients) break
  }
  return from < 0 ? null : { ingredients: ingredients.slice(0, limits.ingredients), from }
}

/** Looks for the portions in the heading, then above the ingredients, then in the first lines below. */
function portionsNear(lines: readonly Line[], from: number): number | null {
  const near = [from, from + 1, ...Array.from({ length: 15 }, (_, i) => from - 1 - i), from + 2]
  for (const i of near) {
    const line = lines[i]?.text
    const said = line !== undefined && line.length <= longestLine ? saidPortions(line) : null
    if (said !== null) return said
  }
  return null
}

/** The first line above the ingredients that can be a title. */
function titleOf(lines: readonly Line[], from: number, ingredients: readonly Ingredient[]): string {
  const title = lines
    .slice(0, from)
    .find(({ text }) => text.length <= 120 && /\p{L}/u.test(text) && !/[.!?]$|^https?:/u.test(text))?.text
  // An address may have been behind it.
  const text =
    title === undefined
      ? ''
      : unmarked(title.replace(/^#+\s*/u, '').replace(/[\s|–—-]+$/u, '')).text.replace(/:$/u, '')
  return ingredients.some(({ line }) => line === text) || isOnlyPortions(text) ? '' : nameOf(text)
}

/**
 * Returns whether a text is rather a recipe than a list: it has headings of a recipe, says for how many it is, or has
 * the address of its page on a line. A list with amounts alone is a list.
 */
export function looksLikeRecipe(text: string): boolean {
  const start = text.slice(0, 20_000)
  const lines = runThrough(linesOf(start))
  const page = onlyAddressIn(start)
  const hasPage = page !== null && start.split(/[\n\r]/).some((line) => line.trim() === page)
  if ((lines.length < 3 && !hasPage) || !hasAmounts(lines)) return false
  return (
    hasPage ||
    lines.some(({ key }) => isBeginning(key) || isEnd(key)) ||
    lines.some((line) => line.text.length < 80 && saidPortions(line.text) !== null)
  )
}

/** '20 min', '300 kcal' or '5 ingredients', which stand beside a link. */
const noAmount =
  /^\D{0,20}\d+\s*(?:min|mins|minut\p{L}*|h|godz\p{L}*|hours?|std|stunden?|kcal|kj|ingredients?|skladnik\p{L}*|zutaten|steps?|krok\p{L}*|comments?|komentarz\p{L}*)(?!\p{L})/u

/** Returns whether at least two lines say how much of something. */
function hasAmounts(lines: readonly Line[]): boolean {
  const says = (line: Line) =>
    kindOf(line) === 'other' &&
    !noAmount.test(sameKey(line.text)) &&
    readIngredients([line.text]).some(saysAmount)
  return lines.slice(0, 200).filter(says).length > 1
}

/** Returns the address in a text; null if it has none or several. */
function onlyAddressIn(text: string): string | null {
  const [first, ...others] = new Set(text.match(address))
  const isOnly = first !== undefined && others.length === 0 && first.length <= limits.recipeSource
  return isOnly ? first : null
}

/** Returns the address that a text is, or contains beside a title; null if it has none, or says more than that. */
export function addressIn(text: string): string | null {
  const first = onlyAddressIn(text.slice(0, 4 * limits.recipeSource))
  if (first === null) return null
  const rest = text.replaceAll(first, '')
  // A title and a greeting are short; a text with the recipe in it is better than its address.
  return rest.length > 400 || hasAmounts(runThrough(linesOf(rest))) ? null : first
}
