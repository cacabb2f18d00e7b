import type { Answer } from '../../../core/contract/api.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { askAgain, useAsked } from '../asked.ts'
import { notify } from '../notices.ts'
import { interactiveCall, unlessGone } from '../interactive-call.ts'

export type SignIn = Answer<'sessions'>[number]

const name = 'sign-ins'

/** Returns the user's sessions, this device first. */
export function useSignIns(online: boolean) {
  return useAsked([name], askForSignIns, online)
}

async function askForSignIns(): Promise<readonly SignIn[]> {
  const found = await interactiveCall('GET /api/v3/me/sessions', {})
  const order = (one: SignIn) => (one.current ? '9' : one.lastUsedAt)
  return found.toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
}

/** Ends a session, or all other sessions if `id` is null. Throws what the call throws: the dialog shows it. */
export async function endSignIns(id: string | null, password: string): Promise<void> {
  const body = { password }
  if (id === null) await interactiveCall('DELETE /api/v3/me/sessions', { body })
  else await unlessGone(interactiveCall('DELETE /api/v3/me/sessions/:id', { params: { id }, body }))
  notify('success', id === null ? accountTexts.signedOutOthers : accountTexts.signedOutThere)
  await askAgain(name)
}
