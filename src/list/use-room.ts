import { useSettings } from '../state/session/settings.ts'
import { useMinWidth, useSidebarOpen } from '../ui/use-wide.ts'

/** Width in pixels that the list cannot use: the sidebar, the page's margins and the scrollbar. */
const sidebar = { open: 240, closed: 80 }
const around = { wide: 64 + 16, narrow: 48 + 16 }
/** The share panel with its gap to the list. */
const panel = 312 + 32
/** Width that a product's fields need in one line, and in one narrow line. */
const inOneLine = 960
const inNarrowLine = 808

/** How the table lays out a product's fields. */
export type Columns = 'one-line' | 'narrow' | 'two-lines'

/**
 * Whether the share panel fits beside the list with each product still in one line, and how a product's fields then fit.
 * Where it does not, the panel lies over the page: two lines for each product leave two of them in sight on a laptop.
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
