import { expect, test } from 'vitest'
import {
  addressIn,
  looksLikeRecipe,
  readRecipeText,
  recipeOf,
  recipeSteps,
} from '../../../core/recipe/recipe.ts'
import type { Steps } from '../../../core/text/steps.ts'

const url = 'https://example.org/soup'
const amounts = '1 kg potatoes\n2 onions\n1 l water'

function namesIn(text: string): string[] | undefined {
  return readRecipeText(text)?.ingredients.map(({ productName }) => productName)
}

test('COOK-1 a text with amounts and an address is read, and the address is its source', () => {
  const texts = [
    `${url}\n${amounts}`,
    `${amounts}\n${url}`,
    `Soup\n${url}\n\n${amounts}`,
    `Soup ${url}\n${amounts}`,
    `${amounts}\nSource: ${url}`,
    `${url}\n${amounts}\n${url}`,
  ]
  for (const text of texts) {
    expect([text, addressIn(text)]).toEqual([text, null])
    expect(namesIn(text)).toEqual(['potatoes', 'onions', 'water'])
    expect(readRecipeText(text)?.source).toBe(url)
  }
  expect(readRecipeText(`Soup – ${url}\n${amounts}`)?.name).toBe('Soup')
})

test('COOK-1 a text with several addresses or a long one has no source', () => {
  for (const more of ['', `${url}\n${url}/2`, `${url}${'x'.repeat(2_000)}`, 'https://', 'http:///x'])
    expect(readRecipeText(`${amounts}\n${more}`)?.source).toBe('')
  const given = { source: 'https://example.org/other' }
  expect(readRecipeText(`${amounts}\n${url}`, given)).toMatchObject(given)
  // What a page links to is not where it is.
  const page = readRecipeText(`Ingredients\n${amounts}\n${url}`, { isPage: true })
  expect([page?.source, page?.ingredients.length]).toEqual(['', 3])
})

test('COOK-1 times and portions beside an address are no recipe', () => {
  const texts = [
    '20 min\n4 servings',
    'Soup\n5 ingredients\n30 minutes',
    '300 kcal, 40 min\n2 porcje',
    'Zupa\n7 składników\n1 kg ziemniaków',
  ]
  for (const text of texts) expect([text, addressIn(`${text}\n${url}`)]).toEqual([text, url])
  expect(addressIn(`2 minced onions\n1 ham\n${url}`)).toBeNull()
})

test('COOK-1 a text with amounts and the address of a page on a line is taken for a recipe', () => {
  expect(looksLikeRecipe(`${url}\n2 onions\n1 kg potatoes`)).toBe(true)
  expect(looksLikeRecipe(`${amounts}\n\n${url}\n`)).toBe(true)
  // The address of a product
  expect(looksLikeRecipe(`2 l milk ${url}\n1 kg potatoes\n2 onions`)).toBe(false)
  expect(looksLikeRecipe(`${url}\nmilk\nbread`)).toBe(false)
})

/** Returns how many steps of work a recipe takes. */
function count(steps: Steps<unknown>): number {
  let taken = 0
  while (!steps.next().done) taken++
  return taken
}

test('COOK-1 the work for a text and for a list of ingredients is limited', () => {
  /** 5,000 different lines */
  const lines = (line: string) => Array.from({ length: 5_000 }, (_, i) => `${line} ${i}`)
  const text = (line: string, headings: number) =>
    [...Array.from({ length: headings }, () => 'Ingredients'), ...lines(line)].join('\n')
  const longest = '1 x(, '.repeat(198)
  const rows: [what: string, steps: number, most: number][] = [
    ['lines with portions, below 6 headings', count(recipeSteps(text('4 portions aaa', 6))), 11_100],
    ['lines of prose, below 6 headings', count(recipeSteps(text('A long text. It is number', 6))), 5_100],
    ['ingredients below 6 headings', count(recipeSteps(text('1 kg of', 6))), 7_500],
    ['ingredients without a heading', count(recipeSteps(text('1 kg of', 0))), 5_500],
    ['ingredients in a list', count(recipeOf({ name: '', yields: [], ingredients: lines('1 kg') }, '')), 500],
    ['long ones', count(recipeOf({ name: '', yields: [], ingredients: lines(longest) }, '')), 90],
  ]
  for (const [what, steps, most] of rows) expect([what, steps, steps <= most]).toEqual([what, steps, true])
})

test('COOK-1 an icing above its ingredients is a heading, and at the end a product', () => {
  const text = (end: string) => `Ingredients\n1 kg flour\n2 eggs\n${end}`
  expect(namesIn(text('Lemon icing\n200 g sugar\n1 lemon'))).toEqual(['flour', 'eggs', 'sugar', 'lemon'])
  expect(namesIn(text('Lemon icing'))).toEqual(['flour', 'eggs', 'Lemon icing'])
  expect(namesIn(text('SPÓD TARTY\n200 g cukru'))).toEqual(['flour', 'eggs', 'cukru'])
  expect(namesIn(text('Krem kawowy\n200 g cukru'))).toEqual(['flour', 'eggs', 'cukru'])
  expect(namesIn(text('Krem kawowy\nsól'))).toEqual(['flour', 'eggs', 'Krem kawowy', 'sól'])
  expect(namesIn(text('Quarkfüllung\n250 g Quark'))).toEqual(['flour', 'eggs', 'Quark'])
  expect(namesIn(text('Sos sojowy\n200 g cukru'))).toEqual(['flour', 'eggs', 'Sos sojowy', 'cukru'])
})
