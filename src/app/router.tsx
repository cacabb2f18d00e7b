import { createRouter } from '@tanstack/react-router'
import { createElement } from 'react'
import { ErrorPage, NotFoundPage } from '../frame/pages/messages.tsx'
import { routeTree } from '../routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultNotFoundComponent: () => createElement(NotFoundPage),
  // 'Again' reloads the same page; a reload also fetches chunks that an update replaced.
  defaultErrorComponent: () => createElement(ErrorPage, { onAgain: () => location.reload() }),
  // The progress bar shows that the next page is loading; the previous page stays until then.
  defaultPendingMs: 60_000,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
