import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { GuestPage, LookingForLink } from '../../guest/guest-page.tsx'
import { findGuestLink } from '../../guest/guest.ts'
import { guestOf, hasAccount, isSignedIn } from '../../account/session/session.ts'

export const Route = createFileRoute('/_outer/guest/$code')({
  staticData: { title: msg`Guest`, frame: 'welcome' },
  // One chunk for all of it: the log-in page must not load its code.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent']],
  beforeLoad: () => {
    const guest = guestOf()
    if (guest && isSignedIn())
      throw redirect({ to: '/app/details/$id', params: { id: guest.listId }, replace: true })
  },
  loader: async ({ params: { code } }) => (hasAccount() ? null : findGuestLink(code)),
  pendingComponent: LookingForLink,
  pendingMs: 300,
  pendingMinMs: 0,
  // Whoever comes again hears what the link is worth by then.
  gcTime: 0,
  component: Guest,
})

function Guest() {
  const { code } = Route.useParams()
  return <GuestPage key={code} code={code} found={Route.useLoaderData()} />
}
