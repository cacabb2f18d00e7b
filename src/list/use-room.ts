import { useSettings } from '../state/session/settings.ts'
import { useMinWidth } from '../ui/use-wide.ts'

/** What is no part of the list: the sidebar, the page's margins and the scrollbar. */
const sidebar = { open: 240, closed: 80 }
const around = 64 + 16
/** The share panel with its distance from the list. */
const panel = 312 + 32
/** What a product's fields need beside one another, and in two lines. */
const inOneLine = 920
const inTwoLines = 568

/** Whether the share panel fits beside the list, and a product's fields into one line then. */
export function useRoom(sharing: boolean): { aside: boolean; oneLine: boolean } {
  const open = useSettings((settings) => settings.sidebarOpen)
  const taken = sidebar[open ? 'open' : 'closed'] + around
  const aside = useMinWidth(taken + panel + inTwoLines)
  const oneLine = useMinWidth(taken + inOneLine + (sharing && aside ? panel : 0))
  return { aside, oneLine }
}
