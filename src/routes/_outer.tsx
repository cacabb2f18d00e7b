import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { TryFirst } from '../account/sign-in/try-it.tsx'
import { OuterLayout } from '../frame/outer/outer-frame.tsx'

/** Pages for everybody, signed in or not. */
export const Route = createFileRoute('/_outer')({ component: Outer })

function Outer() {
  const kind = useMatches({ select: (matches) => matches.at(-1)?.staticData.frame })
  return (
    <OuterLayout kind={kind ?? 'form'} start={kind === 'first' && <TryFirst />}>
      <Outlet />
    </OuterLayout>
  )
}
