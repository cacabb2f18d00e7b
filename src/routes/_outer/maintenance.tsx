import { msg } from '@lingui/core/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MaintenancePage } from '../../frame/pages/maintenance-page.tsx'
import { expectMaintenance, setMaintenanceAside, useMaintenance } from '../../lib/maintenance.ts'
import { isSignedIn, useSession } from '../../account/session/session.ts'

export const Route = createFileRoute('/_outer/maintenance')({
  staticData: { title: msg`Maintenance`, frame: 'message' },
  component: Maintenance,
})

/** The maintenance page by its URL, which a waiting user may have reloaded. It is left when the server is back. */
function Maintenance() {
  const navigate = useNavigate()
  const signedIn = useSession(isSignedIn)
  useEffect(() => {
    expectMaintenance()
    return useMaintenance.subscribe(({ on }) => {
      if (!on) void navigate({ to: '/', replace: true })
    })
  }, [navigate])

  function goOn() {
    setMaintenanceAside()
    void navigate({ to: '/app', replace: true })
  }
  return <MaintenancePage onGoOn={signedIn ? goOn : undefined} />
}
