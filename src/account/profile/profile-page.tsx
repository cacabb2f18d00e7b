import { Trans } from '@lingui/react/macro'
import { Stack, Title } from '@mantine/core'
import { IconAt, IconDownload, IconKey, IconLogout, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSync } from '../../state/lists/sync.ts'
import { downloadMyData } from '../../state/session/profile.ts'
import { useSession } from '../../state/session/session.ts'
import { logout } from '../../state/session/sign-out.ts'
import classes from '../account.module.css'
import { InactiveNotice, NoProfile } from '../page.tsx'
import { Identity } from './identity.tsx'
import { Preferences } from './preferences.tsx'
import { CategoriesRow, LinkRow, Row, Rows } from './rows.tsx'
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
      <Data />
      <Rows title={<Trans>Security</Trans>}>
        <LinkRow edit="change-email" icon={IconAt} title={<Trans>Change email</Trans>}>
          <Trans>With a code from your old and your new address</Trans>
        </LinkRow>
        <LinkRow edit="change-password" icon={IconKey} title={<Trans>Change password</Trans>}>
          <Trans>Logs out all your other devices</Trans>
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

interface ProfileColumnsProps {
  title: ReactNode
  notice?: ReactNode
  /** the first column on a wide screen */
  side: ReactNode
  children: ReactNode
}

/** The layout of the profile, with or without an account. */
export function ProfileColumns({ title, notice, side, children }: ProfileColumnsProps) {
  return (
    <Stack gap="md" className={classes.words}>
      <Title py="xs">{title}</Title>
      {notice}
      <div className={classes.columns}>
        {side}
        <Stack gap="lg">{children}</Stack>
      </div>
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
