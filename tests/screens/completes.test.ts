import { expect, test } from 'vitest'
import { completedBy } from '../../src/list/page/complete-prompt.tsx'

/** 'milk+' is bought, 'milk' is not, 'milk+?' was ticked on this device and waits to be sent. */
function products(...names: string[]) {
  return new Map(
    names.map((name) => {
      const id = name.replace(/[+?]/g, '')
      return [id, { id, productStatus: name.includes('+'), waiting: name.endsWith('?') }]
    }),
  )
}

test.each([
  ['the last tick', ['milk+', 'bread'], ['milk+', 'bread+?'], 'here'],
  ['the last tick of somebody else', ['milk+', 'bread'], ['milk+', 'bread+'], 'others'],
  ['the last tick of somebody else after one here', ['milk+?', 'bread'], ['milk+?', 'bread+'], 'others'],
  ['a tick before the last', ['milk', 'bread'], ['milk+?', 'bread'], null],
  ['the delete of the last one to buy', ['milk+', 'bread'], ['milk+'], null],
  ['the undo of a delete of bought ones', [], ['milk+'], null],
  ['an untick', ['milk+', 'bread+'], ['milk+', 'bread'], null],
  ['nothing at all', ['milk+'], ['milk+'], null],
  ['the delete of everything', ['milk'], [], null],
])('DETAIL-19 %s', (_, before, now, expected) => {
  expect(completedBy(products(...before), products(...now))).toBe(expected)
})
