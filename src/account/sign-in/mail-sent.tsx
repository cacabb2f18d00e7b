import { Trans } from '@lingui/react/macro'
import { IconMailCheck } from '@tabler/icons-react'
import classes from '../account.module.css'
import { Card } from '../card.tsx'
import { usePageFocus } from '../focus.ts'
import { LinkButton } from '../../ui/links.tsx'

/** Shown if the account was made but the login after it failed. The user's own lists work before the activation. */
export function MailSent({ address }: { address: string }) {
  usePageFocus()
  return (
    <Card
      symbol={<IconMailCheck size={32} stroke={1.75} aria-hidden="true" />}
      title={<Trans>Check your inbox</Trans>}
      lead={
        <Trans>
          We sent a link to <strong>{address}</strong>. Open it within 7 days to activate your account.
        </Trans>
      }
    >
      <p className={classes.lead}>
        <Trans>
          Nothing there? Check your spam folder. You can log in and start your first list right away.
        </Trans>
      </p>
      <div className={classes.buttons}>
        <LinkButton to="/auth/login">
          <Trans>Log in</Trans>
        </LinkButton>
      </div>
    </Card>
  )
}
