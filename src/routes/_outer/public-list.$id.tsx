import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PublicListPage } from '../../templates/public/public-list-page.tsx'

export const Route = createFileRoute('/_outer/public-list/$id')({
  staticData: { title: msg`Public list`, frame: 'wide' },
  component: PublicList,
})

function PublicList() {
  const { id } = Route.useParams()
  return <PublicListPage key={id} id={id} />
}
