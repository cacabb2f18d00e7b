import { create } from 'zustand'
import type { Answer } from '../../core/api.ts'
import { isSessionExpired } from '../../device/failures.ts'
import { errorText } from '../problem-text.ts'
import { texts } from '../texts.ts'
import { notify } from './notices.ts'
import { promptly, unlessGone } from './promptly.ts'

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
  try {
    await unlessGone(promptly('DELETE /api/v3/me/sessions/:id', { params: { id } }))
    notify('success', texts.signedOutThere)
  } catch (error) {
    if (!isSessionExpired(error)) notify('error', errorText(error))
  }
  await loadSignIns()
}

export async function endOtherSignIns(): Promise<void> {
  try {
    await promptly('DELETE /api/v3/me/sessions', {})
    notify('success', texts.signedOutOthers)
  } catch (error) {
    if (!isSessionExpired(error)) notify('error', errorText(error))
  }
  await loadSignIns()
}
