import { expect, onTestFinished, test } from 'vitest'
import { readRecipeText } from '../../core/recipe/recipe.ts'
import { scaleValue, inWholePieces } from '../../core/recipe/portions.ts'
import { parseProduct } from '../../core/product/fields.ts'
import type { ProductValue } from '../../core/product/table.ts'
import { addedView } from '../../core/sync/mutation.ts'
import {
  boughtOf,
  lineOfRest,
  linesOfRecipe,
  productsOf,
  templateProductsOf,
} from '../../src/list/recipe/recipe-lines.ts'
import { useOpenList } from '../../src/sync/open-list.ts'
import { isAtHome, withSaid } from '../../src/list/recipe/at-home.ts'

/** Returns the lines of a recipe that says no more than its ingredients, all of them ticked. */
function linesFor(...lines: string[]) {
  const recipe = readRecipeText(`Ingredients\n${lines.join('\n')}`)
  return linesOfRecipe(recipe ?? { name: '', portions: null, source: '', ingredients: [] }, new Map())
}

function told(lines: readonly { value: Partial<ProductValue> & { productName: string } }[]) {
  return lines.map(({ value: { productName, quantity, note } }) => [productName, quantity, note])
}

test('COOK-1 parts of one piece are added up before they are rounded', () => {
  const lines = linesFor('juice of ½ lemon', '½ lemon, sliced', '½ onion')
  const read = productsOf(lines, 2, 2)
  expect(told(boughtOf(read))).toEqual([
    ['Lemons', 1, 'juice; sliced'],
    ['Onions', 1, undefined],
  ])
  expect(told(boughtOf(productsOf(lines, 2, 6)))).toEqual([
    ['Lemons', 3, 'juice; sliced'],
    ['Onions', 2, undefined],
  ])
  // A line shows its part of a sum; alone it shows what is bought.
  expect(read.map(({ said }) => said.quantity)).toEqual([0.5, 0.5, 1])
  const oneLemon = lines.map((line) => ({ ...line, ticked: line.key !== 0 }))
  expect(productsOf(oneLemon, 2, 2).map(({ said }) => said.quantity)).toEqual([1, 1, 1])
})

test('COOK-1 the same measure twice is said twice, the same words once', () => {
  const lines = linesFor('1 tbsp oil', '1 tbsp oil', '100 g leek, sliced', '50 g leek, sliced')
  expect(told(boughtOf(productsOf(lines, 1, 1)))).toEqual([
    ['Oil', undefined, '1 tbsp; 1 tbsp'],
    ['Leek', 150, 'sliced'],
  ])
})

/** Returns what is bought of these lines, as quantity, unit and note. */
function rowsFor(...lines: string[]) {
  return boughtOf(productsOf(linesFor(...lines), 1, 1)).map(
    ({ value: { productName, quantity, unit, note } }) => [productName, quantity, unit, note],
  )
}

test.each([
  [['200 g butter', '1 tbsp butter'], [['Butter', 200, 'g', '1 tbsp']]],
  [['1 tbsp butter', '200 g butter'], [['Butter', 200, 'g', '1 tbsp']]],
  [['1 kg flour', '200 g flour'], [['Flour', 1.2, 'kg', undefined]]],
  [['200 g flour', '1 kg flour'], [['Flour', 1200, 'g', undefined]]],
  [['500 ml milk', '2 tbsp milk', '1 l milk'], [['Milk', 1500, 'ml', '2 tbsp']]],
  [['20 dag masła', '50 g masła'], [['Masło', 25, 'dag', undefined]]],
  [['salt', 'salt'], [['Salt', undefined, undefined, undefined]]],
  [['salt, to taste', '1 tsp salt', 'salt'], [['Salt', undefined, undefined, 'to taste; 1 tsp']]],
  // What is counted and what is weighed stay two, and a spoon joins the first of them.
  [
    ['2 onions', '1 tbsp onion', '100 g onions'],
    [
      ['Onions', 2, 'pcs', '1 tbsp'],
      ['Onions', 100, 'g', undefined],
    ],
  ],
  [
    ['100 g onions', '2 onions', '100 g onion'],
    [
      ['Onions', 200, 'g', undefined],
      ['Onions', 2, 'pcs', undefined],
    ],
  ],
])('COOK-3 lines of one food become one row: %j', (lines, wanted) => {
  const bought = rowsFor(...lines)
  expect(bought.map((row) => row.slice(1))).toEqual(wanted.map((row) => row.slice(1)))
  expect(rowsFor(...lines.toReversed())).toHaveLength(wanted.length)
})

/** Puts products on the open list. */
function listWith(...products: (Partial<ProductValue> & { productName: string })[]) {
  const views = products.map((value, i) => [`p${i}`, addedView(`p${i}`, stored(value))] as const)
  useOpenList.setState({ products: new Map(views) })
  onTestFinished(() => useOpenList.setState({ products: new Map() }))
}

function stored(value: Partial<ProductValue> & { productName: string }) {
  const parsed = parseProduct(value)
  if (!parsed.ok) throw new Error('no product')
  return parsed.value
}

test('COOK-3 what is on the list already is not ticked, unless an amount is added to it', () => {
  listWith(
    { productName: 'Eggs', quantity: 6 },
    { productName: 'Basil' },
    { productName: 'Milk', quantity: 1 },
    { productName: 'Butter' },
    { productName: 'Leek', productStatus: true },
  )
  const lines = linesFor('3 eggs', 'basil', '300 ml milk', '1 tbsp butter', '200 g flour', 'leek')
  expect(lines.map(({ text, ticked, isThere }) => [text, ticked, isThere])).toEqual([
    ['3 eggs', true, false],
    ['basil', false, true],
    // Pieces and millilitres cannot be added up.
    ['300 ml milk', false, true],
    ['1 tbsp butter', false, true],
    ['200 g flour', true, false],
    ['leek', true, false],
  ])
})

test('COOK-3 a food of several lines is on the list with all of them', () => {
  listWith({ productName: 'Butter', quantity: 250, unit: 'g' })
  const spoons = linesFor('1 tbsp butter', '2 tbsp butter')
  expect(spoons.map(({ ticked }) => ticked)).toEqual([false, false])
  const weighed = linesFor('1 tbsp butter', '100 g butter')
  expect(weighed.map(({ ticked }) => ticked)).toEqual([true, true])
})

test('COOK-3 a product is shown with the whole line of the recipe; a line that was left out can be bought', () => {
  const lines = linesFor('salt and pepper', '2 eggs, beaten')
  expect(lines.map(({ text, original }) => [text, original])).toEqual([
    ['salt', 'salt and pepper'],
    ['pepper', 'salt and pepper'],
    ['2 eggs, beaten', '2 eggs, beaten'],
  ])
  const more = [...lines, lineOfRest('For the dough:', 3), lineOfRest('2 kg potatoes', 4)]
  const added = productsOf(more, 1, 1).slice(3)
  expect(told(added)).toEqual([
    ['For the dough:', undefined, undefined],
    ['Potatoes', 2, undefined],
  ])
  expect(added.map(({ error }) => error)).toEqual([null, null])
})

test('COOK-2 a template keeps exact quantities, so it scales as the recipe does', () => {
  const lines = linesFor('½ onion', 'juice of ½ lemon', '½ lemon, sliced', '1 tbsp oil', '2 tsp oil')
  const kept = templateProductsOf(productsOf(lines, 2, 2)) as ProductValue[]
  expect(told(kept.map((value) => ({ value })))).toEqual([
    ['Onions', 0.5, undefined],
    ['Lemons', 1, 'juice; sliced'],
    ['Oil', undefined, '1 tbsp; 2 tsp'],
  ])
  const [onion] = kept
  const stored = { ...onion, quantity: onion?.quantity ?? 1, unit: 'pcs' } as const
  expect(inWholePieces(scaleValue(stored, 2, 4)).quantity).toBe(1)
  expect(told(boughtOf(productsOf(lines, 2, 4)))[0]).toEqual(['Onions', 1, undefined])
})

test('COOK-1 a product with several lines is at home only if all of them are', () => {
  const some = withSaid(new Map(), [
    ['Butter', false],
    ['butter', true],
    ['Flour', true],
    ['flour', true],
    ['Salt', false],
  ])
  expect(['butter', 'flour', 'salt'].map((name) => isAtHome(some, name))).toEqual([false, true, false])
  const later = withSaid(some, [
    ['butter', true],
    ['Flour', false],
  ])
  expect(['butter', 'flour', 'salt'].map((name) => isAtHome(later, name))).toEqual([true, false, false])
})
