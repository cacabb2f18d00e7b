import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Body } from '../../../core/contract/api.ts'
import type { OAuthProblem } from '../../../core/contract/problem-codes.ts'
import { OAuthError } from '../../../device/failures.ts'
import { errorTextOf } from '../../texts/error-text.ts'
import { texts } from '../../texts/texts.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { useRegistration } from '../../visitor/use-registration.ts'
import { CardPage, Form } from '../card-page.tsx'
import { PasswordField, usePageFocus } from '../fields.tsx'
import { enter, useSession } from '../session/session.ts'
import { passkeyGrant, showPasskey, takeTicket } from '../state/ways-in.ts'
import { TermsLabel } from './terms-label.tsx'

interface OtherWaysProps {
  logIn: (grant: Body<'token'>) => Promise<void>
  fail: (text: MessageDescriptor | null) => void
}

/** Logs in with a passkey or at the operator's provider, and takes over when the provider leads back. */
export function OtherWays({ logIn, fail }: OtherWaysProps) {
  useRegistration()
  const provider = useSession((session) => session.provider)
  const localLogIn = useSession((session) => session.localLogIn)
  async function run(granted: Promise<Body<'token'> | null>, then = logIn) {
    fail(null)
    await granted
      .then((grant) => grant && then(grant))
      .catch(async (error: unknown) => fail(await errorTextOf(error)))
  }
  // The person may tick 'Remember me' while the autofill is offered.
  const logInThen = useEffectEvent((grant: Body<'token'>) => logIn(grant))
  const begin = useEffectEvent(() => {
    const ticket = takeTicket()
    const granted = ticket === null ? passkeyGrant(true) : Promise.resolve({ grant_type: 'provider', ticket })
    void run(granted, (grant) => logInThen(grant))
  })
  useEffect(() => begin(), [])
  return (
    <>
      {localLogIn && 'PublicKeyCredential' in window && (
        <BusyButton
          variant="default"
          leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => run(passkeyGrant(false))}
        >
          <Trans>Log in with a passkey</Trans>
        </BusyButton>
      )}
      {provider !== null && (
        <>
          <Button component="a" href="/auth/oidc/start" variant="default">
            {provider ? <Trans>Log in with {provider}</Trans> : <Trans>Log in with your provider</Trans>}
          </Button>
          <Text size="sm" c="dimmed">
            <Trans>The first time makes an account:</Trans> <TermsLabel />
          </Text>
        </>
      )}
    </>
  )
}

interface NextStepProps {
  /** the refusal that asks for more: a second factor, or the password of an account that the provider may be linked to */
  first: OAuthProblem
  remember: boolean
  /** `why`: what ended the step, if the person did not */
  onBack: (why?: MessageDescriptor) => void
}

/** Asks for what a log-in needs in addition. */
export function NextStep({ first, remember, onBack }: NextStepProps) {
  const { t } = useLingui()
  // Each try needs the ticket of the last refusal.
  const [{ ticket, error: asked, passkey, email }, setAsked] = useState(first)
  usePageFocus()
  const [grant_type, field] = asked === 'link_required' ? ['provider', 'password'] : ['second_factor', 'code']
  const answer = (more: object) =>
    enter({ grant_type, ticket, ...more }, remember).catch((error: unknown) => {
      const problem = error instanceof OAuthError ? error.problem : null
      if (!problem) throw error
      if (!problem.ticket) return onBack(msg`It took too long. Begin again; nothing is lost.`)
      const isSame = problem.error === 'invalid_grant' || problem.error === 'slow_down'
      setAsked({ ...problem, error: isSame ? asked : problem.error })
      if (isSame) throw error
      // What was typed was right, and does not belong into the field of the next step.
      form.reset()
    })
  const form = useForm({
    initial: { typed: '' },
    check: ({ typed }) => ({ typed: typed.trim() === '' && texts.required }),
    submit: ({ typed }) => answer({ [field]: typed }),
  })
  async function byPasskey() {
    const shown = passkey && (await showPasskey(passkey))
    if (shown)
      await answer({ passkey: shown }).catch(async (error: unknown) => form.fail(await errorTextOf(error)))
  }
  return (
    <CardPage
      title={<Trans>One more step</Trans>}
      lead={
        asked === 'link_required' ? (
          <Trans>{email} has an account here. Its password links it to your provider, once.</Trans>
        ) : (
          <Trans>Your account asks for a second factor.</Trans>
        )
      }
    >
      <Form form={form}>
        {passkey && (
          <BusyButton variant="default" onClick={byPasskey}>
            <Trans>Use a passkey</Trans>
          </BusyButton>
        )}
        {asked === 'link_required' ? (
          <PasswordField {...form.field('typed')} label={t`Password`} autoComplete="current-password" />
        ) : (
          <TextInput
            {...form.field('typed')}
            label={t`Code from your app, or a recovery code`}
            autoComplete="one-time-code"
            spellCheck={false}
          />
        )}
        <Button type="submit" disabled={form.disabled} loading={form.submitting}>
          <Trans>Log in</Trans>
        </Button>
        <Button variant="subtle" onClick={() => onBack()}>
          <Trans>Back</Trans>
        </Button>
      </Form>
    </CardPage>
  )
}
