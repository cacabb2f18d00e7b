import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { asProblem, problem } from '../base/problem.ts'
import type { Config } from '../base/config.ts'
import type { Services } from '../services/services.ts'
import { newStep, takeStep } from './proofs.ts'
import type { SessionUser } from './session.ts'

// Loaded at its first use: what reads certificates takes longer than the rest of the start.
const library = () => import('@simplewebauthn/server')
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))

/**
 * Returns the name that passkeys belong to; null where browsers make none: at a bare IP address, and without https except
 * on this machine.
 */
export function passkeySite({ publicUrl, isPublic }: Config): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  const isName = isIP(hostname.replace(/^\[|]$/g, '')) === 0
  return isName && (protocol === 'https:' || !isPublic) ? hostname : null
}

function siteOf({ config }: Services): string {
  const site = passkeySite(config)
  if (site === null) throw problem('passkeysNotHere')
  return site
}

/** Returns what the browser needs to ask for a passkey. With `accountId` only one of that account will do. */
export async function passkeyRequest(services: Services, ip: string, account_id = ''): Promise<object> {
  const rpID = siteOf(services)
  const challenge = bytes(await newStep(services, 'passkey challenge', ip, { account_id }))
  return (await library()).generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' })
}

/** Returns what the browser needs to make a passkey, which will also name the account. */
export async function newPasskeyRequest(services: Services, ip: string, { id, email }: SessionUser) {
  const rpID = siteOf(services)
  const own = services.db.selectFrom('proof').select('key as id').where('account_id', '=', id)
  return (await library()).generateRegistrationOptions({
    rpID,
    rpName: 'Koszyk',
    userName: email,
    userID: Uint8Array.from(Buffer.from(id)),
    challenge: bytes(await newStep(services, 'new passkey', ip, { account_id: id })),
    excludeCredentials: await own.where('kind', '=', 'passkey').execute(),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What every answer of a browser must have; its challenge ends, right or wrong. */
const expected = (services: Services, kind: 'passkey challenge' | 'new passkey', accountId: string) => ({
  expectedOrigin: services.config.publicUrl,
  expectedRPID: siteOf(services),
  requireUserVerification: true,
  expectedChallenge: async (challenge: string) =>
    (await takeStep(services, kind, challenge))?.account_id === accountId,
})

/** The library throws for everything that does not fit. That the database is away is no refusal of a passkey. */
function nullUnlessAway(error: unknown): null {
  if (asProblem(error).status !== 500) throw error
  return null
}

/** Returns a new passkey as columns of its row; null if the browser's answer is none for this account. */
export async function readNewPasskey(services: Services, answer: object, accountId: string) {
  const response = answer as RegistrationResponseJSON
  const asked = expected(services, 'new passkey', accountId)
  // Of other statements the library fetches the addresses in certificates that the sender made.
  if (!(await isPlain(response))) return null
  const made = await (
    await library()
  )
    .verifyRegistrationResponse({ response, ...asked })
    .catch(nullUnlessAway)
  if (!made?.verified) return null
  const { id: key, publicKey, counter } = made.registrationInfo.credential
  return { key, public_key: Buffer.from(publicKey).toString('base64url'), counter }
}

/** Returns whether a new passkey says nothing about who made the device, as it was asked. */
async function isPlain({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    return decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('fmt') === 'none'
  } catch {
    return false
  }
}

/**
 * Returns the id of the account that a passkey proves, or null. `accountId` is the one that the challenge was made for;
 * '' where the passkey itself names it.
 */
export async function accountByPasskey(services: Services, answer: object, accountId = '') {
  const { db, now } = services
  const response = answer as AuthenticationResponseJSON
  if (typeof response.id !== 'string') return null
  const passkeys = db.selectFrom('proof').selectAll().where('kind', '=', 'passkey')
  const passkey = await passkeys.where('key', '=', response.id).executeTakeFirst()
  if (!passkey || (accountId !== '' && passkey.account_id !== accountId)) return null
  const { key: id, public_key, counter } = passkey
  const asked = expected(services, 'passkey challenge', accountId)
  const credential = { id, publicKey: bytes(public_key), counter }
  const { verifyAuthenticationResponse } = await library()
  const proof = await verifyAuthenticationResponse({ response, ...asked, credential }).catch(nullUnlessAway)
  if (!proof?.verified) return null
  // A counter that has moved meanwhile belongs to a copy of the passkey.
  const { numUpdatedRows } = await db
    .updateTable('proof')
    .set({ counter: proof.authenticationInfo.newCounter, used_at: now() })
    .where('kind', '=', 'passkey')
    .where('key', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return numUpdatedRows ? passkey.account_id : null
}
