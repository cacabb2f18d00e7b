import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '../../support/services/certificate.ts'

/** As many as the browsers have: the server sends at most 8 requests at a time to each. */
const hosts = ['push-a.example.org', 'push-b.example.org', 'push-c.example.org']

/** A message that arrived completely; `at` by performance.now(). */
export interface Message {
  path: string
  at: number
  body: Buffer
}

export interface PushService {
  received: Message[]
  /** how long it takes to answer, in ms */
  delay: number
  /** Returns the address of a device; `n` chooses the host name. */
  endpoint: (path: string, n: number) => string
  /** Calls `then` as soon as `count` messages were received; rejects after 120 s. */
  reach: <T>(count: number, then: () => T) => Promise<T>
  /** for the server under test: the code of its PushNetwork, and what makes it trust this certificate */
  network: string
  env: Record<string, string>
  close: () => void
}

/** Starts push services on this machine that speak https under three names and keep what they get (RFC 8030). */
export async function startPushService(): Promise<PushService> {
  const folder = mkdtempSync(join(tmpdir(), 'koszyk-push-'))
  const { key, cert } = makeCertificate(folder, ...hosts.map((host) => `DNS:${host}` as const))

  let waiting: { count: number; reached: () => void } | null = null
  const received: Message[] = []
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', at: performance.now(), body: Buffer.concat(parts) })
      if (waiting && received.length >= waiting.count) waiting.reached()
      const answer = () => void response.writeHead(201, { 'content-length': '0' }).end()
      if (service.delay > 0) setTimeout(answer, service.delay)
      else answer()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const service: PushService = {
    received,
    delay: 0,
    endpoint: (path, n) => `https://${hosts[n % hosts.length]}:${port}${path}`,
    reach: (count, then) =>
      new Promise((done, failed) => {
        const late = setTimeout(
          () => failed(new Error(`${received.length} instead of ${count} messages`)),
          120_000,
        )
        const reached = () => {
          clearTimeout(late)
          waiting = null
          done(then())
        }
        if (received.length >= count) reached()
        else waiting = { count, reached }
      }),
    network: `{
      isEndpoint: (url) => url.protocol === 'https:' && url.hostname.endsWith('.example.org'),
      isAddress: (address) => address === '127.0.0.1',
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    }`,
    env: { NODE_EXTRA_CA_CERTS: cert },
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return service
}
