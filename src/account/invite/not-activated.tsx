import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import type { Invited } from '../../../core/contract/shapes.ts'
import { useSession } from '../../state/session/session.ts'
import { resendAndTell } from '../../state/session/account-calls.ts'
import classes from '../account.module.css'
import { Card } from '../card.tsx'
import type { Invitation } from './use-invite.ts'
import { LinkButton } from '../../ui/links.tsx'

type NotActivatedProps = Pick<Invitation, 'busy' | 'accept'> & { invited: Invited }

/** Accepting shows the user's address to the list's owner, so the address must be confirmed first. */
export function NotActivated({ invited, busy, accept }: NotActivatedProps) {
  const email = useSession(({ session }) => session?.email)
  const { listName } = invited
  return (
    <Card
      symbol={<IconMailExclamation size={32} stroke={1.75} aria-hidden="true" />}
      title={<Trans>One more step</Trans>}
      lead={
        <Trans>
          Activate your account with the link that we sent to <strong>{email}</strong>. Then{' '}
          <strong>{listName}</strong> opens here.
        </Trans>
      }
    >
      <div className={classes.buttons}>
        <Button loading={busy} onClick={accept}>
          <Trans>Open the list</Trans>
        </Button>
        <Button variant="default" onClick={() => void resendAndTell()}>
          <Trans>Send the link again</Trans>
        </Button>
        <LinkButton variant="subtle" to="/app">
          <Trans>To the shopping lists</Trans>
        </LinkButton>
      </div>
    </Card>
  )
}
