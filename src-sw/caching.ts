import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST?: { url: string; revision: string | null }[]
}

/** The app shell from the precache, with and without a network. Calls of the API never pass through here. */
export function serveShell(): void {
  const shell = self.__WB_MANIFEST ?? []
  // Under the dev server nothing is built, so there is no shell to keep.
  if (shell.length === 0) return
  cleanupOutdatedCaches()
  precacheAndRoute(shell)
  const notTheShell = [
    /^\/api\//,
    /^\/oauth\//,
    /^\/uploads\//,
    /^\/dev\//,
    /^\/(healthz|readyz|metrics|openapi\.json)$/,
  ]
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notTheShell }))
}
