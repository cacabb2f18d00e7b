import type { MessageDescriptor } from '@lingui/core'
import type { Device } from '../../../device/device.ts'
import { isOfNewer, isUnusable } from '../../../device/failures.ts'
import { deleteSession, deleteValue, putSession, type Session } from '../../../device/storage/app-db.ts'
import { changeSettings } from '../session/device-settings.ts'
import { clearNotices, notify } from '../../ui/notices.ts'
import { useDevice } from '../../sync/device.ts'
import { tellRevokes, willRevoke } from '../session/revoke.ts'
import { askUser, clearAccount, isSignedIn, useSession, who } from '../session/session.ts'
import { readWaiting } from '../../trial/local.ts'
import { listTexts } from '../../texts/list-texts.ts'
import { texts } from '../../texts/texts.ts'

/** Signs out. Returns false if the user cancelled. */
export async function logout(): Promise<boolean> {
  if (!(await mayLeave())) return false
  const { session } = useSession.getState()
  if (session?.accessToken) await willRevoke(session.accessToken)
  await forgetSession()
  void tellRevokes(isSignedIn).catch(() => {}) // without a network it is sent at the next start
  return true
}

/** Asks the user before unsent changes would be left behind. Returns false if they cancelled. */
export async function mayLeave(): Promise<boolean> {
  const { device } = useDevice.getState()
  if (!device) return true
  const count = await countWaiting(device)
  return count === 0 || askUser({ about: 'unsent', count })
}

async function countWaiting(device: Device): Promise<number> {
  try {
    const [outbox, tray, templates] = await Promise.all([
      device.db.outbox(),
      device.db.tray(),
      readWaiting(device),
    ])
    return outbox.length + tray.length + templates.size
  } catch (error) {
    if (!isOfNewer(error)) throw error
    return device.db.countCopies()
  }
}

/** Signs out on this device only. */
export async function forgetSession(): Promise<void> {
  const { session } = useSession.getState()
  if (who() === 'account') changeSettings('settings', { wasSignedIn: true })
  try {
    await Promise.all([deleteSession(), deleteValue('profile')])
    useSession.setState({ session: null, profile: null })
    clearNotices()
    if (session) await clearAccount(session.userId)
  } catch (error) {
    if (!session || !isUnusable(error)) throw error
    await leaveToNextStart(session, isOfNewer(error) ? listTexts.loggedOutOnNewer : texts.loggedOutOnFull)
  }
}

/**
 * Leaves the clearing to a later start, because nothing can be removed from a full disk, or from a newer version's
 * storage.
 */
async function leaveToNextStart(session: Session, text: MessageDescriptor): Promise<void> {
  const left = { ...session, email: '', accessToken: null, signedOut: 'here' } as const
  await putSession(left)
  useSession.setState({ session: left, profile: null })
  clearNotices()
  notify('warning', text, undefined, true)
}
