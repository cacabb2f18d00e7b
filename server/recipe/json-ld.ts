import { Parser } from 'htmlparser2'
import { mostIngredientLines, type RecipeTexts, type Steps } from '../../core/recipe/recipe.ts'
import { yieldToEventLoop } from '../db/chunks.ts'
import { inTurns } from './turns.ts'

/** Recipes in the JSON-LD of a page (schema.org/Recipe), as sites and their plugins really write it. */

/** No page that means it is deeper or has more. */
const most = { depth: 16, values: 20_000, yields: 10, text: 50_000, repaired: 256 << 10 }

/** Returns the recipes in the blocks of a page; a block that is not even nearly JSON is left out. */
export async function recipesInJson(blocks: readonly string[]): Promise<RecipeTexts[]> {
  const found: RecipeTexts[] = []
  for (const block of blocks) {
    await yieldToEventLoop()
    const parsed = parseLenient(block)
    await yieldToEventLoop()
    if (parsed !== undefined) await inTurns(collect(parsed, found))
  }
  return found
}

/** Finds recipes wherever they are: at the top, in an array, in @graph, in mainEntity or in another thing. */
function* collect(top: unknown, found: RecipeTexts[]): Steps<void> {
  const waiting: [value: unknown, depth: number][] = [[top, 0]]
  for (let looked = 0; looked < most.values; looked++) {
    const next = waiting.pop()
    if (!next) return
    const [value, depth] = next
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && isRecipe(value)) {
      const recipe = yield* toTexts(value)
      if (recipe.ingredients.length > 0) found.push(recipe)
    }
    if (depth === most.depth) continue
    for (const inner of Object.values(value).slice(0, most.values).toReversed())
      waiting.push([inner, depth + 1])
  }
}

type Thing = Record<string, unknown>

function isRecipe(value: object): value is Thing {
  const type = (value as Thing)['@type'] ?? (value as Thing)['type']
  const types = Array.isArray(type) ? type.slice(0, 20) : [type]
  return types.some((one) => typeof one === 'string' && /(?:^|[/:#])recipe$/i.test(one.trim()))
}

function* toTexts(recipe: Thing): Steps<RecipeTexts> {
  const name = textsOf(recipe['name'] ?? recipe['headline'])[0] ?? ''
  const yields = textsOf(recipe['recipeYield'] ?? recipe['yield'] ?? recipe['recipeServings'])
  const given = textsOf(recipe['recipeIngredient'] ?? recipe['ingredients'] ?? recipe['recipeIngredients'])
  const ingredients: string[] = []
  for (const text of given) {
    ingredients.push(...plainText(text).split(/\n+/, mostIngredientLines))
    yield
    if (ingredients.length >= mostIngredientLines) break
  }
  return {
    name: plainText(name),
    yields: yields.slice(0, most.yields).map(plainText),
    ingredients: divided(ingredients),
  }
}

/** One text with all ingredients has them on lines of their own, or divided by commas. */
function divided(texts: string[]): string[] {
  const [only] = texts
  return texts.length === 1 && only !== undefined && only.split(', ').length > 3
    ? only.split(/,\s+(?!\d+\s*$)/)
    : texts
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
  const inner =
    thing['itemListElement'] ?? thing['item'] ?? thing['text'] ?? thing['@value'] ?? thing['value']
  const amount = thing['amount'] ?? thing['quantity']
  const name = thing['name'] ?? thing['ingredient']
  // { amount: '200 g', name: 'flour' }
  if (typeof name === 'string' && (typeof amount === 'string' || typeof amount === 'number')) {
    const unit = typeof thing['unit'] === 'string' ? `${thing['unit']} ` : ''
    texts.push(`${amount} ${unit}${name}`.slice(0, most.text))
  } else textsOf(inner ?? name, depth + 1, texts)
}

const blocks = new Set(['br', 'p', 'li', 'div', 'ul', 'ol', 'tr', 'h1', 'h2', 'h3', 'h4'])

/** Returns a text without tags and entities, which plugins leave in JSON. Some encode them twice. */
export function plainText(given: string): string {
  let text = given
  for (let passes = 0; passes < 2 && /[<&]/.test(text); passes++) text = decoded(text)
  return text.trim()
}

function decoded(html: string): string {
  const parts: string[] = []
  let depth = 0
  const parser = new Parser({
    ontext: (part) => parts.push(part),
    onopentag: (name) => {
      if (blocks.has(name)) parts.push('\n')
      // The parser takes longer with each open tag.
      if (++depth > 100) throw new Error('too deep')
    },
    onclosetag: () => depth--,
  })
  try {
    parser.end(html)
  } catch {
    return ''
  }
  return parts.join('')
}

/** Parses JSON with the usual mistakes; undefined if it is something else. */
export function parseLenient(text: string): unknown {
  const block = text.replace(
    /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|(?:\/\/\s*)?<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|(?:\/\/\s*)?\]\]>)\s*$/g,
    '',
  )
  const repairs = [() => block, () => repaired(block), () => repaired(unescaped(block))]
  // A repair takes longer than parsing, and blocks by hand are short.
  for (const repair of block.length > most.repaired ? repairs.slice(0, 1) : repairs)
    try {
      return JSON.parse(repair()) as unknown
    } catch {
      // The next repair may help.
    }
  return undefined
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
 * Repairs in one pass what plugins and hand-written templates get wrong: line breaks inside texts, commas before a
 * closing bracket, a semicolon at the end, unknown escapes, and a block that was cut off.
 */
function repaired(block: string): string {
  const out: string[] = []
  const open: string[] = []
  let isText = false
  /** index in `out` of a comma with nothing but space behind it */
  let comma = -1
  for (let i = 0; i < block.length; i++) {
    const sign = block[i] ?? ''
    if (isText) {
      if (sign === '\\') {
        const next = block[++i] ?? ''
        const isKnown =
          '"\\/bfnrt'.includes(next) || (next === 'u' && /^[0-9a-f]{4}$/i.test(block.slice(i + 1, i + 5)))
        out.push(isKnown && next !== '' ? sign + next : next)
      } else if (sign < ' ') out.push(escapes[sign] ?? '')
      else {
        if (sign === '"') isText = false
        out.push(sign)
      }
      continue
    }
    if (sign === '"') isText = true
    if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']')
    if (sign === '}' || sign === ']') {
      if (comma >= 0) out[comma] = ''
      if (open.pop() !== sign) break
    }
    if (/\s/.test(sign)) {
      out.push(' ')
      continue
    }
    // Two commas in a row
    if (sign === ',' && comma >= 0) continue
    comma = sign === ',' ? out.length : -1
    out.push(sign)
    // What follows the whole value is no part of it.
    if (open.length === 0 && (sign === '}' || sign === ']')) return out.join('')
  }
  if (isText) out.push('"')
  if (comma >= 0) out[comma] = ''
  return out.join('') + open.toReversed().join('')
}
