import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { parseEmail } from '../../../core/text/normalise.ts'
import { errorText, problemText } from '../../texts/problem-text.ts'
import { isSignedIn, useSession } from '../session/session.ts'
import { resendActivation } from '../state/calls.ts'
import { texts } from '../../texts/texts.ts'
import { Form, Problem } from '../card-page.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { EmailField } from '../fields.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

/** Requests a new activation link: for the signed-in inactive account, else for a typed address. */
export function ResendForm() {
  const isInactive = useSession((state) => isSignedIn(state) && state.profile?.status === 'N')
  return isInactive ? <ForOwn /> : <ForAddress />
}

/** For a signed-in user, to whom the server says if it is too soon for another link. */
function ForOwn() {
  const [sent, setSent] = useState(false)
  const [problem, setProblem] = useState<MessageDescriptor | null>(null)

  async function send() {
    try {
      await resendActivation()
      setSent(true)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  if (sent)
    return (
      <Sent>
        <Trans>A new activation link is on its way.</Trans>
      </Sent>
    )
  return (
    <>
      <Problem text={problem} />
      <BusyButton variant="default" onClick={send}>
        <Trans>Send a new link</Trans>
      </BusyButton>
    </>
  )
}

/**
 * For a typed address. The server's response does not reveal whether the address is known or when it was last mailed,
 * so the page states the rule instead.
 */
function ForAddress() {
  const [sent, setSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: !parseEmail(email).ok && texts.invalidEmail }),
    submit: async ({ email }) => {
      await resendActivation(email)
      setSent(true)
    },
  })
  if (sent)
    return (
      <Sent>
        <Trans>If an account with this address is waiting for activation, a new link is on its way.</Trans>
      </Sent>
    )
  return (
    <Form form={form}>
      <EmailField autoComplete="email" {...form.field('email')} />
      <Button type="submit" variant="default" disabled={form.disabled} loading={form.submitting}>
        <Trans>Send a new link</Trans>
      </Button>
      <Rule />
    </Form>
  )
}

function Sent({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <Text mb="xs">{children}</Text>
      <Rule />
    </div>
  )
}

function Rule() {
  const { t } = useLingui()
  return (
    <Text size="sm" c="dimmed">
      {t(problemText('activationAlreadySent'))}.
    </Text>
  )
}
