import { create } from 'zustand'
import { v7 as newId } from 'uuid'
import type { Product } from '../../core/entities.ts'
import { parseProduct, type ProductValue } from '../../core/fields.ts'
import type { Entry } from '../../core/mutation.ts'
import type { TrayItem } from '../../core/replica.ts'
import type { Typed } from '../../device/db.ts'
import { requestDrain } from '../worker.ts'
import { currentDevice } from './device.ts'
import { valueOf } from './products.ts'
import { dismissTray } from './sync.ts'

export type TrayChoice = 'useMine' | 'putBack' | 'keepTheirs'

/** What can be done about a change that was not applied. 'keepTheirs' lets it go and is always there. */
export function choicesFor(item: TrayItem): TrayChoice[] {
  const again = retry(item)
  if (!again) return ['keepTheirs']
  return [again.op === 'add' ? 'putBack' : 'useMine', 'keepTheirs']
}

/**
 * The change as it would be made again: a set once more, now being the latest, or a new product with a new
 * id. Null when the server would refuse it for the same reason.
 */
export function retry(item: TrayItem): Typed | null {
  const { entry, why } = item
  if (why === 'forbidden' || why === 'lost' || why === 'invalid' || why === 'tooLarge') return null
  if (entry.op === 'delete') return { op: 'delete', productId: entry.productId }
  if (entry.op === 'set' && why !== 'gone') {
    const { productId, field, value } = entry
    return { op: 'set', productId, field, value, prev: entry.prev }
  }
  const value = wholeValue(item)
  return value && { op: 'add', productId: newId(), value }
}

/** The product with everything that was typed to it; null when too little of it is known. */
function wholeValue({ entry, hung, row }: TrayItem): ProductValue | null {
  const base: Partial<ProductValue> = entry.op === 'add' ? entry.value : row ? valueOf(row) : {}
  const typed = [entry, ...hung].flatMap((e) => (e.op === 'set' ? [[e.field, e.value] as const] : []))
  const parsed = parseProduct({ ...base, ...Object.fromEntries(typed) })
  return parsed.ok ? parsed.value : null
}

/** Makes the change again. Rejects when the device cannot store it; it stays in the tray then. */
export async function applyTray(item: TrayItem): Promise<void> {
  const change = retry(item)
  if (!change) return
  await currentDevice().db.append(item.listId, [change])
  requestDrain(item.listId)
  await dismissTray(item.opId)
}

interface Names {
  lists: Record<string, string>
  products: Record<string, string>
}

/** What the lists and products of the changes are called, as far as this device knows. */
export const useNames = create<Names>(() => ({ lists: {}, products: {} }))

export async function readNames(outbox: readonly Entry[], tray: readonly TrayItem[]): Promise<void> {
  const { db } = currentDevice()
  const entries = [...outbox, ...tray.map(({ entry }) => entry)]
  const lists: Names['lists'] = {}
  const products: Names['products'] = {}
  for (const [listId, own] of Map.groupBy(entries, (entry) => entry.listId)) {
    const { stream, rows } = await db.readChanges(listId, [...new Set(own.map((e) => e.productId))])
    if (stream?.list) lists[listId] = stream.list.listName
    for (const { id, productName } of rows) products[id] = productName
  }
  for (const { row } of tray) if (row) products[row.id] = nameOf(row, products[row.id])
  for (const entry of entries) {
    const name = typedName(entry)
    if (name !== undefined) products[entry.productId] ??= name
  }
  useNames.setState({ lists, products })
}

function nameOf(row: Product, known: string | undefined): string {
  return known ?? row.productName
}

function typedName(entry: Entry): string | undefined {
  return entry.op === 'add' ? entry.value.productName : undefined
}
