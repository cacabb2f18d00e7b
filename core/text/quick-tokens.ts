import { sameKey } from './normalise.ts'

/** A part of a typed line that is not divided further. Positions are UTF-16 offsets in the line. */
export interface Token {
  kind: 'number' | 'fraction' | 'word' | 'sign'
  text: string
  start: number
  end: number
  /** it begins the line or follows whitespace */
  isApart: boolean
}

/**
 * Matches in one pass without backtracking. An apostrophe belongs to its word: "L'Oréal" does not begin with a litre.
 */
const lexemes = /(\d+(?:[.,]\d+)*)|([¼-¾⅐-⅞])|([\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*)|\S/gu

export function tokensOf(line: string): Token[] {
  let lastEnd = -1
  return Array.from(line.matchAll(lexemes), (match) => {
    const [text, number, fraction, word] = match
    const kind = number ? 'number' : fraction ? 'fraction' : word ? 'word' : 'sign'
    const start = match.index
    const isApart = start !== lastEnd
    lastEnd = start + text.length
    return { kind, text, start, end: lastEnd, isApart }
  })
}

/** A number with all values that its text can mean. */
export interface ReadNumber {
  value: number
  decimals: number
  /** 1000 for '1.000' and '1,000': the unit decides whether this or `value` is meant */
  grouped?: number
}

const plainNumber = /^(?:0|[1-9]\d{0,5})(?:[.,](\d{1,4}))?$/
const groupedNumber = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/
const groupedWithDecimals = /^([1-9]\d{0,2}(?:([.,])\d{3})+)(?!\2)[.,](\d{1,2})$/

/** Reads a number. Returns null for what is neither a count nor a price: '007', '1.2.3', '26.11.2026'. */
export function readNumber(text: string): ReadNumber | null {
  const withDecimals = groupedWithDecimals.exec(text)
  if (withDecimals) {
    const [, whole = '', , decimals = ''] = withDecimals
    return { value: Number(`${whole.replace(/[.,]/g, '')}.${decimals}`), decimals: decimals.length }
  }
  const grouped = groupedNumber.test(text) ? { grouped: Number(text.replace(/[.,]/g, '')) } : undefined
  const plain = plainNumber.exec(text)
  if (!plain) return grouped ? { value: grouped.grouped, decimals: 0 } : null
  return { value: Number(text.replace(',', '.')), decimals: plain[1]?.length ?? 0, ...grouped }
}

export function isSeparator(token: Token | undefined): boolean {
  return token?.kind === 'sign' && ',;:=|–—-'.includes(token.text)
}

export function isColumn(token: Token | undefined): boolean {
  return token?.text === '|'
}

export function isDash(token: Token | undefined): boolean {
  return token?.kind === 'sign' && '–—-'.includes(token.text)
}

export function isTimes(token: Token | undefined): boolean {
  return token !== undefined && ['x', 'X', '×', '*'].includes(token.text)
}

export function wordIn(token: Token | undefined, words: ReadonlySet<string>): boolean {
  return token?.kind === 'word' && words.has(sameKey(token.text))
}

/** Returns whether a token is one of these words or signs, such as 'eur' and '€'. */
export function markIn(token: Token | undefined, marks: ReadonlySet<string>): boolean {
  return wordIn(token, marks) || marks.has(token?.text.toLowerCase() ?? '')
}

export function wordIs(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && sameKey(token.text) === word
}

/** Returns the index after the dot of an abbreviation ('szt.', 'ok.'), or `at` without a dot. */
export function behindDot(tokens: readonly Token[], at: number): number {
  const token = tokens[at]
  return token?.text === '.' && !token.isApart ? at + 1 : at
}

/** Returns the last token before `at` that is not a separator. */
export function lastBefore(tokens: readonly Token[], from: number, at: number): Token | undefined {
  let i = at - 1
  while (i > from && isSeparator(tokens[i])) i--
  return i >= from ? tokens[i] : undefined
}
