import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { AppLayout } from '../../frame/app-layout.tsx'
import { useOnline } from '../../frame/use-online.ts'
import { isSignedIn } from '../../state/session.ts'

export const Route = createFileRoute('/app')({
  beforeLoad: ({ location }) => {
    if (isSignedIn()) return
    const from = location.href
    throw redirect({
      to: '/auth/login',
      search: from === '/app' || from === '/app/' ? {} : { redirect: from },
      replace: true,
    })
  },
  component: App,
})

function App() {
  const online = useOnline()
  return (
    <AppLayout online={online} sync={{ state: 'saved', count: 0 }}>
      <Outlet />
    </AppLayout>
  )
}
