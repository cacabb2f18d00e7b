import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../core/product/entities.ts'
import { parseField, parseProduct } from '../../core/product/fields.ts'
import { cleaned, understand } from '../../core/text/quick-add.ts'
import { hasWords, productKey } from '../../core/text/product-key.ts'
import {
  composed,
  emailKey,
  parseEmail,
  parseText,
  sameKey,
  searchWords,
  wordsKey,
} from '../../core/text/normalise.ts'
import { isGuessable, passwordError } from '../../server/auth/password-hash.ts'
import { splitKeywords } from '../../core/text/category-values.ts'

/** A text that takes minutes to normalise. */
const marks = `a${'\u0300'.repeat(262_000)}${'\u0316'.repeat(262_000)}`

/** The length of the longest text that `work` normalised. */
function normalisedBy(work: () => unknown): number {
  const lengths: number[] = [0]
  const real = String.prototype.normalize
  // oxlint-disable-next-line no-extend-native
  String.prototype.normalize = function (this: string, form?: string) {
    lengths.push(this.length)
    return this.length > 100_000 ? String(this) : real.call(this, form)
  }
  try {
    work()
  } finally {
    // oxlint-disable-next-line no-extend-native
    String.prototype.normalize = real
  }
  return Math.max(...lengths)
}

test('API the length of a text is judged before anything else is done to it', () => {
  const takers: Record<string, () => unknown> = {
    text: () => parseText(marks, 0, limits.description),
    address: () => parseEmail(`${marks}@example.org`),
    addressKey: () => emailKey(marks),
    searched: () => sameKey(marks),
    words: () => wordsKey(marks),
    quickAdd: () => [cleaned(marks), understand(`2 kg ${marks}`)],
    field: () => (['productName', 'category', 'shop'] as const).map((field) => parseField(field, marks)),
    product: () => parseProduct({ productName: marks, shop: marks }),
    password: () => passwordError(marks, marks),
    keywords: () => splitKeywords(marks),
  }
  for (const [name, take] of Object.entries(takers))
    expect(normalisedBy(take), name).toBeLessThanOrEqual(4 * limits.description)
  // Proof that normalisedBy notices such a text.
  expect(normalisedBy(() => marks.normalize('NFC'))).toBe(marks.length)
})

test('API a text that fits once it is composed is taken however it is spelled, and one sign more is not', () => {
  // The character with the longest spelling, and letters that phones send decomposed (Polish, Vietnamese).
  for (const sign of ['\u1F82', 'ń', 'ế', 'a', '가']) {
    const fits = sign.repeat(limits.name)
    for (const spelled of [fits, fits.normalize('NFD'), `  ${fits.normalize('NFD')}\u2003`]) {
      expect(parseText(spelled, 1, limits.name)).toEqual({ ok: true, value: fits })
      expect(parseText(spelled.trim() + sign, 1, limits.name)).toEqual({ ok: false, error: 'tooLong' })
    }
  }
  expect(parseText(`${' '.repeat(100_000)}milk${'\t'.repeat(100_000)}`, 1, 5)).toEqual({
    ok: true,
    value: 'milk',
  })
})

test('API no text whose composed form fits is refused for its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const value = text.normalize('NFC')
      expect(composed(text.normalize('NFD'), value.length)).toBe(value)
      if (value.length > 0) expect(composed(text, value.length - 1)).toBeNull()
    }),
    { numRuns: 2_000, seed: 20_261_123 },
  )
})

test('AUTH-4 a password of 128 signs fits in any spelling; one sign more does not, nor a very long one', () => {
  for (const sign of ['ą', '🥛', 'ế']) {
    const fits = sign.repeat(limits.passwordMax)
    expect(passwordError(fits, 'anna@example.org')).toBeNull()
    expect(passwordError(fits.normalize('NFD'), 'anna@example.org')).toBeNull()
    expect(passwordError(fits + sign, 'anna@example.org')).toBe('tooLong')
    expect(passwordError(fits.repeat(50), 'anna@example.org')).toBe('tooLong')
  }
})

test('DETAIL-25 LISTS-2 one answer to whether two names are the same, and to whether words are in a text', () => {
  for (const name of ['Żółty  ser', ' zolty ser ', 'ZOLTY\u00a0SER'])
    expect(productKey(name)).toBe('zolty ser')
  expect(productKey('zoltyser')).not.toBe(productKey('zolty ser'))
  const key = wordsKey('Mleko 3,2% Łaciate')
  expect(hasWords(key, searchWords('lac ml'))).toBe(true)
  expect(hasWords(key, searchWords('ml aciate'))).toBe(false)
  expect(hasWords(key, searchWords(''))).toBe(true)
})

test('SAFE-10 common passwords are refused, also with a year, signs, or letters written as digits', () => {
  const refused = `password 12345678 qwertyuiop iloveyou sunshine1 1q2w3e4r zaq12wsx trustno1 princess football
    Summer2024! P@ssw0rd123 iloveyou123 letmein2024 Password1! !!Password!! pa$$w0rd Adm1n2023 @dmin1234 Welcome1!
    passwordpassword iloveyouiloveyou qwerty123456789 L3tm31n!! h4ck3r5! 2024summer 123monkey321 Dragon*1987
    Lato2024! hasło12345 Kasia1990! Warszawa1! Tomek123! Zima2025!! kochamcie1 ZAKUPY2024 grudzień12 małgorzata1`
  for (const password of refused.split(/\s+/))
    expect([password, isGuessable(password)]).toEqual([password, true])
})

test('SAFE-10 what is not common is not refused', () => {
  const allowed = [
    'correct horse battery',
    'a long walk home',
    'orange basket 26',
    'tak, to ja!',
    'kot zjadł 3 jajka',
    'vK9#mQ2x',
    'xT7-plo-Qw2',
    'summer of 1969 again',
    'monkey82930471',
    '9f8a7s6d5q4w',
  ]
  for (const password of allowed) expect([password, isGuessable(password)]).toEqual([password, false])
  let state = 7
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  const signs = 'abcdefghijklmnopqrstuvwxyz0123456789-_.'
  const made = Array.from({ length: 5_000 }, () =>
    Array.from({ length: 12 }, () => signs[Math.floor(random() * signs.length)]).join(''),
  )
  expect(made.filter(isGuessable).length).toBeLessThanOrEqual(5)
})

test('SAFE-10 what nobody sees is taken from around an address and refused within it', () => {
  const pasted = '\u200e\u202a\ufeff Ala@example.pl\u202c\u200b\u00a0\t'
  expect(parseEmail(pasted)).toEqual({ ok: true, value: 'Ala@example.pl' })
  expect(emailKey(pasted)).toBe('ala@example.pl')
  for (const sign of [
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2066',
    '\u00ad',
    '\ufeff',
    '\u00a0',
    '\u3164',
    '\u3000',
  ]) {
    for (const address of [`al${sign}a@example.pl`, `ala@exa${sign}mple.pl`, `"al${sign}a"@example.pl`])
      expect([address, parseEmail(address).ok]).toEqual([address, false])
  }
  expect(parseEmail('"ala nowak"@example.pl').ok).toBe(true)
})

test('SAFE-10 a domain that only looks another is the same one', () => {
  for (const address of ['ala@ｅxample．pl', 'ala@𝐞xample.pl', 'ala@EXAMPLE.pl']) {
    const parsed = parseEmail(address)
    expect(parsed.ok && emailKey(parsed.value)).toBe('ala@example.pl')
    expect(emailKey(address)).toBe('ala@example.pl')
  }
  // The part before it belongs to the mail server, which may tell them apart.
  expect(emailKey('ａla@example.pl')).not.toBe('ala@example.pl')
  expect(parseEmail('ala@example.pl＠example.org').ok).toBe(false)
})
