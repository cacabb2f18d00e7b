import { useWindowEvent } from '@mantine/hooks'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import type { Invited } from '../../../core/contract/shapes.ts'
import { isSessionExpired, ProblemError, Unreachable } from '../../../device/failures.ts'
import { interactiveCall } from '../../sync/calls.ts'
import { fetchNew } from '../../list/share/sharing.ts'
import { useDeviceSettings } from '../session/device-settings.ts'
import { isSignedIn, loadProfile, login, useSession } from '../session/session.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { extendReturnPath, takeReturnPath, keepReturnPath } from '../../visitor/visitor.ts'

/** Temporary problems: the invitation stays valid and can be accepted later. */
type Passing = Extract<
  InviteProblem,
  'forOther' | 'notActivated' | 'signedOut' | 'unreachable' | 'serverError'
>
const passing: readonly InviteProblem[] = [
  'forOther',
  'notActivated',
  'signedOut',
  'unreachable',
  'serverError',
]
const isPassing = (problem: InviteProblem): problem is Passing => passing.includes(problem)

export interface Invitation {
  found: Invited | InviteProblem
  /** why it could not be accepted just now */
  problem: Passing | null
  busy: boolean
  accept: () => void
  again: () => void
  /** shows why the invitation cannot be used any more */
  refuse: (problem: InviteProblem) => void
  /** keeps the invitation; call before the visitor leaves to log in or register */
  remember: () => Promise<void>
}

/** Accepts an invitation. A visitor who went to the login from here has accepted it, so it is accepted on return. */
export function useInvite(code: string, loaded: Invited | InviteProblem, mailed: Mailed | null): Invitation {
  const navigate = useNavigate()
  const router = useRouter()
  const signedIn = useSession(isSignedIn)
  const [refused, setRefused] = useState<InviteProblem | null>(null)
  const [problem, setProblem] = useState<Passing | null>(null)
  const [busy, setBusy] = useState(false)
  const proof = mailed?.proof
  // With the secret of a mailed link: then a new account of that address needs no second mail.
  const path = `/invite/${encodeURIComponent(code)}${proof === undefined ? '' : `#${proof}`}`
  const found = refused ?? loaded

  const accept = useCallback(async () => {
    setBusy(true)
    const done = await acceptInvite(code, proof)
    setBusy(false)
    if (typeof done === 'object')
      return navigate({ to: '/app/details/$id', params: { id: done.id }, replace: true })
    if (!isPassing(done)) return setRefused(done)
    setProblem(done)
    // Makes the login after the activation lead back here.
    if (done === 'notActivated') await keepReturnPath(path).then(extendReturnPath)
  }, [code, proof, path, navigate])

  const isOpen = typeof found === 'object'
  useEffect(() => {
    if (signedIn && isOpen)
      void takeReturnPath(path).then((wanted) => {
        if (wanted) void accept()
      })
  }, [signedIn, isOpen, path, accept])

  const again = useCallback(() => void router.invalidate({ forcePending: true }), [router])
  useWindowEvent('online', () => {
    if (found === 'unreachable') again()
  })

  const remember = () => keepReturnPath(path)
  return { found, problem, busy, accept: () => void accept(), again, refuse: setRefused, remember }
}

/**
 * Why an invitation cannot be used. `signedOut`: the session has just ended, and the session code reports that.
 * `forOther`: it was mailed to another address than the account's.
 */
export type InviteProblem =
  | 'expired'
  | 'revoked'
  | 'used'
  | 'unknown'
  | 'forOther'
  | 'notActivated'
  | 'signedOut'
  | 'unreachable'
  | 'serverError'

const byCode: Partial<Record<ProblemCode, InviteProblem>> = {
  inviteExpired: 'expired',
  inviteRevoked: 'revoked',
  inviteUsed: 'used',
  inviteForOther: 'forOther',
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

/** An invitation that was mailed, for the person whose mailbox has its link. */
export interface Mailed {
  email: string
  hasAccount: boolean
  /** the secret of the link, which proves the mailbox */
  proof: string
}

/**
 * Returns to whom the invitation was mailed. Null for a link that was not mailed, and for anything that goes wrong: then
 * the visitor registers or logs in as always.
 */
export async function findMailed(code: string, proof: string): Promise<Mailed | null> {
  if (proof === '') return null
  try {
    const params = { code }
    return {
      ...(await interactiveCall('POST /api/v3/invite/:code/mailed', { params, body: { proof } })),
      proof,
    }
  } catch {
    return null
  }
}

interface NewPerson {
  name: string
  password: string
}

/** Makes an account for the address that the invitation was mailed to, as a member of the list, and logs in. */
export async function registerInvited(
  code: string,
  { email, proof }: Mailed,
  { name, password }: NewPerson,
): Promise<void> {
  const { remember } = useDeviceSettings.getState().settings
  const language = currentLanguage()
  const body = { proof, password, name: name.trim(), language, termsAccepted: true as const }
  try {
    await interactiveCall('POST /api/v3/invite/:code/register', { params: { code }, body })
  } catch (error) {
    if (!isUsed(error)) throw error
    // The answer to an earlier try may have been lost: then the account is there, with this password.
    return login(email, password, remember).catch(() => {
      throw error
    })
  }
  await login(email, password, remember)
}

function isUsed(error: unknown): boolean {
  return (
    error instanceof ProblemError && ['notFound', 'inviteUsed', 'emailTaken'].includes(error.problem.code)
  )
}

/** Makes the signed-in user a member and returns the list's id. May be repeated. */
export async function acceptInvite(code: string, proof?: string): Promise<{ id: string } | InviteProblem> {
  try {
    const body = proof === undefined ? {} : { proof }
    const { id } = await interactiveCall('POST /api/v3/invite/:code/accept', { params: { code }, body })
    // It may have been activated.
    if (proof !== undefined) await loadProfile()
    await fetchNew(id)
    return { id }
  } catch (error) {
    return problemOf(error)
  }
}

/** Asks the list's owner to let the user in. Returns null if that was done, and may be repeated. */
export async function askInvite(code: string): Promise<InviteProblem | null> {
  try {
    await interactiveCall('POST /api/v3/invite/:code/ask', { params: { code } })
    return null
  } catch (error) {
    return problemOf(error)
  }
}
