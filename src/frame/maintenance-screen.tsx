import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { setMaintenanceAside, useMaintenance } from '../state/maintenance.ts'
import { isSignedIn, useSession } from '../state/session.ts'
import { useLoaded } from './use-loaded.ts'

const load = () => import('./maintenance-cover.tsx')

/** Puts the maintenance page over any other, which stays as it is underneath with all that was typed. */
export function MaintenanceScreen({ children }: { children: ReactNode }) {
  const hasOwnPage = useRouterState({ select: (state) => state.location.pathname === '/maintenance' })
  const wanted = useMaintenance(({ on, setAside }) => on && !setAside) && !hasOwnPage
  const loaded = useLoaded(wanted, load)
  const signedIn = useSession(isSignedIn)
  return (
    <>
      <div inert={wanted && loaded !== null}>{children}</div>
      {wanted && loaded && <loaded.MaintenanceCover onGoOn={signedIn ? setMaintenanceAside : undefined} />}
    </>
  )
}
