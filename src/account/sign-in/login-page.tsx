import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { parseEmail } from '../../../core/text/normalise.ts'
import { prepareLogin } from '../../app/start/open-engine.ts'
import { useRegistration } from '../../visitor/use-registration.ts'
import { OAuthError } from '../../../device/failures.ts'
import { whenIdle } from '../../lib/idle.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { withTexts } from '../../ui/lazy.tsx'
import { login, useSession, who } from '../session/session.ts'
import { changeSettings, useDeviceSettings } from '../session/device-settings.ts'
import { texts } from '../../texts/texts.ts'
import { CardPage, Form } from '../card-page.tsx'
import { TrialNotice, TryIt, useIsNewcomer } from './try-it.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { EmailField, PasswordField } from '../fields.tsx'

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
  const [second, setSecond] = useState<ReactNode>(null)
  const form = useForm({
    initial: {
      email: lastSession?.email ?? '',
      password: '',
      remember: useDeviceSettings(({ settings }) => settings.remember),
    },
    check: ({ email, password }) => {
      const wrong = emailError(email)
      return {
        ...(wrong && { email: wrong }),
        ...(password === '' && { password: texts.emptyField }),
      }
    },
    submit: ({ email, password, remember }) => {
      changeSettings('settings', { remember })
      return login(email, password, remember).catch(async (error: unknown) => {
        const first = error instanceof OAuthError ? error.problem : null
        if (first?.error !== 'second_factor_required') throw error
        const { SecondStep } = await withTexts(import('./second-step.tsx'))
        setSecond(<SecondStep first={first} remember={remember} onOver={() => setSecond(null)} />)
      })
    },
  })
  const { field, disabled } = form
  useEffect(() => {
    if (!disabled) prepareLogin()
  }, [disabled])
  const { fail } = form
  const { remember } = form.values
  useEffect(() => whenIdle(() => void logInByPasskey(remember, true).then(fail)), [remember, fail])
  if (second) return second
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
        {'PublicKeyCredential' in window && (
          <BusyButton
            variant="default"
            leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => logInByPasskey(remember, false).then(fail)}
          >
            <Trans>Log in with a passkey</Trans>
          </BusyButton>
        )}
      </Form>
      <RegisterLink />
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

/** Loads what passkeys need, which the page is shown without. */
async function logInByPasskey(remember: boolean, byAutofill: boolean) {
  return (await import('../state/ways-in.ts')).logInByPasskey(remember, byAutofill)
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
