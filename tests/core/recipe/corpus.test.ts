import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Ingredient, readIngredients } from '../../../core/recipe/ingredient.ts'
import { scaleIngredient } from '../../../core/recipe/portions.ts'
import { readRecipeText, type Recipe } from '../../../core/recipe/recipe.ts'
import { recipeInPage } from '../../../server/recipe/read-page.ts'

/**
 * Pages and texts with the right result of each, in `expected.txt` beside them: the name and the portions, then a line
 * for each ingredient: name, quantity with its unit, note. Behind an arrow are the quantity and the note for twice the
 * portions; without one, the quantity is twice as large and the note the same. All of it was written for this test, after
 * the shapes that recipe plugins, blogs, cookbooks and messengers produce.
 */
const folder = join(import.meta.dirname, 'corpus')
const entries = readdirSync(folder).flatMap((kind) =>
  readFileSync(join(folder, kind, 'expected.txt'), 'utf8')
    .split(/^== /m)
    .slice(1)
    .map((entry) => {
      const [file = '', ...lines] = entry.trim().split('\n')
      return { file: `${kind}/${file}`, wanted: lines }
    }),
)

async function read(file: string): Promise<Recipe | null> {
  const text = readFileSync(join(folder, file), 'utf8')
  return file.endsWith('.html') ? recipeInPage(text, '') : readRecipeText(text)
}

/** Returns a recipe in the form of `expected.txt`. */
function linesOf(recipe: Recipe | null): string[] {
  if (!recipe) return ['no recipe']
  const { name, portions, ingredients } = recipe
  return [
    `${name} | ${portions ?? '-'}`,
    ...ingredients.map((ingredient) => `${ingredient.productName} | ${amountOf(ingredient)}`),
  ]
}

function amountOf({ quantity, unit, note }: Ingredient): string {
  const amount = quantity === null ? '-' : `${quantity} ${unit}`
  return note === undefined ? amount : `${amount} | ${note}`
}

/** Returns the quantity and the note that a line of `expected.txt` has for twice the portions. */
function atTwice(line: string): string {
  const [once = '', twice] = line.split(' => ')
  const [, amount = '', unit = '', rest = ''] = /^[^|]+ \| (\S+)( \w+)?(.*)$/u.exec(once) ?? []
  return twice ?? (amount === '-' ? `-${unit}${rest}` : `${Number(amount) * 2}${unit}${rest}`)
}

const score = { right: 0, all: 0, recipes: 0, lines: 0 }

test.each(entries)('COOK-1 $file', async ({ file, wanted: written }) => {
  const recipe = await read(file)
  const wanted = written.map((line) => line.replace(/ => .*/u, ''))
  const found = linesOf(recipe)
  score.all += wanted.length
  score.right += wanted.filter((line, i) => found[i] === line).length
  score.recipes += Number(found.join('\n') === wanted.join('\n'))
  expect(found).toEqual(wanted)
  const scaled = recipe?.ingredients.map((ingredient) => amountOf(scaleIngredient(ingredient, 2, 4))) ?? []
  expect(scaled).toEqual(written.slice(1).map(atTwice))
})

const lines = readFileSync(join(import.meta.dirname, 'corpus-lines.txt'), 'utf8')
  .split('\n')
  .slice(3)
  .filter((line) => line !== '' && !line.startsWith('#'))
  .reduce<{ line: string; wanted: string[] }[]>((all, line) => {
    if (line.startsWith('  ')) all.at(-1)?.wanted.push(line.trim())
    else all.push({ line, wanted: [] })
    return all
  }, [])

test.each(lines)('COOK-1 the line $line, also for twice the portions', ({ line, wanted }) => {
  const found = readIngredients([line]).map(
    (one) => `${one.productName} | ${amountOf(one)} => ${amountOf(scaleIngredient(one, 2, 4))}`,
  )
  score.lines += Number(found.join('\n') === wanted.join('\n'))
  expect(found).toEqual(wanted)
})

test('COOK-1 the corpus has 60 pages and texts, and each file its result', () => {
  const files = readdirSync(folder, { recursive: true }).map(String)
  const read = files.filter((file) => /\.(html|txt)$/.test(file) && !file.endsWith('expected.txt'))
  expect(read.toSorted()).toEqual(entries.map(({ file }) => file).toSorted())
  expect(entries).toHaveLength(60)
})

afterAll(() => {
  process.stdout.write(
    `Recipes: ${score.recipes} of ${entries.length} right, ${score.right} of ${score.all} lines (title, portions, ingredients)\n` +
      `Lines of recipes: ${score.lines} of ${lines.length} right, also for twice the portions\n`,
  )
})
