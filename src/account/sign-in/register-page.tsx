import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Text } from '@mantine/core'
import { IconLock, IconMailCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import { prepareLogin } from '../../app/start/open-engine.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { login, useSession, who } from '../session/session.ts'
import { register } from '../state/calls.ts'
import { extendReturnPath, invitationCode, whyNotWelcome } from '../../visitor/visitor.ts'
import { useDeviceSettings } from '../session/device-settings.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { problemText } from '../../texts/problem-text.ts'
import { CardPage, Form } from '../card-page.tsx'
import { TermsLabel } from './terms-label.tsx'
import { TrialNotice } from './try-it.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { confirmationError, newPasswordError, requiredEmailError } from '../checks.ts'
import { usePageFocus, EmailField, NewPassword } from '../fields.tsx'

/** Keeps the email while the user visits the terms, until the browser page closes. Passwords are never kept. */
let typedEmail = ''

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
  const trial = useSession(who) === 'trial'
  const form = useForm({
    initial: { email: typedEmail, password: '', confirmation: '', terms: false },
    check: ({ email, password, confirmation, terms }) => ({
      email: requiredEmailError(email),
      password: newPasswordError(password),
      confirmation: confirmationError(password, confirmation, accountTexts.passwordDontMatch),
      terms: !terms && accountTexts.termsRequired,
    }),
    submit: async ({ email, password }) => {
      await register(email, password, currentLanguage(), await invitationCode())
      await extendReturnPath().catch(() => undefined) // only a convenience: a failure must not stop the login
      typedEmail = ''
      // Log in with the same address and password; the route then leads on. If the login fails, the account exists all
      // the same, so the page says what to do next instead of showing an error beside a form that has succeeded.
      const { remember } = useDeviceSettings.getState().settings
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
  const { field } = form
  return (
    <CardPage
      title={<Trans>Create an account</Trans>}
      lead={<Trans>An email address and a password are all you need.</Trans>}
    >
      {trial && <TrialNotice />}
      <Form form={form}>
        <EmailField autoComplete="email" {...field('email')} />
        <NewPassword
          label={t`Password`}
          repeatLabel={t`Repeat the password`}
          password={field('password')}
          confirmation={field('confirmation')}
        />
        <Checkbox {...field('terms', { type: 'checkbox' })} label={<TermsLabel />} />
        <Button type="submit" disabled={disabled} loading={form.submitting}>
          <Trans>Create an account</Trans>
        </Button>
      </Form>
      <Text c="dimmed" ta="center">
        <Trans>
          Already have an account?{' '}
          <LinkAnchor to="/auth/login" search={true}>
            Log in
          </LinkAnchor>
        </Trans>
      </Text>
    </CardPage>
  )
}

/** Shown if the account was made but the login after it failed. The user's own lists work before the activation. */
function MailSent({ address }: { address: string }) {
  usePageFocus()
  return (
    <CardPage
      icon={IconMailCheck}
      title={<Trans>Check your inbox</Trans>}
      lead={
        <Trans>
          We sent a link to <strong>{address}</strong>. Open it within 7 days to activate your account.
        </Trans>
      }
    >
      <Text c="dimmed">
        <Trans>
          Nothing there? Check your spam folder. You can log in and start your first list right away.
        </Trans>
      </Text>
      <LinkButton to="/auth/login">
        <Trans>Log in</Trans>
      </LinkButton>
    </CardPage>
  )
}

/** Shown instead of the registration form if registration is closed, or impossible with this invitation; says why. */
function NotWelcome({ why }: { why: ProblemCode }) {
  const { t } = useLingui()
  return (
    <CardPage
      icon={IconLock}
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
      <LinkButton to="/auth/login" search={true}>
        <Trans>Log in</Trans>
      </LinkButton>
    </CardPage>
  )
}
