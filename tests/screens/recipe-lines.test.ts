import { expect, test } from 'vitest'
import { readRecipeText } from '../../core/recipe/recipe.ts'
import { scaleValue, inWholePieces } from '../../core/recipe/portions.ts'
import type { ProductValue } from '../../core/product/table.ts'
import {
  boughtOf,
  linesOfRecipe,
  productsOf,
  templateProductsOf,
} from '../../src/list/recipe/recipe-lines.ts'
import { isAtHome, withSaid } from '../../src/state/lists/at-home.ts'

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
