/**
 * The list as a row: what the overview shows of a list, from what the server said of it and what waits in the outbox.
 */
import type { List, ListRow } from '../contract/shapes.ts'
import { checkedCount, isComplete } from '../product/list.ts'
import type { ListValue } from '../product/list-fields.ts'
import { sum } from '../product/money.ts'
import { isOfList } from './change.ts'
import { type Entry, type ProductView, project } from './mutation.ts'

/** What the server said of a list, as a stream keeps it. */
interface Told {
  list: List | null
  row?: ListRow | null
}

/**
 * A list as the overview shows it; `entries` are those of this list. Null: the device does not know it, or it is to be
 * deleted. A list that the server has not heard of is there too, counted from what waits for it.
 */
export function projectList(stream: Told | undefined, entries: readonly Entry[]): List | null {
  let list = stream ? knownList(stream) : null
  const isNew = list === null
  for (const entry of entries) {
    if (!isOfList(entry.listId, entry)) continue
    if (entry.op === 'delete') return null
    if (entry.op === 'add') list ??= newList(entry.rowId, entry.value)
    else if (list) list = { ...list, [entry.field]: entry.value }
  }
  return list && isNew ? { ...list, ...countsOf(project([], entries)) } : list
}

/** What the server said of a list: in its overview, and in its row where that is newer. */
export function knownList({ list, row }: Told): List | null {
  return list && row && row.ver > list.head ? withRow(list, row) : list
}

export function withRow(list: List, { listName, listStatus }: ListRow): List {
  return { ...list, listName, listStatus }
}

/** A list that was made on this device, as its maker sees it until the server's overview tells more. */
export function newList(
  id: string,
  { listName, date, listStatus = 'aktywna' }: Pick<ListValue, 'listName' | 'date' | 'listStatus'>,
): List {
  const none = { productCount: 0, checkedCount: 0, sum: 0, head: 0, sharedWith: 0 }
  return { id, listName, date, hash: null, listStatus, permissions: 'edit', ...none }
}

/** The numbers that the overview shows of a list with these products. */
export function countsOf(
  products: readonly ProductView[],
): Pick<List, 'productCount' | 'checkedCount' | 'sum' | 'isDone'> {
  return {
    productCount: products.length,
    checkedCount: checkedCount(products),
    sum: sum(products),
    isDone: isComplete(products) || undefined,
  }
}
