/**
 * The list as a row: computes a list's entry in the overview from the server's data and the outbox.
 */
import type { List, ListRow } from '../contract/shapes.ts'
import { checkedCount, isComplete } from '../product/list.ts'
import type { ListValue } from '../product/list-fields.ts'
import { sum } from '../product/money.ts'
import { isOfList } from './change.ts'
import { type Entry, type ProductView, project } from './mutation.ts'

// Decision 084: a list is a row of its own stream.
/** The server's data about a list, as stored in a stream. */
interface Told {
  list: List | null
  row?: ListRow | null
}

/**
 * Returns a list as the overview shows it; `entries` must be those of this list. Returns null if the device does not
 * know the list or its delete is in the outbox. A list that is only in the outbox is included, with counts from its
 * entries.
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

/** Returns the server's newest data about a list: its overview entry, updated from the list's row if that is newer. */
export function knownList({ list, row }: Told): List | null {
  return list && row && row.ver > list.head ? withRow(list, row) : list
}

export function withRow(list: List, { listName, listStatus, currency }: ListRow): List {
  return { ...list, listName, listStatus, currency }
}

/** Returns the overview entry of a list that was made on this device, until the server's overview contains it. */
export function newList(
  id: string,
  {
    listName,
    date,
    listStatus = 'aktywna',
    currency,
  }: Pick<ListValue, 'listName' | 'date' | 'listStatus' | 'currency'>,
): List {
  const none = { productCount: 0, checkedCount: 0, sum: 0, head: 0, sharedWith: 0 }
  return { id, listName, date, hash: null, listStatus, currency, permissions: 'edit', ...none }
}

/** Returns the counts and the sum that the overview shows for a list with these products. */
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
