import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import type { Invited } from '../../core/contract/shapes.ts'
import { isSessionExpired, ProblemError, Unreachable } from '../../device/failures.ts'
import { fetchNew } from './lists/sharing.ts'
import { interactiveCall } from './interactive-call.ts'

/** Why an invitation cannot be used. `signedOut`: the session has just ended, and the session code reports that. */
export type InviteProblem =
  'expired' | 'revoked' | 'used' | 'unknown' | 'notActivated' | 'signedOut' | 'unreachable' | 'serverError'

const byCode: Partial<Record<ProblemCode, InviteProblem>> = {
  inviteExpired: 'expired',
  inviteRevoked: 'revoked',
  inviteUsed: 'used',
  notFound: 'unknown',
  invalidRequest: 'unknown',
  accountNotActivated: 'notActivated',
}

function problemOf(error: unknown): InviteProblem {
  if (error instanceof Unreachable) return 'unreachable'
  if (isSessionExpired(error)) return 'signedOut'
  return (error instanceof ProblemError && byCode[error.problem.code]) || 'serverError'
}

/** Returns what an invitation link is for. Works without an account. */
export async function findInvite(code: string): Promise<Invited | InviteProblem> {
  try {
    return await interactiveCall('GET /api/v3/invite/:code', { params: { code } })
  } catch (error) {
    return problemOf(error)
  }
}

/** Makes the signed-in user a member and returns the list's id. May be repeated. */
export async function acceptInvite(code: string): Promise<{ id: string } | InviteProblem> {
  try {
    const { id } = await interactiveCall('POST /api/v3/invite/:code/accept', { params: { code } })
    await fetchNew(id)
    return { id }
  } catch (error) {
    return problemOf(error)
  }
}
