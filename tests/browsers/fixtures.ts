import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { App } from '../support/app.ts'
import { type Browser, type Engine, engines } from './driver.ts'
import { Page } from './page.ts'

export const anna = 'anna@example.org'
export const password = 'a long walk home'

/** A browser of this engine that can be closed and opened again with everything it stores. */
export class Device {
  readonly #engine: Engine
  readonly #url: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'koszyk-browser-'))
  readonly #complaints: string[] = []
  #browser: Browser | null = null
  page!: Page

  constructor(engine: Engine, url: string) {
    this.#engine = engine
    this.#url = url
  }

  async open(): Promise<Page> {
    this.#browser = await engines[this.#engine]({ profile: this.#folder, width: 1200, height: 800 })
    const [tab] = this.#browser.tabs
    if (!tab) throw new Error('a browser without a tab')
    this.page = new Page(tab, this.#url)
    return this.page
  }

  async newTab(): Promise<Page> {
    if (!this.#browser) throw new Error('the browser is closed')
    return new Page(await this.#browser.newTab(), this.#url)
  }

  /** Console messages of all pages since the browser was first opened. */
  get complaints(): readonly string[] {
    return [...this.#complaints, ...(this.#browser?.complaints() ?? [])]
  }

  async close(): Promise<void> {
    this.#complaints.push(...(this.#browser?.complaints() ?? []))
    await this.#browser?.close()
    this.#browser = null
  }

  async dispose(): Promise<void> {
    await this.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

interface Fixtures {
  app: App
  /** a browser that has never seen the app */
  device: Device
  /** another site to navigate to */
  elsewhere: string
}

export const test = base.extend<Fixtures & { engine: Engine }>({
  engine: ['chromium', { option: true }],
  app: async ({}, use) => {
    const app = await App.start()
    await use(app)
    await app.stop()
  },
  device: async ({ app, engine }, use, info) => {
    const device = new Device(engine, app.url)
    await device.open()
    await use(device)
    if (info.status !== info.expectedStatus) {
      const body = await device.page.tab.screenshot().catch(() => null)
      if (body) await info.attach('screen', { body, contentType: 'image/png' })
      await info.attach('console', { body: device.complaints.join('\n'), contentType: 'text/plain' })
    }
    await device.dispose()
  },
  elsewhere: async ({}, use) => {
    const server = createServer((_, answer) =>
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>The news of today</p>'),
    )
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    server.closeAllConnections()
    server.close()
  },
})
export { expect } from '@playwright/test'
