import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../../account/sign-in/login-page.tsx'
import { leadOn, ownPath } from '../../../visitor/after-login.ts'

export const Route = createFileRoute('/_outer/auth/login')({
  staticData: { title: msg`Log in`, frame: 'first' },
  // Set the key even to undefined: the router keeps values of the URL that are not overwritten here.
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: ownPath(redirect) ?? undefined,
  }),
  // Runs again after the sign-in and then redirects the user to where they wanted to go.
  beforeLoad: ({ search }) => leadOn(search.redirect),
  component: LoginPage,
})
