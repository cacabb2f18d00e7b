import { Trans, useLingui } from '@lingui/react/macro'
import { Button, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  type Icon,
  IconChevronRight,
  IconCircleCheck,
  IconCircleDashed,
  IconDownload,
  IconKey,
  IconLogout,
  IconPencil,
  IconTags,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Profile } from '../../../core/contract/shapes.ts'
import { languageNames } from '../../texts/i18n.ts'
import { displayName } from '../../../core/words/person-name.ts'
import { PersonAvatar } from '../../ui/person.tsx'
import { downloadMyData } from '../../state/session/profile.ts'
import { logout, useSession } from '../../state/session/session.ts'
import { useSync } from '../../state/lists/sync.ts'
import { InactiveNotice } from '../inactive-notice.tsx'
import { NoProfile } from './no-profile.tsx'
import classes from './profile.module.css'
import { SignIns } from './sign-ins.tsx'

/** The user's profile, with links to everything about the account. */
export function ProfilePage() {
  const profile = useSession((session) => session.profile)
  return (
    <div className={classes.page}>
      <h1>
        <Trans>My profile</Trans>
      </h1>
      <InactiveNotice />
      <div className={classes.columns}>
        {profile ? <Identity profile={profile} /> : <NoProfile />}
        <div className={classes.groups}>
          <Ways />
          <SignIns />
          <Leaving />
        </div>
      </div>
    </div>
  )
}

function Identity({ profile }: { profile: Profile }) {
  const isActive = profile.status === 'A'
  const Symbol = isActive ? IconCircleCheck : IconCircleDashed
  return (
    <section className={classes.identity}>
      <PersonAvatar profile={profile} name={displayName(profile)} size={112} />
      <p className={classes.name}>{displayName(profile)}</p>
      <p className={classes.status} data-active={isActive || undefined}>
        <Symbol size={20} stroke={1.75} aria-hidden="true" />
        {profile.status === 'A' && <Trans>Active account</Trans>}
        {profile.status === 'N' && <Trans>Account not activated</Trans>}
        {profile.status === 'D' && <Trans>Account submitted for deletion</Trans>}
      </p>
      <dl className={classes.facts}>
        <Fact label={<Trans context="person">Name</Trans>} value={profile.name} />
        <Fact label={<Trans>Surname</Trans>} value={profile.surname} />
        <Fact label={<Trans>Email</Trans>} value={profile.email} />
        <Fact label={<Trans>City</Trans>} value={profile.city} />
        <Fact label={<Trans>Language</Trans>} value={languageNames[profile.language]} />
      </dl>
      <Button
        renderRoot={(props) => <Link {...props} to="/app/edit-profile/$edit" params={{ edit: 'account' }} />}
        fullWidth
        leftSection={<IconPencil size={20} stroke={1.75} aria-hidden="true" />}
      >
        <Trans>Edit profile</Trans>
      </Button>
    </section>
  )
}

function Fact({ label, value }: { label: ReactNode; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value || '–'}</dd>
    </div>
  )
}

function Ways() {
  const online = useSync((sync) => sync.online)
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    await downloadMyData()
    setBusy(false)
  }
  return (
    <section className={classes.group}>
      <Way edit="user-categories" icon={IconTags} title={<Trans>My categories</Trans>}>
        <Trans>Your own categories, recognised by words in a product’s name</Trans>
      </Way>
      <Way edit="change-password" icon={IconKey} title={<Trans>Change password</Trans>}>
        <Trans>Logs out all your other devices</Trans>
      </Way>
      <UnstyledButton className={classes.way} disabled={!online || busy} onClick={() => void download()}>
        <IconDownload size={24} stroke={1.75} aria-hidden="true" />
        <WayText title={<Trans>Download my data</Trans>}>
          {online ? (
            <Trans>Lists, templates and everything else in one file</Trans>
          ) : (
            <Trans>You are offline. This needs a connection.</Trans>
          )}
        </WayText>
      </UnstyledButton>
    </section>
  )
}

interface WayProps {
  edit: string
  icon: Icon
  danger?: boolean
  title: ReactNode
  children: ReactNode
}

function Way({ edit, icon: Symbol, danger, title, children }: WayProps) {
  return (
    <Link to="/app/edit-profile/$edit" params={{ edit }} className={classes.way} data-danger={danger}>
      <Symbol size={24} stroke={1.75} aria-hidden="true" />
      <WayText title={title}>{children}</WayText>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  )
}

function WayText({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.wayText}>
      <strong>{title}</strong>
      <span>{children}</span>
    </span>
  )
}

function Leaving() {
  const { t } = useLingui()
  return (
    <section className={classes.group} aria-label={t`Leaving`}>
      <UnstyledButton className={classes.way} onClick={() => void logout()}>
        <IconLogout size={24} stroke={1.75} aria-hidden="true" />
        <WayText title={<Trans>Log out</Trans>}>
          <Trans>On this device only</Trans>
        </WayText>
      </UnstyledButton>
      <Way edit="delete-account" icon={IconTrash} danger title={<Trans>Delete account</Trans>}>
        <Trans>You have 30 days to change your mind</Trans>
      </Way>
    </section>
  )
}
