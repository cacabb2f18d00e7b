import { v7 as newId } from 'uuid'
import { isListRow } from '../../core/contract/shapes.ts'
import { projectList } from '../../core/sync/list-row.ts'
import { type Change, isOfList, isOfProduct, writtenBy } from '../../core/sync/change.ts'
import { notItemised } from '../../core/product/categories.ts'
import { type Entry, fieldVersion, valueOf } from '../../core/sync/mutation.ts'
import type { TrayItem } from '../../core/sync/replica.ts'
import { whoDid } from '../account/session/who-did.ts'
import { requestDrain } from './send.ts'
import { useSync } from './sync-status.ts'
import { currentDevice } from './device.ts'
import { currencyOf } from '../../core/product/currency.ts'
import { parseProduct } from '../../core/product/fields.ts'
import type { ProductValue } from '../../core/product/table.ts'
import type { ChangesOf } from '../../device/storage/outbox.ts'

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

/** Reads the names of the lists and products in the changes, as far as this device knows them. */
export async function readNames(outbox: readonly Entry[], tray: readonly TrayItem[]): Promise<void> {
  const device = currentDevice()
  const { db } = device
  const entries = [...outbox, ...tray.map(({ entry }) => entry)]
  const lists: Record<string, string> = {}
  const products: Record<string, string> = {}
  const currencies: Record<string, string> = {}
  for (const [listId, ofList] of Map.groupBy(entries, (entry) => entry.listId)) {
    const ids = ofList.map((entry) => entry.rowId)
    const [stream, rows] = await Promise.all([db.stream(listId), db.readSome(listId, ids)])
    const list = projectList(stream, ofList) ?? stream?.list
    if (list) {
      lists[listId] = list.listName
      currencies[listId] = currencyOf(list)
    }
    for (const { id, productName } of rows) products[id] = productName
  }
  for (const { listId, listName } of tray) if (listName !== undefined) lists[listId] ??= listName
  for (const { row } of tray) if (row && !isListRow(row)) products[row.id] ??= row.productName
  for (const entry of entries) {
    const name = typedName(entry)
    if (name !== undefined) products[entry.rowId] ??= name
  }
  useSync.of(device).setState({ names: { lists, products, currencies } })
}

function typedName(entry: Entry): string | undefined {
  return isOfProduct(entry.listId, entry) && entry.op === 'add' ? entry.value.productName : undefined
}

/** A waiting change; of what was bought and cleared from a list the first, with how many. */
interface WaitingLine {
  entry: Entry
  count: number
}

/** Returns what the panel says of the outbox: a trip that clears a list, or 'Delete bought', is one line of each list. */
export function waitingLines(outbox: readonly Entry[]): WaitingLine[] {
  const ends = new Set<string>()
  const lines = new Map<string, WaitingLine>()
  for (const entry of outbox) {
    const isOfProducts = isOfProduct(entry.listId, entry)
    if (isOfProducts && entry.op === 'add' && entry.value.category === notItemised) ends.add(entry.rowId)
    const isCleared = isOfProducts && entry.op === 'delete' && entry.tick === 'counts'
    if (isCleared && ends.has(entry.rowId)) continue
    const key = isCleared ? `cleared ${entry.listId}` : entry.opId
    const count = (lines.get(key)?.count ?? 0) + 1
    lines.set(key, { entry: lines.get(key)?.entry ?? entry, count })
  }
  return [...lines.values()]
}

/** Returns who changed or deleted what the change is about; null where the row does not say that for certain. */
export function otherOf({ entry, row, why }: TrayItem): ReturnType<typeof whoDid> | null {
  if (!row || isListRow(row) || !isOfProduct(entry.listId, entry)) return null
  if (why === 'gone' && row.deleted) return whoDid(row, 'changed')
  // The row names who changed it last, so a field that was not the last one may be somebody else's.
  if (why !== 'stale' || entry.op !== 'set' || fieldVersion(row, entry.field) !== row.ver) return null
  return whoDid(row, entry.field === 'productStatus' && row.productStatus ? 'ticked' : 'changed')
}

export type TrayChoice = 'useMine' | 'putBack' | 'keepTheirs' | 'tryAgain' | 'saveAsFile' | 'throwAway'

/** Returns whether the item is a whole list that the server refused to create. */
export function isNewList({ entry }: Pick<TrayItem, 'entry'>): boolean {
  return entry.op === 'add' && isOfList(entry.listId, entry)
}

/**
 * Returns the list and all changes that depend on it, as new changes. Unless the account was only out of room, the list
 * gets a new id, because the server will never take the old one.
 */
function listAgain({ entry, hung, why }: TrayItem, newId: () => string): ChangesOf {
  const listId = why === 'limit' ? entry.listId : newId()
  const changes = [entry, ...hung].map(
    ({ n: _n, opId: _o, typedAt: _t, format: _f, seq: _s, sent: _d, ...change }) => ({
      ...change,
      rowId: change.rowId === entry.listId ? listId : change.rowId,
    }),
  )
  return { listId, changes }
}

/**
 * Returns the choices for a change that was not applied. 'keepTheirs' and 'throwAway' drop it; one of them is always
 * offered.
 */
export function choicesFor(item: TrayItem): TrayChoice[] {
  if (isNewList(item)) return ['tryAgain', 'saveAsFile', 'throwAway']
  const again = retry(item, () => '')
  if (!again) return ['keepTheirs']
  return [again.op === 'add' ? 'putBack' : 'useMine', 'keepTheirs']
}

/**
 * Returns the change to try again: the set repeated as the latest one, the delete repeated, or the product added again,
 * usually with a new id. Null if the server would refuse it for the same reason.
 */
export function retry(item: TrayItem, newId: () => string): Change | null {
  const { entry, why } = item
  if (why === 'forbidden' || why === 'lost' || why === 'invalid' || why === 'tooLarge') return null
  if (entry.op === 'delete') return { op: 'delete', rowId: entry.rowId }
  if (entry.op === 'set' && why !== 'gone') {
    const { rowId, field, value } = entry
    const versions = writtenBy(entry).map(([name]) => fieldVersion(item.row, name))
    const also = 'also' in entry && entry.also ? { also: entry.also } : {}
    return { op: 'set', rowId, field, value, ...also, baseVer: Math.max(...versions) } as Change
  }
  if (isOfList(entry.listId, entry)) return null
  const value = wholeValue(item)
  // A product over the limit was never added. Several devices may have it in their trays, so the same id prevents
  // duplicates.
  return value && { op: 'add', rowId: why === 'limit' ? entry.rowId : newId(), value }
}

/** Returns the product with all typed changes applied; null if too little of it is known. */
function wholeValue({ entry, hung, row }: TrayItem): ProductValue | null {
  if (!isOfProduct(entry.listId, entry)) return null
  const held = row && !isListRow(row) ? valueOf(row) : {}
  const base: Partial<ProductValue> = entry.op === 'add' ? entry.value : held
  const typed = [entry, ...hung].flatMap((e) => (e.op === 'set' ? writtenBy(e) : []))
  const parsed = parseProduct({ ...base, ...Object.fromEntries(typed) })
  return parsed.ok ? parsed.value : null
}
