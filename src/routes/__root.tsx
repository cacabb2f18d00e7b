import { createRootRoute, Outlet } from '@tanstack/react-router'
import { MaintenanceScreen } from '../frame/pages/maintenance-screen.tsx'
import { RouteProgress } from '../frame/route-progress.tsx'
import { Snackbars } from '../frame/notices/snackbars.tsx'
import { UpdateOffer } from '../frame/notices/update-offer.tsx'
import { loadTexts, textsOf } from '../texts/i18n.ts'

export const Route = createRootRoute({
  beforeLoad: ({ location }) => loadTexts(textsOf(location.pathname)),
  component: Root,
})

function Root() {
  return (
    <>
      <RouteProgress />
      <MaintenanceScreen>
        <Outlet />
      </MaintenanceScreen>
      <UpdateOffer />
      <Snackbars />
    </>
  )
}
