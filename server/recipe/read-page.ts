import { Parser } from 'htmlparser2'
import { longestLine } from '../../core/recipe/lines.ts'
import {
  isAboveComments,
  isPartHeading,
  mostLines,
  type Recipe,
  recipeOf,
  recipeSteps,
} from '../../core/recipe/recipe.ts'
import { sameKey } from '../../core/text/normalise.ts'
import { yieldToEventLoop } from '../db/chunks.ts'
import { type PageRecipe, recipesInJson } from './json-ld.ts'
import { ingredientLines, isAmount, lineEnd, lineTags } from './plain-text.ts'
import { inTurns } from '../base/turns.ts'
import type { Steps } from '../../core/text/steps.ts'

/** Returns the recipe of a page: from its JSON-LD, else from its microdata or RDFa, else line by line. Null: none. */
export async function recipeInPage(html: string, source: string): Promise<Recipe | null> {
  const page = await readPage(html)
  await yieldToEventLoop()
  const marked = ownRecipe([...(await recipesInJson(page.json)), ...page.marked], page, source)
  const recipe = marked && (await inTurns(recipeOf({ ...marked, name: marked.name || page.title }, source)))
  if (recipe && recipe.ingredients.length > 1) return recipe
  await yieldToEventLoop()
  const name = ((page.headings[0] ?? '') || page.title).replace(/ [|–—•»-] .*$/u, '')
  const options = { isPage: true, source, name: recipe?.name || name }
  // Some sites mark up the first ingredient only.
  return (await inTurns(recipeSteps(page.lines.join('\n'), options))) ?? recipe
}

// Decision 150: another dish is worse than no recipe.
/**
 * Returns the page's own recipe of those that it marks up: the one that its headings, its address or its markup name,
 * else the first. Null: there is none, or the own one is marked up without its ingredients.
 */
function ownRecipe(recipes: readonly PageRecipe[], page: Page, source: string): PageRecipe | null {
  const names = namesOf(page, source)
  const addresses = new Set(
    [source, ...page.addresses].map((url) => addressKey(url, source)).filter((url) => url !== ''),
  )
  const scored = recipes.map((recipe) => {
    const isHere = recipe.urls.some((url) => addresses.has(addressKey(url, source)))
    const score = likeness(recipe.name, names) + (isHere ? 2 : 0) + (recipe.isMain ? 2 : 0)
    return { recipe, score }
  })
  const best = scored.toSorted(
    (a, b) => b.score - a.score || Number(a.recipe.isAside) - Number(b.recipe.isAside),
  )
  const [first] = best
  const full = best.filter(({ recipe }) => recipe.ingredients.length > 0)
  // Without any name in common, a recipe without ingredients is a link to another page.
  if (!first || first.score === 0) return full[0]?.recipe ?? null
  const key = nameKey(first.recipe.name)
  const same = full.filter(({ recipe }) => nameKey(recipe.name) === key)
  const others = full.filter(({ recipe, score }) => score > 0 || recipe.name === '')
  const candidates = (same.length > 0 ? same : others).map(({ recipe }) => recipe)
  // Some plugins mark a recipe up twice, once with its beginning only.
  const longest = Math.max(...candidates.map(({ ingredients }) => new Set(ingredients).size))
  return candidates.find(({ ingredients }) => ingredients.length * 2 > longest) ?? null
}

/** Returns what the page is called, in the form of `sameKey`: by its headings, its titles and its address. */
function namesOf(page: Page, source: string): string[] {
  const slug = /([^/]+)\/?$/.exec(URL.canParse(source) ? new URL(source).pathname : '')?.[1] ?? ''
  const words = decodedSlug(slug)
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_+]/g, ' ')
  const titles = [...page.titles, page.title].flatMap((title) => [
    title,
    title.split(/ [|–—•»:-] /u)[0] ?? '',
  ])
  return [...page.headings, ...titles, words].map(nameKey).filter((name) => name !== '')
}

function decodedSlug(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

function nameKey(text: string): string {
  return sameKey(text.slice(0, 300))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns how well a recipe's name fits: 4 if it is one of the page's names or a part of its title, 2 if it is contained. */
function likeness(name: string, names: readonly string[]): number {
  const key = nameKey(name)
  if (key === '') return 0
  if (names.includes(key)) return 4
  const isIn = (inner: string, outer: string) => {
    const [few, many] = [inner.split(' ').length, outer.split(' ').length]
    return (few > 1 || many < 3) && ` ${outer} `.includes(` ${inner} `)
  }
  return names.some((one) => isIn(key, one) || isIn(one, key)) ? 2 : 0
}

/** Returns an address in a form that can be compared; '' for none, or for the start page of a site. */
function addressKey(url: string, source: string): string {
  const base = URL.canParse(source) ? source : undefined
  if (url === '' || url.startsWith('#') || !URL.canParse(url, base)) return ''
  const { hostname, pathname, search } = new URL(url, base)
  const path = pathname.replace(/\/$/, '') + search
  return path === '' ? '' : hostname.replace(/^www\./, '') + path
}

/** Returns the recipe of a text, line by line; null: it has none. */
export function recipeInText(text: string): Promise<Recipe | null> {
  return inTurns(recipeSteps(text))
}

interface Page {
  title: string
  /** what it is called where it is shared */
  titles: string[]
  /** headings of the first level */
  headings: string[]
  /** addresses that it says are its own */
  addresses: string[]
  /** the blocks of JSON-LD */
  json: string[]
  /** recipes in microdata or RDFa */
  marked: PageRecipe[]
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
  names: 5,
  text: 2_000,
  /** of one property, which may contain all ingredients */
  ingredientText: 20_000,
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
  return inTurns(reader.finish())
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

/** Their texts are no part of an ingredient. */
const silent = new Set('script style template noscript select button svg iframe'.split(' '))
/** Ids and classes of what strangers write below a recipe. */
const strangers = new Set(
  'comments comment-list commentlist comments-area comment-respond comments-section disqus_thread respond'.split(
    ' ',
  ),
)
const headingTag = /^h[1-6]$/
/** What is in them may go on in the next one. */
const cells = new Set(['td', 'th', 'dt', 'div'])

/** A text that is being collected until its tag closes. */
interface Capture {
  depth: number
  parts: string[]
  size: number
  done: (text: string, self: Capture) => void
  /** the recipe of which it is an ingredient; null: it is none */
  ingredientOf: MarkedRecipe | null
}

type MarkedRecipe = PageRecipe & { yields: string[]; ingredients: string[] }

/** A thing of microdata or RDFa that is open; null: it is no recipe. */
interface Scope {
  depth: number
  recipe: MarkedRecipe | null
}

/** Ends a line only where one property contains all ingredients. */
const softEnd = '\v'

function createReader() {
  const page: Page = { title: '', titles: [], headings: [], addresses: [], json: [], marked: [], lines: [] }
  /** the texts of the properties that are ingredients */
  const texts = new Map<MarkedRecipe, string[]>()
  let depth = 0
  /** depth of the outermost tag whose text is not read; 0: none */
  let hidden = 0
  /** depth of the outermost tag whose text is no part of an ingredient; 0: none */
  let muted = 0
  /** depth of the outermost open link and heading; 0: none */
  let [link, heading] = [0, 0]
  let line = ''
  /** the line before, which is an amount of what comes next; '' for none */
  let amount = ''
  /** all of the line is a link, and no heading */
  let isLink = true
  /** the comments have begun */
  let isOver = false
  /** a tag was closed, and no text has followed yet */
  let isBehindTag = false
  const captures: Capture[] = []
  const scopes: Scope[] = []

  const capture = (done: Capture['done'], limit: number, ingredientOf: MarkedRecipe | null = null) => {
    if (captures.length < most.captures) captures.push({ depth, parts: [], size: limit, done, ingredientOf })
  }
  const push = (text: string) => {
    if (!isOver && page.lines.length < mostLines) page.lines.push(text)
  }
  /** Ends a line. An amount in a cell of its own, which ends softly, belongs to the next one. */
  const endLine = (isSoft: boolean) => {
    const text = spaced(line)
    const isMenu = isLink && isPartHeading(text)
    isOver ||= heading > 0 && isAboveComments(text)
    line = ''
    isLink = true
    const isNext = amount !== '' && text !== '' && !/^[\d\p{No}]/u.test(text)
    const whole = isNext ? `${amount} ${text}` : text
    if (amount !== '' && !isNext && (text !== '' || !isSoft)) push(amount)
    if (isSoft && text === '') return
    amount = isSoft && isAmount(whole) ? whole : ''
    if (whole !== '' && amount === '' && !isMenu) push(whole)
  }

  const openScope = (attributes: Attributes) => {
    const type = attributes['itemtype'] ?? attributes['typeof'] ?? ''
    const isRecipe =
      /(?:^|[\s/:#])recipe(?:\s|$)/i.test(type.slice(0, 300)) && page.marked.length < most.recipes
    const isMain = /(?:^|\s)mainEntity(?:\s|$)/i.test((attributes['itemprop'] ?? '').slice(0, 300))
    const urls = attributes['itemid'] === undefined ? [] : [attributes['itemid'].slice(0, most.text)]
    const isAside = scopes.some(({ recipe }) => recipe !== null)
    const recipe: MarkedRecipe | null = isRecipe
      ? { name: '', yields: [], ingredients: [], urls, isMain, isAside }
      : null
    if (recipe) page.marked.push(recipe)
    if (recipe) texts.set(recipe, [])
    scopes.push({ depth, recipe })
  }

  const readProperty = (names: string, attributes: Attributes, recipe: MarkedRecipe) => {
    const address = isProperty(names, 'url', 'mainEntityOfPage') ? attributes['href'] : undefined
    const given = attributes['content'] ?? attributes['datetime'] ?? address
    if (isProperty(names, 'recipeIngredient', 'ingredients', 'ingredient')) {
      // A property around others is their list.
      for (const open of captures) open.ingredientOf = null
      const add = (text: string) => {
        const all = texts.get(recipe)
        if (all && all.length < most.ingredients && /\S/.test(text)) all.push(text)
      }
      if (given !== undefined) add(given.slice(0, most.ingredientText))
      else capture((text, { ingredientOf }) => ingredientOf && add(text), most.ingredientText, recipe)
      return
    }
    // What an ingredient is called is not what the recipe is called.
    if (captures.some(({ ingredientOf }) => ingredientOf !== null)) return
    const set = setterOf(names, recipe)
    if (set && given !== undefined) set(spaced(given.slice(0, most.text)))
    else if (set) capture((text) => set(spaced(text)), most.text)
  }

  const readHead = (name: string, attributes: Attributes) => {
    const { content = '', href = '' } = attributes
    if (
      name === 'meta' &&
      /^(?:og|twitter):title$/i.test(attributes['property'] ?? attributes['name'] ?? '')
    ) {
      if (page.titles.length < most.names) page.titles.push(spaced(content.slice(0, most.text)))
    }
    const isCanonical = name === 'link' && /^canonical$/i.test(attributes['rel'] ?? '')
    if (isCanonical && page.addresses.length < most.names) page.addresses.push(href.slice(0, most.text))
    if (name === 'title' && page.title === '') capture((text) => (page.title = spaced(text)), most.text)
    if (name === 'h1' && page.headings.length < most.names)
      capture((text) => {
        if (/\S/.test(text)) page.headings.push(spaced(text))
      }, most.text)
  }

  /** Writes what a tag means for the texts that are being collected. */
  const separate = (sign: string) => {
    for (const { ingredientOf, parts } of captures) if (ingredientOf) parts.push(sign)
  }

  const onopentag = (name: string, attributes: Attributes) => {
    if (++depth > most.depth) throw new TooDeep()
    if (lineTags.has(name)) separate(lineEnd)
    else if (name === 'div' || name === 'tr') separate(softEnd)
    else if (isBehindTag && name !== 'sub') {
      separate(' ')
      if (line.length <= 4 * longestLine) line += ' '
    }
    // '1<sup>1</sup>/<sub>2</sub>' is one and a half.
    if (name === 'sup') {
      separate(' ')
      if (/\d$/.test(line)) line += ' '
    }
    const property = attributes['itemprop'] ?? attributes['property']
    const recipe = scopes.at(-1)?.recipe
    if (property !== undefined && recipe) readProperty(property, attributes, recipe)
    if (attributes['itemscope'] !== undefined || attributes['typeof'] !== undefined) openScope(attributes)
    if (name === 'script' && /ld\+json/i.test(attributes['type'] ?? '') && page.json.length < most.json)
      capture((text) => page.json.push(text), most.jsonText)
    readHead(name, attributes)
    if (hidden === 0 && (unread.has(name) || isOfStrangers(name, attributes))) hidden = depth
    if (muted === 0 && silent.has(name)) muted = depth
    if (!inline.has(name)) endLine(true)
    if (link === 0 && name === 'a' && attributes['href'] !== undefined) link = depth
    if (heading === 0 && headingTag.test(name)) heading = depth
    isBehindTag = false
  }

  const onclosetag = (name: string) => {
    if (!inline.has(name)) endLine(cells.has(name))
    for (let open = captures.at(-1); open?.depth === depth; open = captures.at(-1)) {
      captures.pop()
      open.done(open.parts.join(''), open)
    }
    if (lineTags.has(name)) separate(lineEnd)
    else if (name === 'div' || name === 'tr') separate(softEnd)
    else if (name === 'td' || name === 'th') separate(' ')
    if (scopes.at(-1)?.depth === depth) scopes.pop()
    if (hidden === depth) hidden = 0
    if (muted === depth) muted = 0
    if (link === depth) link = 0
    if (heading === depth) heading = 0
    depth--
    isBehindTag = true
  }

  const ontext = (text: string) => {
    for (const open of captures) {
      if (open.ingredientOf && muted > 0) continue
      if (open.size > 0) open.parts.push(text)
      open.size -= text.length
    }
    isBehindTag = false
    if (hidden > 0) return
    // A line that is too long for an ingredient stays too long.
    if (line.length <= 4 * longestLine) line += text
    if ((link === 0 || heading > 0) && /\S/.test(text)) isLink = false
  }

  return {
    handler: { onopentag, onclosetag, ontext },
    *finish(): Steps<Page> {
      for (const open of captures.toReversed()) open.done(open.parts.join(''), open)
      endLine(false)
      for (const [recipe, given] of texts) recipe.ingredients.push(...(yield* linesIn(given)))
      return page
    },
  }
}

/** Returns the lines of the properties of a recipe that are ingredients. */
function* linesIn(given: readonly string[]): Steps<string[]> {
  const isOnly = given.length === 1
  const lines: string[] = []
  for (const text of given) {
    // In HTML a line break is a space.
    const divided = text.replace(/[^\S\u2028\v]+/gu, ' ').replace(/\v/gu, isOnly ? lineEnd : ' ')
    lines.push(...ingredientLines(divided, true))
    if (lines.length > most.ingredients) break
    yield
  }
  return lines
}

/** Returns whether a tag is around what others write: comments have ingredients of their own. */
function isOfStrangers(name: string, attributes: Attributes): boolean {
  if (name === 'body' || name === 'html' || name === 'main' || name === 'article') return false
  const named = `${attributes['id'] ?? ''} ${attributes['class'] ?? ''}`.slice(0, 500)
  return named.split(/\s+/).some((one) => strangers.has(one.toLowerCase()))
}

type Attributes = Readonly<Record<string, string>>

function isProperty(names: string, ...wanted: string[]): boolean {
  return names.split(/\s+/, 10).some((name) => wanted.includes(name.replace(/^\w+:/, '')))
}

/** Returns what stores a property of a recipe; null for those that nobody needs. */
function setterOf(names: string, recipe: MarkedRecipe): ((text: string) => void) | null {
  if (isProperty(names, 'recipeYield', 'yield'))
    return (text) => void (recipe.yields.length < 10 && recipe.yields.push(text))
  if (isProperty(names, 'name')) return (text) => void (recipe.name ||= text)
  if (isProperty(names, 'mainEntityOfPage', 'url'))
    return (text) => void (recipe.urls.length < 10 && recipe.urls.push(text))
  return null
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
