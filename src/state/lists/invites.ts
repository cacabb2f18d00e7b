import type { Permission } from '../../../core/product/entities.ts'
import { ProblemError } from '../../../device/failures.ts'
import { sharingTexts } from '../../texts/list-texts.ts'
import { texts } from '../../texts/texts.ts'
import { problemText } from '../../texts/problem-text.ts'
import { ofAccount } from '../account-store.ts'
import { useAsked } from '../asked.ts'
import { attempt } from '../attempt.ts'
import { notify } from '../notices.ts'
import { callOnce } from '../call-once.ts'
import { interactiveCall, unlessGone } from '../interactive-call.ts'
import { membersChanged, membersName } from './members.ts'

/** Returns the open invitations of the list whose share panel is open. Requested again together with its members. */
export function useInvites(listId: string, online: boolean) {
  return useAsked([membersName, listId, 'invites'], () => askForInvites(listId), online)
}

async function askForInvites(id: string) {
  const call = () => interactiveCall('GET /api/v3/list/:id/invites', { params: { id } })
  const found = await attempt(call, texts.serverError)
  if (!found) throw new Error('told already')
  return found.done
}

/**
 * The links of invitations that this page made, by id. The server stores only hashes, so it cannot return them again.
 */
const links = ofAccount(() => new Map<string, string>())

/** Returns the invitation's link. Undefined if another page made it, or this one before it was reloaded. */
export const linkOf = (inviteId: string): string | undefined => links().get(inviteId)

/** Makes a link for one person, and mails it if there is an address. */
export async function invite(
  id: string,
  permission: Permission,
  email?: string,
): Promise<{ id: string; url: string } | null> {
  const body = { permission, ...(email !== undefined && { email }) }
  const done = await attempt(
    () =>
      callOnce(`invite ${id} ${permission} ${email ?? ''}`, (idempotencyKey) =>
        interactiveCall('POST /api/v3/list/:id/invite', { params: { id }, body, idempotencyKey }),
      ),
    texts.serverError,
  )
  if (!done) return null
  if (email !== undefined) notify('success', sharingTexts.invited)
  const { id: made, code } = done.done
  const url = `${location.origin}/invite/${code}`
  links().set(made, url)
  await membersChanged(id)
  return { id: made, url }
}

export async function revokeInvite(id: string, inviteId: string): Promise<void> {
  const params = { id, code: inviteId }
  const done = await attempt(
    () => unlessUsed(unlessGone(interactiveCall('DELETE /api/v3/list/:id/invite/:code', { params }))),
    texts.serverError,
  )
  if (!done) return
  if (done.done === 'used') notify('error', problemText('inviteUsed'))
  else notify('success', sharingTexts.revoked)
  await membersChanged(id)
}

/** Returns 'used' if the person accepted the invitation first: they are a member now. */
async function unlessUsed<T>(call: Promise<T>): Promise<T | 'used'> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'inviteUsed') return 'used'
    throw error
  }
}
