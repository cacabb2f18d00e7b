import { create } from 'zustand'
import { readWaiting } from '../own/waiting.ts'
import { currentDevice, useDevice } from './device.ts'

/** Asked before a sign-out that would leave unsent changes behind; `answer(false)` cancels the sign-out. */
interface LogoutQuestion {
  /** number of changes that are not on the server; null: no question is open */
  waiting: number | null
  answer: (goOn: boolean) => void
}

const silent: LogoutQuestion = { waiting: null, answer: () => undefined }

export const useLogoutQuestion = create<LogoutQuestion>(() => silent)

/** Resolves with true at once if the server has everything, else with the user's answer. */
export async function askBeforeLogout(): Promise<boolean> {
  if (!useDevice.getState().device) return true
  const device = currentDevice()
  const [outbox, tray, own] = await Promise.all([device.db.outbox(), device.db.tray(), readWaiting(device)])
  const waiting = outbox.length + tray.length + own.size
  if (waiting === 0) return true
  return new Promise((resolve) => {
    useLogoutQuestion.setState({
      waiting,
      answer: (goOn) => {
        useLogoutQuestion.setState(silent)
        resolve(goOn)
      },
    })
  })
}
