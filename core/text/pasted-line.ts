import { limits } from '../product/entities.ts'
import { cleaned, isPlain, understand } from './quick-add.ts'
import { sameKey } from './normalise.ts'
import { andWords } from './quick-units.ts'
import { words } from './words.ts'

/** One product of a pasted text, without bullets and other marks of its line. */
export interface PastedLine {
  text: string
  /** its box was ticked, or it was struck through */
  bought: boolean
  /** the heading above it */
  category?: string
}

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
/** todo.txt: 'x 2026-11-26 milk', '(A) 2026-11-25 milk'. */
const doneOn = /^x (?:\d{4}-\d\d-\d\d ){1,2}/u
const writtenOn = /^\d{4}-\d\d-\d\d (?=\p{L})/u
const struck = /^(~~?)(?=[^\s~])(.*[^\s~])\1$/u
const strong = /(\*\*|__)(?=\S)(.*?\S)\1/gu
/** Messengers use one character where Markdown uses two. */
const wrapped = /^([*_`])(?=\S)((?:(?!\1).)*)\1$/u
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
export const titles = new Set(
  words('list shopping shopping_list groceries buy to_buy need we_need').map(sameKey),
)

/** What divides the products of one line: ', ', ';', ', and ' */
const partEnd = new RegExp(String.raw`\s*(?:[,;]\s+|;|,(?=\p{L}))(?:(?:${[...andWords].join('|')}) )?`, 'iu')

/** Longer parts between commas are sentences, not products. */
export const longestPart = { signs: 40, words: 5 }

/**
 * Splits 'milk, eggs, 2 kg potatoes' or 'Vegetables: carrots, leek, celery' into products; null if it is no such list.
 */
export function partsOf({ text, ...line }: PastedLine): PastedLine[] | null {
  if (text.length > 50 * longestPart.signs || /\s\/\//u.test(text)) return null
  const [, title, list = text] = /^(\p{L}[\p{L} ]{1,30}): (?=.*,)(.*)$/u.exec(text) ?? []
  const parts = list.split(partEnd).filter((part) => part !== '')
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

/** Where a line of a pasted text ends. */
export const lineEnds = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/u

/** Returns whether a text contains more than one line or product of a list. */
export function isManyLines(text: string): boolean {
  const lines = text
    .split(lineEnds)
    .map(unmarked)
    .filter((line) => line.text !== '')
  const [only] = lines
  return lines.length > 1 || (only !== undefined && (partsOf(only) ?? []).length > 1)
}
