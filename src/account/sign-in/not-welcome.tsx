import { Trans, useLingui } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import { problemText } from '../../texts/problem-text.ts'
import classes from '../account.module.css'
import { Card } from '../card.tsx'
import { LinkButton } from '../../ui/links.tsx'

/** Shown instead of the registration form if registration is closed, or impossible with this invitation; says why. */
export function NotWelcome({ why }: { why: ProblemCode }) {
  const { t } = useLingui()
  return (
    <Card
      symbol={<IconLock size={32} stroke={1.75} aria-hidden="true" />}
      title={
        why === 'registrationClosed' ? (
          <Trans>New accounts are not open</Trans>
        ) : why === 'invitationNeeded' ? (
          <Trans>By invitation only</Trans>
        ) : (
          <Trans>This invitation does not work any more</Trans>
        )
      }
      lead={
        why === 'registrationClosed' ? (
          <Trans>
            Whoever runs this server makes no new accounts now. If you have one, log in as always.
          </Trans>
        ) : why === 'invitationNeeded' ? (
          <Trans>
            Ask somebody who has a list here to invite you to it: their link leads to an account too. If you
            have one, log in as always.
          </Trans>
        ) : (
          t(problemText(why))
        )
      }
    >
      <div className={classes.buttons}>
        <LinkButton to="/auth/login" search={true}>
          <Trans>Log in</Trans>
        </LinkButton>
      </div>
    </Card>
  )
}
