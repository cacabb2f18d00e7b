import { limits } from '../product/entities.ts'
import { type PastedLine, readTable } from './pasted-table.ts'
import { cleaned, isPlain, understand } from './quick-add.ts'
import { sameKey } from './normalise.ts'

export type { PastedLine }

/** The edges of a table's row. */
const edges = /^\|\s*(.*?)\s*\|$/u
const bullet = /^(?:[*•‣▪▫◦●○·∙⁃–—]|-(?![\d.,]*\d)|[-+>](?=\s))\s*/u
const count = /^(?:\((?:\d{1,3}|[A-Z])\)|(?:\d{1,3}[.)]|[a-zA-Z]\)))\s+/u
const openBox = /^(?:\[\s?\]|☐|⬜|▢|🔲|🔳|◻️?)\s*/u
const crossedBox = /^(?:\[[x✓✔]\]|☑️?|☒|✅|✓|✔️?|🗹)\s*/iu
/** '[ 2 ] rolls': some apps put the quantity into the box. */
const countBox = /^\[\s?(\d{1,3})\s?\]\s+(?=\S)/u
/** What messengers put before a message: '[26.11.2026, 12:03:11] Anna: ', '26.11.2026, 12:03 - Anna: ' … */
const sender =
  /^\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]\.?M\.?)?(?:\]| -) ?[^:[\]]{1,60}: +(?=\S)/iu
/** … and with the time first: '[12:03, 26.11.2026] Anna: ' … */
const senderByTime =
  /^\[\d{1,2}:\d{2}(?: ?[AP]M)?, \d{1,4}[./-]\d{1,2}[./-]\d{1,4}\] ?[^:[\]]{1,60}: +(?=\S)/iu
/** … or on a line of its own: 'Anna, [26.11.2026 12:03]' */
const senderAlone = /^[^[\]]{1,60}, \[\d{1,4}[./-]\d{1,2}[./-]\d{1,4} \d{1,2}:\d{2}\]:?$/u
/** todo.txt: 'x 2026-11-26 milk', '(A) 2026-11-25 milk'. */
const doneOn = /^x (?:\d{4}-\d\d-\d\d ){1,2}/u
const writtenOn = /^\d{4}-\d\d-\d\d (?=\p{L})/u
const todoTags = /(?: (?:[+@]\p{L}\S*|(?:due|t|rec|pri|h):\S+))+$/u
const struck = /^(~~?)(?=[^\s~])(.*[^\s~])\1$/u
const strong = /(\*\*|__)(?=\S)(.*?\S)\1/gu
/** Messengers use one character where Markdown uses two. */
const wrapped = /^([*_`])(?=\S)((?:(?!\1).)*)\1$/u
const heading = /^(?:#{1,6}\s+(.+?):?|(.+?)\s*:)$/u
const marks = [openBox, sender, senderByTime, writtenOn, bullet, count]

/** Removes bullets, numbers, boxes and emphasis from a line. A line with nothing else stays as it is. */
export function unmarked(line: string): PastedLine {
  const whole = inColumns(line).replace(edges, '$1')
  let text = whole.length > 2 * limits.name ? whole : whole.replace(strong, '$2')
  let bought = false
  for (;;) {
    const crossed = crossedBox.exec(text) ?? doneOn.exec(text)
    const counted = countBox.exec(text)
    const emphasis = struck.exec(text) ?? wrapped.exec(text)
    if (crossed || emphasis?.[1]?.startsWith('~')) bought = true
    const mark = crossed ?? marks.find((each) => each.test(text))?.exec(text)
    if (emphasis) text = emphasis[2] ?? ''
    else if (counted) text = `${counted[1]} x ${text.slice(counted[0].length)}`
    else if (mark) text = text.slice(mark[0].length)
    else break
  }
  if (text === '' && /[\p{L}\p{N}]/u.test(whole)) return { text: whole, bought: false }
  // A line of dashes only separates others.
  if (/^[\s|:+=–—-]*$/u.test(text)) return { text: '', bought: false }
  return { text, bought }
}

/** Reads tabs as column separators, like '|', if that yields an amount, a price or a note; else as spaces. */
function inColumns(line: string): string {
  if (!line.trim().includes('\t')) return cleaned(line)
  const columns = cleaned(line.trim().replace(/ *\t\s*/gu, ' | '))
  return isPlain(understand(columns)) ? cleaned(line) : columns
}

/** Headings that only say that this is a shopping list. */
const titles = new Set(
  'lista,lista zakupow,zakupy,do kupienia,kup,kupic,potrzebne,brakuje,list,shopping,shopping list,groceries,buy,to buy,need,we need'.split(
    ',',
  ),
)

/** Longer parts between commas are sentences, not products. */
const longestPart = { signs: 40, words: 5 }

/**
 * Splits 'milk, eggs, 2 kg potatoes' or 'Vegetables: carrots, leek, celery' into products; null if it is no such list.
 */
function partsOf({ text, ...line }: PastedLine): PastedLine[] | null {
  if (text.length > 50 * longestPart.signs || /\s\/\//u.test(text)) return null
  const [, title, list = text] = /^(\p{L}[\p{L} ]{1,30}): (?=.*,)(.*)$/u.exec(text) ?? []
  const parts = list.split(/\s*(?:[,;]\s+|;|,(?=\p{L}))(?:(?:and|oraz|i) )?/iu).filter((part) => part !== '')
  const products = parts.map((part) => understand(part))
  const isPart = (part: string, i: number) =>
    /\p{L}/u.test(products[i]?.productName ?? '') &&
    part.length <= longestPart.signs &&
    part.split(' ').length <= longestPart.words &&
    part.split('(').length === part.split(')').length
  // 'tomatoes, chopped' is one product, 'milk 2 l, bread' are two.
  const isList = parts.length > 2 || (title === undefined && parts.length === 2 && !products.every(isPlain))
  if (!isList || !parts.every(isPart)) return null
  const category = title === undefined || titles.has(sameKey(title)) ? line.category : title
  return parts.map((part) => ({ ...line, text: part, ...(category !== undefined && { category }) }))
}

/** Reads a todo.txt line, 'x milk +home @Lidl due:2026-12-01': a done task is bought, and the tags become a note. */
function todoOf({ text, bought }: PastedLine): PastedLine {
  const isDone = /^x (?=\S)/u.test(text)
  const task = isDone ? text.slice(2) : text
  const tags = todoTags.exec(task)?.[0] ?? ''
  const words = task.slice(0, task.length - tags.length)
  return { text: tags === '' || words === '' ? task : `${words} //${tags}`, bought: bought || isDone }
}

/** Returns the products of a pasted text. 'Vegetables:' is the category of the lines below it, up to a blank line. */
export function readPasted(text: string): PastedLine[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/u)
  const table = readTable(lines.filter((line) => line.trim() !== ''))
  if (table && table.length > 0) return table
  const isTodo = lines.some((line) => /^(?:x \d{4}-\d\d-\d\d |\([A-Z]\) (?:\d{4}-|.* [+@]\p{L}))/u.test(line))
  const products: PastedLine[] = []
  let title: { category: string; used: boolean } | null = null
  /** Adds a heading with nothing under it as a product. */
  const close = () => {
    if (title && !title.used && !titles.has(sameKey(title.category)))
      products.push({ text: title.category, bought: false })
    title = null
  }
  for (const line of lines) {
    const one = isTodo ? todoOf(unmarked(line)) : unmarked(line)
    const [, hashed, ended] = heading.exec(cleaned(line)) ?? []
    const category = hashed ?? ended
    if (senderAlone.test(cleaned(line))) continue
    if (one.text === '') {
      if (title?.used) title = null
    } else if (category !== undefined && /\p{L}/u.test(category) && one.text.length <= 60) {
      close()
      title = { category: unmarked(category).text, used: false }
    } else {
      if (title) title.used = true
      const isGeneral = !title || titles.has(sameKey(title.category))
      const product = title && !isGeneral ? { ...one, category: title.category } : one
      products.push(...(partsOf(product) ?? [product]))
    }
  }
  close()
  return products
}

const address = /https?:\/\/\S+/iu
/** Words that stand beside the address of a recipe, and in no list. */
const ofRecipe =
  /(?<!\p{L})(?:recipe|przepis|rezept|serves|servings|portions|porcj|portion|ingredients|skladnik|zutaten|minut|mins?|kcal|look|check|zobacz|sprawdz)/u

/**
 * Returns whether a text with one web address in it is a list all the same, and not a page that somebody shares with its
 * title, nor a recipe with its page: 'milk⏎https://…⏎bread'.
 */
export function isListWithAddress(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/[\n\r\u2028\u2029]/u, 200)
    .filter((line) => line.trim() !== '')
  const at = lines.findIndex((line) => address.test(line))
  if (at < 0 || lines.filter((line) => address.test(line)).length > 1) return false
  const isAlone = !/\s/u.test(unmarked(lines[at] ?? '').text)
  const others = lines
    .filter((_, i) => i !== at || !isAlone)
    .map((line) => unmarked(line.replace(address, '')).text)
  const isShort = (line: string) =>
    line !== '' && line.length <= longestPart.signs && line.split(' ').length <= longestPart.words
  const isProduct = (line: string) => isShort(line) && !/[.!?:]$/u.test(line) && !ofRecipe.test(sameKey(line))
  if (others.length < 2 || !others.every(isProduct)) return false
  // Recipes say '2 l milk', lists also 'milk 2 l'.
  const isAfter = (line: string) => /^\p{L}/u.test(line) && understand(line).quantity !== undefined
  if (others.some(isAfter)) return true
  if (others.filter((line) => understand(line).quantity !== undefined).length > 1) return false
  const isLone = others.every((line) => !line.includes(' '))
  return others.length > 2 || isLone || !isAlone || (at > 0 && at < lines.length - 1)
}

/** Returns whether a text contains more than one line or product of a list. */
export function isManyLines(text: string): boolean {
  const lines = text.split(/[\n\r\u2028\u2029]/u).filter((line) => unmarked(line).text !== '')
  return lines.length > 1 || readPasted(text).length > 1
}
