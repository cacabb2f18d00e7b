import { runThrough, type Steps } from '../text/steps.ts'
import { limits } from '../product/entities.ts'
import { sameKey } from '../text/normalise.ts'
import { cleaned } from '../text/quick-add.ts'
import { unmarked } from '../text/pasted-line.ts'
import { type Ingredient, readIngredients, saysAmount } from './ingredient.ts'
import { isTitleAbove, longestLine, splitLine } from './lines.ts'
import { recipeWords } from './recipe-words.ts'
import { anyOf } from './words.ts'
import { isOnlyPortions, readPortions, saidPortions } from './portions.ts'

export interface Recipe {
  /** '' if the recipe has none */
  name: string
  /** null: the recipe does not say for how many it is */
  portions: number | null
  /** the address of its page; '' for none */
  source: string
  ingredients: RecipeIngredient[]
  /** lines among the ingredients of which no product was made, such as headings and sentences; missing if there are none */
  leftOut?: string[]
}

export interface RecipeIngredient extends Ingredient {
  /** the whole line of the recipe, if that names several ingredients */
  whole?: string
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
/** The most headings, lines below one, and characters that are parsed as ingredients: 5 × what a long cookbook page has. */
const most = { headings: 12, linesBelow: 1_000, leftOut: 100, characters: 100_000 }

export function* recipeOf({ name, yields, ingredients }: RecipeTexts, source: string): Steps<Recipe | null> {
  const lines = withoutCopy(ingredients.slice(0, mostIngredientLines)).map((text) => ({ text }))
  const found = yield* createParser()(lines)
  if (found.ingredients.length === 0) return null
  return { name: nameOf(name), portions: portionsIn(yields.slice(0, 10)), source, ...partsOf(found) }
}

/** Returns lines without their repetition: some pages have all ingredients twice, once for the printer. */
function withoutCopy(lines: readonly string[]): readonly string[] {
  const half = lines.length / 2
  const isTwice =
    half > 1 && Number.isInteger(half) && lines.every((line, i) => line === lines[(i + half) % lines.length])
  return isTwice ? lines.slice(0, half) : lines
}

/** What was found in some lines. */
interface Found {
  ingredients: RecipeIngredient[]
  leftOut: string[]
}

function partsOf({ ingredients, leftOut }: Found): Pick<Recipe, 'ingredients' | 'leftOut'> {
  return leftOut.length > 0
    ? { ingredients, leftOut: leftOut.slice(0, mostIngredientLines) }
    : { ingredients }
}

interface Candidate {
  text: string
  /** it is a sentence, and so no ingredient */
  isProse?: boolean
}

/** Returns what parses lines as ingredients: a line that comes again only once, and all lines up to the limit. */
function createParser() {
  const parsed = new Map<string, readonly RecipeIngredient[]>()
  let left = most.characters
  const parse = (line: string) => {
    left -= line.length
    const parts = readIngredients([line])
    const ingredients = parts.length > 1 ? parts.map((part) => ({ ...part, whole: cleaned(line) })) : parts
    parsed.set(line, ingredients)
    return ingredients
  }
  return function* (lines: readonly Candidate[]): Steps<Found> {
    const found: Found = { ingredients: [], leftOut: [] }
    const leave = (line: string) => {
      if (/[\p{L}\d]/u.test(line)) found.leftOut.push(shortened(line))
    }
    for (const [i, { text, isProse }] of lines.entries()) {
      const room = limits.ingredients - found.ingredients.length
      const isTitle = isTitleAbove(text, lines[i + 1]?.text ?? '')
      if (isProse || isTitle || room <= 0 || left < 0 || text.length > 4 * longestLine) {
        leave(text)
        continue
      }
      const some = parsed.get(text) ?? parse(text)
      found.ingredients.push(...some.slice(0, room))
      if (some.length === 0 || some.length > room) leave(text)
      yield
    }
    return found
  }
}

/** Returns a line as it is shown: on one line, and no longer than an ingredient. */
function shortened(line: string): string {
  const text = cleaned(line.slice(0, 2 * longestLine))
  return text.length > longestLine
    ? `${text.slice(0, longestLine - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
    : text
}

const amount = String.raw`\d{1,3}(?:[.,]\d{1,2})?(?: ?[½¼¾]| \d\/\d)?`
/** '20 cm', '9x13', '8-inch', 'Ø 26', '26er', '3 cups': how large a dish is, and not for how many. */
const sizes = new RegExp(
  String.raw`(?:ø|⌀) ?${amount}(?: ?cm)?|${amount}(?: ?(?:x|×|\*|by) ?${amount}){1,2}(?:[ -]?(?:cm|mm|inch(?:es)?|in\b\.?)|["″”])?|${amount}(?: ?(?:-|–|to|do|bis) ?${amount})?(?:["″”]|''|-in(?!\p{L})|er(?!\p{L})|[ -]?(?:cm|mm|inch(?:es)?|lbs?|pounds?|oz|ounces?|cups?|pints?|quarts?|gallons?|lit(?:er|re)s?|litr\p{L}{0,3}|kilo\p{L}{0,6}|gram\p{L}{0,4}|szklan\p{L}{1,3}|tassen?|tablespoons?|teaspoons?|tbsp|tsp|[kmd]?l|dag|k?g)(?!\p{L}))`,
  'giu',
)
const dozens =
  /(?:(\d{1,2})(?: ?(?:-|–|to|do|bis) ?\d{1,2})? ?)?(½ |1\/2 |half (?:an? )?|pół |halbes )?(?:dozens?|doz\.?|tuzin(?:y|ów|a)?|dutzend)(?!\p{L})/giu

/** Returns what a text says about portions, without sizes and with dozens as numbers. */
function yieldText(text: string): string {
  return text
    .slice(0, longestLine)
    .replace(/(\d)(?=½)/gu, '$1 ')
    .replace(/\s+/gu, ' ')
    .replace(dozens, (_, count?: string, half?: string) => {
      return String((Number(count ?? (half ? 0 : 1)) + (half ? 0.5 : 0)) * 12)
    })
    .replace(sizes, ' ')
}

function portionsSaid(text: string): number | null {
  return saidPortions(yieldText(text))
}

/** Returns for how many a recipe is: a plain number before words about portions, and those before any other words. */
function portionsIn(yields: readonly string[]): number | null {
  const plain = yields.find((text) => /^\s*\d{1,3}\s*$/.test(text))
  const texts = yields.map(yieldText)
  const candidates = [
    plain === undefined ? null : readPortions(plain),
    ...texts.map(saidPortions),
    ...texts.map(readPortions),
  ]
  return candidates.find((portions) => portions !== null) ?? null
}

/** Returns a text as a name: on one line, and cut to the longest one. */
export function nameOf(text: string): string {
  return cleaned(text.slice(0, 2 * limits.name))
    .slice(0, limits.name)
    .replace(/[\uD800-\uDBFF]$/, '')
}

/** Returns what begins with one of these headings, in the form of `sameKey`. */
function heading(written: string, all: readonly string[]): RegExp {
  return new RegExp(String.raw`^(?:${written}|${anyOf(all.map(sameKey))})(?!\p{L})`, 'u')
}

/** Headings above the ingredients, in the form of `sameKey`. */
const begins = heading(
  String.raw`ingredients?(?: list)?|you(?: wi|'|’)?ll need|what you(?: wi|'|’)?(?:ll)? need|skladniki|lista skladnikow|potrzebne(?: skladniki| beda)?|bedzie(?:my)? potrzebn\p{L}+|potrzebujesz|potrzebujemy|co potrzebne`,
  recipeWords('ingredients'),
)
/** Headings below them. */
const ends = heading(
  String.raw`method|directions?|instructions?|preparation|how to|steps?|nutrition\p{L}*|notes?|tips?|comments?|reviews?|related|equipment|przygotow\p{L}*|przyrzadz\p{L}*|sposob\p{L}*|wykonani\p{L}*|jak (?:zrobic|przygotowac)|instrukcj\p{L}*|kroki|krok 1|wartosc\p{L}* odzywcz\p{L}*|wskazowk\p{L}*|uwagi|porady|komentarz\p{L}*|opinie|podobne`,
  recipeWords('method directions instructions preparation'),
)
/** Below a heading, this many lines in a row that are no ingredients end them. */
const strangers = 4

/** Headings below which strangers write. */
const commentsBegin = heading(
  String.raw`(?:leave|add|post|write) an? (?:comment|reply|review)|(?:all )?(?:comments?|reviews?|replies|responses|discussion)|(?:dodaj|zostaw|napisz) komentarz|komentarz\p{L}*|opinie`,
  recipeWords('comments reviews'),
)
/** Headings above other recipes. */
const othersBegin = heading(
  String.raw`you (?:may|might) also (?:like|enjoy)|more recipes|related|similar recipes|zobacz (?:tez|takze|rowniez)|podobne|powiazane|polecane przepisy|inne przepisy`,
  recipeWords('more_recipes'),
)

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

/** 'Dough ingredients' */
const beginsBehind = new RegExp(
  String.raw`^(?:(?:for )?(?:the )?\p{L}+ ){1,3}(?:[-–] )?(?:${anyOf(recipeWords('ingredients').map(sameKey))}):?$`,
  'u',
)

function isBeginning(key: string): boolean {
  return key.length <= 60 && (begins.test(key) || beginsBehind.test(key))
}

function isEnd(key: string): boolean {
  return key.length <= 60 && (ends.test(key) || commentsBegin.test(key) || othersBegin.test(key))
}

/** Returns whether a line is a heading above or below ingredients. In a menu it is only a link to them. */
export function isPartHeading(line: string): boolean {
  const key = headingKey(line)
  return isBeginning(key) || isEnd(key)
}

/** Returns whether a line, which is a heading, says that comments begin. With a number it may link to them. */
export function isAboveComments(line: string): boolean {
  const key = headingKey(line)
  return key.length <= 60 && commentsBegin.test(key) && !/\d/.test(line)
}

/** Returns the lines up to the comments and other recipes below the first ingredients; above them, they are links. */
function aboveStrangers(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex(({ key }) => isBeginning(key))
  const end = lines.findIndex(({ key }, i) => {
    return i > first && key.length <= 60 && (commentsBegin.test(key) || othersBegin.test(key))
  })
  return first < 0 || end < 0 ? lines : lines.slice(0, end)
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
  const lines = aboveStrangers(yield* linesOf(text))
  const parse = createParser()
  const found =
    (yield* belowHeadings(lines, parse, isPage)) ?? (isPage ? null : yield* withoutHeading(lines, parse))
  if (!found || (isPage && found.ingredients.filter(saysAmount).length < 2)) return null
  const { ingredients, from } = found
  const title = titleIn(lines, from, ingredients)
  return {
    name: nameOf(name) || (title?.name ?? ''),
    portions: portionsNear(lines, from),
    source: source !== '' || isPage ? source : (onlyAddressIn(text) ?? ''),
    ...partsOf({ ...found, leftOut: found.leftOut.filter((line) => line !== title?.text) }),
  }
}

interface FoundAt extends Found {
  /** index of the first line of the ingredients, or of their heading */
  from: number
}

type Parse = ReturnType<typeof createParser>

/** The ingredients below one heading. */
interface Part extends FoundAt {
  amounts: number
  /** the next heading of ingredients ends it, and nothing else */
  isFollowed: boolean
}

/**
 * Finds the heading with the most amounts below it, as a page may have 'Ingredients' in its menu too, and the other
 * parts of the same recipe: 'Ingredients for the filling'.
 */
function* belowHeadings(lines: readonly Line[], parse: Parse, isPage: boolean): Steps<FoundAt | null> {
  const headings = lines.flatMap(({ key }, i) => (isBeginning(key) ? [i] : [])).slice(0, most.headings)
  const parts: Part[] = []
  for (const [i, from] of headings.entries()) {
    const { candidates, isWhole } = yield* belowHeading(lines, from, headings[i + 1] ?? lines.length)
    const found = yield* parse(candidates)
    const isFollowed = isWhole && i + 1 < headings.length
    parts.push({ ...found, from, amounts: found.ingredients.filter(saysAmount).length, isFollowed })
  }
  const filled = parts.filter(({ ingredients }) => ingredients.length > 0)
  const [best] = filled.toSorted((a, b) => b.amounts - a.amounts)
  if (!best) return null
  const chosen = [best]
  for (const part of filled)
    if (part !== best && isOfSame(part, best, chosen, { parts, lines, isPage })) chosen.push(part)
  chosen.sort((a, b) => a.from - b.from)
  const all = chosen.flatMap(({ ingredients }) => ingredients)
  const over = all.slice(limits.ingredients).map(({ line }) => line)
  return {
    ingredients: all.slice(0, limits.ingredients),
    leftOut: [...chosen.flatMap(({ leftOut }) => leftOut), ...over],
    from: chosen[0]?.from ?? best.from,
  }
}

interface Around {
  parts: readonly Part[]
  lines: readonly Line[]
  isPage: boolean
}

/** Returns whether a part belongs to the same recipe as the best one, and does not repeat what was found. */
function isOfSame(
  part: Part,
  best: Part,
  chosen: readonly Part[],
  { parts, lines, isPage }: Around,
): boolean {
  const [first, last] = part.from < best.from ? [part, best] : [best, part]
  const between = parts.slice(parts.indexOf(first), parts.indexOf(last))
  const isNext = between.every(({ isFollowed }) => isFollowed)
  // On a page, what is below 'Ingredients' once more is another recipe, or this one for the printer.
  const isOther = isPage && lines[part.from]?.key === lines[best.from]?.key
  if (!isNext && (isOther || part.amounts < 2)) return false
  if (part.from < best.from && part.amounts === 0) return false
  const keyOf = ({ line, productName }: RecipeIngredient) => sameKey(isNext ? line : productName)
  const names = new Set(chosen.flatMap(({ ingredients }) => ingredients.map(keyOf)))
  const repeated = part.ingredients.filter((ingredient) => names.has(keyOf(ingredient))).length
  return isNext ? repeated < part.ingredients.length : repeated <= part.ingredients.length / 2
}

interface Below {
  candidates: Candidate[]
  /** it goes on up to the next heading of ingredients */
  isWhole: boolean
}

function* belowHeading(lines: readonly Line[], from: number, to: number): Steps<Below> {
  const candidates: Candidate[] = []
  // 'Składniki: 500 g mąki, 2 jajka'
  const behind = /^[^:]{0,60}:\s*(\S.*)$/u.exec(lines[from]?.text ?? '')?.[1]
  if (behind !== undefined && saidPortions(behind) === null) candidates.push({ text: behind })
  let strange = 0
  for (const line of lines.slice(from + 1, Math.min(to, from + 1 + most.linesBelow))) {
    const isOver = candidates.length > limits.ingredients + most.leftOut
    if (isEnd(line.key) || strange >= strangers || isOver) {
      // Sentences that end the ingredients are no part of them.
      if (strange >= strangers) candidates.splice(-strange)
      return { candidates, isWhole: false }
    }
    const kind = kindOf(line)
    strange = kind === 'prose' ? strange + 1 : 0
    if (kind !== 'portions' || saysMore(line.text) || !isOnlyPortions(line.text))
      candidates.push({ text: line.text, isProse: kind !== 'other' && !saysMore(line.text) })
    yield
  }
  return { candidates, isWhole: true }
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

function* withoutHeading(lines: readonly Line[], parse: Parse): Steps<FoundAt | null> {
  const end = lines.findIndex(({ key }) => isEnd(key))
  const within = lines.slice(0, end < 0 ? mostIngredientLines : Math.min(end, mostIngredientLines))
  const all: Found = { ingredients: [], leftOut: [] }
  let from = -1
  for (const [i, line] of within.entries()) {
    const kind = kindOf(line)
    if (kind === 'portions') continue
    const isProse = kind === 'prose' || step.test(line.text)
    const isOver = all.ingredients.length >= limits.ingredients
    const some = yield* parse([{ text: line.text, isProse: isProse || isOver }])
    if (from < 0 && some.ingredients.some(saysAmount)) from = i
    // What is above the first amount is a title, a greeting, or an ingredient without one.
    if (from >= 0) all.ingredients.push(...some.ingredients)
    else if (!isProse && some.ingredients.length > 0) all.leftOut.push(line.text)
    if (from >= 0) all.leftOut.push(...some.leftOut)
  }
  return from < 0 ? null : { ...all, ingredients: all.ingredients.slice(0, limits.ingredients), from }
}

/** Looks for the portions in the heading, then above the ingredients, then in the first lines below. */
function portionsNear(lines: readonly Line[], from: number): number | null {
  const near = [from, from + 1, ...Array.from({ length: 15 }, (_, i) => from - 1 - i), from + 2]
  for (const i of near) {
    const line = lines[i]?.text
    const portions = line !== undefined && line.length <= longestLine ? portionsSaid(line) : null
    if (portions !== null) return portions
  }
  return null
}

/** Finds the first line above the ingredients that can be a title. */
function titleIn(
  lines: readonly Line[],
  from: number,
  ingredients: readonly Ingredient[],
): { text: string; name: string } | null {
  const title = lines
    .slice(0, from)
    .find(({ text }) => text.length <= 120 && /\p{L}/u.test(text) && !/[.!?]$|^https?:/u.test(text))?.text
  if (title === undefined) return null
  // An address may have been behind it.
  const text = unmarked(title.replace(/^#+\s*/u, '').replace(/[\s|–—-]+$/u, '')).text.replace(/:$/u, '')
  const isOther = ingredients.some(({ line }) => line === text) || isOnlyPortions(text)
  return isOther ? null : { text: title, name: nameOf(text) }
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
