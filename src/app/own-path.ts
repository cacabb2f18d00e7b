/**
 * The address of every page of ours begins with a word. So what browsers read as another site's address ('//', '/\', '/.//') is
 * none, and nothing that is decoded later can become one. The log-in's own pages would only ask for it again.
 */
const page = /^\/(?!auth(?:\/|$))[a-z][a-z-]*(?:\/|$)/i

/** The path of a page of this app, or null: no link, whoever sent it, leads anybody elsewhere after the log-in. */
export function ownPath(value: unknown, origin = location.origin): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) return null
  const { origin: leadsTo, pathname, search, hash } = new URL(value, origin)
  return leadsTo === origin && page.test(pathname) ? pathname + search + hash : null
}
