import { redirect } from '@tanstack/react-router'
import { ownPath } from './own-path.ts'
import { isSignedIn, useSession } from '../state/session/session.ts'
import { wanted } from '../state/wanted.ts'

/**
 * Redirects a signed-in user. The destination is the page that asked for the login, else the public list they want to
 * copy or the list they are invited to (also after a registration), else their lists. `asked` comes from the URL, so it
 * is not trusted.
 */
export async function leadOn(asked?: unknown): Promise<void> {
  if (!isSignedIn()) return
  const path = useSession.getState().isNewcomer ? null : ownPath(asked)
  if (path !== null) throw redirect({ href: path })
  const href = await wanted().catch(() => null) // a convenience: without it they go to their lists
  throw href === null ? redirect({ to: '/app' }) : redirect({ href })
}
