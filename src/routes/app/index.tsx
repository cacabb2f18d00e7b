import { createFileRoute } from '@tanstack/react-router'
import { useStart } from '../../frame/use-start.ts'
import { ListsPage } from '../../overview/lists-page.tsx'

/** Shortcuts of the app's icon: make a list at once, or open the last one. */
export interface StartSearch {
  new?: 1
  last?: 1
}

export const Route = createFileRoute('/app/')({
  // Always set, even to undefined: the router keeps what is in the URL and not overwritten here.
  validateSearch: (search: Record<string, unknown>): StartSearch => ({
    new: search['new'] === 1 ? 1 : undefined,
    last: search['last'] === 1 ? 1 : undefined,
  }),
  component: Active,
})

function Active() {
  const search = Route.useSearch()
  useStart(search.new ? 'new' : search.last ? 'last' : null)
  return <ListsPage key="active" status="active" />
}
