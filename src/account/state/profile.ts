import type { Answer } from '../../../core/contract/api.ts'
import type { Profile } from '../../../core/contract/shapes.ts'
import { createChannel } from '../../../device/channel.ts'
import { http } from '../../../device/network.ts'
import { download } from '../../lib/download.ts'
import { callOnce } from '../../sync/call-once.ts'
import { attempt, interactiveCall, unlessGone } from '../../sync/calls.ts'
import { notify } from '../../ui/notices.ts'
import { invalidateQueries, useServerQuery } from '../../sync/queries.ts'
import { forgetUnsaved } from '../session/language.ts'
import { keepProfile, loadProfile, useSession } from '../session/session.ts'
import { forgetSession, mayLeave } from './sign-out.ts'
import { accountTexts } from '../../texts/account-texts.ts'

type ProfileFields = Pick<Profile, 'name' | 'surname' | 'city' | 'language'>

/**
 * Saves only the changed fields, because the server's other fields may be newer than this form. Throws what the call
 * throws.
 */
export async function saveProfile(changed: Partial<ProfileFields>): Promise<void> {
  const profile = await interactiveCall('PUT /api/v3/me/update_profile', { body: changed })
  if (changed.language) await forgetUnsaved()
  await keepProfile(profile)
  notify('success', accountTexts.profileSaved)
}

/** Changes the password. The server ends every other session. Throws what the call throws. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const body = { oldPassword, newPassword }
  await callOnce(`password ${JSON.stringify(body)}`, (idempotencyKey) =>
    http.call('PUT /api/v3/profile/change-password', { body, idempotencyKey }),
  )
  notify('success', accountTexts.passwordChanged)
}

/** Deletes the account. Returns false if the user cancelled because of unsent changes. Throws what the call throws. */
export async function deleteAccount(password: string): Promise<boolean> {
  if (!(await mayLeave())) return false
  await http.call('DELETE /api/v3/me', { body: { password } })
  await forgetSession()
  notify('success', accountTexts.accountDeleted)
  return true
}

/** Uploads a picture. Throws what the call throws: the dialog shows it beside its buttons. */
export async function uploadAvatar(picture: Blob): Promise<void> {
  const form = new FormData()
  form.append('file', picture, 'avatar')
  const query = { type: 'avatar' } as const
  await http.call('POST /api/v3/uploadFile', { query, form, timeout: 60_000 })
  await loadProfile()
  notify('success', accountTexts.pictureSaved)
}

export async function removeAvatar(): Promise<void> {
  if (!(await attempt(() => interactiveCall('DELETE /api/v3/file', { query: { type: 'avatar' } })))) return
  await loadProfile()
  notify('success', accountTexts.pictureRemoved)
}

/** Saves everything the account holds as a file. */
export async function downloadMyData(): Promise<void> {
  await attempt(async () => {
    const everything = await http.call('GET /api/v3/me/export', { timeout: 120_000 })
    const file = new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' })
    download(`koszyk-${everything.exportedAt.slice(0, 10)}.json`, file)
    notify('success', accountTexts.dataSaved)
  })
}

const channel = createChannel('profile', (data) =>
  typeof data === 'object' ? (data as Profile | null) : null,
)

/**
 * Passes profile changes that one tab receives on to the others: the account was activated, or has another name. Only
 * one tab listens to the server, and never a hidden one.
 */
export function shareProfile(): void {
  let heard: Profile | null = null
  channel.listen((profile) => {
    const { session, profile: current } = useSession.getState()
    if (session?.userId !== profile.id || isSame(profile, current)) return
    heard = profile
    useSession.setState({ profile })
  })
  useSession.subscribe(({ profile }, { profile: before }) => {
    // The first profile comes from the device, so the other tabs have it already.
    if (profile && before && profile !== heard && !isSame(profile, before)) channel.post(profile)
  })
}

function isSame(one: Profile, other: Profile | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export type EmailChange = NonNullable<Answer<'emailChange'>['change']>

const emailChange = 'email-change'

/** Returns the change that waits for its codes, or null. */
export function useEmailChange(online: boolean) {
  return useServerQuery(
    [emailChange],
    async () => (await interactiveCall('GET /api/v3/me/email-change', {})).change,
    online,
  )
}

/** Mails a code to each address. Throws what the call throws. */
export async function requestEmailChange(email: string, password: string): Promise<void> {
  // Not interactiveCall: if its short timeout ended first, a second press would mail new codes.
  await http.call('POST /api/v3/me/email-change', { body: { email: email.trim(), password } })
  await invalidateQueries(emailChange)
}

/** Confirms the change. The server ends every other session. Throws what the call throws. */
export async function confirmEmailChange(oldCode: string, newCode: string): Promise<void> {
  const body = { oldCode, newCode }
  await callOnce(`email change ${oldCode} ${newCode}`, (idempotencyKey) =>
    interactiveCall('POST /api/v3/me/email-change/confirm', { body, idempotencyKey }),
  )
  await loadProfile()
  notify('success', accountTexts.emailChanged)
  await invalidateQueries(emailChange)
}

/** Cancels the change. Returns false if it failed; the user has then been told. */
export async function cancelEmailChange(): Promise<boolean> {
  const done = await attempt(() => interactiveCall('DELETE /api/v3/me/email-change', {}))
  if (done) await invalidateQueries(emailChange)
  return done !== null
}

export type SignIn = Answer<'sessions'>[number]

const signIns = 'sign-ins'

/** Returns the user's sessions, this device first. */
export function useSignIns(online: boolean) {
  return useServerQuery([signIns], askForSignIns, online)
}

async function askForSignIns(): Promise<readonly SignIn[]> {
  const signIns = await interactiveCall('GET /api/v3/me/sessions', {})
  const order = (one: SignIn) => (one.current ? '9' : one.lastUsedAt)
  return signIns.toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
}

/** Ends a session, or all other sessions if `id` is null. Throws what the call throws: the dialog shows it. */
export async function endSignIns(id: string | null, password: string): Promise<void> {
  const body = { password }
  if (id === null) await interactiveCall('DELETE /api/v3/me/sessions', { body })
  else await unlessGone(interactiveCall('DELETE /api/v3/me/sessions/:id', { params: { id }, body }))
  notify('success', id === null ? accountTexts.signedOutOthers : accountTexts.signedOutThere)
  await invalidateQueries(signIns)
}
