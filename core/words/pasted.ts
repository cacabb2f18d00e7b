import { cleaned } from './quick-add.ts'

/** One product of a text of many lines: its words without what only marks the line. */
export interface PastedLine {
  text: string
  /** its box was crossed */
  bought: boolean
  /** the heading above it */
  category?: string
}

const bullet = /^(?:[*•‣▪▫◦●○·∙⁃–—]|-(?![\d.,]*\d)|[-+>](?=\s))\s*/u
const count = /^(?:\(\d{1,3}\)|\d{1,3}[.)])\s+/u
const openBox = /^(?:\[\s?\]|☐|⬜|▢|🔲|🔳|◻️?)\s*/u
const crossedBox = /^(?:\[[x✓✔]\]|☑️?|☒|✅|✓|✔️?|🗹)\s*/iu
const heading = /^(?:#{1,6}\s+(.+?):?|(.+?)\s*:)$/u

/** Takes bullets, numbers and boxes off the beginning of a line. What is nothing else stays as it is. */
export function unmarked(line: string): PastedLine {
  const whole = cleaned(line)
  let text = whole
  let bought = false
  for (;;) {
    const crossed = crossedBox.exec(text)
    const found = crossed ?? openBox.exec(text) ?? bullet.exec(text) ?? count.exec(text)
    if (!found) break
    if (crossed) bought = true
    text = text.slice(found[0].length)
  }
  // A line of dashes is a rule between others.
  if (text === '') return { text: /[\p{L}\p{N}]/u.test(whole) ? whole : '', bought: false }
  return { text, bought }
}

/** The products of a pasted text; 'Vegetables:' names the category of the lines below it, up to a blank one. */
export function readPasted(text: string): PastedLine[] {
  const found: PastedLine[] = []
  let title: { category: string; used: boolean } | null = null
  /** A heading with nothing under it was none. */
  const close = () => {
    if (title && !title.used) found.push({ text: title.category, bought: false })
    title = null
  }
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/u)) {
    const one = unmarked(line)
    const [, hashed, ended] = heading.exec(cleaned(line)) ?? []
    const category = hashed ?? ended
    if (one.text === '') {
      if (title?.used) title = null
    } else if (category !== undefined && /\p{L}/u.test(category) && one.text.length <= 60) {
      close()
      title = { category: unmarked(category).text, used: false }
    } else {
      if (title) title.used = true
      found.push(title ? { ...one, category: title.category } : one)
    }
  }
  close()
  return found
}

/** Whether a text is more than one line of a list. */
export function isManyLines(text: string): boolean {
  return text.split(/[\n\r\u2028\u2029]/u).filter((line) => unmarked(line).text !== '').length > 1
}
