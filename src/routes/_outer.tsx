import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router'
import type { OuterKind } from '../frame/outer/outer-frame.tsx'
import { OuterLayout } from '../frame/outer/outer-layout.tsx'

/** Pages for everybody, signed in or not. */
export const Route = createFileRoute('/_outer')({ component: Outer })

const texts = ['/privacy', '/terms', '/about-us']

const welcomes = ['/', '/auth/login', '/auth/register']

function kindOf(pathname: string): OuterKind {
  if (pathname === '/maintenance') return 'message'
  if (pathname.startsWith('/public-list')) return 'wide'
  if (texts.includes(pathname) || pathname.startsWith('/read/')) return 'text'
  return welcomes.includes(pathname) || pathname.startsWith('/invite/') ? 'welcome' : 'form'
}

function Outer() {
  const pathname = useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? '' })
  return (
    <OuterLayout kind={kindOf(pathname)}>
      <Outlet />
    </OuterLayout>
  )
}
