import { createFileRoute } from '@tanstack/react-router'
import { useStart } from '../../frame/use-start.ts'
import { ListsPage } from '../../list/lists-page.tsx'

export interface StartSearch {
  /** from the app's icon: make a list at once, or open the last one */
  start?: 'new' | 'last'
}

export const Route = createFileRoute('/app/')({
  validateSearch: (search: Record<string, unknown>): StartSearch => {
    if (search['new'] === 1) return { start: 'new' }
    if (search['last'] === 1) return { start: 'last' }
    return {}
  },
  component: Active,
})

function Active() {
  useStart(Route.useSearch().start)
  return <ListsPage key="active" status="active" />
}
