import { v7 as newId } from 'uuid'
import type { Field } from '../../../core/product/table.ts'
import type { Row } from '../../../core/contract/shapes.ts'
import type { FieldValue } from '../../../core/product/fields.ts'
import { fieldVersion } from '../../../core/sync/mutation.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { positionBetween } from '../../../core/product/position.ts'

const names = ['Mleko', 'Chleb żytni', 'Pomidory', 'Jabłka', 'Ser biały', 'Papier', 'Sok', 'Masło']
const shops = ['Lidl', 'Hala', '', '']

/** 500 adds, 400 edits of one field each and 100 deletes, of which none folds into another. */
export function thousandEdits(rows: readonly Row[]): ProductChange[] {
  const edited = rows.slice(0, 100)
  const deleted = rows.slice(100, 200)
  let position =
    rows
      .map((row) => row.position)
      .toSorted()
      .at(-1) ?? null
  const adds = Array.from({ length: 500 }, (_, i): ProductChange => {
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
    return { op: 'add', rowId: newId(), value }
  })
  const set = (row: Row, field: Field, value: FieldValue): ProductChange => {
    return { op: 'set', rowId: row.id, field, value, baseVer: fieldVersion(row, field) }
  }
  const sets = edited.flatMap((row, i) => [
    set(row, 'quantity', row.quantity + 1),
    set(row, 'price', (249 + 100 * i) / 100),
    set(row, 'productStatus', !row.productStatus),
    set(row, 'shop', 'Rynek'),
  ])
  const deletes = deleted.map(({ id }): ProductChange => ({ op: 'delete', rowId: id }))
  return [...sets, ...adds, ...deletes]
}
