import { msg } from '@lingui/core/macro'
import { v7 as newId } from 'uuid'
import type { ListField, ListValue } from '../../../core/product/list-fields.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { fieldVersion, type ProductView, project, type Entry } from '../../../core/sync/mutation.ts'
import type { ChangesOf } from '../../../device/storage/outbox.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { listTexts } from '../../texts/list-texts.ts'
import { useAccountSettings } from '../../account/state/settings.ts'
import { currentDevice } from '../../sync/device.ts'
import { notify } from '../../ui/notices.ts'
import { undo, withdraw } from '../../sync/undo.ts'
import type { List } from '../../../core/contract/shapes.ts'
import { asLastKnown, copiesOf, copyName, defaultName, nameAgain } from '../../../core/product/list-copies.ts'
import { projectList } from '../../../core/sync/list-row.ts'
import type { ListOnDevice } from '../../../device/storage/reads.ts'
import { isOfNewer, StorageClosed } from '../../../device/failures.ts'
import { deliverHeld, requestDrain } from '../../sync/send.ts'
import { showChange } from '../../sync/open-list.ts'
import { storageFailed } from '../../sync/sync-status.ts'

/** Makes a list, named with today's date if no name is given. Returns its id, or null if it could not be stored. */
export async function createList(name?: string): Promise<string | null> {
  const made = newListOf(name ?? defaultName(currentLanguage(), Date.now()), [], {
    ...forHousehold(),
    currency: useAccountSettings.getState().settings.currency,
  })
  if (!(await write([made]))) return null
  keepStorage()
  return made.listId
}

/** Asks the browser not to clear the storage when space runs short: from the first list on there is data to lose. */
function keepStorage(): void {
  // `storage` is absent if the page was not loaded over https. A refusal by the browser is not reported.
  const storage = navigator.storage as StorageManager | undefined
  void storage?.persist()
}

/** Returns the change that sets a field of a list. */
async function setOf(id: string, field: ListField, value: string): Promise<ChangesOf> {
  const stream = await currentDevice().db.stream(id)
  const baseVer = fieldVersion(stream?.row, field)
  return { listId: id, changes: [{ op: 'set', rowId: id, field, value, baseVer }] }
}

export async function renameList(id: string, name: string): Promise<boolean> {
  if (!(await write([await setOf(id, 'listName', name)]))) return false
  notify('success', listTexts.updated)
  return true
}

/** Changes the currency of all prices of a list; their numbers stay. */
export async function setCurrency(id: string, currency: string): Promise<boolean> {
  if (!(await write([await setOf(id, 'currency', currency)]))) return false
  notify('success', listTexts.updated)
  return true
}

export async function archiveList(id: string): Promise<boolean> {
  if (!(await write([await setOf(id, 'listStatus', 'archiwum')]))) return false
  tellArchived(id)
  return true
}

function tellArchived(id: string): void {
  withdraw(id)
  notify('success', listTexts.archived, undo({ run: () => void restoreList(id), of: [id] }))
}

export async function restoreList(id: string): Promise<boolean> {
  if (!(await write([await setOf(id, 'listStatus', 'aktywna')]))) return false
  withdraw(id)
  notify('success', listTexts.restored)
  return true
}

export async function deleteList(id: string): Promise<boolean> {
  if (!(await write([{ listId: id, changes: [{ op: 'delete', rowId: id }] }]))) return false
  withdraw(id)
  notify('success', listTexts.deleted)
  return true
}

type More = Pick<ListValue, 'membersOf' | 'sharedWith' | 'currency'>

/** For a new list that the server shares with the household. A list of a trial stays private when it gets an account. */
export function forHousehold(): More {
  return currentDevice().isTrial ? {} : { sharedWith: 'household' }
}

/** Returns the changes that make a new list with these products, which the server shares with these people. */
export function newListOf(listName: string, products: readonly ProductValue[], more: More = {}): ChangesOf {
  const id = newId()
  const value = { listName, date: new Date().toISOString(), ...more }
  const list = { op: 'add', rowId: id, value } as const
  return {
    listId: id,
    changes: [list, ...products.map((value) => ({ op: 'add', rowId: newId(), value }) as const)],
  }
}

/** Copies a list. Returns the copy's id; null if the list is not on this device or the copy could not be stored. */
export async function duplicateList(id: string): Promise<string | null> {
  const source = await wholeList(id)
  if (!source) return null
  const { owner, listName } = source.list
  const name = copyName(listName, owner ? owner.name || owner.email : null)
  const copy = newListOf(name, copiedFrom(source, false), {
    currency: source.list.currency,
  })
  if (!(await write([copy]))) return null
  notify('success', listTexts.duplicated)
  return copy.listId
}

function copiedFrom({ list, products }: WholeList, unboughtOnly: boolean): ProductValue[] {
  const copies = copiesOf(products, { unboughtOnly })
  // What was not bought yet goes on with what was typed for it.
  return unboughtOnly ? copies : asLastKnown(copies, Date.parse(list.date))
}

/**
 * Makes a new list with all products, none of them bought, for the same members and under the same name without its
 * date. `archives`: archives the old one too. Returns the new one's id, or null as `duplicateList` does.
 */
export function shopAgain(id: string, archives: boolean): Promise<string | null> {
  return goOn(id, { nameFrom: nameAgain, unboughtOnly: false, archives })
}

/** Archives the list and returns the id of a new one for the same members, with the products that were not bought. */
export function cloneUnbought(id: string): Promise<string | null> {
  return goOn(id, { nameFrom: (name) => name, unboughtOnly: true, archives: true })
}

interface GoingOn {
  nameFrom: (name: string) => string
  unboughtOnly: boolean
  archives: boolean
}

async function goOn(id: string, { nameFrom, unboughtOnly, archives }: GoingOn): Promise<string | null> {
  const source = await wholeList(id)
  if (!source) return null
  const made = newListOf(nameFrom(source.list.listName), copiedFrom(source, unboughtOnly), {
    membersOf: id,
    currency: source.list.currency,
  })
  const old = archives ? [await setOf(id, 'listStatus', 'archiwum')] : []
  if (!(await write([made, ...old]))) return null
  if (archives) tellArchived(id)
  return made.listId
}

interface WholeList {
  list: List
  products: ProductView[]
}

/**
 * Returns a list with its products as the screen shows them. A list that was never opened here is pulled first. Returns
 * null if it is not available; the user has then been told.
 */
export async function wholeList(id: string): Promise<WholeList | null> {
  const { db, drain } = currentDevice()
  let local = await db.readList(id)
  if (!isHere(local)) {
    await drain.dispatch(id, { type: 'pull' })
    local = await db.readList(id)
  }
  const list = projectList(local.stream, local.entries)
  if (list && isHere(local)) return { list, products: project(local.rows, local.entries) }
  notify('error', listTexts.notHere)
  return null
}

function isHere({ stream }: ListOnDevice): boolean {
  return !stream?.list || stream.cursor > 0 || stream.list.head === 0
}

const notSaved = msg`This device has no room to save that change. Everything saved before is safe, and what you typed is still there. Free up some space, then try again.`

/**
 * Writes changes to the outbox, all of them or none, shows them and requests sending. All edits go through here.
 * Returns false if the device could not store them; the user has then been told.
 */
export async function write(parts: readonly ChangesOf[]): Promise<boolean> {
  let waits: Entry[] | null
  try {
    waits = await currentDevice().db.appendTo(parts)
  } catch (error) {
    // If the storage does not open, the banner says so as long as that lasts.
    if (error instanceof StorageClosed) storageFailed(error)
    if (isOfNewer(error)) notify('error', listTexts.notSavedNewer)
    else if (!(error instanceof StorageClosed)) notify('error', notSaved)
    return false
  }
  for (const { listId } of parts) requestDrain(listId)
  // The screen shows the change before the caller continues, so that no old value flashes.
  for (const { listId } of parts)
    await showChange(listId, waits && waits.filter((entry) => entry.listId === listId))
  deliverHeld()
  return true
}
