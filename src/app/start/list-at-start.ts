import { listToContinue } from '../../account/state/settings.ts'
import { useDeviceSettings } from '../../account/session/device-settings.ts'
import { useDevice } from '../../sync/device.ts'
import { mayUse } from '../../account/session/session.ts'

/** Whether this tab was just opened. Noted as the engine's code loads, so a tab in which somebody logged in is not new. */
const isNewTab = noteTab()

function noteTab(): boolean {
  try {
    const isNew = sessionStorage.getItem('opened') === null
    sessionStorage.setItem('opened', '1')
    return isNew
  } catch {
    return false
  }
}

/** ms; a storage that takes longer must not delay the first paint */
const longestMs = 1_000

/**
 * Returns the list with which the app opens at its start URL, so that somebody who comes back in the shop needs no
 * press. Null if the lists open: in a tab that was used already, at any other URL, or if the user prefers that.
 */
export async function listAtStart(): Promise<string | null> {
  const { device } = useDevice.getState()
  const { pathname, search, hash } = location
  const isStart = isNewTab && /^\/app\/?$/.test(pathname) && search + hash === ''
  const { opensWith } = useDeviceSettings.getState().settings
  if (!isStart || !device || !mayUse() || opensWith === 'lists') return null
  const late = new Promise<null>((resolve) => setTimeout(resolve, longestMs, null))
  return Promise.race([listToContinue(device, Date.now()), late])
}
