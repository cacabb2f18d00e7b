import { Parser } from 'htmlparser2'
import { longestLine } from '../../core/recipe/lines.ts'
import { mostIngredientLines } from '../../core/recipe/recipe.ts'
import { measureOf, sizeWords } from '../../core/recipe/measures.ts'
import { sameKey } from '../../core/text/normalise.ts'
import { unitOf } from '../../core/text/quick-units.ts'

/** Ends a line whatever is around it; a line break in HTML or JSON may only be a space. */
export const lineEnd = '\u2028'
/** Tags that end a line. */
export const lineTags = new Set(['br', 'p', 'li', 'ul', 'ol', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const blockTags = new Set([...lineTags, 'div', 'tr'])

/** Returns a text without tags and entities, which plugins leave in JSON. Some encode them twice. */
export function plainText(given: string): string {
  let text = given
  for (let passes = 0; passes < 3 && /[<&]/.test(text); passes++) text = decoded(text)
  return text.trim()
}

function decoded(html: string): string {
  const parts: string[] = []
  let depth = 0
  const parser = new Parser({
    ontext: (part) => parts.push(part),
    onopentag: (name) => {
      if (blockTags.has(name)) parts.push(lineEnd)
      // The parser takes longer with each open tag.
      if (++depth > 100) throw new Error('too deep')
    },
    onclosetag: (name) => {
      depth--
      if (blockTags.has(name)) parts.push(lineEnd)
    },
  })
  try {
    parser.end(html)
  } catch {
    return ''
  }
  return parts.join('')
}

/** A line that begins like an ingredient: with a number or a bullet. */
const begins = /^[\s]*(?:[\d\p{No}•·▪●*–-]|ok\.|ca\.)/u
/** A line that goes on with the one before. */
const goesOn = /^(?:[,;()]|(?:or|and|plus|lub|albo|oraz|oder|und)\s)/u
/** 'or 3 small ones' is a remark on the line before. */
const otherwise = /^(?:or|lub|albo|oder)\s/u

/**
 * Returns the lines of a text with ingredients, up to the limit. An amount on a line of its own belongs to the next one.
 * @param isOneOfMany a line break that is followed by spaces only formats the source
 */
export function ingredientLines(text: string, isOneOfMany: boolean): string[] {
  const lines: string[] = []
  for (const part of text.split(lineEnd)) {
    let isFirst = true
    for (const piece of part.split(/[\r\n]/)) {
      const line = piece.replace(/\s+/gu, ' ').trim()
      if (line === '') continue
      if (lines.length === mostIngredientLines) return lines
      // What is longer than any ingredient stays as it is.
      const before = (lines.at(-1)?.length ?? 0) < 4 * longestLine ? lines.at(-1) : undefined
      const isSpace = !isFirst && isOneOfMany && /^\s/.test(piece) && !begins.test(line)
      if (before !== undefined && (isSpace || goesOn.test(line) || (isAmount(before) && !begins.test(line))))
        lines[lines.length - 1] = /^[,;]/.test(line)
          ? before + line
          : `${before}${otherwise.test(line) ? ',' : ''} ${line}`
      else lines.push(line)
      isFirst = false
    }
  }
  return lines
}

/** Returns whether a line is an amount of nothing yet: '200 g', '1 (400 g) tin', '2 large'. */
export function isAmount(line: string): boolean {
  if (line.length > 40 || !/^[\d\p{No}]/u.test(line)) return false
  const words = line
    .replace(/\([^()]*\)/gu, ' ')
    .replace(/^[\d\p{No}\s.,/–-]+/u, '')
    .split(/\s+/)
    .filter((word) => word !== '')
  return (
    words.length < 3 &&
    words.every((word) => {
      const bare = word.replace(/\.$/, '')
      return unitOf(bare) !== null || measureOf(bare) !== null || sizeWords.has(sameKey(bare))
    })
  )
}
