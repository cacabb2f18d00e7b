import type { List } from '../../../core/contract/shapes.ts'
import { copiesOf, copyName } from '../../../core/product/list-copies.ts'
import { projectList } from '../../../core/sync/list-row.ts'
import { type ProductView, project } from '../../../core/sync/mutation.ts'
import type { ListOnDevice } from '../../../device/storage/reads.ts'
import { listTexts } from '../../texts/list-texts.ts'
import { notify } from '../notices.ts'
import { currentDevice } from '../session/device.ts'
import { newListOf, setOf } from './list-actions.ts'
import { withdraw } from './undo.ts'
import { write } from './write.ts'

/** Copies a list. Returns the copy's id; null if the list is not on this device or the copy could not be stored. */
export async function duplicateList(id: string): Promise<string | null> {
  const there = await wholeList(id)
  if (!there) return null
  const { owner, listName } = there.list
  const name = copyName(listName, owner ? owner.name || owner.email : null)
  const copy = newListOf(name, copiesOf(there.products, { unboughtOnly: false }))
  if (!(await write([copy]))) return null
  notify('success', listTexts.duplicated)
  return copy.listId
}

/** Archives the list and returns the id of a new one with the products that were not bought. */
export async function cloneUnbought(id: string): Promise<string | null> {
  const there = await wholeList(id)
  if (!there) return null
  const clone = newListOf(there.list.listName, copiesOf(there.products, { unboughtOnly: true }))
  if (!(await write([clone, await setOf(id, 'listStatus', 'archiwum')]))) return null
  withdraw(id)
  notify('success', listTexts.archived)
  return clone.listId
}

/**
 * Returns a list with its products as the screen shows them. A list that was never opened here is pulled first. Returns
 * null if it is not available; the user has then been told.
 */
export async function wholeList(id: string): Promise<{ list: List; products: ProductView[] } | null> {
  const { db, drain } = currentDevice()
  let here = await db.readList(id)
  if (!isHere(here)) {
    await drain.dispatch(id, { type: 'pull' })
    here = await db.readList(id)
  }
  const list = projectList(here.stream, here.entries)
  if (list && isHere(here)) return { list, products: project(here.rows, here.entries) }
  notify('error', listTexts.notHere)
  return null
}

function isHere({ stream }: ListOnDevice): boolean {
  return !stream?.list || stream.cursor > 0 || stream.list.head === 0
}
