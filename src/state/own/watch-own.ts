import { msg } from '@lingui/core/macro'
import type { Device } from '../../../device/device.ts'
import { http, locks } from '../../../device/network.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { ofAccount } from '../account-store.ts'
import { browserClock } from '../clock.ts'
import { coalesced } from '../../../device/coalesced.ts'
import { keepTemplate } from '../kept-templates.ts'
import { notify } from '../notices.ts'
import { useDevice } from '../session/device.ts'
import { isSessionOf, isSignedIn, useSession } from '../session/session.ts'
import type { OwnSender } from './send.ts'
import { readWaiting, useWaitingOwn } from './waiting.ts'

const againMs = 30_000
const mostNamed = 3
const senders = ofAccount((): { sender: OwnSender | null } => ({ sender: null }))
let stopTimer: (() => void) | null = null

/** Loads the sending code only if something waits, which happens once per account. */
async function senderOf(device: Device): Promise<OwnSender> {
  const [{ createOwnSender }, { templateChanged }, { categoriesChanged }] = await Promise.all([
    import('./send.ts'),
    import('../template-answers.ts'),
    import('./changed.ts'),
  ])
  const own = senders(device)
  own.sender ??= createOwnSender({
    db: device.db,
    call: http.call,
    isOurs: () => isSessionOf(device.userId),
    rest: (ms) => new Promise<void>((done) => browserClock.after(ms, done)),
    async taken(template) {
      if (template) await keepTemplate(template, currentLanguage(), device)
      await readWaiting(device)
      if (useDevice.getState().device !== device) return
      await (template ? templateChanged(template.id) : categoriesChanged())
    },
    refused(all) {
      const names = all.slice(0, mostNamed).join(', ') + (all.length > mostNamed ? ', …' : '')
      const text = msg`Not taken into your account, and on this device only: ${names}. The reason stands beside each.`
      notify('warning', text, undefined, true)
    },
  })
  return own.sender
}

async function showMoved(): Promise<void> {
  const [{ templatesMoved }, { categoriesChanged }] = await Promise.all([
    import('../template-answers.ts'),
    import('./changed.ts'),
  ])
  await Promise.all([templatesMoved(), categoriesChanged()])
}

/**
 * Sends what a trial left in the account's storage on this device. What cannot be sent now is sent on the next
 * occasion.
 */
export const sendOwn = coalesced(async () => {
  const { device } = useDevice.getState()
  stopTimer?.()
  if (!device || device.isTrial) return
  try {
    const { all: before } = useWaitingOwn.of(device).getState()
    const waiting = await readWaiting(device)
    // A page may have looked for it before it was moved.
    if ([...waiting.keys()].some((id) => !before.has(id))) void showMoved()
    if (waiting.size === 0 || !isSessionOf(device.userId)) return
    const sender = await senderOf(device)
    // Another tab may be sending. The lock waits for it, and then only the rest is sent.
    const run = () => sender.run()
    const alone = locks ? locks.request(`own:${device.userId}`, run) : run()
    await alone.finally(() => readWaiting(device))
  } catch {
    stopTimer = browserClock.after(againMs, () => void sendOwn())
  }
})

export function watchOwn(): void {
  const send = () => void sendOwn()
  addEventListener('online', send)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') send()
  })
  useDevice.subscribe(send)
  useSession.subscribe((now, then) => {
    // An account that was just activated has higher limits.
    const isOther = now.profile?.status !== then.profile?.status
    if (isSignedIn(now) && (!isSignedIn(then) || isOther)) send()
  })
}
