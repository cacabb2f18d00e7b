import { expect, test } from 'vitest'
import { limits } from '../../core/product/entities.ts'
import {
  copiesOf,
  copyName,
  nameAgain,
  placesInNewList,
  valuesOfTemplate,
} from '../../core/product/list-copies.ts'
import { parseField, parseProduct, shownOf } from '../../core/product/fields.ts'
import { copiedFields, fields, initialValues } from '../../core/product/table.ts'
import { mergeTemplate } from '../../core/product/template-merge.ts'
import { wholeProduct } from '../support/every-field.ts'

const product = (id: string, more: object = {}) => ({
  ...shownOf(fields, wholeProduct),
  category_id: 'c',
  icon: 'milk.svg',
  id,
  ver: 3,
  productStatus: false,
  ...more,
})
const value = (productName: string, more: object = {}) => ({ ...initialValues, productName, ...more })

test('WHOLE-1 a copy is called after its list, and after its owner where that is another person', () => {
  expect(copyName('Party', null)).toBe('Party cloned')
  expect(copyName('Party', 'Ala')).toBe('Party cloned Ala')
  const longest = copyName('x'.repeat(limits.name), 'Ala')
  expect(longest).toBe('x'.repeat(limits.name))
  const milk = `${'x'.repeat(limits.name - 1)}🥛`
  expect(copyName(milk, null)).toBe('x'.repeat(limits.name - 1))
})

test('WHOLE-1 a copy holds what a template holds of each product, unbought, in the places of the old list', () => {
  const listed = [
    product('b', { position: 'a2', productStatus: true }),
    product('c', { position: 'a1', priceUnknown: true, price: 0.01 }),
    product('a', { position: 'a1' }),
  ]
  const all = copiesOf(listed, { unboughtOnly: false })
  expect(all.map(({ position }) => position)).toEqual(['a1', 'a1', 'a2'])
  expect(all.map(({ productStatus }) => productStatus)).toEqual([false, false, false])
  expect(all.map((copy) => 'price' in copy)).toEqual([true, false, true])
  for (const copy of all) expect(parseProduct(copy)).toEqual({ ok: true, value: copy })
  const written = new Set<string>([...copiedFields, 'position', 'productStatus'])
  expect(Object.keys(all[0] ?? {}).toSorted()).toEqual([...written].toSorted())
  expect([...written].toSorted()).toEqual(fields.toSorted())
  expect(copiesOf(listed, { unboughtOnly: true })).toEqual(all.slice(0, 2))
  expect(copiesOf([], { unboughtOnly: true })).toEqual([])
})

test('WHOLE-1 what has no place yet is copied last, and is met last by a merge', () => {
  const listed = [
    product('b', { position: '' }),
    product('c', { position: 'a1' }),
    product('a', { position: '' }),
    product('d', { position: 'Zz' }),
  ]
  const named = listed.map((one) => ({ ...one, productName: one.id }))
  const copies = copiesOf(named, { unboughtOnly: false })
  expect(copies.map(({ productName }) => productName)).toEqual(['d', 'c', 'a', 'b'])
  const { sets } = mergeTemplate(listed, [value(listed[0]?.productName ?? '', { unit: listed[0]?.unit })])
  expect(sets.map(({ id }) => id)).toEqual(['d'])
})

test('WHOLE-1 a list of a template has its products in their order', () => {
  const { productStatus: _, position: __, ...shown } = product('x')
  const made = valuesOfTemplate([
    { ...shown, id: 'z', productName: 'First' },
    { ...shown, productName: 'Second' },
  ])
  expect(made).toMatchObject([{ productName: 'First' }, { productName: 'Second', productStatus: false }])
  const places = made.map(({ position = '' }) => position)
  expect(places).toEqual(places.toSorted())
  expect(places).toEqual(placesInNewList(2))
  for (const place of placesInNewList(limits.productsInList))
    expect(parseField('position', place).ok, place).toBe(true)
})

test('WHOLE-1 merging adds to what is still to buy, by name and unit, and never beyond the largest quantity', () => {
  const listed = [
    product('bought', { productName: 'Milk', unit: 'l', productStatus: true, position: 'a0' }),
    product('second', { productName: 'milk', unit: 'l', quantity: 1, position: 'a2' }),
    product('first', { productName: 'MILK ', unit: 'l', quantity: 0.1, position: 'a1' }),
    product('full', { productName: 'Salt', unit: 'kg', quantity: limits.quantityMax, position: 'a3' }),
  ]
  const { adds, sets } = mergeTemplate(listed, [
    value('Milk', { unit: 'l', quantity: 0.2 }),
    value('Milk', { unit: 'ml', quantity: 5 }),
    value('Salt', { unit: 'kg', quantity: 1 }),
    value('Eggs', { quantity: 6 }),
    value('eggs', { quantity: 4, note: 'brown' }),
  ])
  expect(sets).toEqual([{ id: 'first', quantity: 0.3 }])
  expect(adds.map(({ productName, quantity, unit }) => [productName, quantity, unit])).toEqual([
    ['Milk', 5, 'ml'],
    ['Salt', 1, 'kg'],
    ['Eggs', 10, 'pcs'],
  ])
})

test('WEEK-2 a list that is shopped again is named without the date at the end of its name', () => {
  for (const [name, plain] of [
    ['Shopping list of 27 November 2026', 'Shopping list'],
    ['Lista zakupów z 27 listopada 2026', 'Lista zakupów'],
    ['Weekend 27.11.2026', 'Weekend'],
    ['Weekend 27.11', 'Weekend'],
    ['Weekend, 2026-11-27', 'Weekend'],
    ['Weekend – Friday, 27 Nov', 'Weekend'],
    ['Zakupy (pt. 27 lis)', 'Zakupy'],
    ['Zakupy na 3 października', 'Zakupy'],
    ['Weekend 27.11.2026 cloned', 'Weekend'],
    ['Weekend cloned cloned', 'Weekend'],
    ['27 November 2026', '27 November 2026'],
    ['cloned', 'cloned'],
    // None of these is a date.
    ['Wigilia 2025', 'Wigilia 2025'],
    ['Friday', 'Friday'],
    ['Party for 12', 'Party for 12'],
    ['Pepsi 7.5', 'Pepsi 7.5'],
    ['27 November in Gdańsk', '27 November in Gdańsk'],
    ['', ''],
  ])
    expect(nameAgain(name ?? ''), name).toBe(plain)
})

test('WEEK-2 a name of the longest kind is searched for a date at once', () => {
  // Backtracking would show as a hang here.
  for (const part of [' ', '(', '1 ', 'of ', ' 1.', '– ', 'mon '])
    nameAgain(part.repeat(Math.floor(limits.name / part.length)))
})
