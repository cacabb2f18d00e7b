import type { Deed } from '../../../core/contract/product.ts'
import type { Product } from '../../../core/contract/shapes.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { useSession } from './session.ts'

/** Returns the name under which other members see the signed-in user, in the form used in products. */
function ownName({ profile, session } = useSession.getState()): string {
  return displayName({ ...profile, email: profile?.email ?? session?.email ?? '' })
}

export type Done = Pick<Product, `${Deed}By` | 'mine'>

/**
 * Returns who did it, and whether that is the signed-in user. Rows stored before `mine` existed are compared by name.
 */
function doneBy(product: Done, deed: Deed, userName: string): { by: string; own: boolean } {
  const by = product[`${deed}By`] ?? ''
  return { by, own: product.mine ? product.mine.includes(deed) : by !== '' && by === userName }
}

export function whoDid(product: Done, deed: Deed): { by: string; own: boolean } {
  return doneBy(product, deed, ownName())
}

export function useWhoDid(): typeof whoDid {
  const userName = useSession(ownName)
  return (product, deed) => doneBy(product, deed, userName)
}
