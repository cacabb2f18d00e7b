import { msg } from '@lingui/core/macro'
import type { Permission } from '../../../core/product/entities.ts'
import type { List } from '../../../core/contract/shapes.ts'
import { formatDate } from '../../texts/format.ts'
import { currentLanguage, i18n } from '../../texts/i18n.ts'
import { listTexts, sharingTexts, texts } from '../../texts/texts.ts'
import { currentDevice } from '../session/device.ts'
import { notify } from '../notices.ts'
import { fetchList } from './fetch-list.ts'
import { attempt } from '../attempt.ts'
import { pullOverview } from './overview.ts'
import { once } from '../once.ts'
import { promptly, unlessGone } from '../promptly.ts'
import { useSession } from '../session/session.ts'

/** Shows a change at once, before the overview has been requested again. */
async function showNow(id: string, change: Partial<List>): Promise<void> {
  const stream = await currentDevice().db.stream(id)
  if (stream?.list) await currentDevice().db.putLists([{ ...stream.list, ...change }])
  void pullOverview()
}

/** Makes a list, with today's date in its name when none is given. Returns its id. */
export async function createList(name?: string): Promise<string | null> {
  const date = formatDate(Date.now(), currentLanguage())
  const listName = name ?? i18n._(msg`Shopping list of ${date}`)
  const made = await attempt(
    () =>
      once(`create ${listName}`, async (key) => {
        const body = { _list_name: listName, id: key }
        return promptly('POST /api/v3/list', { body, idempotencyKey: key })
      }),
    listTexts.createFailed,
  )
  if (!made) return null
  const { id } = made.done
  await currentDevice().db.putLists([{ ...emptyList, id, listName, date: new Date().toISOString() }])
  void pullOverview()
  keepStorage()
  return id
}

/** Asks the browser not to clear the storage when space runs short: from the first list on there is data to lose. */
function keepStorage(): void {
  // `storage` is absent if the page was not loaded over https. A refusal by the browser is not reported.
  const storage = navigator.storage as StorageManager | undefined
  void storage?.persist()
}

/** Initial values of a new list until the server's data arrives. */
const emptyList: Omit<List, 'id' | 'listName' | 'date'> = {
  hash: null,
  listStatus: 'aktywna',
  permissions: 'edit',
  productCount: 0,
  checkedCount: 0,
  sum: 0,
  head: 0,
  sharedWith: 0,
}

export async function renameList(id: string, name: string): Promise<boolean> {
  const body = { _id: id, _list_name: name }
  const done = await attempt(() => promptly('PUT /api/v3/list', { body }), listTexts.updateFailed)
  if (!done) return false
  await showNow(id, { listName: name })
  notify('success', listTexts.updated)
  return true
}

export async function archiveList(id: string): Promise<boolean> {
  const done = await attempt(
    () => promptly('PUT /api/v3/list/:id/archivize', { params: { id } }),
    listTexts.archiveFailed,
  )
  if (!done) return false
  await showNow(id, { listStatus: 'archiwum' })
  notify('success', listTexts.archived)
  return true
}

export async function restoreList(id: string): Promise<boolean> {
  const done = await attempt(
    () => promptly('PUT /api/v3/list/:id/restore', { params: { id } }),
    listTexts.restoreFailed,
  )
  if (!done) return false
  await showNow(id, { listStatus: 'aktywna' })
  notify('success', listTexts.restored)
  return true
}

export async function deleteList(id: string): Promise<boolean> {
  const done = await attempt(
    () => unlessGone(promptly('DELETE /api/v3/list', { body: { _id: id } })),
    listTexts.deleteFailed,
  )
  if (!done) return false
  notify('success', listTexts.deleted)
  forget(id)
  return true
}

/** Pulls the list: the server's 404 removes it from the device and moves its pending changes to the tray. */
function forget(id: string): void {
  void currentDevice()
    .drain.dispatch(id, { type: 'pull' })
    .then(() => pullOverview())
}

/** Returns the id of the copy. */
export async function duplicateList(id: string): Promise<string | null> {
  const made = await attempt(
    () =>
      once(`duplicate ${id}`, (idempotencyKey) =>
        promptly('POST /api/v3/list/:id/duplicate', { params: { id }, idempotencyKey }),
      ),
    listTexts.createFailed,
  )
  if (!made) return null
  await fetchNew(made.done.id)
  notify('success', listTexts.duplicated)
  return made.done.id
}

/** Archives the list and returns the id of a new one that holds what was not bought. */
export async function cloneUnbought(id: string): Promise<string | null> {
  const made = await attempt(
    () =>
      once(`clone ${id}`, (idempotencyKey) =>
        promptly('POST /api/v3/list/:id/clone_unbought', { params: { id }, idempotencyKey }),
      ),
    listTexts.archiveFailed,
  )
  if (!made) return null
  await fetchNew(made.done.id)
  await showNow(id, { listStatus: 'archiwum' })
  notify('success', listTexts.archived)
  return made.done.id
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
