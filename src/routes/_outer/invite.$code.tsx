import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { InvitePage, Looking } from '../../account/invite/invite-page.tsx'
import { acceptInvite, findInvite, findMailed } from '../../account/invite/use-invite.ts'
import { hasAccount } from '../../account/session/session.ts'

export const Route = createFileRoute('/_outer/invite/$code')({
  staticData: { title: msg`Invitation`, frame: 'welcome' },
  // One chunk for all of it: the log-in page must not load the code of an invitation.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent']],
  loader: async ({ params: { code }, location }) => {
    const found = await findInvite(code)
    // Whoever is signed in with another address is told to which one it was mailed.
    const mailed = typeof found === 'object' ? await findMailed(code, location.hash) : null
    if (found !== 'used' || !hasAccount()) return { found, mailed }
    // This user may have used the invitation before. Then accepting it again returns the list, which is opened.
    const mine = await acceptInvite(code)
    if (typeof mine !== 'object') return { found, mailed }
    throw redirect({ to: '/app/details/$id', params: { id: mine.id }, replace: true })
  },
  pendingComponent: Looking,
  pendingMs: 0,
  pendingMinMs: 0,
  // Whoever comes again hears what the invitation is worth by then.
  gcTime: 0,
  component: Invitation,
})

function Invitation() {
  const { code } = Route.useParams()
  const { found, mailed } = Route.useLoaderData()
  return <InvitePage key={code} code={code} found={found} mailed={mailed} />
}
