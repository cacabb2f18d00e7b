import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Invited } from '../../../core/contract/shapes.ts'
import { acceptInvite, findInvite, type InviteProblem } from '../../state/invite.ts'
import { isSignedIn, useSession } from '../../state/session/session.ts'
import { keepWanted, takeWanted, want } from '../../state/wanted.ts'

/** Temporary problems: the invitation stays valid and can be accepted later. */
type Passing = Extract<InviteProblem, 'notActivated' | 'signedOut' | 'unreachable' | 'serverError'>
const passing: readonly InviteProblem[] = ['notActivated', 'signedOut', 'unreachable', 'serverError']
const isPassing = (problem: InviteProblem): problem is Passing => passing.includes(problem)

export interface Invitation {
  /** null: not known yet */
  found: Invited | InviteProblem | null
  /** why it could not be accepted just now */
  problem: Passing | null
  busy: boolean
  accept: () => void
  again: () => void
  /** keeps the invitation; call before the visitor leaves to log in or register */
  remember: () => Promise<void>
}

/** Looks up an invitation. A visitor who went to the login from here has accepted it, so it is accepted on return. */
export function useInvite(code: string): Invitation {
  const navigate = useNavigate()
  const signedIn = useSession(isSignedIn)
  const [found, setFound] = useState<Invitation['found']>(null)
  const [problem, setProblem] = useState<Passing | null>(null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(() => findInvite(code))
  const path = `/invite/${encodeURIComponent(code)}`
  const open = useCallback(
    (id: string) => navigate({ to: '/app/details/$id', params: { id }, replace: true }),
    [navigate],
  )

  useEffect(() => {
    let shown = true
    async function look() {
      const answer = await asking
      // This user may have used the invitation before. Then accepting it again returns the list, which is opened.
      const mine = shown && answer === 'used' && isSignedIn() ? await acceptInvite(code) : answer
      if (!shown) return
      if (typeof mine === 'object' && answer === 'used') await open(mine.id)
      else setFound(answer)
    }
    void look()
    return () => {
      shown = false
    }
  }, [code, asking, open])

  const accept = useCallback(async () => {
    setBusy(true)
    const done = await acceptInvite(code)
    setBusy(false)
    if (typeof done === 'object') return open(done.id)
    if (!isPassing(done)) return setFound(done)
    setProblem(done)
    // Makes the login after the activation lead back here.
    if (done === 'notActivated') await want(path).then(keepWanted)
  }, [code, path, open])

  const isOpen = typeof found === 'object' && found !== null
  useEffect(() => {
    if (signedIn && isOpen)
      void takeWanted(path).then((wanted) => {
        if (wanted) void accept()
      })
  }, [signedIn, isOpen, path, accept])

  const again = useCallback(() => {
    setFound(null)
    setAsking(findInvite(code))
  }, [code])
  const isUnreached = found === 'unreachable'
  useEffect(() => {
    if (!isUnreached) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isUnreached, again])

  return { found, problem, busy, accept: () => void accept(), again, remember: () => want(path) }
}
