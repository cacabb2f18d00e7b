import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ListsPage } from '../../overview/lists-page.tsx'

export const Route = createFileRoute('/app/archive')({
  staticData: { title: msg`Archived lists` },
  component: Archive,
})

function Archive() {
  return <ListsPage key="archived" status="archived" />
}
