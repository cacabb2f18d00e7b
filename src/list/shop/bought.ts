import { msg } from '@lingui/core/macro'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { productsDeleted } from '../../texts/deleted-text.ts'
import { notify } from '../../state/notices.ts'
import { notifyDeleted, undo } from '../../state/lists/undo.ts'
import { deleteProducts, editProduct } from '../../state/lists/products.ts'
import { announce } from '../announcer.tsx'

/** Ticks or unticks and announces it; an untick is mostly a slip, so it offers undo, and so does a swipe. */
export async function setBought(
  product: ProductView,
  bought: boolean,
  { offersUndo = !bought } = {},
): Promise<void> {
  const { id, productName } = product
  if (bought) buzz()
  const done = await editProduct(id, 'productStatus', bought)
  if (!done.ok) return
  const text = bought ? msg`${productName}: bought` : msg`${productName}: still to buy`
  // A notice is read aloud anyway.
  if (!offersUndo) announce(text)
  else if (done.undo) notify('none', text, undo(done.undo))
}

/** A tick is felt, where the device can and its person wants motion. */
function buzz(): void {
  if ('vibrate' in navigator && !matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate(12)
}

/** Deletes and offers to undo it. False: nothing was deleted. */
export async function deleteWithUndo(ids: readonly string[]): Promise<boolean> {
  const done = await deleteProducts(ids)
  if (!done) return false
  const productName = done.deleted[0]?.productName ?? ''
  const text = (count: number) => (count === 1 ? msg`Deleted: ${productName}` : productsDeleted(count))
  notifyDeleted('products', done.deleted.length, text, done.undo)
  return true
}
