import { texts } from '../core/locales/worker.ts'
import { languageOf } from '../core/text/language.ts'
import { textIn } from '../core/text/words.ts'
import { getPush, sendPush, subscribe } from '../device/push.ts'
import { getSession } from '../device/storage/app-db.ts'

declare const self: ServiceWorkerGlobalScope

/** What the server sends, see server/push/push.ts; its texts are in the reader's language. */
interface PushMessage {
  /** whom it is for */
  account: string
  kind: string
  list: string
  title: string
  body: string
  /** for everybody else: names nobody */
  general: string
  actions: { action: string; title: string }[]
}

/** Not in TypeScript's types: what Chromium and Firefox accept beside them. */
interface Options extends NotificationOptions {
  actions?: { action: string; title: string }[]
  renotify?: boolean
}

/**
 * Shows a notification, whatever was sent: a browser ends a subscription whose messages are not shown. It names
 * somebody only while the account that it is for is signed in here.
 */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const message = readMessage(data)
  const session = await getSession().catch(() => null)
  const isTheirs = message !== null && session?.accessToken != null && session.userId === message.account
  if (isTheirs) {
    const { kind, list, title, body, actions } = message
    const options: Options = {
      ...looks,
      body,
      // A newer one replaces an older one about the same.
      tag: `${kind} ${list}`,
      renotify: kind !== 'done',
      actions,
      data: { list },
    }
    return self.registration.showNotification(title, options)
  }
  const language = (await getPush().catch(() => null))?.language ?? languageOf(self.navigator.languages)
  // For a message that cannot be read.
  const title = message?.general || textIn(language, 'There is news on a shopping list', undefined, texts)
  return self.registration.showNotification(title, { ...looks, tag: 'general', data: {} })
}

const looks = { icon: '/icons/icon-192.png', badge: '/icons/badge.png' }

function readMessage(data: PushMessageData | null): PushMessage | null {
  try {
    const message = data?.json() as Partial<Record<keyof PushMessage, unknown>> | null
    if (!message) return null
    const { account, kind, list, title, body, general, actions } = message
    const texts = [account, kind, list, title, body, general]
    if (!texts.every((text) => typeof text === 'string') || !Array.isArray(actions)) return null
    return title === '' ? null : (message as PushMessage)
  } catch {
    return null
  }
}

/** How long a page may take to say where it is, and to go elsewhere before it is loaded anew, in ms. */
const answerMs = { where: 300, open: 1_500 }

/** Opens the list of a notification: in the window that shows it, else in one of the app, else in a new one. */
export async function openNotification({ notification, action }: NotificationEvent): Promise<void> {
  notification.close()
  if (action === 'nothing') return
  const { list } = (notification.data ?? {}) as { list?: string }
  const path = list ? `/app/details/${encodeURIComponent(list)}` : '/app'
  const page = list && action === 'add' ? `${path}?add=true` : path
  // The one that was used last comes first.
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const places = await Promise.all(windows.map(pathOf))
  const at = (isWanted: (place: string) => boolean) => windows[places.findIndex(isWanted)]
  const there = at((place) => place === path)
  const open = there ?? at((place) => /^\/app(\/|$)/.test(place))
  if (!open) return void (await self.clients.openWindow(page))
  // Focusing is only allowed right after the press, so nothing slow comes before it.
  const focused = await open.focus().catch(() => open)
  if (there && page === path) return
  if ((await ask(focused, { type: 'open', page }, answerMs.open)) !== null) return
  await focused.navigate(page).catch(() => self.clients.openWindow(page))
}

/** Returns where a window is. Without its answer that is where it was loaded, or in some browsers where it is now. */
async function pathOf(client: WindowClient): Promise<string> {
  const place = await ask(client, { type: 'where' }, answerMs.where)
  return typeof place === 'string' ? place : new URL(client.url).pathname
}

/** Asks a page something. Returns null without an answer in time. */
function ask(client: WindowClient, question: object, ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(null), ms)
    port1.addEventListener('message', ({ data }) => {
      clearTimeout(timer)
      resolve(data)
    })
    port1.start()
    client.postMessage(question, [port2])
  })
}

/**
 * Subscribes again when the browser has ended the subscription. If that or telling the server fails, the page does it at
 * its next start.
 */
export async function renewPush(): Promise<void> {
  const [push, session] = await Promise.all([getPush(), getSession()])
  if (!push || session?.accessToken == null || session.userId !== push.userId) return
  await sendPush(push, await subscribe(self.registration, push.vapidPublicKey), session)
}
