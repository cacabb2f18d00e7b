import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Box, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../../core/contract/api.ts'
import { useSync } from '../../sync/sync-status.ts'
import { formatDateTime } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { PasswordField } from '../fields.tsx'
import { InactiveNotice, NotHere, OfflineReason, Page, Waiting } from '../page.tsx'
import { useSession } from '../session/session.ts'
import { addPasskey, addTotp, newRecoveryCodes, removeWayIn, useWaysIn } from '../state/ways-in.ts'

/** What lets the owner of the account in, beside the password. Each change needs the password. */
export function WaysInPage() {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const active = useSession(({ profile }) => profile?.status === 'A')
  const { data: ways, isError, refetch } = useWaysIn(online)
  const [password, setPassword] = useState('')
  const [codes, setCodes] = useState<readonly string[]>([])
  const locked = !active || !online || (password === '' && ways?.hasPassword !== false)
  const parts = ways && { ways, locked, password, onCodes: (made: readonly string[]) => setCodes(made) }
  return (
    <Page
      title={<Trans>Ways in</Trans>}
      lead={<Trans>Log in with a passkey, or ask for more than the password.</Trans>}
    >
      <InactiveNotice />
      {!online && <OfflineReason />}
      {!ways && online && !isError && <Waiting />}
      {!ways && online && isError && (
        <NotHere onAgain={() => void refetch()}>
          <Trans>The ways in could not be loaded.</Trans>
        </NotHere>
      )}
      {codes.length > 0 && (
        <Alert color="green" role="status" title={t`Your recovery codes`}>
          <Trans>
            Keep them where you do not need this device. Each works once. They are not shown again.
          </Trans>
          <Text component="pre" ff="monospace" mt="sm">
            {codes.join('\n')}
          </Text>
        </Alert>
      )}
      {ways?.hasPassword === false && (
        <Text>
          <Trans>You have no password. Changes are possible for 10 minutes after you log in.</Trans>
        </Text>
      )}
      {ways?.hasPassword && (
        <PasswordField
          label={t`Your password, to change something here`}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
        />
      )}
      {parts && <Passkeys {...parts} />}
      {parts && <SecondFactor {...parts} />}
    </Page>
  )
}

interface PartProps {
  ways: Answer<'waysIn'>
  locked: boolean
  password: string
  onCodes: (codes: readonly string[]) => void
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card component="section">
      <Stack gap="md" align="flex-start">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Card>
  )
}

function Passkeys({ ways, locked, password }: PartProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const [name, setName] = useState('')
  const time = (at: string) => formatDateTime(at, language)
  return (
    <Part title={<Trans>Passkeys</Trans>}>
      <Text c="dimmed">
        <Trans>The lock of your device opens your account: a fingerprint, your face or a PIN.</Trans>
      </Text>
      {ways.passkeys.map(({ id, name: label, createdAt, lastUsedAt }) => (
        <Group key={id} wrap="nowrap" w="100%" role="listitem">
          <IconFingerprint size={26} stroke={1.5} aria-hidden="true" />
          <Box flex={1} miw={0} lh={1.35} style={{ overflowWrap: 'anywhere' }}>
            <strong>{label}</strong>
            <Text size="sm" c="dimmed">
              {lastUsedAt ? t`Last used: ${time(lastUsedAt)}` : t`Made: ${time(createdAt)}`}
            </Text>
          </Box>
          <BusyButton
            variant="subtle"
            color="red"
            size="sm"
            mih="2.75rem"
            aria-label={t`Remove: ${label}`}
            disabled={locked}
            onClick={() => removeWayIn(id, password)}
          >
            <Trans>Remove</Trans>
          </BusyButton>
        </Group>
      ))}
      <Group align="flex-end" w="100%">
        <TextInput
          flex="1 1 12rem"
          label={t`Name, such as the device`}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <BusyButton
          disabled={locked || name.trim() === ''}
          onClick={() => addPasskey(name, password).then(() => setName(''))}
        >
          <Trans>Add a passkey</Trans>
        </BusyButton>
      </Group>
    </Part>
  )
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const newSecret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => base32[byte & 31]).join('')

function SecondFactor({ ways, locked, password, onCodes }: PartProps) {
  const { t } = useLingui()
  const email = useSession(({ profile }) => profile?.email ?? '')
  const [secret, setSecret] = useState('')
  const [code, setCode] = useState('')
  const left = ways.recoveryCodes
  async function set(making: ReturnType<typeof addTotp>) {
    const made = await making
    if (!made) return
    onCodes(made.codes)
    setSecret('')
  }
  const address = `otpauth://totp/Koszyk:${encodeURIComponent(email)}?issuer=Koszyk&secret=${secret}`
  return (
    <Part title={<Trans>Second factor</Trans>}>
      <Text c="dimmed">
        {ways.secondFactor ? (
          <Trans>Your password alone opens nothing. Recovery codes left: {left}.</Trans>
        ) : (
          <Trans>Your password then also needs a passkey, or a code from an app.</Trans>
        )}
      </Text>
      {secret === '' ? (
        <Group>
          <Button variant="default" disabled={locked} onClick={() => setSecret(newSecret())}>
            {ways.totp ? <Trans>Set up another app</Trans> : <Trans>Set up an app</Trans>}
          </Button>
          {(ways.secondFactor || ways.passkeys.length > 0) && (
            <BusyButton variant="default" disabled={locked} onClick={() => set(newRecoveryCodes(password))}>
              {ways.secondFactor ? <Trans>New recovery codes</Trans> : <Trans>Ask for a passkey too</Trans>}
            </BusyButton>
          )}
          {ways.secondFactor && (
            <BusyButton color="red" disabled={locked} onClick={() => removeWayIn('second-factor', password)}>
              <Trans>Turn off</Trans>
            </BusyButton>
          )}
        </Group>
      ) : (
        <>
          <QrCode text={address} label={t`QR code for the app`} />
          <Text style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              Scan this with an app for codes, or type in it:{' '}
              <Text span ff="monospace">
                {secret}
              </Text>
            </Trans>
          </Text>
          <Group align="flex-end">
            <TextInput
              label={t`Code that the app shows`}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
            <BusyButton disabled={locked} onClick={() => set(addTotp(secret, code, password))}>
              <Trans>Turn on</Trans>
            </BusyButton>
          </Group>
        </>
      )}
    </Part>
  )
}
