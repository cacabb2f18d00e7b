import { request as ask } from 'node:https'
import { test as base } from '@playwright/test'
import { password } from '../e2e/fixtures.ts'
import { App, freePort } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { host, Proxy, type ProxyName } from './proxies.ts'

export { expect } from '@playwright/test'
export { password }
export const metricsToken = 'whoever watches it'

export interface Answer {
  status: number
  /** [name in lower case, value], in the order they came */
  headers: [string, string][]
  body: Buffer
}

interface Call {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** the address of this machine that the client has */
  from?: string
}

interface Fixtures {
  app: App
  front: Proxy
  /** a browser that comes through the proxy */
  device: Device
  /** one request through the proxy, on a connection of its own */
  call: (path: string, more?: Call) => Promise<Answer>
}

export const test = base.extend<Fixtures & { via: ProxyName; both: { app: App; front: Proxy } }>({
  via: ['caddy', { option: true }],
  both: async ({ via }, use) => {
    const ports = { app: await freePort(), http: await freePort(), https: await freePort() }
    const front = new Proxy(via, ports)
    const env = {
      PUBLIC_URL: front.url,
      TRUST_PROXY: '1',
      MAILS: 'files',
      HOST: '127.0.0.1',
      METRICS_TOKEN: metricsToken,
    }
    const app = await App.start(env, { port: ports.app })
    await front.start()
    await use({ app, front })
    await front.dispose()
    await app.stop()
  },
  app: ({ both }, use) => use(both.app),
  front: ({ both }, use) => use(both.front),
  device: async ({ front }, use) => {
    const device = new Device(front.url, 'desktop', { args: await front.chromiumArgs() })
    await use(device)
    await device.dispose()
  },
  call: ({ front }, use) => use((path, more) => call(front, path, more)),
})

/** Opens a request; its answer may have no end, as an event stream has not. */
export function open(front: Proxy, path: string, { method, headers, body, from }: Call = {}) {
  const request = ask({
    host: '127.0.0.1',
    port: front.ports.https,
    servername: host,
    ca: front.ca,
    agent: false,
    path,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      host: new URL(front.url).host,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(from !== undefined && { localAddress: from }),
  })
  request.end(body)
  return request
}

async function call(front: Proxy, path: string, more?: Call): Promise<Answer> {
  return new Promise((ready, failed) => {
    const request = open(front, path, more)
    request.on('error', failed)
    request.on('response', async (response) => {
      const { rawHeaders, statusCode = 0 } = response
      const names = rawHeaders.filter((_, index) => index % 2 === 0)
      const headers = names.map((name, at): [string, string] => [
        name.toLowerCase(),
        rawHeaders[at * 2 + 1] ?? '',
      ])
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      ready({ status: statusCode, headers, body: Buffer.concat(chunks) })
    })
  })
}

/** All values of one header. */
export function values({ headers }: Answer, name: string): string[] {
  return headers.filter(([key]) => key === name).map(([, value]) => value)
}
