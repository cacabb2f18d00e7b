import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../../../account/login-page.tsx'
import { ownPath } from '../../../own-path.ts'
import { isSignedIn } from '../../../state/session.ts'

export const Route = createFileRoute('/_outer/auth/login')({
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => {
    const path = ownPath(redirect)
    return path ? { redirect: path } : {}
  },
  // Runs again as soon as somebody is signed in: the way back to where they wanted to go.
  beforeLoad: ({ search }) => {
    if (isSignedIn()) throw search.redirect ? redirect({ href: search.redirect }) : redirect({ to: '/app' })
  },
  component: LoginPage,
})
