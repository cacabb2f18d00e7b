import { useSettings } from '../state/session/settings.ts'
import { useMinWidth } from '../ui/use-wide.ts'

/** Width in pixels that the list cannot use: the sidebar, the page's margins and the scrollbar. */
const sidebar = { open: 240, closed: 80 }
const around = 64 + 16
/** The share panel with its gap to the list. */
const panel = 312 + 32
/** Width that a product's fields need in one line, and in two. */
const inOneLine = 960
const inTwoLines = 578

/** Whether the share panel fits beside the list, and whether a product's fields then fit into one line. */
export function useRoom(sharing: boolean): { aside: boolean; oneLine: boolean } {
  const open = useSettings((settings) => settings.sidebarOpen)
  const taken = sidebar[open ? 'open' : 'closed'] + around
  const aside = useMinWidth(taken + panel + inTwoLines)
  const oneLine = useMinWidth(taken + inOneLine + (sharing && aside ? panel : 0))
  return { aside, oneLine }
}
