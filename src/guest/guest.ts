import type { Answer } from '../../core/contract/api.ts'
import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import { nameBrowserSession } from '../../device/browser-session.ts'
import { ProblemError, Unreachable } from '../../device/failures.ts'
import { http } from '../../device/network.ts'
import { move, placeOf } from '../../device/storage/moving.ts'
import { putSession, type Session } from '../../device/storage/app-db.ts'
import { currentLanguage } from '../texts/i18n.ts'
import { interactiveCall } from '../sync/calls.ts'
import { changeSettings } from '../account/session/device-settings.ts'
import { notify } from '../ui/notices.ts'
import { tellRevokes } from '../account/session/revoke.ts'
import { isSignedIn, useSession } from '../account/session/session.ts'
import { forgetSession, logout } from '../account/state/sign-out.ts'
import { eraseAccount, openAccount } from '../account/session/unsent.ts'
import { texts } from '../texts/texts.ts'

export type GuestLink = Answer<'guestLink'>

/** Why a link leads to no list. */
export type GuestProblem = 'over' | 'revoked' | 'unknown' | 'unreachable' | 'serverError'

const byCode: Partial<Record<ProblemCode, GuestProblem>> = {
  inviteExpired: 'over',
  inviteRevoked: 'revoked',
  notFound: 'unknown',
  invalidRequest: 'unknown',
}

/** Returns what a guest link is for. */
export async function findGuestLink(code: string): Promise<GuestLink | GuestProblem> {
  try {
    return await interactiveCall('GET /api/v3/guest/:code', { params: { code } })
  } catch (error) {
    if (error instanceof Unreachable) return 'unreachable'
    return (error instanceof ProblemError && byCode[error.problem.code]) || 'serverError'
  }
}

/** Signs in as a guest of the link's list, under a name. 'full': the link takes nobody else. Throws what the call throws. */
export async function joinAsGuest(
  code: string,
  link: GuestLink,
  name: string,
  remember: boolean,
): Promise<'joined' | 'full'> {
  // An older sign-out clears the cookie, so it must be sent before this call sets a new one.
  await tellRevokes(isSignedIn)
  const answer = await http
    .call('POST /api/v3/guest/:code', {
      params: { code },
      body: { name: name.trim(), language: currentLanguage(), remember },
    })
    .catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem.code === 'limitReached') return null
      throw error
    })
  if (!answer) return 'full'
  changeSettings('settings', { remember })
  await takeOver(answer.user_id, answer.list).catch(() => notify('warning', texts.storageFailed))
  const guest = { code, listId: answer.list, name: name.trim(), until: Date.parse(link.expiresAt) }
  const session: Session = {
    userId: answer.user_id,
    email: '',
    accessToken: answer.access_token,
    expiresAt: Date.now() + answer.expires_in * 1000,
    remember,
    ...(!remember && { browser: nameBrowserSession() }),
    guest,
  }
  await putSession(session).catch(() => notify('warning', texts.storageFailed))
  useSession.setState({ session, profile: null, isNewcomer: false })
  return 'joined'
}

/** Gives the new guest what an earlier one on this device could not send to the same list. */
async function takeOver(userId: string, listId: string): Promise<void> {
  const { session } = useSession.getState()
  if (!session?.guest) return
  const [before, next] = [openAccount(session.userId), openAccount(userId)]
  try {
    if (session.guest.listId === listId)
      await move(placeOf(before), placeOf(next), (_key, _moved, existing) => existing)
    const left = (await before.outbox()).length + (await before.tray()).length
    if (left === 0) await before.erase()
  } finally {
    await Promise.all([before.close(), next.close()])
  }
}

/** Ends the guest's session, here and on the server. Returns false if the guest stayed because of unsent changes. */
export async function leaveAsGuest(): Promise<boolean> {
  const { session } = useSession.getState()
  if (!(await logout())) return false
  // The guest does not come back: who joins again by the link is a new one.
  if (session) await eraseAccount(session.userId).catch(() => notify('warning', texts.storageFailed))
  return true
}

/** Removes an ended guest's session, with what it could not send, from this device. Throws if that fails. */
export async function forgetGuest(): Promise<void> {
  const { session } = useSession.getState()
  await forgetSession()
  if (session) await eraseAccount(session.userId)
}
