import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { changingColumns } from '../../../server/lists/store/product-rows.ts'
import { columnsToBring, mutants } from './mutants.ts'

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../../..', file), 'utf8')

test('OFFLINE-6 every mutant finds its line, and those that a test has to notice find their test', () => {
  const lost = mutants.filter(({ file, find }) => read(file).match(find)?.length !== 1)
  const unwatched = mutants.filter(
    (mutant) => mutant.test && !read(mutant.test.file).includes(mutant.test.title),
  )
  expect([...lost, ...unwatched].map(({ name }) => name)).toEqual([])
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test('OFFLINE-6 each column that changes with a product has its mutant', () => {
  expect(columnsToBring).toEqual(changingColumns)
})
