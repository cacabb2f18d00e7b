import { expect, test } from 'vitest'
import { completes } from '../../src/list/completes.ts'

/** 'milk+' is bought, 'milk' is not. */
function products(...names: string[]) {
  return new Map(
    names.map((name) => {
      const id = name.replace('+', '')
      return [id, { id, productStatus: name.endsWith('+') }]
    }),
  )
}

test.each([
  ['the last tick', ['milk+', 'bread'], ['milk+', 'bread+'], true],
  ['a tick before the last', ['milk', 'bread'], ['milk+', 'bread'], false],
  ['the delete of the last one to buy', ['milk+', 'bread'], ['milk+'], false],
  ['the undo of a delete of bought ones', [], ['milk+'], false],
  ['an untick', ['milk+', 'bread+'], ['milk+', 'bread'], false],
  ['nothing at all', ['milk+'], ['milk+'], false],
  ['the delete of everything', ['milk'], [], false],
])('DETAIL-19 %s', (_, before, now, expected) => {
  expect(completes(products(...before), products(...now))).toBe(expected)
})
