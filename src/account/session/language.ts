import { type Language } from '../../../core/product/entities.ts'
import { type LanguageWishes, pageLanguage } from '../../../core/text/language.ts'
import { deleteValue, getValue, putValue } from '../../../device/storage/app-db.ts'
import { isSessionExpired, Unreachable } from '../../../device/failures.ts'
import { http } from '../../../device/network.ts'
import { browserLanguage, isLanguage } from '../../texts/i18n.ts'
import { errorTextOf } from '../../texts/error-text.ts'
import { texts } from '../../texts/texts.ts'
import { notify } from '../../ui/notices.ts'
import { hasAccount, keepProfile, useSession } from './session.ts'
import { changeSettings, useDeviceSettings } from './device-settings.ts'

const key = 'unsavedLanguage'

/** A language that the user chose here and the server has not saved yet. */
let unsaved: LanguageWishes['unsaved'] = null

/** Keeps the page in the signed-in user's language, at the start and at every change of the profile. */
export async function followLanguage(): Promise<void> {
  useSession.subscribe((now, then) => {
    if (now.profile === then.profile && hasAccount(now) === hasAccount(then)) return
    show()
    void save()
  })
  addEventListener('online', () => void save())
  const stored = (await getValue(key)) as Partial<NonNullable<typeof unsaved>> | null | undefined
  const { userId, language } = stored ?? {}
  if (typeof userId === 'string' && isLanguage(language)) unsaved = { userId, language }
}

/** Shows the language at once. For an active account it is also saved on the server, as soon as that is reachable. */
export async function setLanguage(language: Language): Promise<void> {
  const { session } = useSession.getState()
  if (!session || !hasAccount()) return changeSettings('settings', { language })
  unsaved = { userId: session.userId, language }
  changeSettings('settings', { language })
  await putValue(key, unsaved).catch(() => notify('warning', texts.storageFailed))
  await save()
}

/** Call when the server has the same choice or a later one. */
export async function forgetUnsaved(): Promise<void> {
  unsaved = null
  await deleteValue(key).catch(() => notify('warning', texts.storageFailed))
}

function show(): void {
  const { profile } = useSession.getState()
  if (!profile || !hasAccount()) return
  const { language: device } = useDeviceSettings.getState().settings
  const language = pageLanguage({ account: profile, unsaved, device, browser: browserLanguage() })
  if (language !== device) changeSettings('settings', { language })
}

let saving = false

/** Saves one choice at a time, so that the last one wins. */
async function save(): Promise<void> {
  if (saving) return
  saving = true
  try {
    for (let language = toSave(); language !== null; language = toSave())
      await keepProfile(await http.call('PUT /api/v3/me/update_profile', { body: { language } }))
    const { profile } = useSession.getState()
    if (unsaved && unsaved.userId === profile?.id && unsaved.language === profile.language)
      await forgetUnsaved()
  } catch (error) {
    // Without a response it is retried when the profile changes or the network returns.
    if (!(error instanceof Unreachable) && !isSessionExpired(error))
      notify('warning', await errorTextOf(error))
  } finally {
    saving = false
  }
}

function toSave(): Language | null {
  const { profile } = useSession.getState()
  if (!hasAccount() || profile?.status !== 'A' || unsaved?.userId !== profile.id) return null
  return unsaved.language === profile.language ? null : unsaved.language
}
