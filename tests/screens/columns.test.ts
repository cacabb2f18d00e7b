import { expect, test } from 'vitest'
import { leastWidth, margins, sidebar } from '../../src/list/rows/columns.ts'

test.each([
  ['two-lines', 900, sidebar.open + margins.narrow],
  ['narrow', 1024, sidebar.closed + margins.wide],
  ['narrow', 1152, sidebar.open + margins.wide],
  ['one-line', 1280, sidebar.open + margins.wide],
] as const)('HAND-12 a table of the layout %s fits a window of %i px', (layout, window, taken) => {
  expect(leastWidth(layout)).toBeLessThanOrEqual(window - taken)
})
