import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconLink, IconMailForward } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Permission, permissions } from '../../../core/product/entities.ts'
import { parseEmail } from '../../../core/text/normalise.ts'
import { invite, membersChanged, share } from './sharing.ts'
import { sharingTexts, permissionTexts } from '../../texts/list-texts.ts'
import { copyLink } from './shareable-link.tsx'

interface ShareFormProps {
  listId: string
  online: boolean
  /** the focused element was removed, so the focus must move elsewhere */
  onFocusLost: () => void
  /** the link of this invitation could not be copied */
  onUncopied: (inviteId: string) => void
}

/** Shares the list with somebody; one who has no account is invited by mail with the same press. */
export function ShareForm({ listId, online, onFocusLost, onUncopied }: ShareFormProps) {
  const { t } = useLingui()
  // Nearly everybody shares with the person with whom they run the household.
  const [permission, setPermission] = useState<Permission>('edit')
  /** a typed address that belongs to no account, and that could not be invited */
  const [unknown, setUnknown] = useState<string | null>(null)
  /** an address that belongs to no account and was invited */
  const [invited, setInvited] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const [busy, setBusy] = useState<'mail' | 'link' | null>(null)

  async function send(email: string): Promise<boolean> {
    setUnknown(null)
    setInvited(null)
    const done = await share(listId, email, permission)
    if (done === 'shared') await membersChanged(listId)
    if (done !== 'nobody') return done === 'shared'
    // The reason was told; below the form the person can try again, or copy a link.
    const made = await invite(listId, permission, email)
    if (made === null) setUnknown(email)
    else setInvited(email)
    return made !== null
  }

  async function make(email?: string): Promise<void> {
    setBusy(email === undefined ? 'link' : 'mail')
    const made = await invite(listId, permission, email)
    setBusy(null)
    if (made === null) return
    if (email === undefined && !(await copyLink(made.url))) onUncopied(made.id)
    if (unknown === null) return
    setUnknown(null)
    setRound(round + 1)
    onFocusLost()
  }

  const link = (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconLink size={20} stroke={1.75} aria-hidden="true" />}
      loading={busy === 'link'}
      disabled={!online}
      onClick={() => void make()}
    >
      <Trans>Copy an invitation link</Trans>
    </Button>
  )
  return (
    <Stack>
      <EmailForm key={round} label={t`Person’s email`} button={t`Share`} online={online} send={send}>
        <PermissionChoice value={permission} online={online} onChange={setPermission} />
      </EmailForm>
      {invited !== null && (
        <Text c="dimmed">
          <Trans>An invitation was mailed to {invited}, who has no activated account yet.</Trans>
        </Text>
      )}
      {unknown !== null && (
        <Alert role="alert" title={t(sharingTexts.userNotFound)} color="orange">
          <Stack gap={10}>
            <Trans>
              No activated account has the address {unknown}. With an invitation they get the list once they
              have one.
            </Trans>
            <Button
              fullWidth
              leftSection={<IconMailForward size={20} stroke={1.75} aria-hidden="true" />}
              loading={busy === 'mail'}
              disabled={!online}
              onClick={() => void make(unknown)}
            >
              <Trans>Invite by email</Trans>
            </Button>
            {link}
          </Stack>
        </Alert>
      )}
      {unknown === null && (
        <Stack gap={10}>
          <Text c="dimmed">
            <Trans>
              Or send a link yourself. It works for one person and for 7 days, also without an account.
            </Trans>
          </Text>
          {link}
        </Stack>
      )}
    </Stack>
  )
}

interface PermissionChoiceProps {
  value: Permission
  online: boolean
  onChange: (permission: Permission) => void
}

/** The choice of the permission that the new member or invitation gets. */
function PermissionChoice({ value, online, onChange }: PermissionChoiceProps) {
  const { t } = useLingui()
  return (
    <Radio.Group
      label={<Trans>This person</Trans>}
      value={value}
      onChange={(chosen) => onChange(chosen as Permission)}
    >
      {permissions.map((permission) => (
        <Radio
          key={permission}
          value={permission}
          disabled={!online}
          // In the label, so that the whole text can be pressed.
          label={
            <>
              {t(permissionTexts[permission].may)}
              <Text span display="block" c="dimmed" fz="xs">
                {t(permissionTexts[permission].means)}
              </Text>
            </>
          }
        />
      ))}
    </Radio.Group>
  )
}

interface EmailFormProps {
  label: string
  button: string
  online: boolean
  /** returns false if it failed; the address then stays in the field to be corrected */
  send: (email: string) => Promise<boolean>
  /** more fields, shown between the address and the button */
  children?: ReactNode
}

/** A form for one e-mail address and one action on it. */
export function EmailForm({ label, button, online, send, children }: EmailFormProps) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (busy) return
    if (email.trim() === '') return setError(t`The form has not been completed`)
    const parsed = parseEmail(email)
    if (!parsed.ok) return setError(t`Invalid email`)
    setBusy(true)
    const sent = await send(parsed.value)
    setBusy(false)
    // If the text changed meanwhile, it is the next address: keep it.
    if (sent) setEmail((now) => (now === email ? '' : now))
  }

  const submitButton = (
    <Button type="submit" fullWidth={Boolean(children)} loading={busy} disabled={!online}>
      {button}
    </Button>
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            flex={1}
            label={label}
            type="email"
            autoComplete="off"
            enterKeyHint="send"
            disabled={!online}
            error={error}
            errorProps={{ role: 'alert' }}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setError(null)
            }}
          />
          {!children && submitButton}
        </Group>
        {children}
        {children && submitButton}
      </Stack>
    </form>
  )
}
