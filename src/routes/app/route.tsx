import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { AppLayout } from '../../frame/app-layout.tsx'
import { LeaveDialog, LogoutDialog, SyncPanel } from '../../frame/lazy.tsx'
import { useOpenedPage } from '../../frame/use-opened-page.ts'
import { openEngine } from '../../app/start/open-engine.ts'
import { guestOf, isSignedIn, useSession, who } from '../../account/session/session.ts'

/**
 * Whether somebody has used the app since it was loaded. After a logout, the next login must not lead to a page of the
 * previous user, not even to one reached by Back.
 */
let wasHere = false

export const Route = createFileRoute('/app')({
  beforeLoad: ({ location }) => {
    const guest = guestOf()
    if (guest && !isSignedIn())
      throw redirect({ to: '/guest/$code', params: { code: guest.code }, replace: true })
    // A guest has one page.
    const guestPath = guest && `/app/details/${guest.listId}`
    if (guest && location.pathname !== guestPath)
      throw redirect({ to: '/app/details/$id', params: { id: guest.listId }, replace: true })
    if (isSignedIn() || who() === 'trial') {
      wasHere = true
      return openEngine()
    }
    const from = location.href
    // If the server ended the session, `session` stays set, and the next login returns to this page.
    const left = wasHere && useSession.getState().session === null
    throw redirect({
      to: '/auth/login',
      search: left || from === '/app' || from === '/app/' ? {} : { redirect: from },
      replace: true,
    })
  },
  component: App,
})

function App() {
  const [panelOpened, setPanelOpened] = useState(false)
  const opened = useOpenedPage()
  const openPanel = useCallback(() => setPanelOpened(true), [])
  return (
    <AppLayout onSyncStatus={openPanel}>
      <Outlet />
      <LogoutDialog />
      <LeaveDialog opened={opened.asked} onAnswer={opened.answer} />
      <SyncPanel opened={panelOpened} onClose={() => setPanelOpened(false)} />
    </AppLayout>
  )
}
