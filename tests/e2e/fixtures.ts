import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { App } from '../support/app.ts'

export { expect }

const args = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic', '--no-first-run']
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** A browser with a profile of its own, which can be closed and opened again like the one on a phone. */
export class Device {
  readonly #folder = mkdtempSync(join(tmpdir(), 'koszyk-browser-'))
  readonly #url: string
  readonly #size: keyof typeof sizes
  #context: BrowserContext | null = null
  page!: Page
  /** what the page's console and scripts complained about */
  readonly complaints: string[] = []

  constructor(url: string, size: keyof typeof sizes) {
    this.#url = url
    this.#size = size
  }

  async open(offline = false): Promise<Page> {
    this.#context = await chromium.launchPersistentContext(this.#folder, {
      executablePath: process.env['CHROMIUM'] || undefined,
      args,
      baseURL: this.#url,
      viewport: sizes[this.#size],
      hasTouch: this.#size === 'phone',
      locale: 'en-GB',
      offline,
    })
    this.page = this.#context.pages()[0] ?? (await this.#context.newPage())
    this.page.on('pageerror', (error) => this.complaints.push(String(error)))
    return this.page
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the browser is closed')
    return this.#context
  }

  async airplane(on: boolean): Promise<void> {
    await this.context.setOffline(on)
  }

  async close(): Promise<void> {
    await this.#context?.close()
    this.#context = null
  }

  async dispose(): Promise<void> {
    await this.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

interface Fixtures {
  app: App
  device: (size: keyof typeof sizes) => Promise<Device>
}

export const test = base.extend<Fixtures>({
  app: async ({}, use) => {
    const app = await App.start()
    await use(app)
    await app.stop()
  },
  device: async ({ app }, use) => {
    const devices: Device[] = []
    await use(async (size) => {
      const device = new Device(app.url, size)
      devices.push(device)
      await device.open()
      return device
    })
    for (const device of devices) {
      expect(device.complaints, 'errors on a page').toEqual([])
      await device.dispose()
    }
  },
})

export const password = 'a long walk home'

export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/app')
}

export interface ServerProduct {
  id: string
  productName: string
  price: number
  priceUnknown?: boolean
  productStatus: boolean
  position: string
  ver: number
}

export async function productsOf(app: App, token: string, listId: string): Promise<ServerProduct[]> {
  const list = await app.call<{ products: ServerProduct[] }>('GET', `/api/v3/list/${listId}`, undefined, token)
  return list.products
}

/** The worker runs the page and has stored the whole app. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

export function listIdOf(page: Page): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}
