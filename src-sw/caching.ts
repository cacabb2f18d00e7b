import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST?: { url: string; revision: string | null }[]
}

/** Prefixes of the paths that only the server answers. */
const ofTheServer = '/api/ /oauth/ /auth/oidc/ /dev/ /healthz /readyz /metrics /openapi.json'.split(' ')

/** Not in TypeScript's types yet, nor in every browser. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>
}

// Decision 022: a call that reaches an old worker keeps Chromium from replacing it.
/**
 * API requests bypass the worker. Where the browser supports static routes, they do not even start the
 * worker, nor do they keep an old worker from being replaced by its successor.
 */
export function leaveToTheServer(): void {
  const rules = ofTheServer.map((path) => {
    return { condition: { urlPattern: { pathname: `${path}*` } }, source: 'network' as const }
  })
  self.addEventListener('install', (event: InstallEvent) => void event.addRoutes?.(rules))
}

/** Serves the app shell from the precache, online and offline. */
export function serveShell(): void {
  const shell = self.__WB_MANIFEST ?? []
  // Under the dev server nothing is built, so there is no shell to keep.
  if (shell.length === 0) return
  cleanupOutdatedCaches()
  precacheAndRoute(shell)
  const denylist = [...ofTheServer, '/uploads/'].map((path) => new RegExp(`^${path}`))
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist }))
}

/** Caches category icons on first use, for good: the content of a file name never changes. */
export function keepIcons(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/uploads/categoryIcons/'),
    // Without a network an icon is missing, which is no error of the page.
    new CacheFirst({
      cacheName: 'category-icons',
      plugins: [{ handlerDidError: () => Promise.resolve(new Response(null, { status: 504 })) }],
    }),
  )
}
