import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { OuterLayout } from '../frame/outer-layout.tsx'

/** Pages for everybody, signed in or not. */
export const Route = createFileRoute('/_outer')({ component: Outer })

const texts = ['/privacy', '/about-us']

function Outer() {
  const pathname = useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? '' })
  return (
    <OuterLayout kind={texts.includes(pathname) ? 'text' : 'form'}>
      <Outlet />
    </OuterLayout>
  )
}
