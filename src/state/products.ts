import { v7 as newId } from 'uuid'
import type { Field } from '../../core/entities.ts'
import { type FieldValue, parseField, parseProduct, type ProductValue } from '../../core/fields.ts'
import { type ProductView, readField } from '../../core/mutation.ts'
import { actionFor, can } from '../../core/permissions.ts'
import { positionBetween } from '../../core/position.ts'
import type { FieldError } from '../../core/text.ts'
import type { Typed } from '../../device/db.ts'
import { requestDrain } from '../worker.ts'
import { currentDevice } from './device.ts'
import { roleIn, useOpenList } from './open-list.ts'

/** Every product change of the app goes through here: checked, then into the outbox, then on its way. */
export type Edited = { ok: true } | { ok: false; error: FieldError | 'forbidden' }

function openListId(): string {
  const { listId } = useOpenList.getState()
  if (!listId) throw new Error('no list is open')
  return listId
}

async function write(changes: Typed[]): Promise<void> {
  if (changes.length === 0) return
  const listId = openListId()
  await currentDevice().db.append(listId, changes)
  requestDrain(listId)
}

/** Where the next product goes: behind the last one that is there now. */
function lastPosition(): string {
  const { order, products } = useOpenList.getState()
  const last = order.at(-1)
  return positionBetween((last && products.get(last)?.position) || null, null, Math.random)
}

/** Adds a product at the end. A price left out stays unknown. */
export async function addProduct(
  given: Partial<ProductValue> & { productName: string },
): Promise<Edited & { id?: string }> {
  if (!can(roleIn(useOpenList.getState()), 'editProducts')) return { ok: false, error: 'forbidden' }
  const parsed = parseProduct({ ...given, position: given.position ?? lastPosition() })
  if (!parsed.ok) return { ok: false, error: Object.values(parsed.errors)[0] ?? 'invalidType' }
  const productId = newId()
  await write([{ op: 'add', productId, value: parsed.value }])
  return { ok: true, id: productId }
}

/** Sets one field to what was typed; a value that is there already is no change. */
export async function editProduct(id: string, field: Field, input: FieldValue): Promise<Edited> {
  const state = useOpenList.getState()
  if (!can(roleIn(state), actionFor(field))) return { ok: false, error: 'forbidden' }
  const parsed = parseField(field, input)
  if (!parsed.ok) return parsed
  const product = state.products.get(id)
  const prev = product && readField(product, field)
  if (prev !== parsed.value) await write([{ op: 'set', productId: id, field, value: parsed.value, prev }])
  return { ok: true }
}

/** Deletes products and returns them, for undo. */
export async function deleteProducts(ids: readonly string[]): Promise<ProductView[]> {
  const state = useOpenList.getState()
  if (!can(roleIn(state), actionFor('delete'))) return []
  const deleted = ids.map((id) => state.products.get(id)).filter((product) => product !== undefined)
  await write(deleted.map(({ id }) => ({ op: 'delete', productId: id })))
  return deleted
}

/** Undo of a delete: new products with the old fields at the old place, since delete wins for ever. */
export async function putBack(products: readonly ProductView[]): Promise<void> {
  await write(products.map((product) => ({ op: 'add', productId: newId(), value: valueOf(product) })))
}

function valueOf(product: ProductView): ProductValue {
  return {
    productName: product.productName,
    quantity: product.quantity,
    unit: product.unit,
    productStatus: product.productStatus,
    category: product.category_name,
    shop: product.shop_name,
    ...(product.priceUnknown ? {} : { price: product.price }),
    ...(product.position ? { position: product.position } : {}),
  }
}
