import { create } from 'zustand'
import { usualKinds } from '../../../core/product/push-kinds.ts'
import { coalesced } from '../../../device/coalesced.ts'
import { ProblemError } from '../../../device/failures.ts'
import { http } from '../../../device/network.ts'
import {
  changeStoredPush,
  endPush,
  getPush,
  keepPush,
  markOf,
  type PushSettings,
  sendPush,
  settingsOf,
  type StoredPush,
  subscribe,
} from '../../../device/push.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { attempt, unlessGone, watchChancesToSend } from '../../sync/calls.ts'
import { notify } from '../../ui/notices.ts'
import { invalidateQueries, useServerQuery } from '../../sync/queries.ts'
import { hasAccount, useSession } from '../session/session.ts'

interface PushState {
  /**
   * 'unsupported': this browser has none; 'install': an iPhone has them only for an app on the home screen; 'denied': the
   * browser may not ask
   */
  support: 'yes' | 'unsupported' | 'install' | 'denied'
  /** what is stored on this device; null while they are off */
  push: StoredPush | null
  isRead: boolean
}

export const usePush = create<PushState>(() => ({ support: 'yes', push: null, isRead: false }))

function supportHere(): PushState['support'] {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)
    return Notification.permission === 'denied' ? 'denied' : 'yes'
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  return standalone === false ? 'install' : 'unsupported'
}

/** The choices that are being stored. They are shown already, so what was read before must not replace them. */
let saving = 0

/** Reads what is stored on this device, and what the browser allows. */
export async function readPush(): Promise<void> {
  const stored = await getPush().catch(() => null)
  const isOurs = stored?.userId === useSession.getState().session?.userId
  const support = supportHere()
  const isAllowed = support === 'yes' && Notification.permission === 'granted'
  const read = isOurs && isAllowed ? stored : null
  usePush.setState(({ push }) => ({ support, push: read && saving > 0 ? push : read, isRead: true }))
}

const settingsAtFirst = (): PushSettings => ({
  language: currentLanguage(),
  kinds: usualKinds,
  lists: {},
  quiet: null,
})

/** Asks for the permission and turns the notifications of this device on. Call it only after a press. */
export async function turnOnPush(): Promise<void> {
  const permission = await Notification.requestPermission()
  const { session } = useSession.getState()
  if (permission !== 'granted' || !session) return readPush()
  await attempt(async () => {
    const { vapidPublicKey } = await http.call('GET /api/v3/me/push', {})
    const registration = await navigator.serviceWorker.ready
    const subscription = await subscribed(registration, vapidPublicKey)
    if (!subscription) return notify('error', accountTexts.pushFailed)
    const push: StoredPush = {
      ...settingsAtFirst(),
      userId: session.userId,
      deviceId: crypto.randomUUID(),
      vapidPublicKey,
      endpoint: '',
      session: '',
      sentAt: 0,
    }
    await keepPush(push)
    try {
      await sendPush(push, subscription, session)
    } catch (error) {
      await endPush(registration, session.userId)
      throw error
    }
  }, accountTexts.pushFailed)
  await readPush()
  void invalidateQueries('push')
}

/** Returns null if the browser cannot subscribe now, for instance without its push service. */
async function subscribed(registration: ServiceWorkerRegistration, key: string) {
  try {
    return await subscribe(registration, key)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Turns the notifications of this device off, also without a network: its subscription ends in the browser. */
export async function turnOffPush(): Promise<void> {
  const { push } = usePush.getState()
  if (!push) return
  await endPush(await navigator.serviceWorker.ready, push.userId)
  await readPush()
  // Without a network the server notices with its next message that the subscription has ended.
  await removed(push.deviceId).catch(() => undefined)
  void invalidateQueries('push')
}

const removed = (deviceId: string) =>
  unlessGone(http.call('DELETE /api/v3/me/push/:deviceId', { params: { deviceId } }))

/** Ends the notifications of another device. */
export async function removePushDevice(deviceId: string): Promise<void> {
  if (deviceId === usePush.getState().push?.deviceId) return turnOffPush()
  await attempt(() => removed(deviceId), accountTexts.pushFailed)
  await invalidateQueries('push')
}

/** Changes what this device gets. It is stored at once, and sent when there is a network. */
export async function changePush(change: Partial<PushSettings>): Promise<void> {
  const { push } = usePush.getState()
  if (!push) return
  const changed = (before: StoredPush) => ({ ...before, ...change, sentAt: 0 })
  usePush.setState({ push: changed(push) })
  saving++
  await changeStoredPush(push.deviceId, changed).finally(() => saving--)
  // Without a network it is sent on the next occasion.
  await syncPush().catch(() => undefined)
}

export function usePushDevices(online: boolean) {
  return useServerQuery(['push'], ({ signal }) => http.call('GET /api/v3/me/push', { signal }), online)
}

const oldMs = 86_400_000
let isCheckWanted = false

/** Asks the server whether it still has this device, which may have been removed from another one. */
export function checkPush(): Promise<void> {
  isCheckWanted = true
  return syncPush()
}

/**
 * Sends what the server does not have: changed settings, a subscription that the browser replaced, a new session or
 * language. Once a day it also checks whether the device was removed from elsewhere, or the server has another key.
 */
export const syncPush = coalesced(async () => {
  const push = await getPush()
  const { session } = useSession.getState()
  if (!push || !session || push.userId !== session.userId || !hasAccount()) return
  if (supportHere() !== 'yes' || Notification.permission !== 'granted') return withdraw(push)
  const registration = await navigator.serviceWorker.ready
  const pushSubscription = await registration.pushManager.getSubscription()
  const isNewSession = push.session !== markOf(session)
  const isMoved = pushSubscription?.endpoint !== push.endpoint
  const language = currentLanguage()
  const isUnsent = push.sentAt === 0 || push.language !== language
  const isOld = Math.abs(Date.now() - push.sentAt) >= oldMs
  if (!isNewSession && !isMoved && !isUnsent && !isOld && !isCheckWanted) return
  const { vapidPublicKey, devices } = await http.call('GET /api/v3/me/push', {})
  isCheckWanted = false
  // A server with another key has lost its devices, and did not remove this one.
  const isSameKey = vapidPublicKey === push.vapidPublicKey
  const isRemoved = isSameKey && !isNewSession && !isMoved && devices.every(({ id }) => id !== push.deviceId)
  if (isRemoved) await endPush(registration, session.userId)
  else if (!isSameKey || isNewSession || isMoved || isUnsent || isOld) {
    const subscription = await subscribe(registration, vapidPublicKey)
    // Read again: it may have been changed or turned off while the server was asked.
    const now = await getPush()
    if (now?.deviceId === push.deviceId)
      await sendPush({ ...now, ...settingsOf({ ...now, language }), vapidPublicKey }, subscription, session)
  }
  await readPush()
})

/**
 * Tells the server that the browser no longer allows notifications here. What was chosen stays, and is sent again once it
 * does.
 */
async function withdraw({ deviceId, sentAt }: StoredPush): Promise<void> {
  if (sentAt === 0) return
  await removed(deviceId)
  await changeStoredPush(deviceId, (now) => ({ ...now, endpoint: '', sentAt: 0 }))
  void invalidateQueries('push')
}

/** Keeps the notifications of this device working. It never asks for the permission. */
export function watchPush(): void {
  // The server may have got another key since the last start, and refuses messages for the old one.
  isCheckWanted = true
  const sync = () => {
    // A refusal of the settings would be the same next time; anything else is tried on the next occasion.
    syncPush().catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem.status === 400)
        notify('warning', accountTexts.pushFailed)
    })
  }
  watchChancesToSend(sync)
  sync()
}
