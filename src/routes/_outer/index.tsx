import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../../account/login-page.tsx'
import { isSignedIn } from '../../state/session.ts'

export const Route = createFileRoute('/_outer/')({
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/app' })
  },
  component: LoginPage,
})
