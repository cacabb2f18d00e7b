import { createRootRoute, Outlet } from '@tanstack/react-router'
import { MaintenanceScreen } from '../frame/pages/maintenance-screen.tsx'
import { RouteProgress } from '../frame/route-progress.tsx'
import { Snackbars } from '../frame/notices/snackbars.tsx'
import { UpdatePrompt } from '../frame/notices/update-prompt.tsx'
import { loadAllTexts, needsAllTexts } from '../texts/i18n.ts'

export const Route = createRootRoute({
  beforeLoad: ({ location }) => (needsAllTexts(location.pathname) ? loadAllTexts() : undefined),
  component: Root,
})

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
