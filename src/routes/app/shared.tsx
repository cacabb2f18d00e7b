import { createFileRoute } from '@tanstack/react-router'
import { ListsPage } from '../../overview/lists-page.tsx'

export const Route = createFileRoute('/app/shared')({ component: Shared })

function Shared() {
  return <ListsPage key="shared" status="shared" />
}
