import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readIngredients } from '../../../core/recipe/ingredient.ts'

const rows = readFileSync(join(import.meta.dirname, 'web-lines.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.includes(' => '))
  .map((line) => line.split(' => ') as [line: string, wanted: string])

/** Returns what a line yields in the form of `web-lines.txt`, with notes where a note is wanted. */
function readAs(line: string, wanted: string): string {
  const products = wanted.split(' ++ ')
  const read = readIngredients([line])
  if (read.length === 0) return 'heading'
  return read
    .map(({ productName, quantity, unit, note = '' }, i) => {
      const amount = quantity === null ? '-' : `${quantity} ${unit}`
      const isNoted = (products[i]?.split(' | ').length ?? 0) > 2
      return [productName, amount, ...(isNoted ? [note] : [])].join(' | ')
    })
    .join(' ++ ')
}

test.each(rows)('COOK-1 the line %s', (line, wanted) => {
  expect(readAs(line, wanted)).toBe(wanted)
})

test('COOK-1 there are 300 lines in the shapes of recipe sites, and none is there twice', () => {
  expect(rows.length).toBeGreaterThanOrEqual(300)
  expect(new Set(rows.map(([line]) => line)).size).toBe(rows.length)
})
