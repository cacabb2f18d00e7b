import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { InvitePage } from '../../account/invite/invite-page.tsx'

export const Route = createFileRoute('/_outer/invite/$code')({
  staticData: { title: msg`Invitation`, frame: 'welcome' },
  component: Invitation,
})

function Invitation() {
  const { code } = Route.useParams()
  return <InvitePage key={code} code={code} />
}
