import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import { prepareLogin } from '../../app/open-engine.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { isTrial, login, useSession } from '../../state/session/session.ts'
import { register } from '../../state/session/account-calls.ts'
import { invitationCode, whyNotWelcome } from '../../state/session/registration.ts'
import { useSettings } from '../../state/session/settings.ts'
import { keepWanted } from '../../state/wanted.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import classes from '../account.module.css'
import { EmailField } from './email-field.tsx'
import { Card } from '../card.tsx'
import { MailSent } from './mail-sent.tsx'
import { NotWelcome } from './not-welcome.tsx'
import { confirmationError, NewPassword, newPasswordError, requiredEmailError } from './new-password.tsx'
import { Problem } from '../problem.tsx'
import { TrialNotice } from './later-parts.tsx'
import { type FieldErrors, useForm } from '../../ui/input/use-form.ts'

/** Keeps the email while the user visits the terms, until the browser page closes. Passwords are never kept. */
let typedEmail = ''

const initial = { email: '', password: '', confirmation: '', terms: false }
type Values = typeof initial

function check({ email, password, confirmation, terms }: Values): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {}
  const wrongEmail = requiredEmailError(email)
  if (wrongEmail) errors.email = wrongEmail
  const wrong = newPasswordError(password)
  if (wrong) errors.password = wrong
  const unlike = confirmationError(password, confirmation, accountTexts.passwordDontMatch)
  if (unlike) errors.confirmation = unlike
  if (!terms) errors.terms = accountTexts.termsRequired
  return errors
}

/** Shows the registration form, or why the server would reject a registration. */
export function RegisterPage() {
  const [why, setWhy] = useState<ProblemCode | null>(null)
  useEffect(() => {
    let shown = true
    void whyNotWelcome().then((problem) => shown && setWhy(problem))
    return () => {
      shown = false
    }
  }, [])
  return why === null ? <RegisterForm /> : <NotWelcome why={why} />
}

function RegisterForm() {
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const trial = useSession(isTrial)
  const form = useForm({
    initial: { ...initial, email: typedEmail },
    check,
    submit: async ({ email, password }) => {
      await register(email, password, currentLanguage(), await invitationCode())
      await keepWanted().catch(() => undefined) // only a convenience: a failure must not stop the login
      typedEmail = ''
      // Log in with the same address and password; the route then leads on. If the login fails, the account exists all
      // the same, so the page says what to do next instead of showing an error beside a form that has succeeded.
      const { remember } = useSettings.getState()
      await login(email, password, remember).catch(() => setSentTo(email.trim()))
    },
    about: { emailTaken: 'email' },
  })
  const { email } = form.values
  useEffect(() => {
    typedEmail = email
  }, [email])
  const { disabled } = form
  useEffect(() => {
    if (!disabled) prepareLogin()
  }, [disabled])
  if (sentTo !== null) return <MailSent address={sentTo} />
  const { values, errors, set, field } = form
  return (
    <Card
      title={<Trans>Create an account</Trans>}
      lead={<Trans>An email address and a password are all you need.</Trans>}
    >
      {trial && <TrialNotice />}
      <form className={classes.form} onSubmit={form.onSubmit} noValidate>
        <Problem text={form.problem} />
        <EmailField autoComplete="email" {...field('email')} />
        <NewPassword
          label={t`Password`}
          repeatLabel={t`Repeat the password`}
          password={field('password')}
          confirmation={field('confirmation')}
        />
        <Checkbox
          name="terms"
          className={classes.terms}
          label={
            <Trans>
              I accept the <Link to="/terms">terms of use</Link> and have read the{' '}
              <Link to="/privacy">privacy policy</Link>
            </Trans>
          }
          checked={values.terms}
          error={errors.terms && t(errors.terms)}
          onChange={({ currentTarget }) => set('terms', currentTarget.checked)}
        />
        <Button type="submit" disabled={disabled} loading={form.submitting}>
          <Trans>Create an account</Trans>
        </Button>
      </form>
      <p className={classes.other}>
        <Trans>
          Already have an account?{' '}
          <Link to="/auth/login" search={true}>
            Log in
          </Link>
        </Trans>
      </p>
    </Card>
  )
}
