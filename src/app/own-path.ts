/**
 * Matches the paths of this app's pages: each begins with a word. This excludes what browsers read as another site's
 * URL ('//', '/\', '/.//'), also after later decoding. Paths under /auth are excluded, because they would ask for the
 * login again.
 */
const page = /^\/(?!auth(?:\/|$))[a-z][a-z-]*(?:\/|$)/i

/**
 * Returns the path of a page of this app, else null, so that no crafted link leads to another site after the log-in.
 */
export function ownPath(value: unknown, origin = location.origin): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) return null
  const { origin: leadsTo, pathname, search, hash } = new URL(value, origin)
  return leadsTo === origin && page.test(pathname) ? pathname + search + hash : null
}
