import { expect, test } from 'vitest'
import { limits, units } from '../../core/product/entities.ts'
import { stepped } from '../../core/product/quantity.ts'

test.each([
  [1, 'pcs', 1, 2],
  [3, 'pcs', -1, 2],
  [1, 'pcs', -1, null],
  [0.5, 'kg', 1, 0.6],
  [0.25, 'kg', 1, 0.35],
  [0.1, 'l', -1, null],
  [0.15, 'l', -1, 0.05],
  [100, 'g', 1, 150],
  [50, 'ml', -1, null],
  [20, 'dag', 1, 21],
  [2, 'm', -1, 1.5],
  [35, 'cm', 1, 45],
  [limits.quantityMax, 'pcs', 1, null],
] as const)('HAND-4 one press changes %d %s by its step (%d): %s', (quantity, unit, direction, expected) => {
  expect(stepped(quantity, unit, direction)).toBe(expected)
})

test('HAND-4 up and down again is where it began, in every unit, for a thousand presses', () => {
  for (const unit of units) {
    let quantity = 0.37
    for (let i = 0; i < 1_000; i++) quantity = stepped(quantity, unit, 1) ?? Number.NaN
    for (let i = 0; i < 1_000; i++) quantity = stepped(quantity, unit, -1) ?? Number.NaN
    expect(quantity).toBe(0.37)
  }
})
