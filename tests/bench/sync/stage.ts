import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { build } from 'vite'
import { App } from '../../support/app.ts'
import { Device } from '../../support/browser.ts'
import { logIn } from '../../support/log-in.ts'
import { type Exchange, type Proxy, startProxy } from '../../support/proxy.ts'
import type { Engine } from './page.ts'
import { watchTicks } from './tick.ts'

declare global {
  // set by page.ts
  var benchEngine: Engine
}

const password = 'a long walk home'

export interface Account {
  id: string
  email: string
  token: string
}

/** The real server, the bare one beside it, and a network between them and the browsers. */
export class Stage {
  readonly app: App
  readonly proxy: Proxy
  /** page.ts as a script */
  readonly code: string
  readonly anna: Account
  readonly ben: Account
  readonly #stopBare: () => unknown
  readonly #devices: Device[] = []

  private constructor(made: Pick<Stage, 'app' | 'proxy' | 'code' | 'anna' | 'ben'>, bare: Bare) {
    this.app = made.app
    this.proxy = made.proxy
    this.code = made.code
    this.anna = made.anna
    this.ben = made.ben
    this.#stopBare = bare.stop
  }

  static async start(): Promise<Stage> {
    const code = await engineCode()
    const app = await App.start()
    const bare = await startBare()
    const port = Number(new URL(app.url).port)
    const proxy = await startProxy((path) => (path.startsWith('/bare/') ? bare.port : port))
    const [anna, ben] = await Promise.all(
      ['anna@example.org', 'ben@example.org'].map((one) => memberOf(app, one)),
    )
    if (!anna || !ben) throw new Error('nobody came')
    return new Stage({ app, proxy, code, anna, ben }, bare)
  }

  /** A browser in which this account is signed in, and which tells when a tick is on the disk. */
  async device({ email }: Account): Promise<Device> {
    const device = this.#empty()
    const page = await device.open()
    await page.addInitScript(watchTicks)
    await logIn(page, email, password)
    return device
  }

  /** A page without the app, where the engine's own code is signed in. */
  async bareDevice({ id, token }: Account): Promise<Device> {
    const device = this.#empty()
    const page = await device.open()
    await page.goto('/healthz')
    await page.evaluate(this.code)
    await page.evaluate(
      async ([userId, accessToken]) => {
        const session = { userId, email: '', accessToken, expiresAt: Date.now() + 3_600_000 }
        await benchEngine.signIn({ ...session, remember: false })
        benchEngine.open(userId)
      },
      [id, token] as const,
    )
    return device
  }

  #empty(): Device {
    const device = new Device(this.proxy.url, 'desktop')
    this.#devices.push(device)
    return device
  }

  async share(list: string): Promise<void> {
    const { token } = this.anna
    const ben = `email_address=${this.ben.email}&permission=edit`
    const invite = `_list_id=${list}&_email_address=${this.ben.email}`
    await this.app.call('POST', `/api/v3/list/share?${invite}`, undefined, token)
    await this.app.call('PUT', `/api/v3/shared_list/${list}?${ben}`, undefined, token)
  }

  async stop(): Promise<void> {
    for (const device of this.#devices) await device.dispose()
    this.proxy.close()
    this.#stopBare()
    await this.app.stop()
  }
}

/** Opens a list in the app, with the engine's own code beside it. */
export async function openList(page: Page, list: string): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(`/app/details/${list}`)
  await page.getByRole('combobox', { name: 'Name: Product 2', exact: true }).waitFor()
  await page.getByRole('button', { name: /Saved/ }).waitFor()
}

export function passed(proxy: Proxy, line: RegExp): { roundTrips: number; bytes: number; each: Exchange[] } {
  const each = proxy.exchanges.filter((exchange) => line.test(exchange.line))
  return { roundTrips: each.length, bytes: each.reduce((sum, { up, down }) => sum + up + down, 0), each }
}

async function memberOf(app: App, email: string): Promise<Account> {
  await app.member(email, password)
  const given = {
    grant_type: 'password',
    client_id: 'web',
    client_secret: 'public',
    username: email,
    password,
  }
  const answer = await app.call<{ access_token: string; user_id: string }>('POST', '/oauth/v2/token', given)
  return { id: answer.user_id, email, token: answer.access_token }
}

async function engineCode(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, 'page.ts'), formats: ['iife'], name: 'bench' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}

interface Bare {
  port: number
  stop: () => unknown
}

async function startBare(): Promise<Bare> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const port = await new Promise<number>((ready, failed) => {
    child.once('message', (message) => ready(Number(message)))
    child.once('exit', () => failed(new Error('the bare server ended')))
  })
  return { port, stop: () => child.connected && child.disconnect() }
}
