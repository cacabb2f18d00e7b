import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import type { GuestLink, List } from '../../../core/contract/shapes.ts'
import type { Permission } from '../../../core/product/entities.ts'
import { ProblemError } from '../../../device/failures.ts'
import { sharingTexts } from '../../texts/list-texts.ts'
import { problemText } from '../../texts/problem-text.ts'
import { texts } from '../../texts/texts.ts'
import { callOnce } from '../../sync/call-once.ts'
import { attempt, interactiveCall, unlessGone } from '../../sync/calls.ts'
import { notify } from '../../ui/notices.ts'
import { invalidateQueries, useServerQuery } from '../../sync/queries.ts'
import { currentDevice } from '../../sync/device.ts'
import { useSession } from '../../account/session/session.ts'
import { fetchList } from '../../sync/list-calls.ts'
import { useListUi } from '../state/ui.ts'
import { pullOverview } from '../../sync/overview.ts'
import { askAfterSharing } from './people-store.ts'
import { withdraw } from '../../sync/undo.ts'

/** Runs a call. Returns null if it failed; the user has then been told. */
function run<T>(call: () => Promise<T>): Promise<{ done: T } | null> {
  return attempt(call, texts.serverError)
}

/** Runs a call that creates `what`, with an idempotency key. Returns null if it failed. */
function create<T>(what: string, call: (key: string) => Promise<T>): Promise<{ done: T } | null> {
  return run(() => callOnce(what, call))
}

/** Runs a query. Throws if it failed; the user has then been told. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  const result = await run(call)
  if (!result) throw new Error('told already')
  return result.done
}

/** Shows a change at once, before the overview has been requested again. */
async function showNow(id: string, change: Partial<List>): Promise<void> {
  const stream = await currentDevice().db.stream(id)
  if (stream?.list) await currentDevice().db.putLists([{ ...stream.list, ...change }])
  void pullOverview()
}

/** Pulls the list. The server's 404 removes it from the device and moves its pending changes to the tray. */
function forget(id: string): void {
  void currentDevice()
    .drain.dispatch(id, { type: 'pull' })
    .then(() => pullOverview())
}

/** Fetches a new list that the server made. If that fails, the next overview brings it. */
export async function fetchNew(id: string): Promise<void> {
  await fetchList(id).catch(() => undefined)
  void pullOverview()
}

/** Shares the list with somebody. Returns 'nobody' if no activated account has this address, null if it failed. */
export async function share(
  id: string,
  email: string,
  permission: Permission,
): Promise<'shared' | 'nobody' | null> {
  const body = { _list_id: id, _email_address: email, permission }
  const done = await create(`share ${id} ${email} ${permission}`, (idempotencyKey) =>
    interactiveCall('POST /api/v3/list/share', { body, idempotencyKey }),
  )
  if (!done) return null
  // 204 has no body.
  if (done.done === undefined) return 'nobody'
  notify('success', sharingTexts.shared)
  void pullOverview()
  void askAfterSharing(email)
  return 'shared'
}

/** Mails the list in its present state to somebody, with or without an account. */
export async function sendList(id: string, email: string): Promise<boolean> {
  const body = { _email_address: email }
  const done = await create(`send ${id} ${email}`, (idempotencyKey) =>
    interactiveCall('POST /api/v3/list/:id/send_mail', { params: { id }, body, idempotencyKey }),
  )
  if (!done) return false
  notify('success', sharingTexts.sent)
  return true
}

/** Makes a new link for reading the list. An older link stops working. */
export async function renewLink(id: string, wasOn: boolean): Promise<boolean> {
  const done = await create(`link ${id}`, (idempotencyKey) =>
    interactiveCall('POST /api/v3/list/:id/hash', { params: { id }, idempotencyKey }),
  )
  if (!done) return false
  await showNow(id, { hash: done.done.hash })
  notify('success', wasOn ? sharingTexts.linkRenewed : sharingTexts.linkOn)
  return true
}

export async function dropLink(id: string): Promise<boolean> {
  const done = await run(() => interactiveCall('DELETE /api/v3/list/:id/hash', { params: { id } }))
  if (!done) return false
  await showNow(id, { hash: null })
  notify('success', sharingTexts.linkOff)
  return true
}

export async function unshare(id: string, email: string): Promise<boolean> {
  const body = { _list_id: id, _email_address: email }
  const done = await run(() => unlessGone(interactiveCall('DELETE /api/v3/list/share', { body })))
  if (!done) return false
  notify('success', sharingTexts.removed)
  void pullOverview()
  return true
}

/** Leaves a list that somebody else shared. */
export async function leaveList(id: string): Promise<boolean> {
  const email = useSession.getState().session?.email ?? ''
  const body = { _list_id: id, _email_address: email }
  const done = await run(() => unlessGone(interactiveCall('DELETE /api/v3/list/share', { body })))
  if (!done) return false
  withdraw(id)
  notify('success', sharingTexts.left)
  forget(id)
  return true
}

/** Becomes the owner of a list whose owner deletes the account. Returns false if it failed; the user has been told. */
export async function takeOver(id: string): Promise<boolean> {
  const done = await create(`take over ${id}`, (idempotencyKey) =>
    interactiveCall('POST /api/v3/list/:id/take_over', { params: { id }, idempotencyKey }),
  )
  // Who owns the list is in the overview; it may have changed if this was refused, too.
  await pullOverview()
  if (!done) return false
  notify('success', sharingTexts.takenOver)
  return true
}

/**
 * Changes a member's permission. Returns false if it failed. If the member has left meanwhile, it shows an error and
 * returns true: reload the members.
 */
export async function setPermission(id: string, email: string, permission: Permission): Promise<boolean> {
  const body = { email_address: email, permission }
  const done = await run(() =>
    unlessGone(interactiveCall('PUT /api/v3/shared_list/:id', { params: { id }, body })),
  )
  if (!done) return false
  if (done.done === undefined) notify('error', sharingTexts.userNotFound)
  else notify('success', sharingTexts.permissionsChanged)
  return true
}

const membersName = 'members'

/** The other users with access to the list whose share panel is open. */
export function useMembers(listId: string, online: boolean) {
  return useServerQuery(
    [membersName, listId],
    () => ask(() => interactiveCall('GET /api/v3/list/:id/list_users', { params: { id: listId } })),
    online,
  )
}

export function membersChanged(listId: string): Promise<void> {
  return invalidateQueries(membersName, listId)
}

/** Returns the open invitations of the list whose share panel is open. Requested again together with its members. */
export function useInvites(listId: string, online: boolean) {
  return useServerQuery(
    [membersName, listId, 'invites'],
    () => ask(() => interactiveCall('GET /api/v3/list/:id/invites', { params: { id: listId } })),
    online,
  )
}

/** Returns the open guest links of the list whose share panel is open. Requested again together with its members. */
export function useGuestLinks(listId: string, online: boolean) {
  return useServerQuery(
    [membersName, listId, 'guests'],
    () => ask(() => interactiveCall('GET /api/v3/list/:id/guest', { params: { id: listId } })),
    online,
  )
}

/**
 * Returns the link of an invitation or for guests. Undefined if another page made it, or this one before it was
 * reloaded.
 */
export const linkOf = (id: string): string | undefined => useListUi.getState().madeLinks.get(id)

/** Keeps a link, then requests the list of links that it belongs to. */
async function keepLink(listId: string, id: string, url: string): Promise<void> {
  useListUi.setState(({ madeLinks }) => ({ madeLinks: new Map(madeLinks).set(id, url) }))
  await membersChanged(listId)
}

/** Makes a link for one person, and mails it if there is an address. */
export async function invite(
  id: string,
  permission: Permission,
  email?: string,
): Promise<{ id: string; url: string } | null> {
  const body = { permission, ...(email !== undefined && { email }) }
  const done = await create(`invite ${id} ${permission} ${email ?? ''}`, (idempotencyKey) =>
    interactiveCall('POST /api/v3/list/:id/invite', { params: { id }, body, idempotencyKey }),
  )
  if (!done) return null
  if (email !== undefined) notify('success', sharingTexts.invited)
  const { id: made, code } = done.done
  const url = `${location.origin}/invite/${code}`
  await keepLink(id, made, url)
  return { id: made, url }
}

export async function revokeInvite(id: string, inviteId: string): Promise<void> {
  const params = { id, code: inviteId }
  const done = await run(() =>
    unlessRefused(
      'inviteUsed',
      unlessGone(interactiveCall('DELETE /api/v3/list/:id/invite/:code', { params })),
    ),
  )
  if (!done) return
  // The person accepted the invitation first: they are a member now.
  if (done.done === 'inviteUsed') notify('error', problemText('inviteUsed'))
  else notify('success', sharingTexts.revoked)
  await membersChanged(id)
}

/** Lets in who asked to use an invitation that was mailed to another address. */
export async function admitInvited(id: string, inviteId: string, email: string): Promise<void> {
  const params = { id, code: inviteId }
  const done = await run(() =>
    unlessRefused(
      'inviteUsed',
      unlessGone(interactiveCall('POST /api/v3/list/:id/invite/:code/admit', { params, body: { email } })),
    ),
  )
  if (!done) return
  if (done.done === 'inviteUsed') notify('error', problemText('inviteUsed'))
  else if (done.done === undefined) notify('error', sharingTexts.userNotFound)
  else notify('success', sharingTexts.admitted)
  await membersChanged(id)
  void pullOverview()
}

/** Makes a link with which guests change the list. Returns false if it failed. */
export async function makeGuestLink(
  id: string,
  permission: GuestLink['permission'],
  name: string,
): Promise<boolean> {
  const body = { permission, ...(name !== '' && { name }) }
  const done = await create(`guest link ${id} ${permission} ${name}`, (idempotencyKey) =>
    unlessRefused(
      'limitReached',
      interactiveCall('POST /api/v3/list/:id/guest', { params: { id }, body, idempotencyKey }),
    ),
  )
  if (!done) return false
  if (done.done === 'limitReached') {
    notify('error', sharingTexts.tooManyGuestLinks)
    return false
  }
  notify('success', sharingTexts.guestLinkMade)
  await keepLink(id, done.done.id, `${location.origin}/guest/${done.done.code}`)
  return true
}

/** Ends a guest link and signs out everybody who uses it. Returns false if it failed. */
export async function revokeGuestLink(id: string, linkId: string): Promise<boolean> {
  const params = { id, code: linkId }
  const done = await run(() => unlessGone(interactiveCall('DELETE /api/v3/list/:id/guest/:code', { params })))
  if (!done) return false
  notify('success', sharingTexts.guestLinkEnded)
  await membersChanged(id)
  return true
}

/** Returns the code of the problem if the call was refused with this one. */
async function unlessRefused<T, C extends ProblemCode>(code: C, call: Promise<T>): Promise<T | C> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === code) return code
    throw error
  }
}
