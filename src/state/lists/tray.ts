import { v7 as newId } from 'uuid'
import { isListRow, type Product } from '../../../core/contract/shapes.ts'
import { projectList } from '../../../core/sync/list-row.ts'
import { isOfProduct } from '../../../core/sync/change.ts'
import type { Entry } from '../../../core/sync/mutation.ts'
import type { TrayItem } from '../../../core/sync/replica.ts'
import { requestDrain } from '../../app/worker.ts'
import { accountStore } from '../account-store.ts'
import { currentDevice } from '../session/device.ts'
import { isNewList, listAgain, retry } from './tray-choices.ts'

/** Makes the change again. Rejects if the device cannot store it; it then stays in the tray. */
export async function applyTray(item: TrayItem): Promise<void> {
  if (isNewList(item)) {
    const again = listAgain(item, newId)
    await currentDevice().db.appendTo([again], item.opId)
    requestDrain(again.listId)
    return
  }
  const change = retry(item, newId)
  if (!change) return
  await currentDevice().db.append(item.listId, [change], item.opId)
  requestDrain(item.listId)
}

interface Names {
  lists: Record<string, string>
  products: Record<string, string>
}

/** Names of the lists and products in the changes, as far as this device knows them. */
export const useNames = accountStore<Names>(() => ({ lists: {}, products: {} }))

export async function readNames(outbox: readonly Entry[], tray: readonly TrayItem[]): Promise<void> {
  const device = currentDevice()
  const { db } = device
  const entries = [...outbox, ...tray.map(({ entry }) => entry)]
  const lists: Names['lists'] = {}
  const products: Names['products'] = {}
  for (const [listId, own] of Map.groupBy(entries, (entry) => entry.listId)) {
    const ids = own.map((entry) => entry.rowId)
    const [stream, rows] = await Promise.all([db.stream(listId), db.readSome(listId, ids)])
    const list = projectList(stream, own) ?? stream?.list
    if (list) lists[listId] = list.listName
    for (const { id, productName } of rows) products[id] = productName
  }
  for (const { listId, listName } of tray) if (listName !== undefined) lists[listId] ??= listName
  for (const { row } of tray) if (row && !isListRow(row)) products[row.id] = nameOf(row, products[row.id])
  for (const entry of entries) {
    const name = typedName(entry)
    if (name !== undefined) products[entry.rowId] ??= name
  }
  useNames.of(device).setState({ lists, products })
}

function nameOf(row: Product, known: string | undefined): string {
  return known ?? row.productName
}

function typedName(entry: Entry): string | undefined {
  return isOfProduct(entry.listId, entry) && entry.op === 'add' ? entry.value.productName : undefined
}
