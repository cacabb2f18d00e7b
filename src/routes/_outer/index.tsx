import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../account/login-page.tsx'
import { leadOn } from '../../after-login.ts'

export const Route = createFileRoute('/_outer/')({
  beforeLoad: () => leadOn(),
  component: LoginPage,
})
