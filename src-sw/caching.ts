import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

const iconCache = 'category-icons'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST?: { url: string; revision: string | null }[]
}

/** How the paths begin that the server alone answers. */
const ofTheServer = ['/api/', '/oauth/', '/dev/', '/healthz', '/readyz', '/metrics', '/openapi.json']

/** Not in the platform's types yet, nor in every browser. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>
}

/**
 * Calls of the API never pass through here. Where the browser takes that for granted they do not start the
 * worker either, nor do they keep an old one from giving way to its successor.
 */
export function leaveToTheServer(): void {
  const rules = ofTheServer.map((path) => {
    return { condition: { urlPattern: { pathname: `${path}*` } }, source: 'network' as const }
  })
  self.addEventListener('install', (event: InstallEvent) => void event.addRoutes?.(rules))
}

/** The app shell from the precache, with and without a network. */
export function serveShell(): void {
  const shell = self.__WB_MANIFEST ?? []
  // Under the dev server nothing is built, so there is no shell to keep.
  if (shell.length === 0) return
  cleanupOutdatedCaches()
  precacheAndRoute(shell)
  const denylist = [...ofTheServer, '/uploads/'].map((path) => new RegExp(`^${path}`))
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist }))
}

/** Pictures of categories stay once they were seen: their content never changes under the same name. */
export function keepIcons(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/uploads/categoryIcons/'),
    async ({ request }) => {
      const cache = await caches.open(iconCache)
      const seen = await cache.match(request.url)
      if (seen) return seen
      const answer = await fetch(request).catch(() => new Response(null, { status: 504 }))
      // No room is no reason to show nothing.
      if (answer.ok) await cache.put(request.url, answer.clone()).catch(() => undefined)
      return answer
    },
  )
}
