import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../../../account/sign-in/reset-password-page.tsx'

export const Route = createFileRoute('/_outer/auth/reset-password/{-$id}')({
  staticData: { title: msg`Set a new password`, frame: 'form' },
  component: ResetPassword,
})

function ResetPassword() {
  const { id } = Route.useParams()
  return <ResetPasswordPage key={id} code={id} />
}
