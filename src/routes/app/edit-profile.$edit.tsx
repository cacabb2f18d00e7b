import { createFileRoute, redirect } from '@tanstack/react-router'
import { CategoriesPage } from '../../account/categories/categories-page.tsx'
import { ChangeEmailPage } from '../../account/profile/change-email-page.tsx'
import { ChangePasswordPage } from '../../account/profile/change-password-page.tsx'
import { DeleteAccountPage } from '../../account/profile/delete-account-page.tsx'
import { EditAccountPage } from '../../account/profile/edit-account-page.tsx'
import { NotFoundPage } from '../../frame/pages/not-found-page.tsx'
import { isTrial } from '../../state/session/session.ts'

export const Route = createFileRoute('/app/edit-profile/$edit')({
  // Without an account only the categories can be edited.
  beforeLoad: ({ params }) => {
    if (isTrial() && params.edit !== 'user-categories') throw redirect({ to: '/app/profile' })
  },
  component: EditProfile,
})

function EditProfile() {
  switch (Route.useParams().edit) {
    case 'account':
      return <EditAccountPage />
    case 'change-email':
      return <ChangeEmailPage />
    case 'change-password':
      return <ChangePasswordPage />
    case 'delete-account':
      return <DeleteAccountPage />
    case 'user-categories':
      return <CategoriesPage />
    default:
      return <NotFoundPage />
  }
}
