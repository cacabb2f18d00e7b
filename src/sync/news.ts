import type { Row } from '../../core/contract/shapes.ts'
import { whoDid } from '../account/session/who-did.ts'

/** A change to a product by another user, or by this user elsewhere. */
export interface News {
  id: string
  name: string
  what: 'added' | 'deleted' | 'bought' | 'unbought' | 'changed'
  /** name of the person who did it; '' if the row does not say */
  by: string
  /** the signed-in user did it on another device */
  own: boolean
}

let listener: ((news: readonly News[]) => void) | undefined
/** news of the open list from before the listener was loaded */
let unheard: News[] = []

/** Passes news to the listener, or holds it until there is one. */
export function reportNews(news: readonly News[]): void {
  if (listener) listener(news)
  else unheard.push(...news)
}

/** Calls back for changes made elsewhere since the list was opened. Returns the unsubscribe function. */
export function onNews(hear: (news: readonly News[]) => void): () => void {
  listener = hear
  if (unheard.length > 0) hear(unheard)
  unheard = []
  return () => (listener = undefined)
}

/** Drops the news that nobody has heard, since another list is being opened. */
export function forgetNews(): void {
  unheard = []
}

/** Returns what happened to a product, from its row after and before. */
export function newsOf(row: Row, before: Row | undefined): News {
  const { id, productName: name } = row
  const changed = whoDid(row, 'changed')
  if (row.deleted) return { id, name: before?.productName ?? name, what: 'deleted', ...changed }
  if (!before) return { id, name, what: 'added', ...whoDid(row, 'added') }
  if (before.productStatus === row.productStatus) return { id, name, what: 'changed', ...changed }
  return row.productStatus
    ? { id, name, what: 'bought', ...whoDid(row, 'ticked') }
    : { id, name, what: 'unbought', ...changed }
}
