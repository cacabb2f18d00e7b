import { limits } from '../product/entities.ts'

/** What is wrong with a value; the same codes stand in a problem's `fields`. */
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

export type Parsed<T> = { ok: true; value: T } | { ok: false; error: FieldError }

const control = /[\p{Cc}\p{Cs}]/u
/** NFC composes at most four UTF-16 units into one: ᾂ may be written as its letter and three marks. */
const spelledOut = 4

/**
 * In Unicode NFC; null when it is longer than `max` UTF-16 units however it is spelled. To put the marks of a
 * text in order takes the square of their number, so its length is judged before. Texts are normalised in this
 * file and nowhere else, and a test sees to it.
 */
export function composed(text: string, max: number): string | null {
  if (text.length > spelledOut * max) return null
  const value = text.normalize('NFC')
  return value.length > max ? null : value
}

/** Trims, brings to Unicode NFC, refuses control characters; lengths count UTF-16 units after that. */
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

/** Spaces and 'default ignorable' signs: what is not seen, and what turns the direction of a text. */
const unseenAround = /^[\s\p{DI}]+|[\s\p{DI}]+$/gu
/** The same, but for the plain space, which may stand between quotes. */
const unseen = /[^\S ]|\p{DI}/u

/**
 * Without what is pasted around an address and nobody sees, and with the domain in NFKC: 'ｅxample.pl' and 'example.pl'
 * are one place, and mail for both goes there. What is too long to be an address is left as it is.
 */
function plainEmail(address: string): string {
  const text = composed(address, 2 * limits.email)?.replace(unseenAround, '')
  if (text === undefined) return address
  const at = text.lastIndexOf('@') + 1
  return text.slice(0, at) + text.slice(at).normalize('NFKC')
}

/** Strips what is around it; the address keeps the case it was typed in and is compared by `emailKey`. */
export function parseEmail(input: unknown): Parsed<string> {
  const text = parseText(typeof input === 'string' ? plainEmail(input) : input, 1, limits.email)
  if (!text.ok || (email.test(text.value) && !unseen.test(text.value))) return text
  return { ok: false, error: 'invalidEmail' }
}

/** No name is longer than this, however it is spelled; the rest of a longer search text is ignored. */
const longestKey = spelledOut * limits.name

/**
 * The form in which names and addresses are compared and searched: no marks, ł as l, lower case. Cut again in the end,
 * because one sign may become 18: 'ﷺ'.
 */
export function sameKey(text: string): string {
  return text
    .slice(0, longestKey)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁ]/g, 'l')
    .toLowerCase()
    .slice(0, longestKey)
}

/** The form in which addresses are compared: without case, accents kept; '' for what is too long to be one. */
export function emailKey(address: string): string {
  const key = plainEmail(address)
  return key.length > limits.email ? '' : key.toLowerCase()
}

/** The form in which a typed text is looked for while it is typed: `sameKey` with single spaces. */
export function typedKey(text: string): string {
  return sameKey(text).replace(/\s+/g, ' ').trim()
}

/** The form in which words are looked for: each word of `sameKey` behind one space, so that ' mil' finds 'Milk'. */
export function wordsKey(text: string): string {
  const words = sameKey(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => ` ${word}`).join('')
}

/** Further words of a search are ignored: they would only make it slower. */
const mostWords = 5

/** The words of a search, in the form of `wordsKey`. */
export function searchWords(query: string): string[] {
  return wordsKey(query).split(' ').filter(Boolean).slice(0, mostWords)
}
