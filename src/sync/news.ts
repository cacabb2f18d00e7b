import { notItemised } from '../../core/product/categories.ts'
import type { Row } from '../../core/contract/shapes.ts'
import { whoDid } from '../account/session/who-did.ts'

/** A change to a product by another user, or by this user elsewhere. */
export interface News {
  id: string
  name: string
  what: 'added' | 'deleted' | 'bought' | 'unbought' | 'changed' | 'finished'
  /** of a trip that has finished, whose `name` is the shop: how many things it bought */
  count?: number
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

type Change = readonly [row: Row, before: Row | undefined]

/** Returns what happened to products, from their rows after and before. What a trip bought goes with its end. */
export function newsOf(changes: readonly Change[]): News[] {
  const ends = changes.filter(([row]) => row.category_name === notItemised)
  if (ends.length === 0) return changes.map(newsOfOne)
  const finished = ends.filter(([row]) => row.priceUnknown)
  const others = changes.filter(([row, before]) => !(row.deleted && (!before || before.productStatus)))
  return [...finished.map(endOf), ...others.map(newsOfOne)]
}

function endOf([row]: Change): News {
  const { id, shop_name: name, quantity: count } = row
  return { id, name, what: 'finished', count, ...whoDid(row, 'changed') }
}

function newsOfOne([row, before]: Change): News {
  const { id, productName: name } = row
  const changed = whoDid(row, 'changed')
  if (row.deleted) return { id, name: before?.productName ?? name, what: 'deleted', ...changed }
  if (!before) return { id, name, what: 'added', ...whoDid(row, 'added') }
  if (before.productStatus === row.productStatus) return { id, name, what: 'changed', ...changed }
  return row.productStatus
    ? { id, name, what: 'bought', ...whoDid(row, 'ticked') }
    : { id, name, what: 'unbought', ...changed }
}
