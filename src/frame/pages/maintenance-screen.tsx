import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { setMaintenanceAside, useMaintenance } from '../../state/maintenance.ts'
import { isSignedIn, useSession } from '../../state/session/session.ts'
import { useTyping } from '../../ui/input/typing.ts'
import { late, useLate } from '../../app/later.tsx'

const cover = late(() => import('./maintenance-cover.tsx'))

/** Returns whether to show the cover. Typing works without the server, so it waits until a signed-in user stops. */
function useUnlessTyping(resting: boolean, signedIn: boolean): boolean {
  const typing = useTyping()
  const [covers, setCovers] = useState(false)
  const now = resting && (covers || !signedIn || !typing)
  if (now !== covers) setCovers(now)
  return now
}

/** Covers any page with the maintenance page; the page underneath stays mounted with everything that was typed. */
export function MaintenanceScreen({ children }: { children: ReactNode }) {
  const hasOwnPage = useRouterState({ select: (state) => state.location.pathname === '/maintenance' })
  const signedIn = useSession(isSignedIn)
  const resting = useMaintenance(({ on, setAside }) => on && !setAside) && !hasOwnPage
  const wanted = useUnlessTyping(resting, signedIn)
  const loaded = useLate(cover, wanted)
  return (
    <>
      <div inert={wanted && loaded !== null}>{children}</div>
      {wanted && loaded && <loaded.MaintenanceCover onGoOn={signedIn ? setMaintenanceAside : undefined} />}
    </>
  )
}
