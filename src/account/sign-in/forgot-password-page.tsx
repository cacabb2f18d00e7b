import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { requestReset } from '../state/calls.ts'
import { CardPage, Form } from '../card-page.tsx'
import { requiredEmailError } from '../checks.ts'
import { usePageFocus, EmailField } from '../fields.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: requiredEmailError(email) }),
    submit: async ({ email }) => {
      await requestReset(email)
      setSentTo(email.trim())
    },
  })
  if (sentTo !== null) return <ResetSent address={sentTo} onAgain={() => setSentTo(null)} />
  return (
    <CardPage
      title={<Trans>Forgot your password?</Trans>}
      lead={<Trans>We will send you a link for setting a new one. Your lists stay as they are.</Trans>}
    >
      <Form form={form}>
        <EmailField autoComplete="username" {...form.field('email')} />
        <Button type="submit" disabled={form.disabled} loading={form.submitting}>
          <Trans>Send the link</Trans>
        </Button>
      </Form>
      <Text c="dimmed" ta="center">
        <Trans>
          Remembered it? <LinkAnchor to="/auth/login">Log in</LinkAnchor>
        </Trans>
      </Text>
    </CardPage>
  )
}

/** The same text for every address, so that nobody can find out whether an address has an account. */
function ResetSent({ address, onAgain }: { address: string; onAgain: () => void }) {
  usePageFocus()
  return (
    <CardPage
      icon={IconMailCheck}
      title={<Trans>Check your inbox</Trans>}
      lead={
        <Trans>
          If there is an account for <strong>{address}</strong>, a link is on its way. It works once, within
          an hour.
        </Trans>
      }
    >
      <Text c="dimmed">
        <Trans>
          Nothing after a few minutes? Check your spam folder and the address. If you have asked several
          times, the next link may take up to 15 minutes; the newest one in your inbox works.
        </Trans>
      </Text>
      <LinkButton to="/auth/login">
        <Trans>Log in</Trans>
      </LinkButton>
      <Button variant="default" onClick={onAgain}>
        <Trans>Ask for another link</Trans>
      </Button>
    </CardPage>
  )
}
