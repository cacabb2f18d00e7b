import type { Answer } from '../../../core/contract/api.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { askAgain, useAsked } from '../asked.ts'
import { attempt } from '../attempt.ts'
import { notify } from '../notices.ts'
import { promptly, unlessGone } from '../promptly.ts'

export type SignIn = Answer<'sessions'>[number]

const name = 'sign-ins'

/** The user's sessions, this device first. */
export function useSignIns(online: boolean) {
  return useAsked([name], askForSignIns, online)
}

async function askForSignIns(): Promise<readonly SignIn[]> {
  const found = await promptly('GET /api/v3/me/sessions', {})
  const order = (one: SignIn) => (one.current ? '9' : one.lastUsedAt)
  return found.toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
}

export async function endSignIn(id: string): Promise<void> {
  const done = await attempt(() => unlessGone(promptly('DELETE /api/v3/me/sessions/:id', { params: { id } })))
  if (done) notify('success', accountTexts.signedOutThere)
  await askAgain(name)
}

export async function endOtherSignIns(): Promise<void> {
  const done = await attempt(() => promptly('DELETE /api/v3/me/sessions', {}))
  if (done) notify('success', accountTexts.signedOutOthers)
  await askAgain(name)
}
