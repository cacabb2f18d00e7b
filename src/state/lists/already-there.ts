import { msg } from '@lingui/core/macro'
import {
  type Again,
  agreed,
  type AlreadyThere,
  boughtAgain,
  type Given,
  meeting,
} from '../../../core/text/again.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { notify } from '../notices.ts'
import { nameKey } from './suggestions.ts'
import { useOpenList } from './open-list.ts'
import { changeProduct } from './products.ts'
import { undo } from './undo.ts'

/** Returns a function that finds what the open list already has of a product that is being added. */
export function meetingNow(): (given: Given) => AlreadyThere {
  return meeting(useOpenList.getState().products.values(), nameKey)
}

/** Returns false if somebody has changed the product since the question was asked. */
export function isSameQuestion(asked: Again, now: Again): boolean {
  return asked.there.id === now.there.id && JSON.stringify(agreed(asked)) === JSON.stringify(agreed(now))
}

/** Merges the added product into the existing one. Returns false if it was not saved. */
export async function makeOne(again: Again): Promise<boolean> {
  const change = agreed(again)
  const done = change && (await changeProduct(again.there.id, change))
  if (!done) return false
  const { productName } = again.there
  notify('none', msg`Added to what is there: ${productName}`, undo(done.undo))
  return true
}

/** Marks a bought product as still to buy. Returns false if it was not saved. */
export async function buyAgain(product: ProductView, given: Given): Promise<boolean> {
  const done = await changeProduct(product.id, boughtAgain(product, given))
  if (!done) return false
  const { productName } = product
  notify('none', msg`${productName}: still to buy`, undo(done.undo))
  return true
}
