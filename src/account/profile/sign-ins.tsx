import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, Divider, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { useSync } from '../../sync/sync-status.ts'
import { type SignIn, useSignIns, endSignIns } from '../state/profile.ts'
import { formatDateTime } from '../../texts/format.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { texts } from '../../texts/texts.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { Form } from '../card-page.tsx'
import { focusPage, PasswordField } from '../fields.tsx'

/** All sessions of the user, each with a button to end it. */
export function SignIns() {
  const online = useSync((sync) => sync.online)
  const { data: signIns, isError, refetch } = useSignIns(online)
  /** what the dialog asks to end */
  const [ending, setEnding] = useState<SignIn | 'others' | null>(null)
  return (
    <>
      <Divider />
      <Stack gap="sm" px="var(--card-padding)" py="md" align="flex-start">
        <Title order={3} c="dimmed">
          <Trans>Where I am logged in</Trans>
        </Title>
        {!signIns && !online && (
          <Text c="dimmed">
            <Trans>You are offline. The list will appear as soon as there is a connection.</Trans>
          </Text>
        )}
        {!signIns && online && isError && (
          <Text c="dimmed">
            <Trans>The list could not be loaded.</Trans>{' '}
            <Button variant="subtle" size="sm" onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </Text>
        )}
        {!signIns && online && !isError && <Skeleton h="7rem" aria-hidden="true" />}
        {signIns && (
          <Stack gap="xs" w="100%" role="list">
            {signIns.map((one) => (
              <Place key={one.id} signIn={one} locked={!online} onEnd={() => setEnding(one)} />
            ))}
          </Stack>
        )}
        {signIns && signIns.length > 1 && (
          <Button variant="default" disabled={!online} onClick={() => setEnding('others')}>
            <Trans>Log out everywhere else</Trans>
          </Button>
        )}
      </Stack>
      <EndSignInDialog ending={ending} onClose={() => setEnding(null)} />
    </>
  )
}

const phones = /Android|iOS|iPadOS/

function Place({ signIn, locked, onEnd }: { signIn: SignIn; locked: boolean; onEnd: () => void }) {
  const { t } = useLingui()
  const device = signIn.device || t`Unknown device`
  const Symbol = phones.test(device) ? IconDeviceMobile : IconDeviceLaptop
  const used = formatDateTime(signIn.lastUsedAt, currentLanguage())
  return (
    <Group wrap="nowrap" mih="3rem" role="listitem">
      <Symbol size={26} stroke={1.5} aria-hidden="true" />
      <Box flex={1} lh={1.35}>
        <strong>{device}</strong>
        <Text size="sm" c={signIn.current ? 'var(--app-success)' : 'dimmed'}>
          {signIn.current ? <Trans>This device</Trans> : <Trans>Last used: {used}</Trans>}
        </Text>
      </Box>
      {!signIn.current && (
        <Button
          variant="subtle"
          size="sm"
          mih="2.75rem"
          disabled={locked}
          aria-label={t`Log out: ${device}`}
          onClick={onEnd}
        >
          <Trans context="device">Log out</Trans>
        </Button>
      )}
    </Group>
  )
}

interface EndSignInDialogProps {
  ending: SignIn | 'others' | null
  onClose: () => void
}

/** Asks for the password before a session on another device is ended. */
function EndSignInDialog({ ending, onClose }: EndSignInDialogProps) {
  const { t } = useLingui()
  const signIn = ending === 'others' ? null : ending
  const device = signIn?.device || t`Unknown device`
  return (
    <Dialog
      opened={ending !== null}
      onClose={onClose}
      title={signIn ? t`Log out: ${device}` : t`Log out everywhere else?`}
    >
      <PasswordForm id={signIn?.id ?? null} onDone={onClose} />
    </Dialog>
  )
}

/** The password is required so that a thief with a stolen session cannot log the owner out. */
function PasswordForm({ id, onDone }: { id: string | null; onDone: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' && texts.required }),
    submit: async ({ password }) => {
      await endSignIns(id, password)
      onDone()
      focusPage()
    },
    about: { incorrectPassword: 'password' },
  })
  return (
    <Form
      form={form}
      end={
        <DialogButtons>
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={form.disabled} loading={form.submitting}>
            <Trans context="device">Log out</Trans>
          </Button>
        </DialogButtons>
      }
    >
      <PasswordField
        {...form.field('password')}
        label={t`Your password, to make sure that it is you`}
        autoComplete="current-password"
      />
    </Form>
  )
}
