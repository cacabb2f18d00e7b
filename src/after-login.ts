import { redirect } from '@tanstack/react-router'
import { isSignedIn } from './state/session.ts'
import { wanted } from './state/wanted-template.ts'

/**
 * Leads on whoever is signed in: to the page that asked for the login, to the public list that they want one like
 * (also when they had to register first), else to their lists.
 */
export async function leadOn(asked?: string): Promise<void> {
  if (!isSignedIn()) return
  if (asked !== undefined) throw redirect({ href: asked })
  const id = await wanted().catch(() => null) // a convenience: without it they come to their lists
  throw id === null ? redirect({ to: '/app' }) : redirect({ to: '/public-list/$id', params: { id } })
}
