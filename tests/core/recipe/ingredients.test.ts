import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../../core/product/entities.ts'
import { parseField } from '../../../core/product/fields.ts'
import { readIngredients } from '../../../core/recipe/ingredient.ts'
import {
  inWholePieces,
  readPortions,
  saidPortions,
  scaleIngredient,
  scaleNote,
  scaleQuantity,
  scaleValue,
} from '../../../core/recipe/portions.ts'
import { addressIn, looksLikeRecipe, readRecipeText } from '../../../core/recipe/recipe.ts'

test.each([
  ['Serves 4', 4],
  ['4–6 servings', 4],
  ['für 4 Personen', 4],
  ['porcje: 6', 6],
  ['na 4 osoby', 4],
  ['Makes about 24 cookies', 24],
  ['12 muffins', 12],
  ['1 loaf', 1],
  ['tortownica 24 cm', null],
  ['a 20x30 cm tin', null],
  ['30 min', null],
  ['some', null],
  ['0 servings', null],
  ['9999 servings', null],
])('COOK-1 the yield %s', (text, portions) => {
  expect(readPortions(text)).toBe(portions)
})

test('COOK-1 a line of any text says portions only in words', () => {
  for (const line of ['12 muffins', 'piec 180 stopni', 'for 4 minutes', '2 eggs', 'piecz na 180 stopni'])
    expect([line, saidPortions(line)]).toEqual([line, null])
  expect(saidPortions('Pancakes for 4')).toBe(4)
})

test('COOK-1 quantities scale to the hundredth and are never 0', () => {
  const rows: [quantity: number, from: number, to: number, wanted: number][] = [
    [500, 4, 6, 750],
    [500, 4, 3, 375],
    [100, 3, 1, 33.33],
    [0.01, 4, 1, 0.01],
    [3, 4, 5, 3.75],
    [0.5, 4, 4, 0.5],
    [99_999, 1, 500, 99_999],
  ]
  for (const [quantity, from, to, wanted] of rows)
    expect([quantity, from, to, scaleQuantity(quantity, from, to)]).toEqual([quantity, from, to, wanted])
})

test('COOK-1 only whole pieces are bought', () => {
  const rows: [quantity: number, unit: 'g' | 'kg' | 'pcs' | null, wanted: number][] = [
    [3.75, 'pcs', 4],
    [0.99, 'pcs', 1],
    [2.01, 'pcs', 2],
    [0.5, null, 1],
    [4, null, 4],
    [33.33, 'g', 33.33],
    [0.25, 'kg', 0.25],
  ]
  for (const [quantity, unit, wanted] of rows)
    expect(inWholePieces({ quantity, unit })).toEqual({ quantity: wanted, unit })
  expect(inWholePieces({})).toEqual({})
})

test('COOK-1 the words of measures change with their number', () => {
  const rows: [note: string, factor: number, wanted: string][] = [
    ['2 łyżki', 2.5, '5 łyżek'],
    ['2 łyżki', 0.5, '1 łyżka'],
    ['2 łyżki', 0.25, '½ łyżki'],
    ['2 łyżki', 11, '22 łyżki'],
    ['2 łyżki', 6, '12 łyżek'],
    ['szczypta', 2, '2 szczypty'],
    ['1 cup', 1.5, '1½ cups'],
    ['1 cup, sifted', 2, '2 cups, sifted'],
    ['1 cup + 2 tbsp', 2, '2 cups + 4 tbsp'],
    ['1 Prise', 2, '2 Prisen'],
    ['2 EL', 0.75, '1½ EL'],
    ['1,3 łyżki', 1, '1,3 łyżki'],
    ['2 czubate łyżki', 2, '4 czubate łyżki'],
    ['finely chopped', 2, 'finely chopped'],
    ['400 g tin', 2, '400 g tin'],
    ['pęczek', 2, 'pęczek'],
    ['2-3 cloves', 2, '4-6 cloves'],
    ['1 do 2 łyżek', 3, '3 do 6 łyżek'],
    ['2 bis 3 Zehen', 0.5, '1 bis 1½ Zehen'],
    ['1 lb 2 oz', 2, '2 lbs 4 oz'],
    ['1 cup, softened, 2 sticks', 2, '2 cups, softened, 4 sticks'],
    ['1 cup, cut in slices', 2, '2 cups, cut in slices'],
    ['1 tbsp; 2 tsp; sifted', 2, '2 tbsp; 4 tsp; sifted'],
    ['small handful', 2, '2 small handfuls'],
    ['Größe M', 2, 'Größe M'],
    ['M', 2, 'M'],
    ['slices', 2, 'slices'],
    ['14 oz can', 2, '14 oz can'],
    ['(3 lb)', 2, '(3 lb)'],
  ]
  for (const [note, factor, wanted] of rows) expect([note, scaleNote(note, factor)]).toEqual([note, wanted])
})

test('COOK-2 what is measured in spoons stays one piece in a template', () => {
  const salt = { productName: 'salt', quantity: 1, unit: 'pcs', note: '1 pinch' } as const
  expect(scaleValue(salt, 2, 4)).toEqual({ ...salt, note: '2 pinches' })
  const eggs = { productName: 'eggs', quantity: 1, unit: 'pcs', note: 'large' } as const
  expect(scaleValue(eggs, 2, 4)).toEqual({ ...eggs, quantity: 2 })
  const onion = { productName: 'onion', quantity: 0.5, unit: 'pcs' } as const
  expect(scaleValue(onion, 2, 4)).toEqual({ ...onion, quantity: 1 })
})

test('COOK-1 a text is taken for a recipe by its headings or portions, not by its amounts', () => {
  expect(looksLikeRecipe('Soup\nServes 4\n1 kg potatoes\n2 onions')).toBe(true)
  expect(looksLikeRecipe('Składniki\n1 kg ziemniaków\n2 cebule\n')).toBe(true)
  expect(looksLikeRecipe('1 kg potatoes\n2 onions\n3 l milk\nbread')).toBe(false)
  expect(looksLikeRecipe('milk\nbread\nbutter')).toBe(false)
})

test('COOK-1 an address is found beside a title, but not in a text that says more', () => {
  const url = 'https://example.org/soup?x=1#y'
  for (const text of [url, `Soup\n${url}`, `${url}\n${url}`, ` ${url} `]) expect(addressIn(text)).toBe(url)
  expect(addressIn(`Soup\nServes 4\n1 kg potatoes\n2 onions\n${url}`)).toBeNull()
  expect(addressIn(`${url} https://example.org/other`)).toBeNull()
  expect(addressIn('milk // https')).toBeNull()
  expect(addressIn(`https://example.org/${'x'.repeat(3_000)}`)).toBeNull()
})

test('COOK-1 whatever a line says, the product can be stored, also for other portions', () => {
  const words = fc.constantFrom(
    '1',
    '½',
    '2-3',
    'x',
    'g',
    'kg',
    'cup',
    'łyżki',
    'of',
    '(',
    ')',
    ',',
    '-',
    '–',
    '/',
    '+',
    'eggs',
    'mąka',
    '400g',
    'tin',
    'a',
    'some',
    ':',
    '99999',
    '0',
  )
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(words, { maxLength: 30 }).map((some) => some.join(' ')),
  )
  fc.assert(
    fc.property(
      line,
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 500 }),
      (text, from, to) => {
        for (const ingredient of readIngredients([text])) {
          const { productName, quantity, unit, note } = scaleIngredient(ingredient, from, to)
          expect(parseField('productName', productName).ok).toBe(true)
          expect(unit === null).toBe(quantity === null)
          if (quantity !== null) expect(parseField('quantity', quantity).ok).toBe(true)
          if (note !== undefined) expect(parseField('note', note.slice(0, 200)).ok).toBe(true)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('COOK-1 a long text yields at most 200 ingredients', () => {
  const text = '1 1/2 cups of flour, sifted (about 200 g), plus extra\n'.repeat(20_000)
  expect(readRecipeText(text)?.ingredients).toHaveLength(limits.ingredients)
  for (const odd of ['(', '1 ', '1 - ', 'salt and ', '1 cup + ', 'a'.repeat(40) + ': '])
    expect(readRecipeText(odd.repeat(50_000))).toBeNull()
})
