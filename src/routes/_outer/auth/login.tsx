import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../../account/sign-in/login-page.tsx'
import { leadOn } from '../../../app/after-login.ts'
import { ownPath } from '../../../app/own-path.ts'

export const Route = createFileRoute('/_outer/auth/login')({
  // Always set, even to undefined: the router keeps what is in the URL and not overwritten here.
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: ownPath(redirect) ?? undefined,
  }),
  // Runs again after the sign-in and then redirects the user to where they wanted to go.
  beforeLoad: ({ search }) => leadOn(search.redirect),
  component: LoginPage,
})
