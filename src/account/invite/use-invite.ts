import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Invited } from '../../../core/contract/shapes.ts'
import { acceptInvite, type InviteProblem } from '../../state/invite.ts'
import { isSignedIn, useSession } from '../../state/session/session.ts'
import { keepWanted, takeWanted, want } from '../../state/wanted.ts'

/** Temporary problems: the invitation stays valid and can be accepted later. */
type Passing = Extract<InviteProblem, 'notActivated' | 'signedOut' | 'unreachable' | 'serverError'>
const passing: readonly InviteProblem[] = ['notActivated', 'signedOut', 'unreachable', 'serverError']
const isPassing = (problem: InviteProblem): problem is Passing => passing.includes(problem)

export interface Invitation {
  found: Invited | InviteProblem
  /** why it could not be accepted just now */
  problem: Passing | null
  busy: boolean
  accept: () => void
  again: () => void
  /** keeps the invitation; call before the visitor leaves to log in or register */
  remember: () => Promise<void>
}

/** Accepts an invitation. A visitor who went to the login from here has accepted it, so it is accepted on return. */
export function useInvite(code: string, loaded: Invited | InviteProblem): Invitation {
  const navigate = useNavigate()
  const router = useRouter()
  const signedIn = useSession(isSignedIn)
  const [refused, setRefused] = useState<InviteProblem | null>(null)
  const [problem, setProblem] = useState<Passing | null>(null)
  const [busy, setBusy] = useState(false)
  const path = `/invite/${encodeURIComponent(code)}`
  const found = refused ?? loaded

  const accept = useCallback(async () => {
    setBusy(true)
    const done = await acceptInvite(code)
    setBusy(false)
    if (typeof done === 'object')
      return navigate({ to: '/app/details/$id', params: { id: done.id }, replace: true })
    if (!isPassing(done)) return setRefused(done)
    setProblem(done)
    // Makes the login after the activation lead back here.
    if (done === 'notActivated') await want(path).then(keepWanted)
  }, [code, path, navigate])

  const isOpen = typeof found === 'object'
  useEffect(() => {
    if (signedIn && isOpen)
      void takeWanted(path).then((wanted) => {
        if (wanted) void accept()
      })
  }, [signedIn, isOpen, path, accept])

  const again = useCallback(() => void router.invalidate({ forcePending: true }), [router])
  const isUnreached = found === 'unreachable'
  useEffect(() => {
    if (!isUnreached) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isUnreached, again])

  return { found, problem, busy, accept: () => void accept(), again, remember: () => want(path) }
}
