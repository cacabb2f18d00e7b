import { longestLine } from '../../core/recipe/lines.ts'
import { mostIngredientLines, type RecipeTexts } from '../../core/recipe/recipe.ts'
import { yieldToEventLoop } from '../db/chunks.ts'
import { ingredientLines, plainText } from './plain-text.ts'
import { inTurns } from '../base/turns.ts'
import type { Steps } from '../../core/text/steps.ts'

/** Recipes in the JSON-LD of a page (schema.org/Recipe), as sites and their plugins really write it. */

/** No page that means it is deeper or has more. */
const most = {
  depth: 16,
  values: 20_000,
  yields: 10,
  text: 50_000,
  repaired: 256 << 10,
  recipes: 100,
  keys: 200,
}

/** A recipe of a page, and what says whether it is the page's own. */
export interface PageRecipe extends RecipeTexts {
  /** addresses that it says are its own */
  urls: string[]
  /** the page says that it is about this recipe */
  isMain: boolean
  /** it is in a list or in another recipe */
  isAside: boolean
}

/** Returns the recipes in the blocks of a page, also those without ingredients; a block that is not even nearly JSON is left out. */
export async function recipesInJson(blocks: readonly string[]): Promise<PageRecipe[]> {
  const found: Found = { recipes: [], ids: new Map(), main: new Set() }
  for (const block of blocks) {
    await yieldToEventLoop()
    const parsed = await inTurns(parseLenient(block))
    await yieldToEventLoop()
    if (parsed !== undefined) await inTurns(collect(parsed, found))
  }
  for (const [recipe, id] of found.ids) if (found.main.has(id)) recipe.isMain = true
  return withoutParts(found)
}

/** Returns the recipes, with those of one id as one: a page may say the name in one place and the ingredients in another. */
function withoutParts({ recipes, ids }: Found): PageRecipe[] {
  const byId = new Map<string, PageRecipe>()
  return recipes.filter((recipe) => {
    const id = ids.get(recipe)
    const first = id === undefined ? undefined : byId.get(id)
    if (id !== undefined && !first) byId.set(id, recipe)
    const isPart =
      first && [first, recipe].some(({ name, ingredients }) => name === '' || ingredients.length === 0)
    if (!first || !isPart) return true
    first.name ||= recipe.name
    if (first.ingredients.length === 0) first.ingredients = recipe.ingredients
    if (first.yields.length === 0) first.yields = recipe.yields
    first.isMain ||= recipe.isMain
    first.isAside &&= recipe.isAside
    return false
  })
}

interface Found {
  recipes: PageRecipe[]
  ids: Map<PageRecipe, string>
  /** ids of what pages say that they are about */
  main: Set<string>
}

/** Keys below which a page shows other recipes than its own. */
const aside = new Set(
  'itemlistelement isrelatedto issimilarto relatedlink haspart mentions citation review itemreviewed subjectof workexample'.split(
    ' ',
  ),
)

interface Waiting {
  value: unknown
  depth: number
  isMain: boolean
  isAside: boolean
}

/** Finds recipes wherever they are: at the top, in an array, in @graph, in mainEntity or in another thing. */
function* collect(top: unknown, found: Found): Steps<void> {
  const waiting: Waiting[] = [{ value: top, depth: 0, isMain: false, isAside: false }]
  for (let looked = 0; looked < most.values; looked++) {
    const next = waiting.pop()
    if (!next) return
    const { value, depth, isMain, isAside } = next
    if (typeof value !== 'object' || value === null) continue
    const isList = Array.isArray(value)
    const isOne = !isList && isRecipe(value)
    if (isOne && found.recipes.length < most.recipes) {
      const recipe = { ...(yield* toTexts(value)), urls: urlsOf(value), isMain, isAside }
      found.recipes.push(recipe)
      if (typeof value['@id'] === 'string') found.ids.set(recipe, value['@id'])
    }
    if (depth === most.depth) continue
    for (const [key, inner] of Object.entries(value).slice(0, most.values).toReversed()) {
      const name = isList ? '' : bare(key)
      if (name === 'mainentity') rememberMain(inner, found.main)
      waiting.push({
        value: inner,
        depth: depth + 1,
        isMain: isList ? isMain : name === 'mainentity',
        isAside: isAside || isOne || aside.has(name),
      })
    }
  }
}

function rememberMain(value: unknown, main: Set<string>): void {
  for (const one of Array.isArray(value) ? value.slice(0, 20) : [value]) {
    const id: unknown = typeof one === 'object' && one !== null ? (one as Thing)['@id'] : one
    if (typeof id === 'string') main.add(id)
  }
}

type Thing = Record<string, unknown>

/** Returns a key without its vocabulary: 'schema:recipeIngredient'. */
function bare(key: string): string {
  return key.slice(key.search(/[^/:#]*$/)).toLowerCase()
}

/** Returns the first of these properties that says something. */
function valueOf(thing: Thing, ...names: string[]): unknown {
  for (const name of names) {
    if (isFilled(thing[name])) return thing[name]
    const wanted = name.toLowerCase()
    const other = Object.keys(thing)
      .slice(0, most.keys)
      .find((key) => key !== name && bare(key) === wanted)
    if (other !== undefined && isFilled(thing[other])) return thing[other]
  }
  return undefined
}

/** Returns whether a value contains a text that is not empty, or a number. */
function isFilled(value: unknown): boolean {
  return textsOf(value).some((text) => /[\p{L}\d]/u.test(text))
}

function isRecipe(value: object): value is Thing {
  const type = (value as Thing)['@type'] ?? (value as Thing)['type']
  const types = Array.isArray(type) ? type.slice(0, 20) : [type]
  return types.some((one) => typeof one === 'string' && /(?:^|[/:#])recipe$/i.test(one.slice(-300).trim()))
}

function urlsOf(recipe: Thing): string[] {
  const given = ['url', '@id', 'mainEntityOfPage'].flatMap((key) => {
    const value = recipe[key]
    const url =
      typeof value === 'object' && value !== null
        ? ((value as Thing)['@id'] ?? (value as Thing)['url'])
        : value
    return typeof url === 'string' ? [url.slice(0, 2_000)] : []
  })
  return [...new Set(given)]
}

function* toTexts(recipe: Thing): Steps<RecipeTexts> {
  const name = textsOf(valueOf(recipe, 'name', 'headline'))[0] ?? ''
  const yields = textsOf(valueOf(recipe, 'recipeYield', 'yield', 'recipeServings'))
  const given = textsOf(
    valueOf(recipe, 'recipeIngredient', 'ingredients', 'recipeIngredients', 'ingredient', 'supply'),
  )
  const ingredients: string[] = []
  for (const text of given) {
    ingredients.push(...ingredientLines(plainText(text), given.length > 1))
    yield
    if (ingredients.length >= mostIngredientLines) break
  }
  return {
    name: plainText(name),
    yields: yields.slice(0, most.yields).map(plainText),
    ingredients: divided(ingredients),
  }
}

/** One text with all ingredients has them on lines of their own, or divided by commas, semicolons or bullets. */
function divided(texts: string[]): string[] {
  const [only] = texts
  if (texts.length !== 1 || only === undefined) return texts
  const signs = [/\s*[•·▪●]\s*/u, /\s*;\s+/u, /\s+\|\s+/u]
  const parts = signs.map((sign) => only.split(sign)).find((some) => some.length > 2)
  if (parts) return parts.filter((part) => part !== '')
  if (only.split(', ').length > 3) return only.split(/,\s+(?!\d+\s*$)/)
  // '2 eggs100 g flour1 onion': the tags between them were taken out.
  const glued = only.split(/(?<=\p{Ll}[).]?)(?=[\d½¼¾⅓⅔])/u)
  return glued.length > 2 && glued.every((part) => part.length <= longestLine) ? glued : texts
}

/** Returns the texts of a value, with tags and entities: of a text, a number, lists in lists, things that contain them. */
function textsOf(value: unknown, depth = 0, texts: string[] = []): string[] {
  if (texts.length >= mostIngredientLines || depth > most.depth) return texts
  if (typeof value === 'string') texts.push(value.slice(0, most.text))
  else if (typeof value === 'number') texts.push(String(value))
  else if (Array.isArray(value))
    for (const one of value.slice(0, mostIngredientLines)) textsOf(one, depth + 1, texts)
  else if (typeof value === 'object' && value !== null) textsOfThing(value as Thing, depth, texts)
  return texts
}

function textsOfThing(thing: Thing, depth: number, texts: string[]): void {
  const list = thing['itemListElement'] ?? thing['item']
  if (list !== undefined && list !== null) return void textsOf(list, depth + 1, texts)
  const name = wordsOf(thing['name'] ?? thing['ingredient'] ?? thing['food'])
  const amount = amountOf(thing)
  const whole = wordsOf(thing['display'] ?? thing['originalText'] ?? thing['text'])
  if (whole !== '' && !(amount !== '' && name === '')) texts.push(whole)
  else if (amount === '') textsOf(thing['@value'] ?? described(name, thing), depth + 1, texts)
  else if (isSaid(name, amount)) texts.push(amount)
  else texts.push(`${amount} ${described(name || whole, thing)}`.slice(0, most.text))
}

/** Returns whether an amount is a whole ingredient: { name: 'Ingredient 1', value: '200 g flour' }. */
function isSaid(name: string, amount: string): boolean {
  const isKind = /^(?:ingredients?|item|składniki?|zutat(?:en)?)(?: \d+)?$/iu.test(name.trim())
  return isKind || amount.toLowerCase().includes(name.toLowerCase())
}

/** 'onion' with the description 'finely chopped' */
function described(name: string, thing: Thing): string {
  const more = wordsOf(thing['description'] ?? thing['note'] ?? thing['comment']).trim()
  return name === '' || more === '' || more.length > 40 ? name : `${name}, ${more}`
}

/** Returns the text of a value or of what it is called. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, most.text)
  if (typeof value === 'number') return String(Math.round(value * 100) / 100)
  const thing: Thing = typeof value === 'object' && value !== null ? (value as Thing) : {}
  const name = thing['name'] ?? thing['text'] ?? thing['@value']
  return typeof name === 'string' ? name.slice(0, most.text) : ''
}

/** Units by their code of UN/CEFACT recommendation 20. */
const unitCodes: Record<string, string> = {
  GRM: 'g',
  KGM: 'kg',
  MLT: 'ml',
  CLT: 'cl',
  DLT: 'dl',
  LTR: 'l',
  ONZ: 'oz',
  LBR: 'lb',
  G21: 'cup',
  G24: 'tbsp',
  G25: 'tsp',
}

/** Returns how much of it a thing says: of 'value', 'amount', or the 'requiredQuantity' of a HowToSupply. '' for none. */
function amountOf(thing: Thing, depth = 0): string {
  const given = thing['value'] ?? thing['amount'] ?? thing['quantity'] ?? thing['requiredQuantity']
  const [value] = Array.isArray(given) ? (given as unknown[]) : [given]
  const [low, high] = [wordsOf(thing['minValue']), wordsOf(thing['maxValue'])]
  const isThing = typeof value === 'object' && value !== null
  const number = isThing ? (depth < 2 ? amountOf(value as Thing, depth + 1) : '') : wordsOf(value)
  const range = low !== '' && high !== '' && low !== high ? `${low}–${high}` : high || low
  const count = number === '0' || number === '' ? range : number
  if (count === '') return ''
  const code = wordsOf(thing['unitCode'])
  const unit =
    wordsOf(thing['unitText'] ?? thing['unit']) ||
    (unitCodes[code] ?? (/^[A-Z\d]{2,3}$/.test(code) ? '' : code))
  return `${count} ${unit}`.trim()
}

const space = /\s/

/** Returns a block without the comments and CDATA that templates put around it. */
function unwrapped(text: string): string {
  let [start, end] = [0, text.length]
  const around = ['<!--', '-->', '<![CDATA[', ']]>', '<!]]>', '//', '/*', '*/', '>', ';']
  const before = () =>
    space.test(text[start] ?? '') ? ' ' : around.find((sign) => text.startsWith(sign, start))
  const behind = () =>
    space.test(text[end - 1] ?? '') ? ' ' : around.find((sign) => text.endsWith(sign, end))
  for (let sign = before(); sign !== undefined && start < end; sign = before()) start += sign.length
  for (let sign = behind(); sign !== undefined && start < end; sign = behind()) end -= sign.length
  return text.slice(start, end)
}

/** Parses JSON with the usual mistakes; undefined if it is something else. */
function* parseLenient(text: string): Steps<unknown> {
  const block = unwrapped(text)
  const parsed = parse(block)
  // A repair takes longer than parsing, and blocks by hand are short.
  if (parsed !== undefined || block.length > most.repaired) return parsed
  yield
  return parse(yield* repaired(block.includes('"') ? block : unescaped(block)))
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

/** A whole block that went through an HTML encoder: '{&quot;@type&quot;: …'. */
function unescaped(block: string): string {
  return block
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/&(?:apos|#39|#x27);/gi, "'")
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&amp;/gi, '&')
}

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Repairs in one pass what plugins and hand-written templates get wrong: line breaks and quotes inside texts, commas too
 * many and too few, comments, unknown escapes, words that are no JSON, several values in a row, and a block that was cut
 * off. Returns an array of the values.
 */
function* repaired(block: string): Steps<string> {
  const out: string[] = []
  const open: string[] = []
  /** what was written last, without spaces: a value, a comma, a colon or an opening bracket */
  let last: 'value' | ',' | ':' | 'open' = 'open'
  /** index in `out` of the last comma */
  let comma = -1

  const beginValue = () => {
    if (last === 'value') out.push(',')
  }
  const close = (sign: string) => {
    if (last === ',') out[comma] = ''
    if (last === ':') out.push('null')
    out.push(sign)
    last = 'value'
  }
  let i = 0
  for (let signs = 1; i < block.length; signs++) {
    if (signs % 500 === 0) yield
    const sign = block[i] ?? ''
    if (sign === '"' || sign === "'") {
      beginValue()
      const [text, next] = textAt(block, i)
      out.push(text)
      i = next
      last = 'value'
    } else if (sign === '{' || sign === '[') {
      beginValue()
      open.push(sign === '{' ? '}' : ']')
      out.push(sign)
      last = 'open'
      i++
    } else if (sign === '}' || sign === ']') {
      // What closes nothing ends the block.
      if (open.at(-1) !== sign) break
      open.pop()
      close(sign)
      i++
    } else if (sign === ',' || sign === ':') {
      if (sign === ',' && last === ':') {
        out.push('null')
        last = 'value'
      }
      if (last === 'value') {
        comma = out.length
        out.push(sign)
        last = sign
      }
      i++
    } else if (block.startsWith('//', i) || block.startsWith('/*', i)) {
      const isLine = block[i + 1] === '/'
      const end = isLine ? block.indexOf('\n', i) : block.indexOf('*/', i + 2)
      if (end < 0) break
      i = end + (isLine ? 1 : 2)
    } else {
      const word = wordAt(block, i)
      if (word !== '') {
        beginValue()
        const isKey = /^\s{0,99}:/.test(block.slice(i + word.length, i + word.length + 100))
        out.push(isKey ? JSON.stringify(word) : isLiteral(word) ? word : 'null')
        last = 'value'
      }
      i += word.length || 1
    }
  }
  for (const sign of open.toReversed()) close(sign)
  return `[${out.join('')}]`
}

/** Writes the text that begins with the quote at an index as one of JSON, and returns the index behind it. */
function textAt(block: string, from: number): [text: string, next: number] {
  const quote = block[from]
  const out = ['"']
  let i = from + 1
  for (; i < block.length; i++) {
    const sign = block[i] ?? ''
    if (sign === '\\') {
      const next = block[++i] ?? ''
      const isKnown =
        '"\\/bfnrt'.includes(next) || (next === 'u' && /^[0-9a-f]{4}$/i.test(block.slice(i + 1, i + 5)))
      out.push(isKnown && next !== '' ? sign + next : next)
    } else if (sign < ' ') out.push(escapes[sign] ?? '')
    else if (sign === quote && isEndOfText(block, i + 1)) break
    else out.push(sign === '"' ? '\\"' : sign)
  }
  out.push('"')
  return [out.join(''), i + 1]
}

function behindSpace(block: string, from: number): number {
  let at = from
  while (space.test(block[at] ?? '')) at++
  return at
}

/** Returns whether a quote before this index ends its text: what follows could not stand inside one. */
function isEndOfText(block: string, from: number): boolean {
  const at = behindSpace(block, from)
  const sign = block[at]
  if (sign === undefined || ':}]'.includes(sign)) return true
  if (sign === ',') {
    const next = behindSpace(block, at + 1)
    return (
      next >= block.length ||
      /^(?:["'{[\]},/]|-?\d|[\w$@]{1,40}\s{0,9}:|true|false|null)/.test(block.slice(next, next + 50))
    )
  }
  // A comma is missing between two lines.
  if (`"'{[`.includes(sign)) return block.slice(from, at).includes('\n')
  return block.startsWith('//', at) || block.startsWith('/*', at)
}

/** Returns the word or number at an index; '' if none is there. */
function wordAt(block: string, from: number): string {
  let to = from
  while (/[\w$@.+-]/.test(block[to] ?? '')) to++
  return block.slice(from, to)
}

function isLiteral(word: string): boolean {
  return /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(word) && !/^[A-Z]/.test(word)
}
