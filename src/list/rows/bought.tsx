import { useState } from 'react'
import { msg, plural } from '@lingui/core/macro'
import type { ProductView } from '../../../core/sync/mutation.ts'
import classes from './fields.module.css'
import { productsDeleted } from '../../texts/list-texts.ts'
import { notify } from '../../ui/notices.ts'
import { notifyDeleted, undo } from '../../sync/undo.ts'
import type { FieldValue } from '../../../core/product/fields.ts'
import type { Field } from '../../../core/product/table.ts'
import { deleteProducts, editProduct, editProducts } from '../state/products.ts'
import { announce } from '../state/ui.ts'

interface TickProps {
  product: ProductView
  /** accessible name, if no label element names the box */
  label?: string
  id?: string
}

/** The 'bought' checkbox. It changes at once; saving to the device's disk takes a moment longer. */
export function Tick({ product, label, id }: TickProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  return (
    <input
      type="checkbox"
      id={id}
      className={classes.tick}
      data-field="productStatus"
      aria-label={label}
      checked={wanted ?? product.productStatus}
      onChange={async ({ target }) => {
        const bought = target.checked
        setWanted(bought)
        await setBought(product, bought)
        setWanted((now) => (now === bought ? null : now))
      }}
    />
  )
}

/** Ticks or unticks a product and announces it. Offers undo for an untick, which is mostly a slip, and for a swipe. */
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
  // Screen readers read a notice aloud, so it needs no extra announcement.
  if (!offersUndo) announce(text)
  else if (done.undo) notify('none', text, undo(done.undo))
}

/** Vibrates for a tick, if the device can and the user does not want reduced motion. */
function buzz(): void {
  if ('vibrate' in navigator && !matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate(12)
}

/** Sets one field of several products and offers undo. Returns why it was not possible, or null. */
export async function setWithUndo(
  ids: readonly string[],
  field: Field,
  value: FieldValue,
): Promise<string | null> {
  const done = await editProducts(ids, field, value)
  if (!done.ok) return done.error
  const count = done.count ?? 0
  if (!done.undo) return null
  const text = msg`${plural(count, { one: '# product changed', other: '# products changed' })}`
  notify('none', text, undo(done.undo))
  return null
}

/** Deletes products and offers undo. Returns false if nothing was deleted. */
export async function deleteWithUndo(ids: readonly string[]): Promise<boolean> {
  const done = await deleteProducts(ids)
  if (!done) return false
  const productName = done.deleted[0]?.productName ?? ''
  const text = (count: number) => (count === 1 ? msg`Deleted: ${productName}` : productsDeleted(count))
  notifyDeleted('products', done.deleted.length, text, done.undo)
  return true
}
