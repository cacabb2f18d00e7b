import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ActivatePage } from '../../account/sign-in/activate-page.tsx'

export const Route = createFileRoute('/_outer/activate/$id')({
  staticData: { title: msg`Account activation`, frame: 'form' },
  component: Activate,
})

function Activate() {
  const { id } = Route.useParams()
  return <ActivatePage key={id} code={id} />
}
