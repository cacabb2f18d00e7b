import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OAuthProblem } from '../../../core/contract/problem-codes.ts'
import { OAuthError } from '../../../device/failures.ts'
import { errorTextOf } from '../../texts/error-text.ts'
import { texts } from '../../texts/texts.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { CardPage, Form } from '../card-page.tsx'
import { usePageFocus } from '../fields.tsx'
import { enter } from '../session/session.ts'
import { showPasskey } from '../state/ways-in.ts'

interface SecondStepProps {
  /** the refusal of the right password */
  first: OAuthProblem
  remember: boolean
  /** back to the password */
  onOver: () => void
}

/** Asks for the second factor of a log-in. */
export function SecondStep({ first, remember, onOver }: SecondStepProps) {
  const { t } = useLingui()
  // Each try needs the ticket of the last refusal.
  const [{ ticket, passkey }, setAsked] = useState(first)
  usePageFocus()
  const answer = (factor: { code: string } | { passkey: object }) =>
    enter({ grant_type: 'second_factor', ticket, ...factor }, remember).catch((error: unknown) => {
      const problem = error instanceof OAuthError ? error.problem : null
      if (problem?.error === 'second_factor_over') return onOver()
      if (problem?.ticket) setAsked(problem)
      throw error
    })
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: texts.required } : {}),
    submit: answer,
  })
  async function byPasskey() {
    const shown = passkey && (await showPasskey(passkey))
    if (shown) await answer({ passkey: shown }).catch(async (error) => form.fail(await errorTextOf(error)))
  }
  return (
    <CardPage
      title={<Trans>One more step</Trans>}
      lead={<Trans>Your account asks for a second factor.</Trans>}
    >
      <Form form={form}>
        {passkey && (
          <BusyButton variant="default" onClick={byPasskey}>
            <Trans>Use a passkey</Trans>
          </BusyButton>
        )}
        <TextInput
          {...form.field('code')}
          label={t`Code from your app, or a recovery code`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" disabled={form.disabled} loading={form.submitting}>
          <Trans>Log in</Trans>
        </Button>
        <Button variant="subtle" onClick={onOver}>
          <Trans>Back to the password</Trans>
        </Button>
      </Form>
    </CardPage>
  )
}
