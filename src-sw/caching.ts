import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

const iconCache = 'category-icons'

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

/** Pictures of categories stay once they were seen: their content never changes under the same name. */
export function keepIcons(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/uploads/categoryIcons/'),
    async ({ request }) => {
      const cache = await caches.open(iconCache)
      const seen = await cache.match(request.url)
      if (seen) return seen
      const answer = await fetch(request)
      // No room is no reason to show nothing.
      if (answer.ok) await cache.put(request.url, answer.clone()).catch(() => undefined)
      return answer
    },
  )
}
