import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../../account/sign-in/login-page.tsx'
import { leadOn } from '../../../app/after-login.ts'
import { ownPath } from '../../../app/own-path.ts'

export const Route = createFileRoute('/_outer/auth/login')({
  // Named in any case: the router keeps what stands in the address and is not overwritten here.
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: ownPath(redirect) ?? undefined,
  }),
  // Runs again as soon as somebody is signed in: the way back to where they wanted to go.
  beforeLoad: ({ search }) => leadOn(search.redirect),
  component: LoginPage,
})
