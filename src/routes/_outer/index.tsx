import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../../account/sign-in/login-page.tsx'
import { leadOn } from '../../app/after-login.ts'
import { isTrial } from '../../state/session/session.ts'

export const Route = createFileRoute('/_outer/')({
  beforeLoad: async () => {
    await leadOn()
    if (isTrial()) throw redirect({ to: '/app' })
  },
  component: LoginPage,
})
