import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Popover, Stack, Text } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { leaveAsGuest } from '../guest/guest.ts'
import { guestOf, useSession } from '../account/session/session.ts'
import { formatDate } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import { LanguageSelect } from './display-settings.tsx'
import { AccountButton } from './sidebar.tsx'
import { ModeSelect } from './user-menu.tsx'

/** What a guest has instead of the user menu: who they are here and until when, the looks, and the way out. */
export function GuestMenu() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const language = useLanguage()
  const guest = useSession(guestOf)
  const [opened, setOpened] = useState(false)
  if (!guest) return null
  const { name } = guest
  const until = formatDate(new Date(guest.until).toISOString(), language)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="min(320px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles
    >
      <Popover.Target>
        <AccountButton aria-label={t`You are a guest`} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown
        aria-label={t`You are a guest`}
        mah="min(22.5rem, var(--app-room, 22.5rem))"
        bg="var(--app-raised)"
        style={{ boxShadow: 'var(--app-float)', overflowY: 'auto' }}
      >
        <Stack gap="xs">
          <Text size="1.25rem" fw={700} style={{ overflowWrap: 'anywhere' }}>
            <Trans>Hello, {name}!</Trans>
          </Text>
          <Text c="dimmed" fz="sm">
            <Trans>You help with this list as a guest, until {until}. Everybody on it sees your name.</Trans>
          </Text>
          <Group gap="xs" wrap="nowrap">
            <LanguageSelect />
          </Group>
          <ModeSelect />
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            justify="start"
            px="sm"
            leftSection={<IconDoorExit size={22} stroke={1.75} aria-hidden />}
            onClick={async () => {
              setOpened(false)
              if (await leaveAsGuest()) await navigate({ to: '/guest/$code', params: { code: guest.code } })
            }}
          >
            <Trans>Leave the list</Trans>
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
