import { behindDot, isDash, markIn, readNumber, type Token, wordIn, wordIs } from './quick-tokens.ts'
import { usualCurrency } from '../product/currency.ts'
import { amountWords, andWords, currencyWords, groszeWords } from './quick-units.ts'
import { sameKey } from './normalise.ts'

export interface Numeral {
  value: number
  grouped?: number
  next: number
}

/** Reads '1,5', '.5', '½', '1/2', '1½', '1 1/2', '1 i pół' or 'half a'. */
export function numeralAt(tokens: readonly Token[], at: number): Numeral | null {
  const token = tokens[at]
  const next = tokens[at + 1]
  const part = fractionAt(tokens, at)
  if (part) return part
  const isPoint = token?.text === '.' || token?.text === ','
  if (isPoint && next?.kind === 'number' && !next.isApart && /^\d{1,2}$/.test(next.text))
    return { value: Number(`0.${next.text}`), next: at + 2 }
  const word = token?.kind === 'word' ? amountWords.get(sameKey(token.text)) : undefined
  if (word !== undefined && word < 1) return { value: word, next: behindArticle(tokens, at + 1) }
  // 'ein halber Liter'
  const half = word === 1 && next?.kind === 'word' ? amountWords.get(sameKey(next.text)) : undefined
  if (half !== undefined && half < 1) return { value: half, next: at + 2 }
  const read = word === undefined && token?.kind === 'number' ? readNumber(token.text) : null
  const value = word ?? read?.value
  if (value === undefined) return null
  if (Number.isInteger(value) && !read?.decimals) {
    const rest = mixedAt(tokens, at + 1)
    if (rest) return { value: hundredths(value + rest.value), next: rest.next }
    if (read && value < 1000 && value > 0 && next?.isApart && next.text === '000')
      return { value: value * 1000, next: at + 2 }
  }
  return { value, ...(read?.grouped !== undefined && { grouped: read.grouped }), next: at + 1 }
}

/** Rounds to hundredths: 1/3 is stored as 0.33. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}

/** Reads '½', '⅓', '1/2' or '1⁄2', but neither '24/7' nor the beginning of '1/2/26'. */
function fractionAt(tokens: readonly Token[], at: number): Numeral | null {
  const [token, slash, below, behind] = tokens.slice(at, at + 4)
  if (token?.kind === 'fraction') {
    // The key of '½' is '1⁄2'.
    const [over = '', under = ''] = sameKey(token.text).split('⁄')
    return { value: hundredths(Number(over) / Number(under)), next: at + 1 }
  }
  const isSlash = (slash?.text === '/' || slash?.text === '⁄') && !slash.isApart && !below?.isApart
  if (!isSlash || !/^[1-9]$/.test(token?.text ?? '') || !/^[1-9]\d?$/.test(below?.text ?? '')) return null
  const [over, under] = [Number(token?.text), Number(below?.text)]
  const isLonger = behind?.text === '/' || behind?.text === '⁄'
  return over < under && !isLonger ? { value: hundredths(over / under), next: at + 3 } : null
}

/** Reads the fraction after a whole number: '1 1/2', '1-1/2', '1 i pół', '1 and a half'. */
function mixedAt(tokens: readonly Token[], at: number): Numeral | null {
  const token = tokens[at]
  if (token?.kind === 'fraction') return fractionAt(tokens, at)
  const isGlued = token?.text === '-' && !token.isApart && !tokens[at + 1]?.isApart
  const isAnd = isGlued || token?.text === '&' || token?.text === '+' || wordIn(token, andWords)
  if (!isAnd) return token?.isApart ? fractionAt(tokens, at) : null
  const part = fractionAt(tokens, at + 1)
  if (part) return part
  const from = isGlued ? at + 1 : behindArticle(tokens, at + 1)
  const half = tokens[from]?.kind === 'word' ? amountWords.get(sameKey(tokens[from]?.text ?? '')) : undefined
  return half !== undefined && half < 1 ? { value: half, next: from + 1 } : null
}

function behindArticle(tokens: readonly Token[], at: number): number {
  return wordIs(tokens[at], 'a') ? at + 1 : at
}

/** Reads a whole number from 1 to 999, as in '3 x'. */
export function countOf(token: Token | undefined): number | null {
  return token?.kind === 'number' && /^[1-9]\d{0,2}$/.test(token.text) ? Number(token.text) : null
}

export interface Money {
  value: number
  decimals: number
  hasCurrency: boolean
  /** has a space between its digits, as '1 234': one number only if a currency is given */
  isSpaced: boolean
  next: number
}

/** Returns the index after the ',-' of '45,-', also '.-' and ',--'; null without it. */
function behindDashes(tokens: readonly Token[], at: number): number | null {
  const isPoint = tokens[at]?.text === ',' || tokens[at]?.text === '.'
  let next = at + 1
  while (isDash(tokens[next]) && !tokens[next]?.isApart) next++
  return isPoint && !tokens[at]?.isApart && next > at + 1 ? next : null
}

/** Reads '3,49', '45,-', '4 zł', '1 234,50 zł', '4 zł 50 gr' or '50 groszy'. */
export function moneyAt(
  tokens: readonly Token[],
  at: number,
  hasSign: boolean,
  isHead: boolean,
  currency = usualCurrency,
): Money | null {
  const token = tokens[at]
  if (token?.kind !== 'number') return null
  let next = at + 1
  let digits = token.text
  while (
    /^[1-9]\d{0,2}(?: \d{3})*$/.test(digits) &&
    tokens[next]?.isApart &&
    /^\d{3}(?:[.,]\d{1,2})?$/.test(tokens[next]?.text ?? '')
  )
    digits += ` ${tokens[next++]?.text}`
  const isSpaced = digits !== token.text
  // This may be the second part of '1 234,50'.
  const before = tokens[at - 1]
  const isTail =
    token.isApart && before?.isApart && countOf(before) !== null && /^\d{3}(?!\d)/.test(token.text)
  const read = readNumber(digits.replace(/ /g, ''))
  if (!read || isTail) return null
  const value = read.grouped ?? read.value
  const decimals = read.grouped === undefined ? read.decimals : 0
  if (decimals > 2) return null
  const money = { value, decimals, isSpaced, hasCurrency: hasSign, next }
  const dashes = decimals === 0 ? behindDashes(tokens, next) : null
  if (dashes !== null) {
    const isMarked = markIn(tokens[dashes], currencyWords(currency))
    return { ...money, hasCurrency: true, next: isMarked ? behindDot(tokens, dashes + 1) : dashes }
  }
  const hasGrosze = currency === usualCurrency
  if (
    hasGrosze &&
    wordIn(tokens[next], groszeWords) &&
    !wordIs(tokens[next], 'gr') &&
    decimals === 0 &&
    value < 100
  )
    return { ...money, value: value / 100, hasCurrency: true, next: next + 1 }
  if (!markIn(tokens[next], currencyWords(currency))) return money
  const behind = behindDot(tokens, next + 1)
  const grosze = hasGrosze && decimals === 0 ? groszeAt(tokens, behind, isHead) : null
  if (grosze)
    return { ...money, value: (value * 100 + grosze.value) / 100, hasCurrency: true, next: grosze.next }
  return { ...money, hasCurrency: true, next: behind }
}

/** Reads the '50 gr' of '4 zł 50 gr'; without 'gr' only at the end of a line or bracket. */
function groszeAt(tokens: readonly Token[], at: number, isHead: boolean): Numeral | null {
  const token = tokens[at]
  if (token?.kind !== 'number' || !/^\d{1,2}$/.test(token.text)) return null
  const value = Number(token.text)
  if (wordIn(tokens[at + 1], groszeWords)) return { value, next: behindDot(tokens, at + 2) }
  const isLast =
    !isHead && token.text.length === 2 && (at + 1 === tokens.length || tokens[at + 1]?.text === ')')
  return isLast ? { value, next: at + 1 } : null
}
