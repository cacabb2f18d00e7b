import { limits } from '../product/entities.ts'
import { sameKey } from '../text/normalise.ts'
import { cleaned } from '../text/quick-add.ts'
import { unmarked } from '../text/pasted.ts'
import { type Ingredient, longestLine, readIngredients, saysAmount, splitLine } from './ingredient.ts'
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

/** The most lines of a page that are looked at, and of ingredients in a text: more would only cost time. */
export const mostLines = 5_000
export const mostIngredientLines = 500

/** Returns the recipe that these texts describe; null if none of them is an ingredient. */
export function recipeOf({ name, yields, ingredients }: RecipeTexts, source: string): Recipe | null {
  const found = readIngredients(ingredients.slice(0, mostIngredientLines))
  if (found.length === 0) return null
  const portions = yields.map(saidPortions).find((said) => said !== null) ?? null
  return {
    name: nameOf(name),
    portions: portions ?? yields.map(readPortions).find((said) => said !== null) ?? null,
    source,
    ingredients: found,
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

interface Lines {
  lines: readonly string[]
  keys: readonly string[]
}

function linesOf(text: string): Lines {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/u, mostLines)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap(withoutTitle)
  return { lines, keys: lines.map(headingKey) }
}

/** Divides 'Ingredients: 3 eggs, 100 g flour' into the heading and what it is about. */
function withoutTitle(line: string): string[] {
  const [, title, rest = ''] =
    line.length > 4 * longestLine ? [] : (/^(\p{L}[\p{L} ]{1,40}):\s+(?=[^,;]*[,;])(.+)$/u.exec(line) ?? [])
  return title !== undefined && splitLine(rest).length > 1 ? [`${title}:`, rest] : [line]
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
export function readRecipeText(
  text: string,
  { isPage = false, source = '', name = '' }: { isPage?: boolean; source?: string; name?: string } = {},
): Recipe | null {
  const all = linesOf(text)
  const found = bestBelowHeading(all) ?? (isPage ? null : withoutHeading(all))
  if (!found || (isPage && found.ingredients.filter(saysAmount).length < 2)) return null
  const { ingredients, from } = found
  const portions = portionsNear(all, from)
  return { name: nameOf(name) || titleOf(all, from, ingredients), portions, source, ingredients }
}

interface Found {
  ingredients: Ingredient[]
  /** index of the first line of the ingredients, or of their heading */
  from: number
}

/** The heading with the most amounts below it: a page may have 'Ingredients' in its menu, too. */
function bestBelowHeading(all: Lines): Found | null {
  let best: Found | null = null
  let most = 0
  const headings = all.keys.flatMap((key, i) => (isBeginning(key) ? [i] : [])).slice(0, 6)
  for (const from of headings) {
    const ingredients = belowHeading(all, from)
    const amounts = ingredients.filter(saysAmount).length
    if (ingredients.length > 0 && (!best || amounts > most)) [best, most] = [{ ingredients, from }, amounts]
  }
  return best
}

function belowHeading({ lines, keys }: Lines, from: number): Ingredient[] {
  const texts: string[] = []
  // 'Składniki: 500 g mąki, 2 jajka'
  const behind = /^[^:]{0,60}:\s*(\S.*)$/u.exec(lines[from] ?? '')?.[1]
  if (behind !== undefined && saidPortions(behind) === null) texts.push(behind)
  let strange = 0
  for (let i = from + 1; i < lines.length && texts.length <= limits.ingredients; i++) {
    const line = lines[i] ?? ''
    if (isEnd(keys[i] ?? '') || strange >= strangers) break
    if (isProse(line)) {
      strange++
      continue
    }
    strange = 0
    if (saidPortions(line) === null || saysMore(line)) texts.push(line)
  }
  return readIngredients(texts)
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
    /\p{L}{4,}[.!?]\s+\p{Lu}/u.test(line) ||
    (/\p{L}{3,}[.!?]$/u.test(line) && words > 4) ||
    /[:;]-?[()D]$/.test(line)
  return (
    isSentence ||
    (words > 8 && !/^\W{0,3}(?:[\d½¼¾⅓⅔⅛]|ok\.|ca\.)/u.test(line) && !/[,(]/u.test(line)) ||
    words > 25
  )
}

/** A step such as '1. Mix the flour with the eggs'. */
const step = /^\d{1,2}[.)]\s+(?:\S+\s+){3,}\S+$/u

function withoutHeading({ lines, keys }: Lines): Found | null {
  const end = keys.findIndex(isEnd)
  const within = lines.slice(0, end < 0 ? mostIngredientLines : Math.min(end, mostIngredientLines))
  const texts = within.map((line) => (isProse(line) || step.test(line) ? '' : line))
  const each = texts.map((line) =>
    line === '' || saidPortions(line) !== null ? [] : readIngredients([line]),
  )
  const from = each.findIndex((some) => some.some(saysAmount))
  if (from < 0) return null
  const ingredients = each.slice(from).flat().slice(0, limits.ingredients)
  return { ingredients, from }
}

/** Looks for the portions in the heading, then above the ingredients, then in the first lines below. */
function portionsNear({ lines }: Lines, from: number): number | null {
  const near = [from, from + 1, ...Array.from({ length: 15 }, (_, i) => from - 1 - i), from + 2]
  for (const i of near) {
    const line = lines[i]
    const said = line !== undefined && line.length <= longestLine ? saidPortions(line) : null
    if (said !== null) return said
  }
  return null
}

/** The first line above the ingredients that can be a title. */
function titleOf({ lines }: Lines, from: number, ingredients: readonly Ingredient[]): string {
  const title = lines
    .slice(0, from)
    .find((line) => line.length <= 120 && /\p{L}/u.test(line) && !/[.!?]$|^https?:/u.test(line))
  const text = title === undefined ? '' : unmarked(title.replace(/^#+\s*/u, '')).text.replace(/:$/u, '')
  return ingredients.some(({ line }) => line === text) || isOnlyPortions(text) ? '' : nameOf(text)
}

/**
 * Returns whether a text is rather a recipe than a list: it has headings of a recipe, or says for how many it is. A list
 * with amounts alone is a list.
 */
export function looksLikeRecipe(text: string): boolean {
  const { lines, keys } = linesOf(text.slice(0, 20_000))
  if (lines.length < 3) return false
  const amounts = lines
    .slice(0, 200)
    .filter((line) => !isProse(line) && readIngredients([line]).some(saysAmount)).length
  if (amounts < 2) return false
  return (
    keys.some((key) => isBeginning(key) || isEnd(key)) ||
    lines.some((line) => line.length < 80 && saidPortions(line) !== null)
  )
}

/** Returns the address that a text is, or contains beside a title; null if it has none, or says more than that. */
export function addressIn(text: string): string | null {
  const found = text.slice(0, 4 * limits.recipeSource).match(/https?:\/\/[^\s<>"']+/giu) ?? []
  const [first] = new Set(found)
  if (first === undefined || new Set(found).size > 1 || first.length > limits.recipeSource) return null
  const rest = text.replaceAll(first, '')
  // A title and a greeting are short; a text with the recipe in it is better than its address.
  if (rest.length > 400) return null
  return looksLikeRecipe(rest) ? null : first
}
