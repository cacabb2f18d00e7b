import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRecipeText, type Recipe } from '../../../core/recipe/recipe.ts'
import { recipeInPage } from '../../../server/recipe/read-page.ts'

/**
 * Pages and texts with the right result of each, in `expected.txt` beside them: the name and the portions, then a line
 * for each ingredient: name, quantity with its unit, note. All of it was written for this test, after the shapes that
 * recipe plugins, blogs, cookbooks and messengers produce.
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
    ...ingredients.map(({ productName, quantity, unit, note }) =>
      [productName, quantity === null ? '-' : `${quantity} ${unit}`, note]
        .filter((part) => part !== undefined)
        .join(' | '),
    ),
  ]
}

const score = { right: 0, all: 0, recipes: 0 }

test.each(entries)('COOK-1 $file', async ({ file, wanted }) => {
  const found = linesOf(await read(file))
  score.all += wanted.length
  score.right += wanted.filter((line, i) => found[i] === line).length
  score.recipes += Number(found.join('\n') === wanted.join('\n'))
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
    `Recipes: ${score.recipes} of ${entries.length} right, ${score.right} of ${score.all} lines (title, portions, ingredients)\n`,
  )
})
