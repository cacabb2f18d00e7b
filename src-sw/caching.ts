import { languageOf, usualLanguage } from '../core/text/language.ts'
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

/** The files of the app. Under the dev server nothing is built, so there are none. */
const shell: readonly { url: string; revision: string | null }[] = self.__WB_MANIFEST ?? []

/** The cache of texts that are not in the precache. */
const texts = 'texts'

/** Returns the language of a file with texts, which vite.config.ts names; undefined for any other file. */
function languageIn(url: string): string | undefined {
  return /assets\/messages-([a-zA-Z-]+?)-[\w-]{8}\.js$/.exec(url)?.[1]
}

/** Keeps the texts of a language that is used on this device, so that it can be shown without a network. */
export async function keepLanguage(language: string): Promise<void> {
  const cache = await caches.open(texts)
  const files = shell.flatMap(({ url }) => (languageIn(url) === language ? [`/${url}`] : []))
  const isHere = await Promise.all(files.map((file) => caches.match(file)))
  await cache.addAll(files.filter((_, i) => !isHere[i]))
}

/** Fetches this version's texts in the languages whose texts the version before has kept. */
async function keepLanguages(): Promise<void> {
  const kept = await (await caches.open(texts)).keys()
  const languages = new Set(kept.flatMap(({ url }) => languageIn(url) ?? []))
  await Promise.all([...languages].map(keepLanguage))
}

/** Drops the texts of the version before. */
async function dropOldTexts(): Promise<void> {
  const cache = await caches.open(texts)
  const isOld = (file: string) => !shell.some(({ url }) => file === `/${url}`)
  for (const { url } of await cache.keys()) if (isOld(new URL(url).pathname)) await cache.delete(url)
}

/** Serves the app shell from the precache, online and offline. */
export function serveShell(): void {
  if (shell.length === 0) return
  cleanupOutdatedCaches()
  const own = new Set<string>([usualLanguage, languageOf(self.navigator.languages)])
  precacheAndRoute(shell.filter(({ url }) => own.has(languageIn(url) ?? usualLanguage)))
  registerRoute(({ url }) => languageIn(url.pathname) !== undefined, new CacheFirst({ cacheName: texts }))
  self.addEventListener('install', (event: InstallEvent) => event.waitUntil(keepLanguages()))
  self.addEventListener('activate', (event) => event.waitUntil(dropOldTexts()))
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
