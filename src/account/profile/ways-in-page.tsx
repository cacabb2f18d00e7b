import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Text, TextInput } from '@mantine/core'
import {
  type Icon,
  IconFingerprint,
  IconKey,
  IconLock,
  IconLockOff,
  IconPassword,
  IconUserCheck,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useSync } from '../../sync/sync-status.ts'
import { formatDateTime } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { texts } from '../../texts/texts.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { useRegistration } from '../../visitor/use-registration.ts'
import { Form } from '../card-page.tsx'
import { PasswordField } from '../fields.tsx'
import { InactiveNotice, NotHere, OfflineReason, Page, Waiting } from '../page.tsx'
import { useSession } from '../session/session.ts'
import * as state from '../state/ways-in.ts'
import { Row, Rows } from './rows.tsx'

/** A change that the dialog asks for. Returns recovery codes, which are shown only then. */
interface Change {
  title: string
  /** the label of what is typed beside the password */
  field?: string
  /** of an app that is set up */
  secret?: string
  run: (password: string, typed: string) => Promise<{ codes?: readonly string[] }>
}

/** What lets the owner of the account in, beside the password. */
export function WaysInPage() {
  const { t } = useLingui()
  const language = useLanguage()
  const online = useSync((sync) => sync.online)
  const active = useSession(({ profile }) => profile?.status === 'A')
  const { data: ways, isError, refetch } = state.useWaysIn(online)
  const [change, setChange] = useState<Change | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const [ticket] = useState(state.takeTicket)
  useRegistration()
  const offered = useSession(({ provider }) => provider)
  const provider = ways?.provider ?? (offered || t`your provider`)
  const locked = !active || !online
  const left = ways?.recoveryCodes
  const on = ways?.secondFactor
  const time = (at: string) => formatDateTime(at, language)
  const remove = (id: string) => (password: string) => state.removeWayIn(id, password)
  const row = (icon: Icon, made: Change, text: string, key = made.title) => (
    <Row key={key} icon={icon} title={made.title} disabled={locked} onClick={() => setChange(made)}>
      {text}
    </Row>
  )
  return (
    <Page
      title={<Trans>Login methods</Trans>}
      lead={<Trans>Log in with a passkey, or ask for more than the password.</Trans>}
    >
      <InactiveNotice />
      {!online && <OfflineReason />}
      {!ways && online && !isError && <Waiting />}
      {!ways && online && isError && (
        <NotHere onAgain={() => void refetch()}>
          <Trans>The login methods could not be loaded.</Trans>
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
      {ways && (
        <>
          <Rows title={<Trans>Passkeys</Trans>}>
            {ways.passkeys.map(({ id, name, createdAt: made, lastUsedAt: used }) => {
              const text = used ? t`Last used: ${time(used)}` : t`Made: ${time(made)}`
              return row(IconFingerprint, { title: t`Remove: ${name}`, run: remove(id) }, text, id)
            })}
            {row(
              IconKey,
              { title: t`Add a passkey`, field: t`Name, such as the device`, run: state.addPasskey },
              t`The lock of your device opens your account: a fingerprint, your face or a PIN.`,
            )}
          </Rows>
          <Rows title={<Trans>Second factor</Trans>}>
            {row(
              IconPassword,
              newApp(ways.totp ? t`Set up another app` : t`Set up an app`, t`Code that the app shows`),
              t`Your password then also needs a code from an app, or a passkey.`,
            )}
            {(on || ways.passkeys.length > 0) &&
              row(
                IconLock,
                { title: on ? t`New recovery codes` : t`Ask for a passkey too`, run: state.newRecoveryCodes },
                on ? t`Left: ${left}` : t`Your password alone then opens nothing.`,
              )}
            {on &&
              row(
                IconLockOff,
                { title: t`Turn off`, run: remove('second-factor') },
                t`Your password alone then opens your account.`,
              )}
          </Rows>
          {(ways.provider ?? offered) !== null && (
            <Rows title={<Trans>Your provider</Trans>}>
              {ways.provider ? (
                ways.hasPassword ? (
                  row(IconUserCheck, { title: t`Unlink`, run: remove('provider') }, provider)
                ) : (
                  <Text px="md">{provider}</Text>
                )
              ) : (
                <Row
                  icon={IconUserCheck}
                  disabled={locked}
                  title={ticket ? t`Yes, link` : t`Link`}
                  onClick={() =>
                    ticket ? void state.linkProvider(ticket) : location.assign('/auth/oidc/start?link')
                  }
                >
                  {provider}
                </Row>
              )}
            </Rows>
          )}
        </>
      )}
      <Dialog opened={change !== null} onClose={() => setChange(null)} title={change?.title}>
        {change && (
          <ChangeForm
            change={change}
            hasPassword={ways?.hasPassword !== false}
            onDone={(made) => {
              setCodes(made)
              setChange(null)
            }}
          />
        )}
      </Dialog>
    </Page>
  )
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function newApp(title: string, field: string): Change {
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))]
  const secret = bytes.map((byte) => base32[byte & 31]).join('')
  return { title, field, secret, run: (password, code) => state.addTotp(secret, code, password) }
}

interface ChangeFormProps {
  change: Change
  hasPassword: boolean
  onDone: (codes: readonly string[]) => void
}

function ChangeForm({ change: { title, field, secret, run }, hasPassword, onDone }: ChangeFormProps) {
  const { t } = useLingui()
  const email = useSession(({ profile }) => profile?.email ?? '')
  const form = useForm({
    initial: { typed: '', password: '' },
    check: ({ typed, password }) => ({
      typed: field !== undefined && typed.trim() === '' && texts.required,
      password: password === '' && texts.required,
    }),
    submit: async ({ typed, password }) => onDone((await run(password, typed)).codes ?? []),
    about: { incorrectPassword: 'password', wayInRefused: 'typed' },
  })
  return (
    <Form
      form={form}
      end={
        <DialogButtons>
          <Button type="submit" disabled={form.disabled} loading={form.submitting}>
            {title}
          </Button>
        </DialogButtons>
      }
    >
      {secret && (
        <>
          <QrCode
            text={`otpauth://totp/Koszyk:${encodeURIComponent(email)}?issuer=Koszyk&secret=${secret}`}
            label={t`QR code for the app`}
          />
          <Text style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              Scan this with an app for codes, or type in it:{' '}
              <Text span ff="monospace">
                {secret}
              </Text>
            </Trans>
          </Text>
        </>
      )}
      {field && <TextInput {...form.field('typed')} label={field} autoComplete="off" />}
      <PasswordField
        {...form.field('password')}
        label={
          hasPassword
            ? t`Your password, to make sure that it is you`
            : t`You have no password: type anything, within 10 minutes after you logged in`
        }
        autoComplete="current-password"
      />
    </Form>
  )
}
