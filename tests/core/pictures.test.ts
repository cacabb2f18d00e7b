import { expect, test } from 'vitest'
import { pictureOf } from '../../core/text/pictures.ts'

test.each([
  ['Milk', 'milk'],
  ['Mleko 2%', 'milk'],
  ['mleko modyfikowane', 'babyBottle'],
  ['Żółty ser', 'cheese'],
  ['Ser w plastrach', 'cheese'],
  ['Serwetki', undefined],
  ['Winogrona', undefined],
  ['Rolled oats', 'muesli'],
  ['Rye bread', 'bread'],
  ['Papier toaletowy', 'toiletPaper'],
  ['Ice cream', 'iceCream'],
  ['Cat litter', 'cat'],
  ['Cauliflower', undefined],
  ['Pasta do zębów', 'dental'],
  ['Teaspoons', undefined],
  ['Olive oil', undefined],
  ['', undefined],
  ['x'.repeat(200), undefined],
] as const)('HAND-2 the picture of %j is %s', (name, picture) => {
  expect(pictureOf(name)).toBe(picture)
})
