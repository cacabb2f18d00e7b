import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '../../account/categories-page.tsx'
import { ChangePasswordPage } from '../../account/change-password-page.tsx'
import { DeleteAccountPage } from '../../account/delete-account-page.tsx'
import { EditAccountPage } from '../../account/edit-account-page.tsx'
import { NotFoundPage } from '../../frame/not-found-page.tsx'

export const Route = createFileRoute('/app/edit-profile/$edit')({ component: EditProfile })

function EditProfile() {
  switch (Route.useParams().edit) {
    case 'account':
      return <EditAccountPage />
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
