import { expect, test } from 'vitest'
import { project } from '../../core/sync/mutation.ts'
import { useOpenList } from '../../src/sync/open-list.ts'
import { row } from '../support/entries.ts'
import { linesOf, readLines, sorted } from '../../src/list/add/pasted.ts'
import { linesOfRecipe, productsOf } from '../../src/list/recipe/recipe-lines.ts'
import { readRecipeText } from '../../core/recipe/recipe.ts'

test('DETAIL-24 correcting one line of a pasted list leaves the others the same objects, but for what it makes twice', () => {
  const lines = linesOf('milk\n2 kg carrots\ntea')
  const before = readLines(lines, null)
  expect(before.map(({ said }) => said.productName)).toEqual(['Milk', 'Carrots', 'Tea'])
  expect(readLines(lines, null)).toEqual(before)
  const corrected = lines.map((line, i) => (i === 0 ? { ...line, text: 'Tea' } : line))
  const [first, second, third] = readLines(corrected, null)
  expect(first).toMatchObject({ said: { productName: 'Tea' }, twice: false })
  expect(second).toBe(before[1])
  expect(third).toMatchObject({ key: 2, said: { productName: 'Tea' }, twice: true })
  expect(readLines(lines, null)[2]).toEqual(before[2])
})

test('DETAIL-24 DETAIL-21 in a pasted list the price beside grams is that of all', () => {
  const [cheese, potatoes] = readLines(linesOf('- ser 200g 9,99\n- 2 kg ziemniaków 3,50'), null)
  expect(cheese?.value).toMatchObject({
    productName: 'Ser',
    quantity: 200,
    unit: 'g',
    price: 9.99,
    priceFor: 'all',
  })
  expect(potatoes?.value).toMatchObject({ productName: 'Ziemniaki', quantity: 2, unit: 'kg', price: 3.5 })
})

test('PRICE-1 in a pasted list, what was chosen for a price holds against what its line would mean', () => {
  const [eggs] = linesOf('10 jajek 12,99')
  const read = readLines([{ ...eggs!, priceFor: 'unit' }], null)[0]
  expect(read?.value).toMatchObject({ productName: 'Jajka', price: 12.99, priceFor: 'unit' })
  expect(readLines([{ ...eggs!, priceFor: undefined }], null)[0]?.value.priceFor).toBe('all')
})

test('COOK-1 in a recipe every product begins with a capital letter, whether it is known or not', () => {
  const recipe = readRecipeText('Soup\nIngredients\n1 kg tomatoes\n250 ml tahini\n2 łyżki żurawiny')
  if (!recipe) throw new Error('no recipe')
  const read = productsOf(linesOfRecipe(recipe, new Map()), 1, 1)
  expect(read.map(({ said }) => said.productName)).toEqual(['Tomatoes', 'Tahini', 'Żurawiny'])
})

test('HAND-2 WEEK-8 of a pasted list, what is to buy becomes more, what was bought is to buy again, the rest is new', () => {
  const views = project(
    [
      row('milk', 1, { productName: 'Milk', productStatus: true, position: 'a0' }),
      row('milk2', 2, { productName: 'milk', quantity: 2, position: 'a1' }),
      row('tea', 3, { productName: 'Tea', productStatus: true, position: 'a2' }),
      row('rice', 4, { productName: 'Rice', unit: 'kg', position: 'a3' }),
    ],
    [],
  )
  useOpenList.setState({ products: new Map(views.map((view) => [view.id, view])) })
  const { fresh, there } = sorted(
    readLines(linesOf('2 MILK\n3 pcs tea\n2 milk\nmilk\nrice\n3 pcs rice\n[x] Tea\nsalt'), null),
  )
  expect([...there].map(([{ id }, change]) => [id, change])).toEqual([
    ['milk2', { quantity: 4 }],
    ['tea', { quantity: 3, productStatus: false }],
  ])
  // New: a second amount of one name, pieces beside kilograms, and what is crossed off already. Names alone add nothing.
  expect(fresh.map(({ productName }) => productName)).toEqual(['Milk', 'Rice', 'Tea', 'Salt'])
})
