import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../account/profile/profile-page.tsx'
import { isTrial, useSession } from '../../state/session/session.ts'
import { TrialPage } from '../../trial/later-parts.tsx'

export const Route = createFileRoute('/app/profile')({ component: Profile })

function Profile() {
  return useSession(isTrial) ? <TrialPage /> : <ProfilePage />
}
