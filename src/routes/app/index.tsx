import { createFileRoute } from '@tanstack/react-router'
import { ListsPage } from '../../list/lists-page.tsx'

export const Route = createFileRoute('/app/')({ component: Active })

function Active() {
  return <ListsPage key="active" status="active" />
}
