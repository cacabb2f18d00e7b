import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, Checkbox, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Body } from '../../../core/contract/api.ts'
import type { OAuthProblem } from '../../../core/contract/problem-codes.ts'
import { parseEmail } from '../../../core/text/normalise.ts'
import { OAuthError } from '../../../device/failures.ts'
import { prepareLogin } from '../../app/start/open-engine.ts'
import { useRegistration } from '../../visitor/use-registration.ts'
import { enter, useSession, who } from '../session/session.ts'
import { changeSettings, useDeviceSettings } from '../session/device-settings.ts'
import { texts } from '../../texts/texts.ts'
import { CardPage, Form } from '../card-page.tsx'
import { TrialNotice, TryIt, useIsNewcomer } from './try-it.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { lazyScript, withTexts } from '../../ui/lazy.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { EmailField, PasswordField } from '../fields.tsx'

const script = lazyScript(() => withTexts(import('./other-ways.tsx')))
const OtherWays = script.overlay(
  (code) => code.OtherWays,
  () => <Box h="2.75rem" />,
)
const NextStep = script.overlay((code) => code.NextStep)

function emailError(email: string) {
  if (email.trim() === '') return texts.emptyField
  return parseEmail(email).ok ? undefined : texts.invalidEmailFormat
}

export function LoginPage() {
  const { t } = useLingui()
  const isNewcomer = useIsNewcomer()
  // If the server ended the session, the email is known and only the password has to be typed.
  const trial = useSession(who) === 'trial'
  const lastSession = useSession(({ session }) => session)
  const [next, setNext] = useState<OAuthProblem | null>(null)
  const localLogIn = useSession((session) => session.localLogIn)
  const form = useForm({
    initial: {
      email: lastSession?.email ?? '',
      password: '',
      remember: useDeviceSettings(({ settings }) => settings.remember),
    },
    check: ({ email, password }) => ({
      email: emailError(email),
      password: password === '' && texts.emptyField,
    }),
    submit: ({ email, password, remember }) => {
      changeSettings('settings', { remember })
      return logIn({ grant_type: 'password', username: email.trim(), password })
    },
  })
  const { field, disabled, fail } = form
  const { remember } = form.values

  /** Logs in, or shows the step that is still needed. */
  const logIn = (grant: Body<'token'>): Promise<void> =>
    enter(grant, remember).catch(async (error: unknown) => {
      if (!(error instanceof OAuthError && error.problem.ticket)) throw error
      await script.load()
      setNext(error.problem)
    })
  useEffect(() => {
    if (!disabled) prepareLogin()
  }, [disabled])
  if (next)
    return (
      <NextStep
        first={next}
        remember={remember}
        onBack={(why) => {
          setNext(null)
          fail(why ?? null)
        }}
      />
    )
  return (
    <CardPage
      title={<Trans>Log in</Trans>}
      lead={
        trial || isNewcomer ? undefined : lastSession?.signedOut === true ? (
          <Trans>
            This device was logged out from another one, or by a new password. Your lists are no longer stored
            here. What you had not sent yet is safe on this device: log in to send it.
          </Trans>
        ) : lastSession ? (
          <Trans>What you had not sent yet is safe on this device.</Trans>
        ) : (
          <Trans>Good to see you. Your lists are waiting.</Trans>
        )
      }
    >
      {trial && <TrialNotice />}
      <Form form={form}>
        {localLogIn && (
          <>
            <EmailField autoComplete="username webauthn" {...field('email')} />
            <PasswordField {...field('password')} label={t`Password`} autoComplete="current-password" />
            <Group justify="space-between" gap="xs">
              <Checkbox {...field('remember', { type: 'checkbox' })} label={t`Remember me`} />
              <LinkAnchor to="/auth/forgot-password" size="sm" lh="2.75rem">
                <Trans>Forgot your password?</Trans>
              </LinkAnchor>
            </Group>
            <Button type="submit" disabled={disabled} loading={form.submitting}>
              <Trans>Log in</Trans>
            </Button>
          </>
        )}
        <OtherWays logIn={logIn} fail={fail} />
      </Form>
      {localLogIn && <RegisterLink />}
      {!isNewcomer && <TryIt />}
      <Text c="dimmed" ta="center">
        <Trans>Need an idea?</Trans>{' '}
        <LinkAnchor to="/public-lists">
          <Trans>See public lists</Trans>
        </LinkAnchor>
      </Text>
    </CardPage>
  )
}

/** The link to the registration, or why there is none. */
function RegisterLink() {
  const registration = useRegistration()
  return (
    <Text c="dimmed" ta="center">
      {registration === 'closed' ? (
        <Trans>No new accounts are made here.</Trans>
      ) : registration === 'invite' ? (
        <Trans>New accounts are by invitation only.</Trans>
      ) : (
        <Trans>
          New here?{' '}
          <LinkAnchor to="/auth/register" search={true}>
            Create an account
          </LinkAnchor>
        </Trans>
      )}
    </Text>
  )
}
