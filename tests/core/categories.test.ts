import { describe, expect, test } from 'vitest'
import { aisleIn, builtInAisles, type BuiltInKey } from '../../core/product/aisles.ts'
import { inWordsOf, type Reader, readerOf, shownCategory } from '../../core/product/categories.ts'
import { languages } from '../../core/product/entities.ts'
import { groupByCategory } from '../../core/product/list.ts'
import { sameKey } from '../../core/text/normalise.ts'

const [en, pl] = [readerOf('en'), readerOf('pl')]
const ownerOf = (...names: string[]): Reader => ({ language: 'pl', own: new Set(names.map(sameKey)) })

describe('WEEK-7 built-in categories are shown in the language of whoever reads', () => {
  test('WEEK-7 every built-in name in any language, by its id or its name alone', () => {
    for (const category_id of Object.keys(builtInAisles) as BuiltInKey[])
      for (const category_name of languages.map((one) => aisleIn(category_id, one)))
        for (const language of languages) {
          const name = aisleIn(category_id, language)
          expect(shownCategory({ category_name, category_id }, readerOf(language))).toBe(name)
          expect(shownCategory({ category_name }, readerOf(language))).toBe(name)
        }
  })

  test('WEEK-7 however it was spelled', () => {
    expect(shownCategory({ category_name: 'nabial', category_id: null }, en)).toBe('Dairy')
    expect(shownCategory({ category_name: 'DAIRY' }, pl)).toBe('Nabiał')
  })

  test('WEEK-7 an id still tells a built-in category whose name has changed since', () => {
    expect(shownCategory({ category_name: 'Milk and eggs', category_id: 'dairy' }, pl)).toBe('Nabiał')
  })

  test('WEEK-7 what a person made themselves stays as typed, for every reader', () => {
    expect(shownCategory({ category_name: 'Garden' }, pl)).toBe('Garden')
    expect(shownCategory({ category_name: '', category_id: null }, pl)).toBe('')
    const own = { category_name: 'Dairy', category_id: '0199c0de-0000-7000-8000-000000000000' }
    expect(shownCategory(own, pl)).toBe('Dairy')
    // Not a key, though every object has a member of that name.
    expect(shownCategory({ category_name: 'Dairy', category_id: 'toString' }, pl)).toBe('Dairy')
  })

  test('WEEK-7 a category of one’s own comes before a built-in one until the server has said which it is', () => {
    expect(shownCategory({ category_name: 'dairy', category_id: null }, ownerOf('Dairy'))).toBe('dairy')
    expect(shownCategory({ category_name: 'Dairy', category_id: 'dairy' }, ownerOf('Dairy'))).toBe('Nabiał')
  })

  test('WEEK-7 a product whose category reads the same is the same object', () => {
    const milk = { productName: 'Skyr', category_name: 'Dairy', category_id: 'dairy' }
    expect(inWordsOf(milk, en)).toBe(milk)
    expect(inWordsOf(milk, pl)).toEqual({ ...milk, category_name: 'Nabiał' })
  })

  test('WEEK-7 products of two people who write two languages stand in one group', () => {
    const products = ['Dairy', 'Nabiał', 'nabial', 'Warzywa'].map((category_name) => ({
      productName: 'Skyr',
      category_name,
    }))
    const groups = (reader: Reader) =>
      groupByCategory(
        products.map((product) => inWordsOf(product, reader)),
        reader.language,
      ).map(({ category, products: members }) => [category, members.length])
    expect(groups(en)).toEqual([
      ['Vegetables', 1],
      ['Dairy', 3],
    ])
    expect(groups(pl)).toEqual([
      ['Warzywa', 1],
      ['Nabiał', 3],
    ])
  })
})
