import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { parseEmail } from '../../../core/text/normalise.ts'
import { prepareLogin } from '../../app/open-engine.ts'
import { isTrial, login, useSession } from '../../state/session/session.ts'
import { changeSettings, useSettings } from '../../state/session/settings.ts'
import { texts } from '../../texts/texts.ts'
import classes from '../account.module.css'
import { EmailField } from './email-field.tsx'
import { Card } from '../card.tsx'
import { PasswordField } from './password-field.tsx'
import { Problem } from '../problem.tsx'
import { RegisterLink } from './register-link.tsx'
import { PublicListsBox } from './public-lists-box.tsx'
import { TrialNotice } from './later-parts.tsx'
import { TryIt } from './try-it.tsx'
import { useForm } from '../../ui/input/use-form.ts'

function emailError(email: string) {
  if (email.trim() === '') return texts.emptyField
  return parseEmail(email).ok ? undefined : texts.invalidEmailFormat
}

export function LoginPage() {
  const { t } = useLingui()
  // If the server ended the session, the email is known and only the password has to be typed.
  const trial = useSession(isTrial)
  const known = useSession(({ session }) => session)
  const form = useForm({
    initial: { email: known?.email ?? '', password: '', remember: useSettings(({ remember }) => remember) },
    check: ({ email, password }) => {
      const wrong = emailError(email)
      return {
        ...(wrong && { email: wrong }),
        ...(password === '' && { password: texts.emptyField }),
      }
    },
    submit: ({ email, password, remember }) => {
      changeSettings({ remember })
      return login(email, password, remember)
    },
  })
  const { values, set, field, disabled } = form
  useEffect(() => {
    if (!disabled) prepareLogin()
  }, [disabled])
  return (
    <>
      <Card
        title={<Trans>Log in</Trans>}
        lead={
          trial ? undefined : known?.signedOut === true ? (
            <Trans>
              This device was logged out from another one, or by a new password. Your lists are no longer
              stored here. What you had not sent yet is safe on this device: log in to send it.
            </Trans>
          ) : known ? (
            <Trans>What you had not sent yet is safe on this device.</Trans>
          ) : (
            <Trans>Good to see you. Your lists are waiting.</Trans>
          )
        }
      >
        {trial && <TrialNotice />}
        <form className={classes.form} onSubmit={form.onSubmit} noValidate>
          <Problem text={form.problem} />
          <EmailField autoComplete="username" {...field('email')} />
          <PasswordField {...field('password')} label={t`Password`} autoComplete="current-password" />
          <div className={classes.line}>
            <Checkbox
              name="remember"
              label={t`Remember me`}
              checked={values.remember}
              onChange={({ currentTarget }) => set('remember', currentTarget.checked)}
            />
            <Link to="/auth/forgot-password">
              <Trans>Forgot your password?</Trans>
            </Link>
          </div>
          <Button type="submit" disabled={disabled} loading={form.submitting}>
            <Trans>Log in</Trans>
          </Button>
        </form>
        <RegisterLink />
        <TryIt />
      </Card>
      <PublicListsBox />
    </>
  )
}
