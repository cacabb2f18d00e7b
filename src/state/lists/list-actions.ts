import { msg } from '@lingui/core/macro'
import { v7 as newId } from 'uuid'
import type { ListField } from '../../../core/product/list-fields.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { fieldVersion } from '../../../core/sync/mutation.ts'
import type { ChangesOf } from '../../../device/storage/outbox.ts'
import { formatDate } from '../../texts/format.ts'
import { currentLanguage, i18n } from '../../texts/i18n.ts'
import { listTexts } from '../../texts/list-texts.ts'
import { currentDevice } from '../session/device.ts'
import { notify } from '../notices.ts'
import { withdraw } from './undo.ts'
import { write } from './write.ts'

/** Makes a list, named with today's date if no name is given. Returns its id, or null if it could not be stored. */
export async function createList(name?: string): Promise<string | null> {
  const today = formatDate(Date.now(), currentLanguage())
  const made = newListOf(name ?? i18n._(msg`Shopping list of ${today}`), [])
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
export async function setOf(id: string, field: ListField, value: string): Promise<ChangesOf> {
  const stream = await currentDevice().db.stream(id)
  const baseVer = fieldVersion(stream?.row, field)
  return { listId: id, changes: [{ op: 'set', rowId: id, field, value, baseVer }] }
}

export async function renameList(id: string, name: string): Promise<boolean> {
  if (!(await write([await setOf(id, 'listName', name)]))) return false
  notify('success', listTexts.updated)
  return true
}

export async function archiveList(id: string): Promise<boolean> {
  if (!(await write([await setOf(id, 'listStatus', 'archiwum')]))) return false
  withdraw(id)
  notify('success', listTexts.archived)
  return true
}

export async function restoreList(id: string): Promise<boolean> {
  if (!(await write([await setOf(id, 'listStatus', 'aktywna')]))) return false
  notify('success', listTexts.restored)
  return true
}

export async function deleteList(id: string): Promise<boolean> {
  if (!(await write([{ listId: id, changes: [{ op: 'delete', rowId: id }] }]))) return false
  withdraw(id)
  notify('success', listTexts.deleted)
  return true
}

/** Returns the changes that make a new list with these products. */
export function newListOf(listName: string, products: readonly ProductValue[], now = Date.now()): ChangesOf {
  const id = newId()
  const list = { op: 'add', rowId: id, value: { listName, date: new Date(now).toISOString() } } as const
  return {
    listId: id,
    changes: [list, ...products.map((value) => ({ op: 'add', rowId: newId(), value }) as const)],
  }
}
