import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { setMaintenanceAside, useMaintenance } from '../state/maintenance.ts'
import { isSignedIn, useSession } from '../state/session.ts'
import { MaintenancePage } from './maintenance-page.tsx'
import classes from './maintenance.module.css'

/** Puts the maintenance page over any other, which stays as it is underneath with all that was typed. */
export function MaintenanceScreen({ children }: { children: ReactNode }) {
  const hasOwnPage = useRouterState({ select: (state) => state.location.pathname === '/maintenance' })
  const covered = useMaintenance(({ on, setAside }) => on && !setAside) && !hasOwnPage
  const signedIn = useSession(isSignedIn)
  return (
    <>
      <div inert={covered}>{children}</div>
      {covered && (
        <div className={classes.cover}>
          <MaintenancePage onGoOn={signedIn ? setMaintenanceAside : undefined} />
        </div>
      )}
    </>
  )
}
