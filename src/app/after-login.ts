import { redirect } from '@tanstack/react-router'
import { ownPath } from './own-path.ts'
import { isSignedIn, useSession } from '../state/session/session.ts'
import { wanted } from '../state/wanted-template.ts'

/**
 * Redirects a signed-in user: to the page that asked for the login, to the public list they want to copy (also
 * when they had to register first), else to their lists. `asked` comes from the URL, so it is not trusted.
 */
export async function leadOn(asked?: unknown): Promise<void> {
  if (!isSignedIn()) return
  const path = useSession.getState().isNewcomer ? null : ownPath(asked)
  if (path !== null) throw redirect({ href: path })
  const id = await wanted().catch(() => null) // a convenience: without it they go to their lists
  throw id === null ? redirect({ to: '/app' }) : redirect({ to: '/public-list/$id', params: { id } })
}
