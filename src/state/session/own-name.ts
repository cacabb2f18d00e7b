import type { Deed } from '../../../core/contract/product.ts'
import type { Product } from '../../../core/contract/shapes.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { useSession } from './session.ts'

/** The name under which the others see whoever is signed in, as the products say it. */
function ownName({ profile, session } = useSession.getState()): string {
  return displayName({ ...profile, email: profile?.email ?? session?.email ?? '' })
}

export type Done = Pick<Product, `${Deed}By` | 'mine'>

/** Who did it, and whether that is whoever is signed in. A row that the device has from before `mine` is told by the name. */
function doneBy(product: Done, deed: Deed, own: string): { by: string; own: boolean } {
  const by = product[`${deed}By`] ?? ''
  return { by, own: product.mine ? product.mine.includes(deed) : by !== '' && by === own }
}

export function whoDid(product: Done, deed: Deed): { by: string; own: boolean } {
  return doneBy(product, deed, ownName())
}

export function useWhoDid(): typeof whoDid {
  const own = useSession(ownName)
  return (product, deed) => doneBy(product, deed, own)
}
