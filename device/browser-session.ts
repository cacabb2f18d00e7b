/** Globals that only pages have, or only workers; the types that both share know neither. */
interface Cookies {
  document?: { cookie: string }
  cookieStore?: { getAll(): Promise<{ name?: string; value?: string }[]> }
}
const here = globalThis as unknown as Cookies

const name = 'browser'

/**
 * A name for this run of the browser, which forgets it when it is closed: it stands in a cookie without an
 * age. All tabs share it, and it outlives a reload. Only a page can call this.
 */
export function nameBrowserSession(): string {
  const known = cookieOf(here.document?.cookie ?? '')
  const id = known ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('')
  const secure = self.location.protocol === 'https:' ? '; secure' : ''
  if (here.document) here.document.cookie = `${name}=${id}; path=/; samesite=strict${secure}`
  return id
}

/** Whether the browser was never closed since it had this name. */
export async function isSameBrowserSession(id: string): Promise<boolean> {
  if (here.document) return cookieOf(here.document.cookie) === id
  // A browser whose workers see no cookies starts them for its pages only, and the page has checked the cookie.
  if (!here.cookieStore) return true
  const all = await here.cookieStore.getAll()
  // The page keeps one for its colours for a year. In Firefox a worker is shown none whatever there is.
  if (all.length === 0) return true
  return all.some((cookie) => cookie.name === name && cookie.value === id)
}

function cookieOf(cookies: string): string | null {
  return new RegExp(`(?:^|; )${name}=(\\w+)`).exec(cookies)?.[1] ?? null
}
