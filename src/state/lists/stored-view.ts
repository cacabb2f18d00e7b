import { type Arrangement, ownOrder } from '../../../core/product/list.ts'

/** One user's view settings for one list on this device; they are not shared with anybody. */
export interface ListView extends Arrangement {
  /** in shopping mode: only products of this shop and those without a shop; '' shows all */
  shop: string
}

export const untouched: ListView = { ...ownOrder, shop: '' }

/** Takes the valid parts of a stored value; defaults replace the rest. */
export function readView(stored: unknown): ListView {
  if (typeof stored !== 'object' || stored === null) return untouched
  const { grouped, sort, shop } = stored as Partial<Record<keyof ListView, unknown>>
  return {
    grouped: grouped === true,
    sort: sort === 'up' || sort === 'down' ? sort : 'own',
    shop: typeof shop === 'string' ? shop : '',
  }
}
