import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Divider, Group, Stack, UnstyledButton } from '@mantine/core'
import {
  type Icon,
  IconArchive,
  IconBasket,
  IconChartBar,
  IconTemplate,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { displayName } from '../../core/text/person-name.ts'
import { useSession, who } from '../account/session/session.ts'
import { useIsHeaderFilled } from '../ui/header-slot.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { cutText } from '../../core/text/cut.ts'
import { PersonAvatar } from '../ui/person.tsx'
import { Brand } from './brand.tsx'
import classes from './frame.module.css'

interface Entry {
  to: '/app' | '/app/archive' | '/app/shared' | '/app/templates' | '/app/spending' | '/app/profile'
  label: MessageDescriptor
  /** for the bottom bar of a phone, which has room for five; the profile is in the user menu too */
  short?: MessageDescriptor
  icon: Icon
}

/** Links of the sidebar, the drawer and the bottom bar. */
const entries: readonly Entry[] = [
  {
    to: '/app',
    label: msg`Shopping lists`,
    short: msg({ message: 'Lists', context: 'bottom bar' }),
    icon: IconBasket,
  },
  {
    to: '/app/archive',
    label: msg`Archived lists`,
    short: msg({ message: 'Archive', context: 'bottom bar' }),
    icon: IconArchive,
  },
  {
    to: '/app/shared',
    label: msg`Shared with me`,
    short: msg({ message: 'Shared', context: 'bottom bar' }),
    icon: IconUsers,
  },
  {
    to: '/app/templates',
    label: msg`Templates`,
    short: msg({ message: 'Templates', context: 'bottom bar' }),
    icon: IconTemplate,
  },
  { to: '/app/spending', label: msg`Spending`, short: msg`Spending`, icon: IconChartBar },
  { to: '/app/profile', label: msg`My profile`, icon: IconUserCircle },
]

interface SidebarProps {
  collapsed: boolean
  /** called when an entry is chosen, so that a drawer can close */
  onChosen?: (() => void) | undefined
}

/** The brand, the links and the signed-in user: beside the page, or in the drawer on a phone. */
export function Sidebar({ collapsed, onChosen }: SidebarProps) {
  const { t } = useLingui()
  return (
    <Stack
      h="100%"
      gap="sm"
      px="sm"
      pt={10}
      pb="calc(16px + env(safe-area-inset-bottom))"
      align={collapsed ? 'center' : 'stretch'}
    >
      <LinkAnchor to="/app" px="xs" py={6} underline="never" onClick={onChosen}>
        <Brand nameHidden={collapsed} />
      </LinkAnchor>
      <Stack component="nav" aria-label={t`Main`} gap={4} flex={1}>
        {entries.map(({ to, label, icon: Symbol }) => (
          <LinkButton
            key={to}
            to={to}
            variant="subtle"
            color="gray"
            justify="start"
            fz="sm"
            fw={550}
            px={collapsed ? 16 : 10}
            title={collapsed ? t(label) : ''}
            leftSection={<Symbol size={24} stroke={1.75} aria-hidden="true" />}
            styles={collapsed ? { section: { margin: 0 } } : {}}
            activeOptions={{ exact: true }}
            activeProps={{ variant: 'light', color: 'orange' }}
            onClick={onChosen}
          >
            <span className={collapsed ? 'visually-hidden' : undefined}>{t(label)}</span>
          </LinkButton>
        ))}
      </Stack>
      <Divider w="100%" />
      <Person collapsed={collapsed} onChosen={onChosen} />
    </Stack>
  )
}

function Person({ collapsed, onChosen }: SidebarProps) {
  const { t } = useLingui()
  const { profile, name: ownName } = usePerson()
  const trial = useSession(who) === 'trial'
  const name = trial ? t`Without an account` : ownName
  const size = collapsed ? 'xs' : 'sm'
  return (
    <LinkAnchor
      to="/app/profile"
      c="bright"
      fz={size}
      fw={550}
      lh={1.3}
      underline="hover"
      title={name}
      onClick={onChosen}
    >
      <Group
        gap={size}
        wrap="nowrap"
        style={collapsed ? { flexDirection: 'column', textAlign: 'center' } : {}}
      >
        <PersonAvatar profile={profile} name={name} size={40} />
        <span style={{ overflowWrap: 'anywhere' }}>{cutText(name, collapsed ? 13 : 20)}</span>
      </Group>
    </LinkAnchor>
  )
}

/** Returns the profile of the signed-in user, once it is known, and the name to show. */
function usePerson() {
  const { session, profile } = useSession()
  if (session?.guest) return { profile, name: session.guest.name }
  return { profile, name: displayName({ ...profile, email: profile?.email ?? session?.email ?? '' }) }
}

/** The button with the user's picture, which opens the user menu. */
export function AccountButton(props: Omit<ComponentProps<'button'>, 'style' | 'color'>) {
  const { t } = useLingui()
  const { profile, name } = usePerson()
  return (
    <UnstyledButton
      p={3}
      bdrs="50%"
      aria-label={t`Your account`}
      aria-haspopup="dialog"
      aria-expanded={false}
      {...props}
    >
      <PersonAvatar profile={profile} name={name} size={38} />
    </UnstyledButton>
  )
}

/** The sidebar's entries at the bottom of a phone, in reach of the thumb. */
export function BottomBar() {
  const { t } = useLingui()
  // A list has its own bar at the bottom.
  if (useIsHeaderFilled()) return null
  return (
    <nav aria-label={t`Main`} className={classes.bottomBar} data-docked="">
      {entries.map(
        ({ to, short, icon: Symbol }) =>
          short && (
            <Link key={to} to={to} activeOptions={{ exact: true }}>
              <span>
                <Symbol size={24} stroke={1.75} aria-hidden="true" />
              </span>
              {t(short)}
            </Link>
          ),
      )}
    </nav>
  )
}
