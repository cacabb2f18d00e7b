import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Text } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { resetPassword } from '../state/calls.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { texts } from '../../texts/texts.ts'
import { CardPage, Form } from '../card-page.tsx'
import { confirmationError, newPasswordError, requiredEmailError } from '../checks.ts'
import { usePageFocus, EmailField, NewPassword } from '../fields.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'

interface ResetPasswordPageProps {
  /** the secret of the mailed link; absent if the page was opened without one */
  code: string | undefined
}

export function ResetPasswordPage({ code }: ResetPasswordPageProps) {
  const { t } = useLingui()
  const [done, setDone] = useState(false)
  const form = useForm({
    initial: { email: '', password: '', confirmation: '' },
    check: ({ email, password, confirmation }) => ({
      email: requiredEmailError(email),
      password: newPasswordError(password),
      confirmation: confirmationError(password, confirmation, accountTexts.passwordDontMatch),
    }),
    submit: async ({ email, password }) => {
      if (code === undefined) form.fail(texts.invalidResetLink)
      else {
        await resetPassword(code, email, password)
        setDone(true)
      }
    },
  })
  if (done) return <ResetDone />
  const { field } = form
  return (
    <CardPage
      title={<Trans>Set a new password</Trans>}
      lead={<Trans>You will then log in with it, here and on your other devices.</Trans>}
    >
      {code === undefined && (
        <Alert color="yellow" icon={<IconLinkOff size={22} stroke={1.75} aria-hidden="true" />}>
          <Trans>
            You need the link from our email for this. Open it from your inbox, or{' '}
            <LinkAnchor to="/auth/forgot-password">ask for a link</LinkAnchor>.
          </Trans>
        </Alert>
      )}
      <Form form={form}>
        {form.problem === texts.invalidResetLink && (
          <Text c="dimmed">
            <Trans>
              The link works once, within an hour, and only for the address it was sent to.{' '}
              <LinkAnchor to="/auth/forgot-password">Ask for a new link</LinkAnchor>
            </Trans>
          </Text>
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
      </Form>
      <Text c="dimmed" ta="center">
        <Trans>
          Remembered it? <LinkAnchor to="/auth/login">Log in</LinkAnchor>
        </Trans>
      </Text>
    </CardPage>
  )
}

function ResetDone() {
  usePageFocus()
  return (
    <div role="status">
      <CardPage
        icon={IconCircleCheck}
        good
        title={<Trans>Your new password is set</Trans>}
        lead={
          <Trans>
            You are logged out everywhere. Unsent changes are safe and will be sent after you log in.
          </Trans>
        }
      >
        <LinkButton to="/auth/login">
          <Trans>Log in</Trans>
        </LinkButton>
      </CardPage>
    </div>
  )
}
