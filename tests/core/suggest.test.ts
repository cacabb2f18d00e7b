import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finder } from '../../core/text/category-finder.ts'
import { fitting, ranked, searchable } from '../../core/text/suggest.ts'
import { wordsKey } from '../../core/text/normalise.ts'

const names = [
  'Ser żółty',
  'Żółty ser',
  'Coconut milk',
  'Milk',
  'MILK',
  'Oat milk',
  'Formula milk',
  '7up',
  '',
]
const known = searchable(names, (name) => name)

function found(typed: string, most = 10): string[] {
  return ranked(known, typed, most).map(({ name }) => name)
}

test('DETAIL-7 names that begin so come first, then those with a word that does; without marks', () => {
  expect(found('zol')).toEqual(['Żółty ser', 'Ser żółty'])
  expect(found('MIL')).toEqual(['Milk', 'Coconut milk', 'Oat milk', 'Formula milk'])
  expect(found('milk oat')).toEqual(['Oat milk'])
  expect(found('ilk')).toEqual([])
  expect(found('7')).toEqual(['7up'])
  expect(found('(')).toEqual([])
  expect(found('', 2)).toEqual(['Ser żółty', 'Żółty ser'])
})

test('DETAIL-7 whatever is typed: nothing throws, nothing comes twice, and every name finds itself first', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 })), fc.nat(), (many, at) => {
      const entries = searchable(many, (name) => name)
      const wanted = entries[at % Math.max(1, entries.length)]
      if (!wanted) return
      const all = ranked(entries, wanted.name, 50)
      expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
      expect(all[0]?.key.startsWith(wanted.key)).toBe(true)
    }),
  )
})

test('DETAIL-7 letter by letter the same is found as at once', () => {
  const some = fc.string({ unit: fc.constantFrom('m', 'i', 'ł', 'Ż', '7', ' ', '(', '-'), maxLength: 8 })
  fc.assert(
    fc.property(fc.array(some), some, (many, typed) => {
      const entries = searchable(many, (name) => name)
      let left: readonly (typeof entries)[number][] = entries
      for (let end = 1; end <= typed.length; end++) left = fitting(left, typed.slice(0, end))
      expect(ranked(left, typed, 50)).toEqual(ranked(entries, typed, 50))
    }),
  )
})

test('DETAIL-6 the longest keyword at the beginning of a word names the category', () => {
  const categories = finder([
    { category_name: 'Drinks', keywords: ['mil'] },
    { category_name: 'Dairy', keywords: ['milk', 'ser'] },
  ])
  expect(categories.of('Oat MILK')?.category_name).toBe('Dairy')
  expect(categories.of('deser')).toBeUndefined()
  expect(categories.named('dairy')?.category_name).toBe('Dairy')
})

test('PICTURE-1 a keyword with a space at its end is the whole word, in any of its forms', () => {
  const { of } = finder([{ category_name: 'Cheese', keywords: ['ser '] }])
  for (const name of ['Ser', 'Żółty ser', 'Ser w plastrach', 'Sera żółtego'])
    expect(of(name)?.category_name, name).toBe('Cheese')
  for (const name of ['Serum', 'Serwetki', 'Deser']) expect(of(name), name).toBeUndefined()
})

test('DETAIL-6 the category is that of the longest keyword at the beginning of a word, however many keywords there are', () => {
  const word = fc
    .array(fc.constantFrom('a', 'b', ' '), { minLength: 1, maxLength: 6 })
    .map((signs) => signs.join(''))
  const keyword = word.map((one) => one.trim()).filter((one) => one !== '')
  const property = fc.property(
    fc.array(keyword, { maxLength: 12 }),
    fc.array(word, { maxLength: 4 }),
    (keys, name) => {
      const categories = keys.map((key, i) => ({ category_name: String(i), keywords: [key] }))
      const text = wordsKey(name.join(' '))
      const fitting = categories
        .map(({ keywords }) => wordsKey(keywords[0] ?? ''))
        .filter((key) => text.includes(key))
      const longest = Math.max(0, ...fitting.map((key) => key.length))
      const found = finder(categories).of(name.join(' '))
      expect(wordsKey(found?.keywords[0] ?? '').length).toBe(longest)
      expect(text).toContain(wordsKey(found?.keywords[0] ?? ''))
    },
  )
  fc.assert(property, { seed: 7, numRuns: 2_000 })
})
