import { redirect } from '@tanstack/react-router'
import { isSignedIn, useSession } from '../account/session/session.ts'
import { returnPath } from './visitor.ts'

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

/**
 * Redirects a signed-in user. The destination is the page that asked for the login, else the public list they want to
 * copy or the list they are invited to (also after a registration), else their lists. `asked` comes from the URL, so it
 * is not trusted.
 */
export async function leadOn(asked?: unknown): Promise<void> {
  if (!isSignedIn()) return
  const path = useSession.getState().isNewcomer ? null : ownPath(asked)
  if (path !== null) throw redirect({ href: path })
  const href = await returnPath().catch(() => null) // a convenience: without it they go to their lists
  throw href === null ? redirect({ to: '/app' }) : redirect({ href })
}
