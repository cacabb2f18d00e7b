import { clientsClaim } from 'workbox-core'
import { sessionChannel } from '../device/storage/app-db.ts'
import { keepIcons, keepLanguage, leaveToTheServer, serveShell } from './caching.ts'
import { takeWhatIsShared } from './share.ts'
import { openNotification, renewPush, showPush } from './push.ts'
import { drainAfterSignIn, drainForPage, drainOnSync, parsePageMessage } from './outbox.ts'

declare const self: ServiceWorkerGlobalScope

// activate
clientsClaim()

// fetch
leaveToTheServer()
serveShell()
keepIcons()
takeWhatIsShared()

// sync: the network is back
self.addEventListener('sync' as never, (event: Parameters<typeof drainOnSync>[0]) => {
  if (event.tag.startsWith('outbox')) event.waitUntil(drainOnSync(event))
})

// message: a page has changes to send, shows a language, or was loaded just too early to be taken over, or the user
// accepts the update
self.addEventListener('message', (event) => {
  const message = parsePageMessage(event.data)
  if (!message) return
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  else if (message.type === 'claim') event.waitUntil(self.clients.claim())
  else if (message.type === 'language') event.waitUntil(keepLanguage(message.language))
  else event.waitUntil(drainForPage(message))
})

// push: a message of the server, also with no page open
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)))
self.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(renewPush().catch(() => undefined)),
)

// somebody signed in or out in a page
sessionChannel.listen(() => void drainAfterSignIn())
