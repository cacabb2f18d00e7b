import { expect, test } from 'vitest'
import { linesOf, readLines } from '../../src/list/pasted/pasted.ts'

test('DETAIL-24 correcting one line of a pasted list leaves the others the same objects, but for what it makes twice', () => {
  const lines = linesOf('milk\n2 kg carrots\ntea')
  const before = readLines(lines)
  expect(before.map(({ said }) => said.productName)).toEqual(['milk', 'carrots', 'tea'])
  expect(readLines(lines)).toEqual(before)
  const corrected = lines.map((line, i) => (i === 0 ? { ...line, text: 'Tea' } : line))
  const [first, second, third] = readLines(corrected)
  expect(first).toMatchObject({ said: { productName: 'Tea' }, twice: false })
  expect(second).toBe(before[1])
  expect(third).toMatchObject({ key: 2, said: { productName: 'tea' }, twice: true })
  expect(readLines(lines)[2]).toEqual(before[2])
})

test('DETAIL-24 DETAIL-21 in a pasted list the price beside grams is that of the pack', () => {
  const [cheese, potatoes] = readLines(linesOf('- ser 200g 9,99\n- 2 kg ziemniaków 3,50'))
  expect(cheese?.value).toMatchObject({ productName: 'ser 200g', quantity: 1, unit: 'pcs', price: 9.99 })
  expect(potatoes?.value).toMatchObject({ productName: 'ziemniaków', quantity: 2, unit: 'kg', price: 3.5 })
})
