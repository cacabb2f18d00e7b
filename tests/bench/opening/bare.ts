import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

const head = (title: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" /><title>${title}</title>
<style>body { font: 16px/1.5 sans-serif } div { display: flex; gap: 8px; min-height: 48px }</style></head><body>`

/** Keeps this page for the next visit, also without a network. */
const kept = `<script>
navigator.serviceWorker.register('/worker.js')
navigator.serviceWorker.ready.then(async () => (await caches.open('bare')).add(location.href)).then(() => (window.isKept = true))
</script>`

const worker = `addEventListener('install', (event) => event.waitUntil(skipWaiting()))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((known) => known ?? fetch(event.request))))`

const row = (name: string) =>
  `<div data-row><input type="checkbox" aria-label="Bought: ${name}" /><input data-field aria-label="Name: ${name}" value="${name}" /></div>`

function page(path: string): string {
  if (path === '/form')
    return `${head('Form')}<form><input type="email" aria-label="Email" /><input type="password" /><button type="submit">Log in</button></form>${kept}`
  const count = Number(path.split('/').at(-1))
  const rows = Array.from({ length: count }, (_, i) => row(`Product ${i}`))
  return `${head('Rows')}${rows.join('')}${count > 50 ? '' : kept}`
}

export interface Bare {
  url: string
  close: () => void
}

/** Pages of plain HTML, with nothing but what somebody presses: what no app can beat. `/form`, `/rows/1000`. */
export async function startBare(): Promise<Bare> {
  const server = createServer(({ url = '' }, answer) => {
    const isWorker = url === '/worker.js'
    if (url === '/favicon.ico') return answer.writeHead(204).end()
    answer.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html; charset=utf-8')
    answer.setHeader('content-encoding', 'br')
    answer.end(brotliCompressSync(isWorker ? worker : page(url)))
  })
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
