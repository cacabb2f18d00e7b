import { runThrough, type Steps } from '../text/steps.ts'
import { readTable } from './pasted-table.ts'
import { lineEnds, longestPart, partsOf, type PastedLine, titles, unmarked } from '../text/pasted-line.ts'
import { cleaned, understand } from '../text/quick-add.ts'
import { sameKey } from '../text/normalise.ts'

/** A line may name several products; one that never ends must not be read for minutes. */
const longestLine = 20_000

/** … or on a line of its own: 'Anna, [26.11.2026 12:03]' */
const senderAlone = /^[^[\]]{1,60}, \[\d{1,4}[./-]\d{1,2}[./-]\d{1,4} \d{1,2}:\d{2}\]:?$/u
const todoTag = /^(?:[+@]\p{L}\S*|(?:due|t|rec|pri|h):\S+)$/u
const heading = /^(?:#{1,6}\s+(.+?):?|(.+?)\s*:)$/u

/** Reads a todo.txt line, 'x milk +home @Lidl due:2026-12-01': a done task is bought, and the tags become a note. */
function todoOf({ text, bought }: PastedLine): PastedLine {
  const isDone = /^x (?=\S)/u.test(text)
  const task = isDone ? text.slice(2) : text
  const words = task.split(' ')
  // The first word is a name, whatever it looks like.
  const end = Math.max(words.findLastIndex((word) => !todoTag.test(word)) + 1, 1)
  const tags = words.slice(end).join(' ')
  const name = words.slice(0, end).join(' ')
  return { text: tags === '' ? task : `${name} // ${tags}`, bought: bought || isDone }
}

/** Returns the products of a pasted text. 'Vegetables:' is the category of the lines below it, up to a blank line. */
export function readPasted(text: string): PastedLine[] {
  return runThrough(pastedIn(text))
}

/** Reads a text line by line, as `readPasted`. What stands behind the first signs of a line is not looked at. */
export function* pastedIn(text: string): Steps<PastedLine[]> {
  const lines = text.split(lineEnds).map((line) => line.slice(0, longestLine))
  yield
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
    yield
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
