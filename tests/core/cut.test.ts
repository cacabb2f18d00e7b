import { expect, test } from 'vitest'
import { limits } from '../../core/product/entities.ts'
import { cutText, cutToLimit } from '../../core/text/cut.ts'
import { copyName } from '../../core/product/list-copies.ts'
import { shortName } from '../../core/text/person-name.ts'

const family = '👩‍👩‍👧‍👦'
const flag = '🇵🇱'
/** 'é' as 'e' and an accent, as macOS writes it */
const e = 'e\u0301'

test('FRAME-4 a text is cut between graphemes: no half of a family, a flag or an accent', () => {
  expect(cutText(e.repeat(10), 5)).toBe(`${e.repeat(4)}…`)
  expect(cutText(e.repeat(5), 5)).toBe(e.repeat(5))
  expect(cutText(flag.repeat(9), 5)).toBe(`${flag.repeat(2)}…`)
  // Ten units are left behind 'Ala ', and a family has eleven.
  expect(cutText(`Ala ${family} Kot`, 6)).toBe('Ala…')
  expect(shortName(`${'👍🏽'.repeat(30)}`)).toMatch(/^(👍🏽){9}…$/u)
})

test('FRAME-4 one grapheme of any length is cut all the same, and a cut text is short in bytes', () => {
  const zalgo = `a${'\u0301'.repeat(5_000)}`
  for (const text of [zalgo, zalgo.repeat(3), family.repeat(1_000), 'ż'.repeat(1_000)]) {
    expect(cutText(text, 60).length).toBeLessThanOrEqual(119)
    expect(cutText(text, 60).isWellFormed()).toBe(true)
    expect(cutText(text, 60).length).toBeGreaterThan(1)
    expect(cutToLimit(text, 50).length).toBeLessThanOrEqual(50)
  }
})

test('FRAME-4 a name at its limit ends with a whole grapheme', () => {
  const name = `${'x'.repeat(limits.name - 5)}${family}`
  expect(cutToLimit(name, limits.name)).toBe('x'.repeat(limits.name - 5))
  expect(cutToLimit('short', limits.name)).toBe('short')
  expect(copyName(name, null)).toBe(`${'x'.repeat(limits.name - 5)}`)
})
