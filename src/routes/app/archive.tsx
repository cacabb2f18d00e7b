import { createFileRoute } from '@tanstack/react-router'
import { ListsPage } from '../../overview/lists-page.tsx'

export const Route = createFileRoute('/app/archive')({ component: Archive })

function Archive() {
  return <ListsPage key="archived" status="archived" />
}
