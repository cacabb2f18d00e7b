/**
 * The path of every page of ours begins with a word. This excludes what browsers read as another site's URL
 * ('//', '/\', '/.//'), also after later decoding. Pages under /auth are excluded: they would ask for the login again.
 */
const page = /^\/(?!auth(?:\/|$))[a-z][a-z-]*(?:\/|$)/i

/** The path of a page of this app, else null, so that no crafted link leads to another site after the log-in. */
export function ownPath(value: unknown, origin = location.origin): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) return null
  const { origin: leadsTo, pathname, search, hash } = new URL(value, origin)
  return leadsTo === origin && page.test(pathname) ? pathname + search + hash : null
}
