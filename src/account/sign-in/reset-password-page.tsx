import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { resetPassword } from '../../state/session/account-calls.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { texts } from '../../texts/texts.ts'
import classes from '../account.module.css'
import { Card } from '../card.tsx'
import { usePageFocus } from '../focus.ts'
import { EmailField } from './email-field.tsx'
import { confirmationError, NewPassword, newPasswordError, requiredEmailError } from './new-password.tsx'
import { Problem } from '../problem.tsx'
import { type FieldErrors, useForm } from '../../ui/input/use-form.ts'
import { LinkButton } from '../../ui/links.tsx'

const initial = { email: '', password: '', confirmation: '' }
type Values = typeof initial

function check({ email, password, confirmation }: Values): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {}
  const wrongEmail = requiredEmailError(email)
  if (wrongEmail) errors.email = wrongEmail
  const wrong = newPasswordError(password)
  if (wrong) errors.password = wrong
  const unlike = confirmationError(password, confirmation, accountTexts.passwordDontMatch)
  if (unlike) errors.confirmation = unlike
  return errors
}

interface ResetPasswordPageProps {
  /** the secret of the mailed link; absent if the page was opened without one */
  code: string | undefined
}

export function ResetPasswordPage({ code }: ResetPasswordPageProps) {
  const { t } = useLingui()
  const [done, setDone] = useState(false)
  const form = useForm({
    initial,
    check,
    submit: async ({ email, password }) => {
      if (code === undefined) return linkMissing()
      await resetPassword(code, email, password)
      setDone(true)
    },
  })
  function linkMissing(): void {
    form.fail(texts.invalidResetLink)
  }
  if (done) return <ResetDone />
  const { field } = form
  return (
    <Card
      title={<Trans>Set a new password</Trans>}
      lead={<Trans>You will then log in with it, here and on your other devices.</Trans>}
    >
      {code === undefined && (
        <p className={classes.hint}>
          <IconLinkOff size={22} stroke={1.75} aria-hidden="true" />
          <span>
            <Trans>
              You need the link from our email for this. Open it from your inbox, or{' '}
              <Link to="/auth/forgot-password">ask for a link</Link>.
            </Trans>
          </span>
        </p>
      )}
      <form className={classes.form} onSubmit={form.onSubmit} noValidate>
        <Problem text={form.problem} />
        {form.problem === texts.invalidResetLink && (
          <p className={classes.lead}>
            <Trans>
              The link works once, within an hour, and only for the address it was sent to.{' '}
              <Link to="/auth/forgot-password">Ask for a new link</Link>
            </Trans>
          </p>
        )}
        <EmailField autoComplete="username" {...field('email')} />
        <NewPassword
          label={t`New password`}
          repeatLabel={t`Repeat the new password`}
          password={field('password')}
          confirmation={field('confirmation')}
        />
        <Button type="submit" disabled={form.disabled} loading={form.submitting}>
          <Trans>Set password</Trans>
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

function ResetDone() {
  usePageFocus()
  return (
    <div role="status">
      <Card
        symbol={<IconCircleCheck size={32} stroke={1.75} aria-hidden="true" />}
        good
        title={<Trans>Your new password is set</Trans>}
        lead={
          <Trans>
            You are logged out everywhere. Unsent changes are safe and will be sent after you log in.
          </Trans>
        }
      >
        <div className={classes.buttons}>
          <LinkButton to="/auth/login">
            <Trans>Log in</Trans>
          </LinkButton>
        </div>
      </Card>
    </div>
  )
}
