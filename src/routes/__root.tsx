import { createRootRoute, Outlet } from '@tanstack/react-router'
import { MaintenanceScreen } from '../frame/maintenance-screen.tsx'
import { RouteProgress } from '../frame/route-progress.tsx'
import { Snackbars } from '../frame/snackbars.tsx'
import { UpdatePrompt } from '../frame/update-prompt.tsx'

export const Route = createRootRoute({ component: Root })

function Root() {
  return (
    <>
      <RouteProgress />
      <MaintenanceScreen>
        <Outlet />
      </MaintenanceScreen>
      <UpdatePrompt />
      <Snackbars />
    </>
  )
}
