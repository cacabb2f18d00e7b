import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { requestReset } from '../../state/session/account-calls.ts'
import classes from '../account.module.css'
import { Card } from '../card.tsx'
import { EmailField } from './email-field.tsx'
import { requiredEmailError } from './new-password.tsx'
import { usePageFocus } from '../focus.ts'
import { Problem } from '../problem.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { LinkButton } from '../../ui/links.tsx'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => {
      const wrong = requiredEmailError(email)
      return wrong ? { email: wrong } : {}
    },
    submit: async ({ email }) => {
      await requestReset(email)
      setSentTo(email.trim())
    },
  })
  if (sentTo !== null) return <ResetSent address={sentTo} onAgain={() => setSentTo(null)} />
  return (
    <Card
      title={<Trans>Forgot your password?</Trans>}
      lead={<Trans>We will send you a link for setting a new one. Your lists stay as they are.</Trans>}
    >
      <form className={classes.form} onSubmit={form.onSubmit} noValidate>
        <Problem text={form.problem} />
        <EmailField autoComplete="username" {...form.field('email')} />
        <Button type="submit" disabled={form.disabled} loading={form.submitting}>
          <Trans>Send the link</Trans>
        </Button>
      </form>
      <p className={classes.other}>
        <Trans>
          Remembered it? <Link to="/auth/login">Log in</Link>
        </Trans>
      </p>
    </Card>
  )
}

/** The same text for every address, so that nobody can find out whether an address has an account. */
function ResetSent({ address, onAgain }: { address: string; onAgain: () => void }) {
  usePageFocus()
  return (
    <Card
      symbol={<IconMailCheck size={32} stroke={1.75} aria-hidden="true" />}
      title={<Trans>Check your inbox</Trans>}
      lead={
        <Trans>
          If there is an account for <strong>{address}</strong>, a link is on its way. It works once, within
          an hour.
        </Trans>
      }
    >
      <p className={classes.lead}>
        <Trans>
          Nothing after a few minutes? Check your spam folder and the address. If you have asked several
          times, the next link may take up to 15 minutes; the newest one in your inbox works.
        </Trans>
      </p>
      <div className={classes.buttons}>
        <LinkButton to="/auth/login">
          <Trans>Log in</Trans>
        </LinkButton>
        <Button variant="default" onClick={onAgain}>
          <Trans>Ask for another link</Trans>
        </Button>
      </div>
    </Card>
  )
}
