import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test as base, type TestInfo } from '@playwright/test'
import { App } from '../support/app.ts'
import { Device } from './device.ts'
import { crashed, type Engine } from './driver.ts'

export const anna = 'anna@example.org'
export const password = 'a long walk home'

interface Fixtures {
  /** fails a second run at once, unless the browser itself crashed in the first one */
  onlyAfterCrash: void
  app: App
  /** a browser that has never seen the app */
  device: Device
  /** one more browser of the same engine, with a profile of its own */
  another: (size: 'phone' | 'desktop') => Promise<Device>
  /** another site to navigate to */
  elsewhere: string
}

/** What the device shows and said, for whoever looks into the failure. */
async function show(device: Device, info: TestInfo): Promise<void> {
  const body = await device.page.tab.screenshot().catch(() => null)
  if (body) await info.attach('screen', { body, contentType: 'image/png' })
  await info.attach('console', { body: device.complaints.join('\n'), contentType: 'text/plain' })
}

export const test = base.extend<Fixtures & { engine: Engine }>({
  engine: ['chromium', { option: true }],
  onlyAfterCrash: [
    async ({}, use, info) => {
      const mark = join(info.project.outputDir, `crashed-${info.testId}`)
      if (info.retry > 0 && !existsSync(mark)) throw new Error('It failed before, see its first run.')
      await use()
      if (info.errors.some(({ message = '' }) => crashed.test(message))) writeFileSync(mark, '')
    },
    { auto: true },
  ],
  app: async ({}, use) => {
    const app = await App.start()
    await use(app)
    await app.stop()
  },
  device: async ({ app, engine }, use, info) => {
    const device = new Device(engine, app.url)
    await device.open()
    await use(device)
    if (info.status !== info.expectedStatus) await show(device, info)
    await device.dispose()
  },
  another: async ({ app, engine }, use, info) => {
    const devices: Device[] = []
    await use(async (size) => {
      const device = new Device(engine, app.url, size)
      devices.push(device)
      await device.open()
      return device
    })
    for (const device of devices) {
      if (info.status !== info.expectedStatus) await show(device, info)
      await device.dispose()
    }
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
export { Device }
export { expect } from '@playwright/test'
