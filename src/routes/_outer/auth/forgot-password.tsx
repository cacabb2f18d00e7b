import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '../../../account/sign-in/forgot-password-page.tsx'

export const Route = createFileRoute('/_outer/auth/forgot-password')({
  staticData: { title: msg`Forgot your password?`, frame: 'form' },
  component: ForgotPasswordPage,
})
