import { Trans } from '@lingui/react/macro'
import { useSession } from '../../state/session/session.ts'
import { AvatarEditor } from './avatar-editor.tsx'
import { InactiveNotice } from '../inactive-notice.tsx'
import { NoProfile } from './no-profile.tsx'
import { Page } from '../page.tsx'
import classes from '../page.module.css'
import { ProfileForm } from './profile-form.tsx'

export function EditAccountPage() {
  const profile = useSession((session) => session.profile)
  return (
    <Page
      title={<Trans>Edit profile</Trans>}
      lead={<Trans>People you share lists with see your name and email, never your picture or city.</Trans>}
    >
      <InactiveNotice />
      {profile ? (
        <>
          <section className={classes.box}>
            <AvatarEditor profile={profile} />
          </section>
          <section className={classes.box}>
            <ProfileForm key={profile.id} profile={profile} />
          </section>
        </>
      ) : (
        <NoProfile />
      )}
    </Page>
  )
}
