import { useSettings } from '../state/session/settings.ts'
import { useMinWidth, useSidebarOpen } from '../ui/use-wide.ts'
import { type Columns, leastWidth } from './rows/columns.ts'

/** Widths in px that the list cannot use: the sidebar, and the page's margins with the scrollbar. */
const sidebar = { open: 240, closed: 80 }
const around = { wide: 64 + 16, narrow: 48 + 16 }
/** Width in px of the share panel with its gap to the list. */
const panel = 312 + 32
/** Widths in px that a product's fields need in one line, and in one line of narrow columns. */
const inOneLine = leastWidth('one-line')
const inNarrowLine = leastWidth('narrow')

/**
 * Returns whether the share panel fits beside the list (`aside`) and the table's layout for the width that is left.
 * The panel fits if each product still fits in one line. Otherwise it lies over the page, because with two lines for
 * each product a laptop would show only two products.
 */
export function useRoom(sharing: boolean): { aside: boolean; columns: Columns } {
  const margins = around[useMinWidth(1024) ? 'wide' : 'narrow']
  const isOpen = useSidebarOpen(useSettings((settings) => settings.sidebarOpen))
  const taken = sidebar[isOpen ? 'open' : 'closed'] + margins
  const aside = useMinWidth(taken + panel + inNarrowLine)
  const beside = taken + (sharing && aside ? panel : 0)
  const isNarrow = useMinWidth(beside + inNarrowLine)
  const isWide = useMinWidth(beside + inOneLine)
  return { aside, columns: isWide ? 'one-line' : isNarrow ? 'narrow' : 'two-lines' }
}
