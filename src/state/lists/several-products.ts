import { v7 as newId } from 'uuid'
import { type Merged, merged } from '../../../core/text/duplicates.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { actionFor, can } from '../../../core/product/permissions.ts'
import { valueOf } from '../../../core/sync/mutation.ts'
import { arrived } from './arrivals.ts'
import { roleIn, useOpenList } from './open-list.ts'
import { deletesOf, openListId, setsOf, write } from './products.ts'
import type { Undo } from './undo.ts'
import { write as writeTo } from './write.ts'

/**
 * Merges a duplicate into the first product of its name and deletes it. `wanted`: the changes to the first product; by
 * default everything that the duplicate adds. Returns null if it is not possible or was not saved.
 */
export async function mergeProducts(
  firstId: string,
  otherId: string,
  wanted?: Merged,
): Promise<{ undo: Undo } | null> {
  const state = useOpenList.getState()
  if (!can(roleIn(state), actionFor('delete'))) return null
  const first = state.products.get(firstId)
  const other = state.products.get(otherId)
  const change = first && other && (wanted ?? merged(first, other))
  if (!change) return null
  const listId = openListId()
  const { sets, back } = setsOf(first, change)
  if (!(await write([...sets, { op: 'delete', rowId: otherId }], listId))) return null
  const again = (): ProductChange => ({ op: 'add', rowId: newId(), value: valueOf(other) })
  return { undo: { run: () => void write([...back, again()], listId), of: [listId, firstId] } }
}

/** Moves products from the open list to the end of another one. */
export async function moveProducts(
  ids: readonly string[],
  to: string,
): Promise<{ count: number; undo: Undo } | null> {
  const state = useOpenList.getState()
  if (!can(roleIn(state), actionFor('delete'))) return null
  const from = openListId()
  const moved = ids.map((id) => state.products.get(id)).filter((product) => product !== undefined)
  const there = moved.map((product): ProductChange & { op: 'add' } => ({
    op: 'add',
    rowId: newId(),
    value: { ...valueOf(product), position: undefined },
  }))
  const gone = deletesOf(moved.map(({ id }) => id))
  if (!(await move(there, to, gone, from))) return null
  const undo = async () => {
    const back = moved.map((product): ProductChange => ({
      op: 'add',
      rowId: newId(),
      value: valueOf(product),
    }))
    await move(back, from, deletesOf(there.map(({ rowId }) => rowId)), to)
  }
  return { count: moved.length, undo: { run: () => void undo(), of: [from, to] } }
}

/** Moves in one write, so that a product is never in both lists or in none. */
async function move(
  adds: ProductChange[],
  to: string,
  deletes: ProductChange[],
  from: string,
): Promise<boolean> {
  const parts = [
    { listId: to, changes: adds },
    { listId: from, changes: deletes },
  ]
  if (!(await writeTo(parts))) return false
  arrived(
    to,
    adds.map(({ rowId }) => rowId),
  )
  return true
}
