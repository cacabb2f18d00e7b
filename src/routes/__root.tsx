import type { MessageDescriptor } from '@lingui/core'
import { createRootRoute, Outlet, useRouterState } from '@tanstack/react-router'
import type { OuterKind } from '../frame/outer/outer-frame.tsx'
import { MaintenanceScreen } from '../frame/pages/maintenance-screen.tsx'
import progress from '../frame/route-progress.module.css'
import { Snackbars } from '../frame/notices/snackbars.tsx'
import { UpdateOffer } from '../frame/notices/update-offer.tsx'
import { loadTexts, textsOf } from '../texts/i18n.ts'

declare module '@tanstack/react-router' {
  /** What the frame around a page must know of it. */
  interface StaticDataRouteOption {
    /** the title of the window, and of the header once the page is scrolled */
    title?: MessageDescriptor | ((params: Partial<Record<string, string>>) => MessageDescriptor)
    /** a page inside another one: a phone shows Back instead of the menu, and Back leads here if nothing is behind */
    parent?: '/app' | '/app/profile' | '/app/templates'
    /** the page's content is only on the server */
    onServer?: boolean
    /** how a page that needs no account is laid out */
    frame?: OuterKind
  }
}

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

/** A thin bar while the next page loads. */
function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  // Another page begins with another bar, even if the first has not come yet.
  const page = useRouterState({ select: (state) => state.location.pathname })
  return <div key={page} className={progress.bar} data-running={loading || undefined} aria-hidden="true" />
}
