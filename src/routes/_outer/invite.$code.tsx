import { createFileRoute } from '@tanstack/react-router'
import { InvitePage } from '../../account/invite/invite-page.tsx'

export const Route = createFileRoute('/_outer/invite/$code')({ component: Invitation })

function Invitation() {
  const { code } = Route.useParams()
  return <InvitePage key={code} code={code} />
}
