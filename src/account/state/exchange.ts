import { changed, noSettings, type SettingsChange } from '../../../core/product/account-settings.ts'
import type { TaggedAnswers } from '../../../device/http.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { notify } from '../../ui/notices.ts'
import type { MakeWay } from '../../sync/send-unsent.ts'
import { isAccountOf } from '../session/session.ts'
import type { Waiting } from '../session/unsent.ts'
import { putBase, restoreAccountSettings, settingArrived } from './settings.ts'

/** ms after which settings are read again, because another device may have changed them meanwhile */
const oldMs = 60_000

/** Sends the settings changed here, one call each, and then reads those changed elsewhere. */
export const settingsWay: MakeWay = (device, call) => {
  const tagged: TaggedAnswers = new Map()
  let readAt = -Infinity

  async function read(): Promise<void> {
    if (!isAccountOf(device.userId) || Date.now() - readAt < oldMs) return
    const base = await call('GET /api/v3/me/settings', { kept: tagged })
    readAt = Date.now()
    // With another account's session the answer is that account's settings.
    if (!isAccountOf(device.userId)) return
    await putBase(device, changed(noSettings, base))
    await restoreAccountSettings(device)
  }

  return {
    kind: 'setting',
    async send(one: Waiting<SettingsChange>) {
      await call('PUT /api/v3/me/settings', { body: one.value })
      await settingArrived(device, one, true)
    },
    async giveUp(one: Waiting<SettingsChange>) {
      await settingArrived(device, one, false)
      await restoreAccountSettings(device)
      notify('warning', accountTexts.settingsRefused)
    },
    after: () => read().catch(() => undefined), // they are read on the next occasion
  }
}
