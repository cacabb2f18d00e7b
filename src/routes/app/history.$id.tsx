import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { HistoryPage } from '../../list/page/history-page.tsx'
import { who } from '../../account/session/session.ts'

export const Route = createFileRoute('/app/history/$id')({
  staticData: { title: msg`History`, parent: '/app' },
  // The server writes it, so without an account there is none.
  beforeLoad: ({ params }) => {
    if (who() === 'trial') throw redirect({ to: '/app/details/$id', params })
  },
  component: History,
})

function History() {
  const { id } = Route.useParams()
  return <HistoryPage key={id} id={id} />
}
