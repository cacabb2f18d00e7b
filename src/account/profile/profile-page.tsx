import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Title, Box, Card, Group, Text } from '@mantine/core'
import {
  IconAt,
  IconBell,
  IconDownload,
  IconFingerprint,
  IconKey,
  IconLogout,
  IconTrash,
  IconCircleCheck,
  IconCircleDashed,
  IconPencil,
  IconPlugConnected,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Profile } from '../../../core/contract/shapes.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { useSync } from '../../sync/sync-status.ts'
import { endTrial } from '../../app/start/move-trial.ts'
import { downloadMyData } from '../state/profile.ts'
import { useSession } from '../session/session.ts'
import { logout } from '../state/sign-out.ts'
import { TrialPanel } from '../../trial/trial.tsx'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { AddressText, PersonAvatar } from '../../ui/person.tsx'
import classes from '../account.module.css'
import { InactiveNotice, NoProfile } from '../page.tsx'
import { HouseholdRow } from './household-page.tsx'
import { Preferences } from './preferences.tsx'
import { CategoriesRow, ImportRow, LinkRow, Row, Rows } from './rows.tsx'
import { SignIns } from './sign-ins.tsx'

/** The user's profile and settings, with links to the account's subpages. */
export function ProfilePage() {
  const profile = useSession((session) => session.profile)
  return (
    <ProfileColumns
      title={<Trans>My profile</Trans>}
      side={profile ? <Identity profile={profile} /> : <NoProfile />}
      notice={<InactiveNotice />}
    >
      <Preferences />
      <Rows title={<Trans>Sharing</Trans>}>
        <HouseholdRow />
        <TogetherRow />
      </Rows>
      <Data />
      <Rows title={<Trans>Security</Trans>}>
        <LinkRow edit="change-email" icon={IconAt} title={<Trans>Change email</Trans>}>
          <Trans>With a code from your old and your new address</Trans>
        </LinkRow>
        <LinkRow edit="change-password" icon={IconKey} title={<Trans>Change password</Trans>}>
          <Trans>Logs out all your other devices</Trans>
        </LinkRow>
        <LinkRow edit="ways-in" icon={IconFingerprint} title={<Trans>Login methods</Trans>}>
          <Trans>Passkeys and a second factor</Trans>
        </LinkRow>
        <LinkRow edit="tokens" icon={IconPlugConnected} title={<Trans>Other apps</Trans>}>
          <Trans>Tokens with which other apps use your lists</Trans>
        </LinkRow>
        <SignIns />
      </Rows>
      <Rows>
        <Row icon={IconLogout} title={<Trans>Log out</Trans>} onClick={() => void logout()}>
          <Trans>On this device only</Trans>
        </Row>
      </Rows>
      <Rows danger>
        <LinkRow edit="delete-account" icon={IconTrash} title={<Trans>Delete account</Trans>}>
          <Trans>You have 30 days to change your mind</Trans>
        </LinkRow>
      </Rows>
    </ProfileColumns>
  )
}

function TogetherRow() {
  return (
    <LinkRow edit="notifications" icon={IconBell} title={<Trans>Shopping together</Trans>}>
      <Trans>What others see of you, and your notifications</Trans>
    </LinkRow>
  )
}

interface ProfileColumnsProps {
  title: ReactNode
  notice?: ReactNode
  /** the first column on a wide screen */
  side: ReactNode
  children: ReactNode
}

/** The layout of the profile, with or without an account. */
function ProfileColumns({ title, notice, side, children }: ProfileColumnsProps) {
  return (
    <Stack gap="md" className={classes.words}>
      <Title py="xs">{title}</Title>
      {notice}
      {/* Beside each other where the second column has its full width, else below each other. */}
      <Group gap="lg" align="start">
        <Box flex="1 1 20rem" miw={0}>
          {side}
        </Box>
        <Stack gap="lg" flex="999 1 27rem" miw={0}>
          {children}
        </Stack>
      </Group>
    </Stack>
  )
}

function Data() {
  const online = useSync((sync) => sync.online)
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    await downloadMyData()
    setBusy(false)
  }
  return (
    <Rows title={<Trans>Categories and data</Trans>}>
      <CategoriesRow />
      <ImportRow />
      <Row
        icon={IconDownload}
        title={<Trans>Download my data</Trans>}
        disabled={!online || busy}
        onClick={() => void download()}
      >
        {online ? (
          <Trans>Lists, templates and everything else in one file</Trans>
        ) : (
          <Trans>You are offline. This needs a connection.</Trans>
        )}
      </Row>
    </Rows>
  )
}

/** The user as others see them: the picture, the name and the fields that go with it. */
function Identity({ profile }: { profile: Profile }) {
  const isActive = profile.status === 'A'
  const Symbol = isActive ? IconCircleCheck : IconCircleDashed
  return (
    <Card component="section">
      <Group wrap="nowrap" gap="md">
        <PersonAvatar profile={profile} name={displayName(profile)} size={72} />
        <div>
          <Text fz="1.25rem" fw={700} lh={1.25}>
            <AddressText>{displayName(profile)}</AddressText>
          </Text>
          <Group wrap="nowrap" gap={6} mt={4} c={isActive ? 'var(--app-success)' : 'var(--app-warning)'}>
            <Symbol size={20} stroke={1.75} aria-hidden="true" />
            <Text size="sm" fw={550}>
              {profile.status === 'A' && <Trans>Active account</Trans>}
              {profile.status === 'N' && <Trans>Account not activated</Trans>}
              {profile.status === 'D' && <Trans>Account submitted for deletion</Trans>}
            </Text>
          </Group>
        </div>
      </Group>
      <Box component="dl" display="flex" my="md" style={{ flexWrap: 'wrap', gap: '12px 16px' }}>
        <Fact label={<Trans context="person">Name</Trans>} value={profile.name} />
        <Fact label={<Trans>Surname</Trans>} value={profile.surname} />
        <Fact label={<Trans>Email</Trans>} value={profile.email} whole />
        <Fact label={<Trans>City</Trans>} value={profile.city} />
      </Box>
      <LinkButton
        to="/app/edit-profile/$edit"
        params={{ edit: 'account' }}
        variant="default"
        fullWidth
        leftSection={<IconPencil size={20} stroke={1.75} aria-hidden="true" />}
      >
        <Trans>Edit profile</Trans>
      </LinkButton>
    </Card>
  )
}

function Fact({ label, value, whole = false }: { label: ReactNode; value: string; whole?: boolean }) {
  return (
    <Box flex={whole ? '1 0 100%' : '1 1 7rem'}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd">{value ? <AddressText>{value}</AddressText> : '–'}</Text>
    </Box>
  )
}

/** Shown instead of the profile during a trial: what a trial is, how to get an account, and how to end the trial. */
export function TrialPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ProfileColumns
        title={<Trans>Without an account</Trans>}
        side={
          <Card component="section" aria-label={t`Account`}>
            <TrialPanel />
          </Card>
        }
      >
        <Preferences />
        <Rows>
          <CategoriesRow />
          <ImportRow />
          <TogetherRow />
        </Rows>
        <Rows danger>
          <Row
            icon={IconTrash}
            title={<Trans>Remove everything from this device</Trans>}
            onClick={() => setAsking(true)}
          >
            <Trans>Lists, templates and categories that were made here without an account</Trans>
          </Row>
        </Rows>
      </ProfileColumns>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t`Remove everything?`}
        confirm={t`Remove everything`}
        onConfirm={async () => {
          if (await endTrial()) await navigate({ to: '/' })
        }}
      >
        <Trans>
          Your lists, templates and categories are on this device only. They cannot be brought back.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
