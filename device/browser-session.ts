/** Globals that exist only in pages or only in workers, so the types shared by both lack them. */
interface Cookies {
  document?: { cookie: string }
  cookieStore?: { getAll(): Promise<{ name?: string; value?: string }[]> }
}
const scope = globalThis as unknown as Cookies

const name = 'browser'

/**
 * Returns an id for this run of the browser, and stores it in a session cookie: the browser forgets it when it is
 * closed. All tabs share the id, and it survives a reload. Call this only in a page.
 */
export function nameBrowserSession(): string {
  const cookie = cookieOf(scope.document?.cookie ?? '')
  const id = cookie ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('')
  const secure = self.location.protocol === 'https:' ? '; secure' : ''
  if (scope.document) scope.document.cookie = `${name}=${id}; path=/; samesite=strict${secure}`
  return id
}

/** Returns whether the browser has stayed open since it got this id. Works in pages and workers. */
export async function isSameBrowserSession(id: string): Promise<boolean> {
  if (scope.document) return cookieOf(scope.document.cookie) === id
  // Browsers whose workers have no `cookieStore` run workers only for open pages, and the page has checked the cookie.
  if (!scope.cookieStore) return true
  const all = await scope.cookieStore.getAll()
  // The page keeps its colour mode in a cookie for a year, so an empty result means that the worker sees no cookies at
  // all. Workers in Firefox always get an empty result.
  if (all.length === 0) return true
  return all.some((cookie) => cookie.name === name && cookie.value === id)
}

function cookieOf(cookies: string): string | null {
  return new RegExp(`(?:^|; )${name}=(\\w+)`).exec(cookies)?.[1] ?? null
}
