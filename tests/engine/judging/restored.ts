import { fieldVersion, valueOf } from '../../../core/sync/mutation.ts'
import type { Field } from '../../../core/product/table.ts'
import type { Row } from '../../../core/contract/shapes.ts'
import type { Fail, Known, Memory, Operation } from './memory.ts'
import type { Edit, Seat } from '../seat.ts'
import { type SimServer, storedValues } from '../server.ts'

/** 11: what any device knew beyond a restored backup is there again, unless somebody changed it since. */
export async function everythingIsBack(
  server: SimServer,
  listId: string,
  seats: readonly Seat[],
  byId: Map<string, Operation>,
  { edits }: Memory,
  contested: ReadonlySet<string>,
  known: Known,
  fail: Fail,
) {
  // Edits by other people may be newer than what this device knew.
  const touched = (row: Row, what: Edit['field']) =>
    edits.some(
      (e) =>
        e.rowId === row.id &&
        e.field === what &&
        // An answer from before the backup may have told of a delete that was still under way.
        (what === 'delete' || e.at >= known.at || byId.has(e.opId) || e.seat.userId !== known.userId),
    )
  // If the server refuses the change for good, it is in the tray, for the person to decide.
  const trays = (await Promise.all(seats.map((seat) => seat.db.tray()))).flat()
  const told = trays.flatMap(({ entry, hung }) => [entry, ...hung])
  const products = new Map((await server.products(listId)).map((product) => [product.id, product]))
  for (const row of known.rows) {
    if (row.ver <= known.head || touched(row, 'delete') || contested.has(row.id)) continue
    const product = products.get(row.id)
    if (row.deleted) {
      if (product && product.deleted_at === 0) fail('9 a product that was deleted came back with a backup')
      continue
    }
    if (!product || product.deleted_at > 0) {
      if (told.some((entry) => entry.recovered && entry.rowId === row.id)) continue
      fail('11 a product that a device knew is not back after a backup', row)
      continue
    }
    const { productStatus: _, ...there } = storedValues(product)
    const knew: Record<string, unknown> = { ...valueOf(row) }
    const stamps = JSON.parse(product.field_ver) as Record<string, number>
    for (const [field, value] of Object.entries(there)) {
      const ver = fieldVersion(row, field as Field)
      // Another device may have brought back another value; it is wrong only if no device brought any.
      const untouched = (stamps[field] ?? stamps['*'] ?? 0) <= known.head
      if (
        ver > known.head &&
        untouched &&
        knew[field] !== undefined &&
        knew[field] !== value &&
        !touched(row, field as Field)
      )
        fail('11 a value that a device knew is not back after a backup', { row, head: known.head, product })
    }
  }
}
