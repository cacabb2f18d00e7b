import { limits } from '../product/entities.ts'

/** What is wrong with a value; these codes are also used in a problem's `fields`. */
export type FieldError =
  | 'required'
  | 'tooLong'
  | 'tooShort'
  | 'invalidCharacters'
  | 'invalidEmail'
  | 'invalidType'
  | 'outOfRange'
  | 'tooManyDecimals'
  | 'unknownField'
  | 'tooCommon'
  | 'ownEmail'
  | 'appName'
  | 'sameEmail'
  | 'wrongCode'
  | 'nameTaken'

export type Parsed<T> = { ok: true; value: T } | { ok: false; error: FieldError }

const control = /[\p{Cc}\p{Cs}]/u
/** NFC composes at most 4 UTF-16 units into one: ᾂ may be written as a letter and 3 marks. */
const spelledOut = 4

/**
 * Returns a text in Unicode NFC, or null if it is longer than `max` UTF-16 units in any spelling. Normalising takes
 * time quadratic in the number of combining marks, so the length is checked first. Texts are normalised only in this
 * file; a test checks that.
 */
export function composed(text: string, max: number): string | null {
  if (text.length > spelledOut * max) return null
  const value = text.normalize('NFC')
  return value.length > max ? null : value
}

/** Trims, converts to Unicode NFC and refuses control characters. `min` and `max` count UTF-16 units after that. */
export function parseText(input: unknown, min: number, max: number): Parsed<string> {
  if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
  const value = composed(input.trim(), max)
  if (value === null) return { ok: false, error: 'tooLong' }
  if (value.length < min) return { ok: false, error: 'required' }
  if (control.test(value)) return { ok: false, error: 'invalidCharacters' }
  return { ok: true, value }
}

// RFC 5322 addr-spec without comments and folding: dot-atom or quoted-string, then a dotted domain.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\uffff-]+"
const quoted = '"(?:[^"\\\\]|\\\\[ -~])*"'
const label = '[A-Za-z0-9\\u0080-\\uffff](?:[A-Za-z0-9\\u0080-\\uffff-]{0,61}[A-Za-z0-9\\u0080-\\uffff])?'
const email = new RegExp(`^(?:${atom}(?:\\.${atom})*|${quoted})@${label}(?:\\.${label})+$`)

/**
 * Spaces and 'default ignorable' code points around a text: invisible characters and those that set the text direction.
 */
const unseenAround = /^[\s\p{DI}]+|[\s\p{DI}]+$/gu
/** The same except for the plain space, which may occur between quotes. */
const unseen = /[^\S ]|\p{DI}/u

/**
 * Removes invisible characters around an address and converts its domain to NFKC, because mail to 'ｅxample.pl' and
 * 'example.pl' goes to the same place. A text that is too long for an address is returned unchanged.
 */
function plainEmail(address: string): string {
  const text = composed(address, 2 * limits.email)?.replace(unseenAround, '')
  if (text === undefined) return address
  const at = text.lastIndexOf('@') + 1
  return text.slice(0, at) + text.slice(at).normalize('NFKC')
}

/** Parses an address and removes invisible characters around it. It keeps its case and is compared by `emailKey`. */
export function parseEmail(input: unknown): Parsed<string> {
  const text = parseText(typeof input === 'string' ? plainEmail(input) : input, 1, limits.email)
  if (!text.ok || (email.test(text.value) && !unseen.test(text.value))) return text
  return { ok: false, error: 'invalidEmail' }
}

/** No name is longer than this in any spelling; the rest of a longer search text is ignored. */
const longestKey = spelledOut * limits.name

/** Returns the letters of a text without accents, in their usual form: 'Ａ́' becomes 'A'. */
export function bareLetters(text: string): string {
  return text.slice(0, longestKey).normalize('NFKD').replace(/\p{M}/gu, '')
}

/**
 * Returns the form in which names are compared and searched: without accents, ł as l, ß as ss, in lower case. The result is cut
 * as well, because one character may become 18: 'ﷺ'.
 */
export function sameKey(text: string): string {
  return bareLetters(text).replace(/[łŁ]/g, 'l').replace(/[ßẞ]/g, 'ss').toLowerCase().slice(0, longestKey)
}

/** Returns the form in which addresses are compared: in lower case, with accents; '' for a text that is too long. */
export function emailKey(address: string): string {
  const key = plainEmail(address)
  return key.length > limits.email ? '' : key.toLowerCase()
}

/** Returns the form in which a text is searched while it is typed: `sameKey` with single spaces. */
export function typedKey(text: string): string {
  return sameKey(text).replace(/\s+/g, ' ').trim()
}

/**
 * Returns the form in which words are searched: each word of `sameKey` after one space, so that ' mil' finds 'Milk'.
 */
export function wordsKey(text: string): string {
  const words = sameKey(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => ` ${word}`).join('')
}

/** Further words of a search are ignored, because they would only make it slower. */
const mostWords = 5

/** Returns the words of a search, in the form of `wordsKey`. */
export function searchWords(query: string): string[] {
  return wordsKey(query).split(' ').filter(Boolean).slice(0, mostWords)
}
