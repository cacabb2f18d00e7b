import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ListsPage } from '../../overview/lists-page.tsx'

export const Route = createFileRoute('/app/shared')({
  staticData: { title: msg`Shared with me` },
  component: Shared,
})

function Shared() {
  return <ListsPage key="shared" status="shared" />
}
