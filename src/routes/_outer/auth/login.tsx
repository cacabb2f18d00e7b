import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../../account/login-page.tsx'
import { leadOn } from '../../../after-login.ts'
import { ownPath } from '../../../own-path.ts'

export const Route = createFileRoute('/_outer/auth/login')({
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => {
    const path = ownPath(redirect)
    return path ? { redirect: path } : {}
  },
  // Runs again as soon as somebody is signed in: the way back to where they wanted to go.
  beforeLoad: ({ search }) => leadOn(search.redirect),
  component: LoginPage,
})
