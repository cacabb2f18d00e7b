import type { MessageDescriptor } from '@lingui/core'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { http } from '../../../device/network.ts'
import { attempt, interactiveCall } from '../../sync/calls.ts'
import { invalidateQueries, useServerQuery } from '../../sync/queries.ts'
import { errorTextOf } from '../../texts/error-text.ts'
import { enter } from '../session/session.ts'

const waysIn = 'ways-in'
const library = () => import('@simplewebauthn/browser')

/** Returns what lets the owner of the account in, beside the password. */
export function useWaysIn(online: boolean) {
  return useServerQuery([waysIn], () => interactiveCall('GET /api/v3/me/ways-in', {}), online)
}

/** Asks for a passkey. Returns null if the person gave none: browsers do not say why. */
export async function showPasskey(options: object, useBrowserAutofill = false): Promise<object | null> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return (await library()).startAuthentication({ optionsJSON, useBrowserAutofill }).catch(() => null)
}

/** Logs in with a passkey: one from the autofill of the email field, or any. Returns what went wrong. */
export async function logInByPasskey(
  remember: boolean,
  byAutofill: boolean,
): Promise<MessageDescriptor | null> {
  try {
    if (byAutofill && !(await (await library()).browserSupportsWebAuthnAutofill())) return null
    const asked = http.call('POST /oauth/v2/passkey/options', {})
    const options = await (byAutofill ? asked.catch(() => null) : asked)
    const passkey = options && (await showPasskey(options, byAutofill))
    if (passkey) await enter({ grant_type: 'passkey', passkey }, remember)
    return null
  } catch (error) {
    return errorTextOf(error)
  }
}

/** Changes the ways in. Returns what the call does, or null if it failed; the user has then been told. */
async function change<T>(run: () => Promise<T>): Promise<T | null> {
  const done = await attempt(run)
  await invalidateQueries(waysIn)
  return done && done.done
}

export function addPasskey(name: string, password: string): Promise<unknown> {
  return change(async () => {
    const options = await interactiveCall('POST /api/v3/me/passkeys/options', { body: { password } })
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
    const passkey = await (await library()).startRegistration({ optionsJSON }).catch(() => null)
    if (passkey) await interactiveCall('POST /api/v3/me/passkeys/verify', { body: { name, passkey } })
  })
}

/** Sets up an app that shows codes. Returns the recovery codes, which are shown only now. */
export function addTotp(secret: string, code: string, password: string) {
  return change(() => interactiveCall('POST /api/v3/me/totp', { body: { secret, code, password } }))
}

export function newRecoveryCodes(password: string) {
  return change(() => interactiveCall('POST /api/v3/me/recovery-codes', { body: { password } }))
}

/** Removes a passkey, 'provider', or 'second-factor'. */
export function removeWayIn(id: string, password: string): Promise<unknown> {
  return change(() =>
    interactiveCall('DELETE /api/v3/me/ways-in/:id', { params: { id }, body: { password } }),
  )
}
