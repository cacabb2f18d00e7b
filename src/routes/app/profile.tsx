import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { ProfilePage, TrialPage } from '../../account/profile/profile-page.tsx'
import { who } from '../../account/session/session.ts'

export const Route = createFileRoute('/app/profile')({
  staticData: { title: msg`My profile` },
  component: Profile,
})

function Profile() {
  // Read once: a user who ends the trial here must not see the profile page before this page is left.
  const [trial] = useState(() => who() === 'trial')
  return trial ? <TrialPage /> : <ProfilePage />
}
