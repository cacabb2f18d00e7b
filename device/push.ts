import type { Body } from '../core/contract/api.ts'
import { http, locks } from './network.ts'
import { deleteValue, getSession, getValue, putValue, type Session } from './storage/app-db.ts'

/** What a person chose for the notifications of this device. */
export type PushSettings = Omit<Body<'setPush'>, 'subscription'>

/** The notifications of this device, as stored on it while they are on. */
export interface StoredPush extends PushSettings {
  userId: string
  /** the id of this device in the calls; made when it is turned on */
  deviceId: string
  /** the server's key, to which the browser bound the subscription */
  vapidPublicKey: string
  /** what the server has: the endpoint, the session it belongs to, and since when (epoch ms); `sentAt` 0: nothing yet */
  endpoint: string
  session: string
  sentAt: number
}

const key = 'push'

export async function getPush(): Promise<StoredPush | null> {
  const push = (await getValue(key)) as Partial<StoredPush> | undefined
  return typeof push?.userId === 'string' && typeof push.deviceId === 'string' ? (push as StoredPush) : null
}

export async function keepPush(push: StoredPush): Promise<void> {
  await putValue(key, push)
}

/** Runs alone among all tabs and the worker, so that nobody changes what is stored between reading and writing it. */
async function alone(run: () => Promise<void>): Promise<void> {
  return locks ? locks.request('push', run) : run()
}

/** Changes what is stored, unless it is no longer about this device. */
export function changeStoredPush(deviceId: string, change: (push: StoredPush) => StoredPush): Promise<void> {
  return alone(async () => {
    const push = await getPush()
    if (push?.deviceId === deviceId) await keepPush(change(push))
  })
}

/** Returns what tells two sessions of one account apart: the server ends a device's notifications with its session. */
export function markOf({ accessToken }: Session): string {
  return accessToken?.split('.')[1] ?? ''
}

/** Returns the key that a subscription is bound to, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Returns this browser's subscription for the server's key. One for another key, as after a restore, is replaced. */
export async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  vapidPublicKey: string,
): Promise<PushSubscription> {
  const subscription = await pushManager.getSubscription()
  if (subscription && keyOf(subscription) === vapidPublicKey) return subscription
  await subscription?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidPublicKey })
}

/** Tells the server where this device gets notifications, and which. */
export async function sendPush(
  push: StoredPush,
  subscription: PushSubscription,
  session: Session,
): Promise<void> {
  const { userId, language, kinds, lists, quiet, deviceId } = push
  // Subscribing takes a while, and a call goes under whoever is signed in by then.
  const [stored, current] = await Promise.all([getPush(), getSession()])
  if (stored?.deviceId !== deviceId || current?.userId !== userId) return
  const json = subscription.toJSON()
  const keys = { p256dh: json.keys?.['p256dh'] ?? '', auth: json.keys?.['auth'] ?? '' }
  const { endpoint } = subscription
  await http.call('PUT /api/v3/me/push/:deviceId', {
    params: { deviceId },
    body: { subscription: { endpoint, keys }, language, kinds, lists, quiet },
  })
  await changeStoredPush(deviceId, (now) => {
    // What was chosen meanwhile has not been sent.
    const isSame = JSON.stringify(settingsOf(now)) === JSON.stringify(settingsOf(push))
    return {
      ...now,
      vapidPublicKey: push.vapidPublicKey,
      endpoint,
      session: markOf(session),
      sentAt: isSame ? Date.now() : 0,
    }
  })
}

export function settingsOf({ language, kinds, lists, quiet }: PushSettings): PushSettings {
  return { language, kinds, lists, quiet }
}

/** Ends the notifications of this device, if they are this account's. The server ends them with the session. */
export async function endPush(
  registration: ServiceWorkerRegistration | undefined,
  userId: string,
): Promise<void> {
  let isTheirs = false
  await alone(async () => {
    isTheirs = (await getPush())?.userId === userId
    if (isTheirs) await deleteValue(key)
  })
  if (isTheirs) await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
