import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { ProfilePage } from '../../account/profile/profile-page.tsx'
import { isTrial } from '../../state/session/session.ts'
import { TrialPage } from '../../account/profile/trial-page.tsx'

export const Route = createFileRoute('/app/profile')({ component: Profile })

function Profile() {
  // As it was opened: whoever removes everything is on the way out, not a member.
  const [trial] = useState(() => isTrial())
  return trial ? <TrialPage /> : <ProfilePage />
}
