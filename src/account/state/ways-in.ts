import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { http } from '../../../device/network.ts'
import { attempt, interactiveCall } from '../../sync/calls.ts'
import { invalidateQueries, useServerQuery } from '../../sync/queries.ts'

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

/** Returns a log-in with a passkey: any, or one that the autofill of a field offers. Null if the person gave none. */
export async function passkeyGrant(isAutofill: boolean) {
  if (isAutofill && !(await (await library()).browserSupportsWebAuthnAutofill())) return null
  const asked = http.call('POST /oauth/v2/passkey/options', {})
  // Nobody has asked for the autofill, so it fails silently.
  const options = await (isAutofill ? asked.catch(() => null) : asked)
  const passkey = options && (await showPasskey(options, isAutofill))
  return passkey && { grant_type: 'passkey', passkey }
}

/** Returns the ticket with which the provider has led back here, once; '' if it let nobody in, null without one. */
export function takeTicket(): string | null {
  const ticket = /^#provider=([\w-]*)$/.exec(location.hash)?.[1]
  if (ticket !== undefined) history.replaceState(history.state, '', location.pathname)
  return ticket ?? null
}

/** Changes the ways in. Throws what the call throws. */
async function change<T>(call: Promise<T>): Promise<T> {
  return call.finally(() => invalidateQueries(waysIn))
}

export async function addPasskey(password: string, name: string): Promise<{ codes?: never }> {
  const options = await interactiveCall('POST /api/v3/me/passkeys/options', { body: { password } })
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const passkey = await (await library()).startRegistration({ optionsJSON }).catch(() => null)
  return passkey ? change(http.call('POST /api/v3/me/passkeys/verify', { body: { name, passkey } })) : {}
}

/** Sets up an app that shows codes. Returns the recovery codes, which are shown only now. */
export const addTotp = (secret: string, code: string, password: string) =>
  change(interactiveCall('POST /api/v3/me/totp', { body: { secret, code, password } }))

export const newRecoveryCodes = (password: string) =>
  change(interactiveCall('POST /api/v3/me/recovery-codes', { body: { password } }))

export const linkProvider = (ticket: string) =>
  attempt(() => change(interactiveCall('POST /api/v3/me/provider', { body: { ticket } })))

/** Removes a passkey, 'provider', or 'second-factor'. */
export const removeWayIn = (id: string, password: string) =>
  change(interactiveCall('DELETE /api/v3/me/ways-in/:id', { params: { id }, body: { password } }))
