import { cleaned } from '../text/quick-add.ts'
import { sameKey } from '../text/normalise.ts'
import { tokensOf } from '../text/quick-tokens.ts'
import { amountAt, textOf } from './amounts.ts'
import { atComma, purposeAtEnd, spelledOut, withoutBrackets } from './names.ts'

/** A longer line is a part of a text, not an ingredient. */
export const longestLine = 300

const sections = /^(?:for (?:the )?|na |do |dla |für (?:den|die|das) |zum |zur )\p{L}+(?: \p{L}+){0,3}$/iu

/** Returns whether a line is a heading above some ingredients: 'For the sauce:', 'Ciasto:', 'Für den Teig'. */
export function isHeading(line: string): boolean {
  const text = line.replace(/^[*_#\s]+|[*_\s]+$/gu, '')
  if (text.endsWith(':')) return true
  return sections.test(text) && !/\d/.test(text) && !purposeAtEnd.test(` ${text}`)
}

/** Foods of which recipes name two in one line. */
const together = new Set(
  'salt pepper sól soli pieprz pieprzu salz pfeffer cukier cukru sugar zucker olej oil öl oregano papryka'
    .split(' ')
    .map(sameKey),
)
const tint =
  /^(?:freshly ground |ground |black |sea |coarse |kosher |świeżo mielony |czarny |frisch gemahlener |schwarzer )+/iu

/** No recipe has more ingredients in one line. */
const mostParts = 30

/** Splits a line that names several ingredients: 'salt and pepper', '500 g mąki, 2 jajka, szczypta soli'. */
export function splitLine(given: string): string[] {
  const line = given.length > 4 * longestLine ? '' : cleaned(given)
  if (line === '') return []
  const parts = line.split(/(?:,(?!\d)|;)\s*/u, mostParts).filter((part) => part !== '')
  const areAmounts = parts.map((part) => {
    const tokens = tokensOf(part)
    const amount = amountAt(part, tokens, 0)
    return amount !== null && /\p{L}/u.test(textOf(part, tokens, amount.next, tokens.length))
  })
  // '2 eggs, 100 g flour': each part says how much of what.
  if (
    parts.length > 1 &&
    areAmounts.filter(Boolean).length > 1 &&
    areAmounts.slice(1).every((is, i) => is || isShort(parts[i + 1]))
  )
    return parts
  // 'salt, pepper, oregano': no amounts at all
  if (parts.length > 2 && !areAmounts.includes(true) && parts.every(isShort)) return parts
  return pairIn(line) ?? [line]
}

function isShort(part: string | undefined): boolean {
  return part !== undefined && !/[()\d:]/.test(part) && part.trim().split(' ').length <= 2
}

function pairIn(line: string): string[] | null {
  const { text, inside } = withoutBrackets(spelledOut(line))
  const [head, rest] = atComma(text)
  const purpose = purposeAtEnd.exec(head)
  const words = purpose ? head.slice(0, purpose.index) : head
  const pair = words.split(/\s+(?:and|i|oraz|und|&|\+)\s+/iu)
  if (pair.length !== 2 || !pair.every((one) => together.has(sameKey(one.replace(tint, ''))))) return null
  const more = [purpose?.[0].trim() ?? '', rest, ...inside].filter((one) => one !== '').join(', ')
  return pair.map((one) => (more === '' ? one : `${one}, ${more}`))
}
