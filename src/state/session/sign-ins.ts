import { create } from 'zustand'
import type { Answer } from '../../../core/contract/api.ts'
import { texts } from '../../texts/texts.ts'
import { attempt } from '../attempt.ts'
import { notify } from '../notices.ts'
import { promptly, unlessGone } from '../promptly.ts'

export type SignIn = Answer<'sessions'>[number]

interface SignIns {
  /** where the person is signed in, this device first; null until the server was asked */
  signIns: readonly SignIn[] | null
  failed: boolean
}

export const useSignIns = create<SignIns>(() => ({ signIns: null, failed: false }))

export async function loadSignIns(): Promise<void> {
  try {
    const found = await promptly('GET /api/v3/me/sessions', {})
    const order = (one: SignIn) => (one.current ? '9' : one.lastUsedAt)
    const signIns = found.toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
    useSignIns.setState({ signIns, failed: false })
  } catch {
    useSignIns.setState({ failed: true })
  }
}

/** They may be somebody else's next time. */
export function forgetSignIns(): void {
  useSignIns.setState({ signIns: null, failed: false })
}

export async function endSignIn(id: string): Promise<void> {
  const done = await attempt(() => unlessGone(promptly('DELETE /api/v3/me/sessions/:id', { params: { id } })))
  if (done) notify('success', texts.signedOutThere)
  await loadSignIns()
}

export async function endOtherSignIns(): Promise<void> {
  const done = await attempt(() => promptly('DELETE /api/v3/me/sessions', {}))
  if (done) notify('success', texts.signedOutOthers)
  await loadSignIns()
}
