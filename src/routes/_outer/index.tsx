import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../account/sign-in/login-page.tsx'
import { leadOn } from '../../app/after-login.ts'

export const Route = createFileRoute('/_outer/')({
  beforeLoad: () => leadOn(),
  component: LoginPage,
})
