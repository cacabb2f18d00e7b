import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../../account/sign-in/login-page.tsx'
import { leadOn } from '../../visitor/after-login.ts'
import { who } from '../../account/session/session.ts'

export const Route = createFileRoute('/_outer/')({
  staticData: { title: msg`Log in`, frame: 'first' },
  beforeLoad: async () => {
    await leadOn()
    if (who() === 'trial') throw redirect({ to: '/app' })
  },
  component: LoginPage,
})
