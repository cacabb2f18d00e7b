import { clientsClaim } from 'workbox-core'
import { sessionChannel } from '../device/storage/app-db.ts'
import { keepIcons, leaveToTheServer, serveShell } from './caching.ts'
import { drainAfterSignIn, drainForPage, drainOnSync, parsePageMessage } from './outbox.ts'

declare const self: ServiceWorkerGlobalScope

// activate
clientsClaim()

// fetch
leaveToTheServer()
serveShell()
keepIcons()

// sync: the network is back
self.addEventListener('sync' as never, (event: Parameters<typeof drainOnSync>[0]) => {
  if (event.tag.startsWith('outbox')) event.waitUntil(drainOnSync(event))
})

// message: a page has changes to send, or the user accepts the update
self.addEventListener('message', (event) => {
  const message = parsePageMessage(event.data)
  if (!message) return
  event.waitUntil(message.type === 'SKIP_WAITING' ? self.skipWaiting() : drainForPage(message))
})

// somebody signed in or out in a page
sessionChannel.listen(() => void drainAfterSignIn())
