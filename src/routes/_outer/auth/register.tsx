import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '../../../account/sign-in/register-page.tsx'
import { leadOn, ownPath } from '../../../visitor/after-login.ts'

export const Route = createFileRoute('/_outer/auth/register')({
  staticData: { title: msg`Create an account`, frame: 'welcome' },
  // After a registration, too, the user returns to the page that asked for the login.
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: ownPath(redirect) ?? undefined,
  }),
  // Runs again after the sign-in and then redirects the user to where they wanted to go.
  beforeLoad: ({ search }) => leadOn(search.redirect),
  component: RegisterPage,
})
