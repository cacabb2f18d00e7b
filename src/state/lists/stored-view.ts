import { type Arrangement, ownOrder } from '../../../core/product/list.ts'

/** How one person looks at one list on this device; nobody else sees anything of it. */
export interface ListView extends Arrangement {
  /** shopping: what this shop has and what any shop has; '' all */
  shop: string
}

export const untouched: ListView = { ...ownOrder, shop: '' }

/** Whatever of a stored value can still be understood. */
export function readView(stored: unknown): ListView {
  if (typeof stored !== 'object' || stored === null) return untouched
  const { grouped, sort, shop } = stored as Partial<Record<keyof ListView, unknown>>
  return {
    grouped: grouped === true,
    sort: sort === 'up' || sort === 'down' ? sort : 'own',
    shop: typeof shop === 'string' ? shop : '',
  }
}
