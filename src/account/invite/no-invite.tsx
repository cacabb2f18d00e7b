import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconClockX, IconCloudX, IconLinkOff, IconUserCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { InviteProblem } from '../../state/invite.ts'
import { CardPage } from '../card-page.tsx'
import { LinkButton } from '../../ui/links.tsx'

/** Says why the invitation cannot be used, and what to do. */
export function NoInvite({ problem, again }: { problem: InviteProblem; again: () => void }): ReactNode {
  switch (problem) {
    case 'expired':
      return (
        <CardPage
          icon={IconClockX}
          title={<Trans>This invitation has expired</Trans>}
          lead={<Trans>Invitations work for 7 days. Ask the person who sent it for a new one.</Trans>}
        >
          <ToStart />
        </CardPage>
      )
    case 'revoked':
      return (
        <CardPage
          icon={IconLinkOff}
          title={<Trans>This invitation was taken back</Trans>}
          lead={<Trans>Perhaps a newer one took its place. Ask the person who sent it.</Trans>}
        >
          <ToStart />
        </CardPage>
      )
    case 'used':
      return (
        <CardPage
          icon={IconUserCheck}
          title={<Trans>This invitation has been used</Trans>}
          lead={
            <Trans>
              It was for one person. If that was you, log in with the same account: the list is there. If not,
              ask for a new one.
            </Trans>
          }
        >
          <ToStart />
        </CardPage>
      )
    case 'unreachable':
    case 'serverError':
    case 'notActivated':
    case 'signedOut':
      return (
        <CardPage
          icon={IconCloudX}
          title={<Trans>The invitation could not be loaded</Trans>}
          lead={
            problem === 'unreachable' ? (
              <Trans>There is no connection. The link is still good: try again when you are online.</Trans>
            ) : (
              <Trans>The server has a problem. The link is still good: try again in a moment.</Trans>
            )
          }
        >
          <Button onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </CardPage>
      )
    case 'unknown':
      return (
        <CardPage
          icon={IconLinkOff}
          title={<Trans>We do not know this invitation</Trans>}
          lead={
            <Trans>
              Perhaps a part of the link got lost, or the list is gone. Ask the person who sent it for a new
              one.
            </Trans>
          }
        >
          <ToStart />
        </CardPage>
      )
  }
}

function ToStart() {
  return (
    <LinkButton to="/" variant="default">
      <Trans>To the start page</Trans>
    </LinkButton>
  )
}
