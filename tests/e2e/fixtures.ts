import { test as base, expect, type Page } from '@playwright/test'
import { App } from '../support/app.ts'
import { Device, type DeviceOptions, type sizes } from '../support/browser.ts'

export { expect }

interface Fixtures {
  app: App
  device: (size: keyof typeof sizes, more?: DeviceOptions) => Promise<Device>
}

export const test = base.extend<Fixtures>({
  app: async ({}, use) => {
    const app = await App.start()
    await use(app)
    await app.stop()
  },
  device: async ({ app }, use) => {
    const devices: Device[] = []
    await use(async (size, more) => {
      const device = new Device(app.url, size, more)
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

/** The worker runs the page and has stored the whole app. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
