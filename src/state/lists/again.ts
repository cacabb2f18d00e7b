import { msg } from '@lingui/core/macro'
import { type Again, type AlreadyThere, boughtAgain, type Given, meeting } from '../../../core/words/again.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { notify } from '../notices.ts'
import { nameKey } from './name-key.ts'
import { useOpenList } from './open-list.ts'
import { changeProduct } from './products.ts'
import { undo } from './undo.ts'

/** How the open list meets what is added now. */
export function meetingNow(): (given: Given) => AlreadyThere {
  return meeting(useOpenList.getState().products.values(), nameKey)
}

/** Not the same one any more when somebody has changed the product since it was asked. */
export function isSameQuestion(asked: Again, now: Again): boolean {
  return asked.there.id === now.there.id && JSON.stringify(asked.both) === JSON.stringify(now.both)
}

/** Both become one. False: it was not saved. */
export async function makeOne({ there, both }: Again): Promise<boolean> {
  const done = both && (await changeProduct(there.id, both))
  if (!done) return false
  const { productName } = there
  notify('none', msg`Added to what is there: ${productName}`, undo(done.undo))
  return true
}

/** What stands there as bought is to buy again. False: it was not saved. */
export async function buyAgain(product: ProductView, given: Given): Promise<boolean> {
  const done = await changeProduct(product.id, boughtAgain(product, given))
  if (!done) return false
  const { productName } = product
  notify('none', msg`${productName}: still to buy`, undo(done.undo))
  return true
}
