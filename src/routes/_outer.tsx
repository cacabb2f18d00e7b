import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { OuterLayout } from '../frame/outer/outer-layout.tsx'

/** Pages for everybody, signed in or not. */
export const Route = createFileRoute('/_outer')({ component: Outer })

const texts = ['/privacy', '/terms', '/about-us']

function kindOf(pathname: string): 'form' | 'text' | 'wide' | 'message' {
  if (pathname === '/maintenance') return 'message'
  if (pathname.startsWith('/public-list')) return 'wide'
  return texts.includes(pathname) || pathname.startsWith('/read/') ? 'text' : 'form'
}

function Outer() {
  const pathname = useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? '' })
  return (
    <OuterLayout kind={kindOf(pathname)}>
      <Outlet />
    </OuterLayout>
  )
}
