import type { Field } from '../../../core/product/table.ts'

/** A column's width in rem: the least it needs, and its share of the width that is left over. */
type Width = readonly [least: number, share?: number]

/** The width of a column in each of the table's layouts. */
interface Column {
  'one-line': Width
  /** beside an open sidebar or on a small laptop: one line, as narrow as its fields can be */
  narrow: Width
  /** where one line does not fit; null: in the upper of the two lines, which category and name share */
  'two-lines': Width | null
}

/** How the table lays out a product's fields. */
export type Columns = keyof Column

/**
 * The columns of the wide table, from left to right. Headings, cells, light words, the row that adds, the grid and the
 * width from which one line fits are derived from it. It has widths only, because a phone loads it too.
 */
const columns = {
  // The style sheet places the first two in the upper of two lines.
  category: { 'one-line': [6.5, 0.6], narrow: [6.125, 0.8], 'two-lines': null },
  productName: { 'one-line': [9.875, 1.7], narrow: [9.375, 1], 'two-lines': null },
  // In one line the price has what the row costs beside it, elsewhere below it.
  price: { 'one-line': [12.5], narrow: [6.25], 'two-lines': [7] },
  quantity: { 'one-line': [7.75], narrow: [8.5], 'two-lines': [7.75] },
  unit: { 'one-line': [5.25], narrow: [4.875], 'two-lines': [5.25] },
  shop: { 'one-line': [6.75, 0.7], narrow: [5.25, 0.8], 'two-lines': [5.25, 1] },
  // In the name's cell.
  note: null,
  // In the price's cell.
  priceFor: null,
  lastPrice: null,
  lastPriceDay: null,
  // The tick and the drag handle.
  productStatus: null,
  position: null,
} as const satisfies Record<Field, Column | null>

type Table = typeof columns
export type ColumnField = { [F in Field]: Table[F] extends null ? never : F }[Field]
export const columnFields = (Object.keys(columns) as Field[]).filter(
  (field): field is ColumnField => columns[field] !== null,
)
export const lastColumn = columnFields.at(-1)

/** The columns that are no fields, in rem: the handle and the tick before them, the delete button after them. */
const before = { 'one-line': [2.75, 2.75], narrow: [2.5, 2.75], 'two-lines': [2.75, 2.75] }
const after = 2.75
const gaps = { 'one-line': 4, narrow: 2, 'two-lines': 4 }
/** The row's padding and the table's border, in px. */
const around = 2 * 8 + 2

function widths(layout: Columns): Width[] {
  const fields = columnFields
    .map((field): Width | null => columns[field][layout])
    .filter((width) => width !== null)
  return [...before[layout].map((width) => [width] as const), ...fields, [after]]
}

/** Returns the table's grid as custom properties, which its style sheet uses. */
export function gridOf(layout: Columns): { '--columns': string; '--column-gap': string } {
  const tracks = widths(layout).map(([least, share]) =>
    share === undefined ? `${least}rem` : `minmax(${least}rem, ${share}fr)`,
  )
  return { '--columns': tracks.join(' '), '--column-gap': `${gaps[layout]}px` }
}

/** Widths in px that the list cannot use: the sidebar, and the page's margins with the scrollbar. */
export const sidebar = { open: 240, closed: 80 }
export const margins = { wide: 64 + 16, narrow: 48 + 16 }

/** Returns the width in px that the table needs. */
export function leastWidth(layout: Columns): number {
  const all = widths(layout)
  return all.reduce((sum, [least]) => sum + least * 16, 0) + (all.length - 1) * gaps[layout] + around
}
