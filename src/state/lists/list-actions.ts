import { msg } from '@lingui/core/macro'
import { v7 as newId } from 'uuid'
import type { Permission } from '../../../core/product/entities.ts'
import type { List } from '../../../core/contract/shapes.ts'
import type { ListField } from '../../../core/product/list-fields.ts'
import { copiesOf, copyName } from '../../../core/product/list-copies.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { projectList } from '../../../core/sync/list-row.ts'
import { fieldVersion, type ProductView, project } from '../../../core/sync/mutation.ts'
import type { ChangesOf } from '../../../device/db.ts'
import type { ListOnDevice } from '../../../device/reads.ts'
import { formatDate } from '../../texts/format.ts'
import { currentLanguage, i18n } from '../../texts/i18n.ts'
import { listTexts, sharingTexts } from '../../texts/list-texts.ts'
import { texts } from '../../texts/texts.ts'
import { currentDevice } from '../session/device.ts'
import { notify } from '../notices.ts'
import { fetchList } from './fetch-list.ts'
import { attempt } from '../attempt.ts'
import { pullOverview } from './overview.ts'
import { once } from '../once.ts'
import { promptly, unlessGone } from '../promptly.ts'
import { useSession } from '../session/session.ts'
import { write } from './write.ts'

/** Shows a change at once, before the overview has been requested again. */
async function showNow(id: string, change: Partial<List>): Promise<void> {
  const stream = await currentDevice().db.stream(id)
  if (stream?.list) await currentDevice().db.putLists([{ ...stream.list, ...change }])
  void pullOverview()
}

/** Makes a list, with today's date in its name when none is given. Returns its id; null: it could not be stored. */
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

export async function archiveList(id: string): Promise<boolean> {
  if (!(await write([await setOf(id, 'listStatus', 'archiwum')]))) return false
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
  notify('success', listTexts.deleted)
  return true
}

/** Pulls the list: the server's 404 removes it from the device and moves its pending changes to the tray. */
function forget(id: string): void {
  void currentDevice()
    .drain.dispatch(id, { type: 'pull' })
    .then(() => pullOverview())
}

/** Returns the id of the copy; null: the list is not on this device, or the copy could not be stored. */
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

/** Archives the list and returns the id of a new one that holds what was not bought. */
export async function cloneUnbought(id: string): Promise<string | null> {
  const there = await wholeList(id)
  if (!there) return null
  const clone = newListOf(there.list.listName, copiesOf(there.products, { unboughtOnly: true }))
  if (!(await write([clone, await setOf(id, 'listStatus', 'archiwum')]))) return null
  notify('success', listTexts.archived)
  return clone.listId
}

/**
 * A list with its products as the screen shows them. One that was never opened here is asked for first. Null: it is
 * not here, and the person has been told.
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

/** A new list with these products, as changes to be written at once. */
export function newListOf(listName: string, products: readonly ProductValue[], now = Date.now()): ChangesOf {
  const id = newId()
  const list = { op: 'add', rowId: id, value: { listName, date: new Date(now).toISOString() } } as const
  return {
    listId: id,
    changes: [list, ...products.map((value) => ({ op: 'add', rowId: newId(), value }) as const)],
  }
}

/** Fetches a new list that the server made. If that fails, the list comes with the next overview. */
export async function fetchNew(id: string): Promise<void> {
  await fetchList(id).catch(() => undefined)
  void pullOverview()
}

/** Shares the list with somebody. 'nobody': no activated account has this address. Null: it failed. */
export async function share(
  id: string,
  email: string,
  permission: Permission,
): Promise<'shared' | 'nobody' | null> {
  const body = { _list_id: id, _email_address: email, permission }
  const done = await attempt(
    () =>
      once(`share ${id} ${email} ${permission}`, (idempotencyKey) =>
        promptly('POST /api/v3/list/share', { body, idempotencyKey }),
      ),
    texts.serverError,
  )
  if (!done) return null
  // 204 has no body.
  if (done.done === undefined) return 'nobody'
  notify('success', sharingTexts.shared)
  void pullOverview()
  return 'shared'
}

/** Mails the list as it is now to somebody, with or without an account. */
export async function sendList(id: string, email: string): Promise<boolean> {
  const body = { _email_address: email }
  const done = await attempt(
    () =>
      once(`send ${id} ${email}`, (idempotencyKey) =>
        promptly('POST /api/v3/list/:id/send_mail', { params: { id }, body, idempotencyKey }),
      ),
    texts.serverError,
  )
  if (!done) return false
  notify('success', sharingTexts.sent)
  return true
}

/** A new link to read the list; an older one stops working. */
export async function renewLink(id: string, wasOn: boolean): Promise<boolean> {
  const done = await attempt(
    () =>
      once(`link ${id}`, (idempotencyKey) =>
        promptly('POST /api/v3/list/:id/hash', { params: { id }, idempotencyKey }),
      ),
    texts.serverError,
  )
  if (!done) return false
  await showNow(id, { hash: done.done.hash })
  notify('success', wasOn ? sharingTexts.linkRenewed : sharingTexts.linkOn)
  return true
}

export async function dropLink(id: string): Promise<boolean> {
  const done = await attempt(
    () => promptly('DELETE /api/v3/list/:id/hash', { params: { id } }),
    texts.serverError,
  )
  if (!done) return false
  await showNow(id, { hash: null })
  notify('success', sharingTexts.linkOff)
  return true
}

export async function unshare(id: string, email: string): Promise<boolean> {
  const body = { _list_id: id, _email_address: email }
  const done = await attempt(
    () => unlessGone(promptly('DELETE /api/v3/list/share', { body })),
    texts.serverError,
  )
  if (!done) return false
  notify('success', sharingTexts.removed)
  void pullOverview()
  return true
}

/** Leaves a list that somebody else shared. */
export async function leaveList(id: string): Promise<boolean> {
  const email = useSession.getState().session?.email ?? ''
  const body = { _list_id: id, _email_address: email }
  const done = await attempt(
    () => unlessGone(promptly('DELETE /api/v3/list/share', { body })),
    texts.serverError,
  )
  if (!done) return false
  notify('success', sharingTexts.left)
  forget(id)
  return true
}

/** False: nothing happened. True with an error shown if that member has left meanwhile: reload the members then. */
export async function setPermission(id: string, email: string, permission: Permission): Promise<boolean> {
  const body = { email_address: email, permission }
  const done = await attempt(
    () => unlessGone(promptly('PUT /api/v3/shared_list/:id', { params: { id }, body })),
    texts.serverError,
  )
  if (!done) return false
  if (done.done === undefined) notify('error', sharingTexts.userNotFound)
  else notify('success', sharingTexts.permissionsChanged)
  return true
}
