import { Parser } from 'htmlparser2'
import { longestLine } from '../../core/recipe/lines.ts'
import { mostLines, type Recipe, recipeOf, recipeSteps, type RecipeTexts } from '../../core/recipe/recipe.ts'
import { yieldToEventLoop } from '../db/chunks.ts'
import { recipesInJson } from './json-ld.ts'
import { inTurns } from './turns.ts'

/** Returns the recipe of a page: from its JSON-LD, else from its microdata or RDFa, else line by line. Null: none. */
export async function recipeInPage(html: string, source: string): Promise<Recipe | null> {
  const page = await readPage(html)
  await yieldToEventLoop()
  const marked = [...(await recipesInJson(page.json)), ...page.marked]
  // A page may also show the beginnings of other recipes.
  const best = marked.toSorted((a, b) => b.ingredients.length - a.ingredients.length)[0]
  const recipe = best && (await inTurns(recipeOf({ ...best, name: best.name || page.title }, source)))
  if (recipe) return recipe
  await yieldToEventLoop()
  const name = (page.heading || page.title).replace(/ [|–—•»-] .*$/u, '')
  return inTurns(recipeSteps(page.lines.join('\n'), { isPage: true, source, name }))
}

/** Returns the recipe of a text, line by line; null: it has none. */
export function recipeInText(text: string): Promise<Recipe | null> {
  return inTurns(recipeSteps(text))
}

interface Page {
  title: string
  /** the first heading */
  heading: string
  /** the blocks of JSON-LD */
  json: string[]
  /** recipes in microdata or RDFa */
  marked: RecipeTexts[]
  lines: string[]
}

/**
 * No real page has more. The depth matters most: the parser looks through all open tags at each closing one, so a page
 * of nothing but open tags would take minutes.
 */
const most = {
  depth: 500,
  json: 50,
  jsonText: 512 << 10,
  recipes: 50,
  ingredients: 1_000,
  captures: 8,
  text: 2_000,
}
/** Characters that are read before other requests get their turn. */
const slice = 16 << 10

class TooDeep extends Error {}

/** Reads a page in slices, with other requests in between. A page that is nested too deeply is read up to there. */
async function readPage(html: string): Promise<Page> {
  const reader = createReader()
  const parser = new Parser(reader.handler)
  try {
    for (let at = 0; at < html.length; at += slice) {
      parser.write(html.slice(at, at + slice))
      await yieldToEventLoop()
    }
    parser.end()
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return reader.finish()
}

/** Tags that do not begin a new line. */
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i img input ins kbd label mark q s samp small span strong sub sup time u var wbr meta link'.split(
    ' ',
  ),
)
/** Their texts are no part of the page's text. */
const unread = new Set(
  'script style template noscript nav footer aside form select option button iframe textarea svg math object video audio canvas head'.split(
    ' ',
  ),
)

/** A text that is being collected until its tag closes. */
interface Capture {
  depth: number
  parts: string[]
  size: number
  done: (text: string) => void
}

/** A thing of microdata or RDFa that is open; null: it is no recipe. */
interface Scope {
  depth: number
  recipe: (RecipeTexts & { yields: string[]; ingredients: string[] }) | null
}

function createReader() {
  const page: Page = { title: '', heading: '', json: [], marked: [], lines: [] }
  let depth = 0
  /** depth of the outermost tag whose text is not read; 0: none */
  let hidden = 0
  let line = ''
  const captures: Capture[] = []
  const scopes: Scope[] = []

  const capture = (done: Capture['done'], limit: number) => {
    if (captures.length < most.captures) captures.push({ depth, parts: [], size: limit, done })
  }
  const endLine = () => {
    const text = spaced(line)
    if (text !== '' && page.lines.length < mostLines) page.lines.push(text)
    line = ''
  }

  const openScope = (attributes: Attributes) => {
    const type = attributes['itemtype'] ?? attributes['typeof'] ?? ''
    const isRecipe =
      /(?:^|[\s/:#])recipe(?:\s|$)/i.test(type.slice(0, 300)) && page.marked.length < most.recipes
    const recipe = isRecipe ? { name: '', yields: [], ingredients: [] } : null
    if (recipe) page.marked.push(recipe)
    scopes.push({ depth, recipe })
  }

  const readProperty = (names: string, attributes: Attributes, recipe: NonNullable<Scope['recipe']>) => {
    const set = setterOf(names, recipe)
    const given = attributes['content'] ?? attributes['datetime']
    if (set && given !== undefined) set(spaced(given.slice(0, most.text)))
    else if (set) capture((text) => set(spaced(text)), most.text)
  }

  const onopentag = (name: string, attributes: Attributes) => {
    if (++depth > most.depth) throw new TooDeep()
    const property = attributes['itemprop'] ?? attributes['property']
    const recipe = scopes.at(-1)?.recipe
    if (property !== undefined && recipe) readProperty(property, attributes, recipe)
    if (attributes['itemscope'] !== undefined || attributes['typeof'] !== undefined) openScope(attributes)
    if (name === 'script' && /ld\+json/i.test(attributes['type'] ?? '') && page.json.length < most.json)
      capture((text) => page.json.push(text), most.jsonText)
    if (name === 'title' && page.title === '') capture((text) => (page.title = spaced(text)), most.text)
    if (name === 'h1' && page.heading === '') capture((text) => (page.heading = spaced(text)), most.text)
    if (hidden === 0 && unread.has(name)) hidden = depth
    if (!inline.has(name)) endLine()
  }

  const onclosetag = (name: string) => {
    if (!inline.has(name)) endLine()
    for (let open = captures.at(-1); open?.depth === depth; open = captures.at(-1)) {
      captures.pop()
      open.done(open.parts.join(''))
    }
    if (scopes.at(-1)?.depth === depth) scopes.pop()
    if (hidden === depth) hidden = 0
    depth--
  }

  const ontext = (text: string) => {
    for (const open of captures) {
      if (open.size > 0) open.parts.push(text)
      open.size -= text.length
    }
    // A line that is too long for an ingredient stays too long.
    if (hidden === 0 && line.length <= 4 * longestLine) line += text
  }

  return {
    handler: { onopentag, onclosetag, ontext },
    finish(): Page {
      for (const { parts, done } of captures.toReversed()) done(parts.join(''))
      endLine()
      const marked = page.marked.filter(({ ingredients }) => ingredients.length > 0)
      return { ...page, marked }
    },
  }
}

type Attributes = Readonly<Record<string, string>>

/** Returns what stores a property of a recipe; null for those that nobody needs. */
function setterOf(names: string, recipe: NonNullable<Scope['recipe']>): ((text: string) => void) | null {
  const is = (wanted: string) => names.split(/\s+/, 10).some((name) => name.replace(/^\w+:/, '') === wanted)
  if (is('recipeIngredient') || is('ingredients') || is('ingredient'))
    return (text) => {
      if (recipe.ingredients.length < most.ingredients && text !== '') recipe.ingredients.push(text)
    }
  if (is('recipeYield') || is('yield'))
    return (text) => void (recipe.yields.length < 10 && recipe.yields.push(text))
  if (is('name')) return (text) => void (recipe.name ||= text)
  return null
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
