import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  cancelEmailChange,
  confirmEmailChange,
  type EmailChange,
  requestEmailChange,
  useEmailChange,
} from '../state/profile.ts'
import { useSession } from '../session/session.ts'
import { useSync } from '../../sync/sync-status.ts'
import { formatDateTime } from '../../texts/format.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { texts } from '../../texts/texts.ts'
import { useForm } from '../../ui/input/use-form.ts'
import { AddressText } from '../../ui/person.tsx'
import { requiredEmailError } from '../checks.ts'
import { focusPage, EmailField, PasswordField } from '../fields.tsx'
import { Form } from '../card-page.tsx'
import { InactiveNotice, NoProfile, Page, SubmitLine, Waiting } from '../page.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

/** Changes the email address in two steps: first the password, then a code from each of the two mailboxes. */
export function ChangeEmailPage() {
  const online = useSync((sync) => sync.online)
  const profile = useSession((state) => state.profile)
  const { data: change, isError } = useEmailChange(online)
  // The address stays in the form when the change is cancelled, so that new codes can be requested quickly.
  const [wanted, setWanted] = useState('')
  const isLoading = change === undefined && online && !isError
  return (
    <Page
      title={<Trans>Change email</Trans>}
      lead={
        <Trans>
          A code goes to your old address and another one to the new. You need both: without your old inbox
          the address cannot be changed.
        </Trans>
      }
    >
      <InactiveNotice />
      {!profile && <NoProfile />}
      {profile && isLoading && <Waiting />}
      {profile && !isLoading && (
        <Card>
          {change ? (
            <CodesForm
              key={change.expiresAt}
              change={change}
              email={profile.email}
              onCancelled={() => setWanted(change.email)}
            />
          ) : (
            <AddressForm
              key={wanted}
              email={profile.email}
              wanted={wanted}
              isLocked={profile.status !== 'A'}
            />
          )}
        </Card>
      )}
    </Page>
  )
}

interface AddressFormProps {
  email: string
  wanted: string
  isLocked: boolean
}

function AddressForm({ email, wanted, isLocked }: AddressFormProps) {
  const { t } = useLingui()
  const form = useForm({
    initial: { email: wanted, password: '' },
    check: ({ email: typed, password }) => ({
      email: typed.trim() === '' ? texts.required : requiredEmailError(typed),
      password: password === '' && texts.required,
    }),
    submit: async ({ email: typed, password }) => {
      await requestEmailChange(typed, password)
      focusPage()
    },
    about: { incorrectPassword: 'password' },
  })
  return (
    <Form form={form}>
      <Text c="dimmed">
        <Trans>
          Your address now: <AddressText>{email}</AddressText>
        </Trans>
      </Text>
      <EmailField {...form.field('email')} label={t`New email`} autoComplete="email" disabled={isLocked} />
      <PasswordField
        {...form.field('password')}
        label={t`Your password, to make sure that it is you`}
        autoComplete="current-password"
        disabled={isLocked}
      />
      <SubmitLine form={form}>
        <Trans>Send both codes</Trans>
      </SubmitLine>
    </Form>
  )
}

const codeLength = 8
const wrongLength = msg`The code has ${codeLength} digits.`
const isWhole = (code: string) => code.replace(/\D/g, '').length === codeLength

interface CodesFormProps {
  change: EmailChange
  email: string
  onCancelled: () => void
}

function CodesForm({ change, email, onCancelled }: CodesFormProps) {
  const navigate = useNavigate()
  const online = useSync((sync) => sync.online)
  const form = useForm({
    initial: { oldCode: '', newCode: '' },
    // A code of the wrong length is not sent, since it would use up one of the 5 attempts.
    check: ({ oldCode, newCode }) => ({
      oldCode: !isWhole(oldCode) && wrongLength,
      newCode: !isWhole(newCode) && wrongLength,
    }),
    submit: async ({ oldCode, newCode }) => {
      await confirmEmailChange(oldCode, newCode)
      await navigate({ to: '/app/profile' })
    },
  })
  async function cancel() {
    if (await cancelEmailChange()) {
      onCancelled()
      focusPage()
    }
  }
  const until = formatDateTime(change.expiresAt, currentLanguage())
  return (
    <Form form={form}>
      <Text c="dimmed" role="status">
        <Trans>
          The codes are on their way and work until {until}. You stay logged in on this device only.
        </Trans>
      </Text>
      <CodeField {...form.field('oldCode')} address={email} />
      <CodeField {...form.field('newCode')} address={change.email} />
      <Text size="sm" c="dimmed">
        <Trans>
          No email? Look among your spam, or cancel and ask for new codes. An address that already has an
          account here gets a message instead of a code.
        </Trans>
      </Text>
      <SubmitLine form={form}>
        <Trans>Change email</Trans>
      </SubmitLine>
      <Group>
        <BusyButton variant="default" disabled={!online} onClick={cancel}>
          <Trans>Cancel the change</Trans>
        </BusyButton>
      </Group>
    </Form>
  )
}

/** A field for a code of 8 digits, with or without a space in the middle. */
function CodeField({ address, ...input }: TextInputProps & { address: string }) {
  return (
    <TextInput
      {...input}
      label={
        <Trans>
          Code from <AddressText>{address}</AddressText>
        </Trans>
      }
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="1234 5678"
    />
  )
}
