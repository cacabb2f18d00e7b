import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, NativeSelect, Popover, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconDeviceMobileDown,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { displayName } from '../../core/text/person-name.ts'
import { install, useInstall } from './install.ts'
import { resendAndTell } from '../account/state/calls.ts'
import { useSession, who } from '../account/session/session.ts'
import { changeSettings, type Settings, useDeviceSettings } from '../account/session/device-settings.ts'
import { logout } from '../account/state/sign-out.ts'
import { TrialMenu } from '../trial/lazy.tsx'
import { LinkButton } from '../ui/links.tsx'
import { cutText } from '../../core/text/cut.ts'
import { AddressText } from '../ui/person.tsx'
import { LanguageSelect, useShownMode, FullscreenToggle } from './display-settings.tsx'
import { AccountButton } from './sidebar.tsx'

/** The looks of an entry: a button as wide as the menu. */
const entry = { variant: 'subtle', color: 'gray', fullWidth: true, justify: 'start', px: 'sm' } as const
const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

export function UserMenu() {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const profile = useSession((state) => state.profile)
  const trial = useSession(who) === 'trial'
  const canInstall = useInstall(({ way }) => way !== null)
  const close = () => setOpened(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(320px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles
    >
      <Popover.Target>
        <AccountButton onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown
        aria-label={t`Your account`}
        mah="min(22.5rem, var(--app-room, 22.5rem))"
        bg="var(--app-raised)"
        style={{ boxShadow: 'var(--app-float)' }}
      >
        <Stack gap="xs">
          {trial ? <TrialMenu /> : <Greeting />}
          {profile && profile.status !== 'A' && <NotActivated />}
          <LinkButton to="/app/profile" {...entry} leftSection={<IconUserCircle {...icon} />} onClick={close}>
            {trial ? <Trans>Settings</Trans> : <Trans>My profile</Trans>}
          </LinkButton>
          <Group gap="xs" wrap="nowrap">
            <LanguageSelect />
            <FullscreenToggle />
          </Group>
          <ModeSelect />
          {canInstall && (
            <Button
              {...entry}
              leftSection={<IconDeviceMobileDown {...icon} />}
              onClick={() => {
                close()
                void install()
              }}
            >
              <Trans>Install the app</Trans>
            </Button>
          )}
          {!trial && (
            // In sight however long the menu is: with the notice of an account that is not activated it scrolls.
            <Button
              {...entry}
              pos="sticky"
              bottom={0}
              bg="var(--app-raised)"
              style={{ zIndex: 1 }}
              leftSection={<IconLogout {...icon} />}
              onClick={() => {
                close()
                void logout()
              }}
            >
              <Trans>Log out</Trans>
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Greeting() {
  const { session, profile } = useSession()
  const email = profile?.email ?? session?.email ?? ''
  const shortName = cutText(profile?.name || displayName({ ...profile, email }), 24)
  return (
    <div>
      <Text size="1.25rem" fw={700} mb={4} style={{ overflowWrap: 'anywhere' }}>
        <Trans>Hello, {shortName}!</Trans>
      </Text>
      <Fact name={<Trans>Email</Trans>}>
        <AddressText>{email}</AddressText>
      </Fact>
      <Fact name={<Trans>City</Trans>}>{profile?.city || '–'}</Fact>
    </div>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="start" fz="sm">
      <Text inherit c="dimmed">
        {name}
      </Text>
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  )
}

function NotActivated() {
  return (
    <Alert color="yellow" p="xs" icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}>
      <Text size="sm">
        <Trans>Account has not been activated</Trans>
      </Text>
      <Button variant="subtle" size="sm" h={44} ms={-8} px="xs" onClick={() => void resendAndTell()}>
        <Trans>Send the link again</Trans>
      </Button>
    </Alert>
  )
}

/** The full choice: light, dark, or as the system. */
export function ModeSelect() {
  const { t } = useLingui()
  const chosen = useDeviceSettings(({ settings }) => settings.mode)
  const shown = useShownMode()
  const Sign = shown === 'dark' ? IconMoon : IconSun
  const names: Record<Settings['mode'], string> = {
    auto: t`As the system`,
    light: t({ message: 'Light', context: 'mode' }),
    dark: t({ message: 'Dark', context: 'mode' }),
  }
  return (
    <NativeSelect
      size="sm"
      styles={{ input: { minHeight: 44 } }}
      aria-label={t`Appearance`}
      leftSection={<Sign size={20} stroke={1.75} aria-hidden="true" />}
      value={chosen}
      data={Object.entries(names).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget }) =>
        changeSettings('settings', { mode: currentTarget.value as Settings['mode'] })
      }
    />
  )
}
