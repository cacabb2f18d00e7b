import type { Language } from '../../../core/product/entities.ts'
import { http } from '../../../device/network.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { attempt } from '../../sync/calls.ts'
import { notify } from '../../ui/notices.ts'
import { isSignedIn, loadProfile } from '../session/session.ts'

export async function register(
  email: string,
  password: string,
  language: Language,
  invitation?: string,
): Promise<void> {
  await http.call('POST /api/v3/profile', {
    body: { email: email.trim(), password, language, termsAccepted: true, ...(invitation && { invitation }) },
  })
}

export async function activate(code: string): Promise<void> {
  await http.call('POST /api/v3/me/activate/:code', { params: { code } })
  if (isSignedIn()) await loadProfile()
}

/** Requests a reset mail. The server answers the same whether or not it knows the address. */
export async function requestReset(email: string): Promise<void> {
  await http.call('POST /api/v3/profile/reset_password/step1', { body: { email: email.trim() } })
}

export async function resetPassword(code: string, email: string, password: string): Promise<void> {
  await http.call('POST /api/v3/profile/reset_password/step2/:code', {
    params: { code },
    body: { email: email.trim(), password },
  })
}

/** Sends the activation mail again; without an address, for the signed-in account. */
export async function resendActivation(email?: string): Promise<void> {
  await http.call('POST /api/v3/resend_activation', { body: email ? { email: email.trim() } : {} })
}

/** Sends the activation mail again for the signed-in account, and shows the result as a snackbar. */
export async function resendAndTell(): Promise<void> {
  if (await attempt(() => resendActivation())) notify('success', accountTexts.activationSent)
}
