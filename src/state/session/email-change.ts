import type { Answer } from '../../../core/contract/api.ts'
import { http } from '../../../device/network.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { askAgain, useAsked } from '../asked.ts'
import { attempt } from '../attempt.ts'
import { notify } from '../notices.ts'
import { callOnce } from '../call-once.ts'
import { interactiveCall } from '../interactive-call.ts'
import { loadProfile } from './session.ts'

export type EmailChange = NonNullable<Answer<'emailChange'>['change']>

const name = 'email-change'

/** Returns the change that waits for its codes, or null. */
export function useEmailChange(online: boolean) {
  return useAsked(
    [name],
    async () => (await interactiveCall('GET /api/v3/me/email-change', {})).change,
    online,
  )
}

/** Mails a code to each address. Throws what the call throws. */
export async function requestEmailChange(email: string, password: string): Promise<void> {
  // Not interactiveCall: if its short timeout ended first, a second press would mail new codes.
  await http.call('POST /api/v3/me/email-change', { body: { email: email.trim(), password } })
  await askAgain(name)
}

/** Confirms the change. The server ends every other session. Throws what the call throws. */
export async function confirmEmailChange(oldCode: string, newCode: string): Promise<void> {
  const body = { oldCode, newCode }
  await callOnce(`email change ${oldCode} ${newCode}`, (idempotencyKey) =>
    interactiveCall('POST /api/v3/me/email-change/confirm', { body, idempotencyKey }),
  )
  await loadProfile()
  notify('success', accountTexts.emailChanged)
  await askAgain(name)
}

/** Cancels the change. Returns false if it failed; the user has then been told. */
export async function cancelEmailChange(): Promise<boolean> {
  const done = await attempt(() => interactiveCall('DELETE /api/v3/me/email-change', {}))
  if (done) await askAgain(name)
  return done !== null
}
