import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Box, Button, type ButtonProps, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import {
  IconAt,
  IconBell,
  IconChevronLeft,
  IconFileImport,
  IconFingerprint,
  IconKey,
  IconMailExclamation,
  IconPlugConnected,
  IconTags,
  IconTrash,
  IconUserEdit,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMinWidth, useWide } from '../lib/use-wide.ts'
import { useSync } from '../sync/sync-status.ts'
import { resendAndTell } from './state/calls.ts'
import { useDeviceSettings } from './session/device-settings.ts'
import { loadProfile, useSession, who } from './session/session.ts'
import { problemText } from '../texts/problem-text.ts'
import { LinkButton } from '../ui/links.tsx'
import classes from './account.module.css'
import { Heading } from './card-page.tsx'

interface PageProps {
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
}

/** A subpage of the profile, with a link back to it and, on a wide screen, links to the other subpages. */
export function Page({ title, lead, children }: PageProps) {
  const trial = useSession(who) === 'trial'
  const hasRoom = useMinWidth(1100)
  return (
    <Group align="start" gap="0 40px" wrap={hasRoom ? 'nowrap' : 'wrap'} pt={hasRoom ? 'xs' : 0}>
      <Box w="15rem" flex="none">
        <LinkButton
          to="/app/profile"
          variant="subtle"
          px="xs"
          ms={-14}
          leftSection={<IconChevronLeft size={20} stroke={1.75} aria-hidden="true" />}
        >
          {trial ? <Trans>Without an account</Trans> : <Trans>My profile</Trans>}
        </LinkButton>
        {!trial && hasRoom && <Subpages />}
      </Box>
      <Stack gap="lg" flex="1 1 100%" miw={0} maw="42.5rem" className={classes.words}>
        <Heading title={title} lead={lead} />
        {children}
      </Stack>
    </Group>
  )
}

const subpages = [
  { edit: 'account', icon: IconUserEdit, name: <Trans>Edit profile</Trans> },
  { edit: 'household', icon: IconUsers, name: <Trans>Household</Trans> },
  { edit: 'notifications', icon: IconBell, name: <Trans>Shopping together</Trans> },
  { edit: 'user-categories', icon: IconTags, name: <Trans>My categories</Trans> },
  { edit: 'import', icon: IconFileImport, name: <Trans>Import lists</Trans> },
  { edit: 'change-email', icon: IconAt, name: <Trans>Change email</Trans> },
  { edit: 'change-password', icon: IconKey, name: <Trans>Change password</Trans> },
  { edit: 'ways-in', icon: IconFingerprint, name: <Trans>Login methods</Trans> },
  { edit: 'tokens', icon: IconPlugConnected, name: <Trans>Other apps</Trans> },
  { edit: 'delete-account', icon: IconTrash, name: <Trans>Delete account</Trans> },
] as const

function Subpages() {
  const { t } = useLingui()
  return (
    <Box component="nav" mt="xs" aria-label={t`My profile`}>
      {subpages.map(({ edit, icon: Symbol, name }) => (
        <LinkButton
          key={edit}
          to="/app/edit-profile/$edit"
          params={{ edit }}
          variant="subtle"
          color="gray"
          fullWidth
          justify="flex-start"
          px="sm"
          leftSection={<Symbol size={22} stroke={1.75} aria-hidden="true" />}
          activeProps={{ variant: 'light', color: 'orange' }}
        >
          {name}
        </LinkButton>
      ))}
    </Box>
  )
}

/**
 * Says that the profile can be edited only after the activation. Renders nothing for an active account, nor while the
 * banner above says so.
 */
export function InactiveNotice() {
  const { t } = useLingui()
  const profile = useSession((session) => session.profile)
  const closedBy = useDeviceSettings((device) => device.inactiveBannerClosed.closedBy)
  if (!profile || profile.status === 'A' || closedBy !== profile.id) return null
  return (
    <Alert
      color="yellow"
      icon={<IconMailExclamation size={22} stroke={1.75} aria-hidden="true" />}
      title={`${t(problemText('accountNotActivated'))}.`}
    >
      <Stack gap="sm" align="flex-start">
        <Trans>You can edit your profile once you have opened the link in our email.</Trans>
        <Button variant="default" size="sm" onClick={() => void resendAndTell()}>
          <Trans>Send the link again</Trans>
        </Button>
      </Stack>
    </Alert>
  )
}

/** Shown only if the device has not reached the server since the login. */
export function NoProfile() {
  return (
    <NotHere onAgain={() => void loadProfile()}>
      <Trans>Your profile is not on this device yet. It will appear as soon as there is a connection.</Trans>
    </NotHere>
  )
}

/** Shown instead of something that this device could not load; `onAgain` tries again. */
export function NotHere({ onAgain, children }: { onAgain?: (() => void) | undefined; children: ReactNode }) {
  return (
    <Card>
      <Stack gap="md" align="flex-start">
        <Text c="dimmed">{children}</Text>
        {onAgain && (
          <Button variant="default" onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Stack>
    </Card>
  )
}

/** The place of something that is being loaded. */
export function Waiting() {
  return <Skeleton h="15rem" aria-hidden="true" />
}

interface SubmitLineProps extends ButtonProps {
  form: { disabled: boolean; submitting: boolean }
}

/** Submit button of a form that cannot use the outbox: offline it is disabled and says why. */
export function SubmitLine({ form, ...button }: SubmitLineProps) {
  const online = useSync((sync) => sync.online)
  const wide = useWide()
  return (
    <Group gap="sm">
      <Button
        type="submit"
        fullWidth={!wide}
        disabled={form.disabled || !online}
        loading={form.submitting}
        {...button}
      />
      {!online && <OfflineReason />}
    </Group>
  )
}

export function OfflineReason() {
  return (
    <Text size="sm" c="dimmed">
      <Trans>You are offline. This needs a connection; what you typed stays here.</Trans>
    </Text>
  )
}
