import type { Profile } from '../../../core/contract/shapes.ts'
import { http } from '../../../device/network.ts'
import { download } from '../../app/download.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { attempt } from '../attempt.ts'
import { forgetUnsaved } from './language.ts'
import { notify } from '../notices.ts'
import { interactiveCall } from '../interactive-call.ts'
import { keepProfile, loadProfile } from './session.ts'
import { forgetSession, mayLeave } from './sign-out.ts'

export type ProfileFields = Pick<Profile, 'name' | 'surname' | 'city' | 'language'>

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
  await http.call('PUT /api/v3/profile/change-password', { body: { oldPassword, newPassword } })
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
