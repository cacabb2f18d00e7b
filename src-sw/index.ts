import { clientsClaim } from 'workbox-core'
import { serveShell } from './caching.ts'

declare const self: ServiceWorkerGlobalScope

// install, activate
clientsClaim()

// fetch
serveShell()

// message: the page asks for the update on the person's word
self.addEventListener('message', (event) => {
  const data: unknown = event.data
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') {
    event.waitUntil(self.skipWaiting())
  }
})
