import { rmSync } from 'node:fs'
import { App } from '../support/app.ts'
import { copyOfDist, makeNextVersion } from '../support/next-version.ts'
import { Device, expect, test } from './fixtures.ts'
import type { Page } from './page.ts'
import { pause } from './processes.ts'
import { add, atNewList, shows } from './steps.ts'

const offer = 'A new version is ready.'

const hasWorker = (page: Page) =>
  page.until('the worker', () => page.tab.run(() => navigator.serviceWorker.controller !== null), 10_000)

test('FRAME-10 a first visit offers no new version, however early the page is loaded again', async ({
  app,
  engine,
}) => {
  for (const ms of [100, 300, 450, 800]) {
    const device = new Device(engine, app.url)
    try {
      let page = await device.open()
      await page.goto('/auth/login')
      await pause(ms)
      await page.tab.reload()
      await hasWorker(page).catch(async (error: unknown) => {
        // In WebKit an installation never ends if the page is reloaded at a bad moment; no page can fix
        // that.
        if (engine !== 'webkit') throw error
        await device.close()
        page = await device.open()
        await page.goto('/auth/login')
        await hasWorker(page)
      })
      await page.see('textbox', 'Email')
      expect(await page.all('text', offer), `loaded again after ${ms} ms`).toEqual([])
    } finally {
      await device.dispose()
    }
  }
})

test('FRAME-10 a new version is offered, and taking it brings it', async ({ engine }) => {
  const dist = copyOfDist()
  const app = await App.start({}, { dist })
  const device = new Device(engine, app.url)
  try {
    await device.open()
    await atNewList(app, device)
    const { page } = device
    await add(page, 'Milk')
    await page.see('button', /Saved/)
    makeNextVersion(dist)
    await page.tab.run(async () => void (await (await navigator.serviceWorker.ready).update()))
    await page.tab.run(() => void Object.assign(window, { old: true }))
    await page.click('button', 'Update now')
    await page.until('another page', () => page.tab.run(() => !('old' in window)))
    await shows(page, 'Milk')
    const isNew = () =>
      page.tab.run(async () => (await caches.match('/assets/crop-dialog-next.js')) !== undefined)
    await page.until('the new files', isNew)
    await page.gone('text', offer)
  } finally {
    await device.dispose()
    await app.stop()
    rmSync(dist, { recursive: true, force: true })
  }
})
