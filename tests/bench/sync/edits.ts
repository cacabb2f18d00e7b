import { v7 as newId } from 'uuid'
import type { Row } from '../../../core/entities.ts'
import { positionBetween } from '../../../core/position.ts'
import type { Typed } from '../../../device/db.ts'

const names = ['Mleko', 'Chleb żytni', 'Pomidory', 'Jabłka', 'Ser biały', 'Papier', 'Sok', 'Masło']
const shops = ['Lidl', 'Hala', '', '']

/** 500 adds, 400 edits of one field each and 100 deletes, of which none folds into another. */
export function thousandEdits(rows: readonly Row[]): Typed[] {
  const edited = rows.slice(0, 100)
  const deleted = rows.slice(100, 200)
  let position =
    rows
      .map((row) => row.position)
      .toSorted()
      .at(-1) ?? null
  const adds = Array.from({ length: 500 }, (_, i): Typed => {
    position = positionBetween(position, null, Math.random)
    const value = {
      productName: `${names[i % names.length]} ${i}`,
      quantity: (i % 9) + 1,
      unit: 'pcs' as const,
      productStatus: false,
      shop: shops[i % shops.length] ?? '',
      position,
      ...(i % 3 === 0 ? { price: (199 + i) / 100 } : {}),
    }
    return { op: 'add', productId: newId(), value }
  })
  const sets = edited.flatMap(({ id, ...row }, i): Typed[] => [
    { op: 'set', productId: id, field: 'quantity', value: row.quantity + 1, prev: row.quantity },
    { op: 'set', productId: id, field: 'price', value: (249 + 100 * i) / 100, prev: row.price },
    { op: 'set', productId: id, field: 'productStatus', value: !row.productStatus, prev: row.productStatus },
    { op: 'set', productId: id, field: 'shop', value: 'Rynek', prev: row.shop_name },
  ])
  const deletes = deleted.map(({ id }): Typed => ({ op: 'delete', productId: id }))
  return [...sets, ...adds, ...deletes]
}
