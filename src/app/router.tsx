import { createRouter } from '@tanstack/react-router'
import { createElement } from 'react'
import { ErrorPage } from '../frame/pages/error-page.tsx'
import { soon } from './later.tsx'
import { routeTree } from '../routeTree.gen.ts'

const NotFound = soon(async () => (await import('../frame/pages/not-found-page.tsx')).NotFoundPage)

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultNotFoundComponent: () => createElement(NotFound),
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
