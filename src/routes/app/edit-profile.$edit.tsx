import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { CategoriesPage } from '../../account/categories/categories-page.tsx'
import { ChangeEmailPage } from '../../account/profile/change-email-page.tsx'
import { ChangePasswordPage } from '../../account/profile/change-password-page.tsx'
import { DeleteAccountPage } from '../../account/profile/delete-account-page.tsx'
import { EditAccountPage } from '../../account/profile/edit-account-page.tsx'
import { HouseholdPage } from '../../account/profile/household-page.tsx'
import { TogetherPage } from '../../account/profile/together-page.tsx'
import { ConnectPage, TokensPage } from '../../account/profile/tokens-page.tsx'
import { WaysInPage } from '../../account/profile/ways-in-page.tsx'
import { NotFoundPage } from '../../frame/pages/messages.tsx'
import { ImportPage } from '../../account/profile/import-page.tsx'
import { who } from '../../account/session/session.ts'

const titles: Record<string, MessageDescriptor> = {
  account: msg`Edit profile`,
  'change-email': msg`Change email`,
  'change-password': msg`Change password`,
  'delete-account': msg`Delete account`,
  connect: msg`Another app asks`,
  household: msg`Household`,
  import: msg`Import lists`,
  notifications: msg`Shopping together`,
  tokens: msg`Other apps`,
  'user-categories': msg`My categories`,
  'ways-in': msg`Login methods`,
}
const notFound = msg`Page not found`

export const Route = createFileRoute('/app/edit-profile/$edit')({
  staticData: { title: ({ edit }) => titles[edit ?? ''] ?? notFound, parent: '/app/profile', onServer: true },
  // Without an account categories can be edited and lists imported; the page about notifications says that they need one.
  beforeLoad: ({ params }) => {
    if (who() === 'trial' && !['user-categories', 'notifications', 'import'].includes(params.edit))
      throw redirect({ to: '/app/profile' })
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
    case 'connect':
      return <ConnectPage />
    case 'household':
      return <HouseholdPage />
    case 'import':
      return <ImportPage />
    case 'tokens':
      return <TokensPage />
    case 'notifications':
      return <TogetherPage />
    case 'user-categories':
      return <CategoriesPage />
    case 'ways-in':
      return <WaysInPage />
    default:
      return <NotFoundPage />
  }
}
