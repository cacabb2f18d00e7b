import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconAt, IconDownload, IconKey, IconLogout, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadMyData } from '../../state/session/profile.ts'
import { useSession } from '../../state/session/session.ts'
import { logout } from '../../state/session/sign-out.ts'
import { useSync } from '../../state/lists/sync.ts'
import { InactiveNotice } from '../inactive-notice.tsx'
import { Identity } from './identity.tsx'
import { NoProfile } from './no-profile.tsx'
import { Preferences } from './preferences.tsx'
import classes from './profile.module.css'
import { SignIns } from './sign-ins.tsx'
import { CategoriesWay, Way, WayText } from './way.tsx'

/** The user's profile and settings, with links to the account's subpages. */
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
          <Preferences />
          <Ways />
          <Security />
          <Leaving />
        </div>
      </div>
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
    <section className={classes.group} aria-labelledby="data">
      <h2 id="data">
        <Trans>Categories and data</Trans>
      </h2>
      <CategoriesWay />
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

function Security() {
  return (
    <section className={classes.group} aria-labelledby="security">
      <h2 id="security">
        <Trans>Security</Trans>
      </h2>
      <Way edit="change-email" icon={IconAt} title={<Trans>Change email</Trans>}>
        <Trans>With a code from your old and your new address</Trans>
      </Way>
      <Way edit="change-password" icon={IconKey} title={<Trans>Change password</Trans>}>
        <Trans>Logs out all your other devices</Trans>
      </Way>
      <SignIns />
    </section>
  )
}

function Leaving() {
  const { t } = useLingui()
  return (
    <section className={classes.leaving} aria-label={t`Leaving`}>
      <div className={classes.group}>
        <UnstyledButton className={classes.way} onClick={() => void logout()}>
          <IconLogout size={24} stroke={1.75} aria-hidden="true" />
          <WayText title={<Trans>Log out</Trans>}>
            <Trans>On this device only</Trans>
          </WayText>
        </UnstyledButton>
      </div>
      <div className={classes.group} data-danger="">
        <Way edit="delete-account" icon={IconTrash} danger title={<Trans>Delete account</Trans>}>
          <Trans>You have 30 days to change your mind</Trans>
        </Way>
      </div>
    </section>
  )
}
