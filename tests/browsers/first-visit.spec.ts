import { rmSync } from 'node:fs'
import { App } from '../support/app.ts'
import { copyOfDist, makeNextVersion } from '../support/next-version.ts'
import { Device, expect, test } from './fixtures.ts'
import { pause } from './processes.ts'
import { add, atNewList, shows } from './steps.ts'

const offer = 'A new version is ready.'

test('FRAME-10 a first visit offers no new version, however early the page is loaded again', async ({
  device,
}) => {
  const { page } = device
  for (const ms of [50, 100, 200, 300, 400, 500, 600, 700, 800, 900]) {
    await page.goto('/auth/login')
    await pause(ms)
    await page.tab.reload()
    await page.until('the worker', () => page.tab.run(() => navigator.serviceWorker.controller !== null))
    await page.see('textbox', 'E-mail')
    expect(await page.all('text', offer), `loaded again after ${ms} ms`).toEqual([])
    // As if nobody had been here yet.
    await page.tab.run(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
      for (const name of await caches.keys()) await caches.delete(name)
    })
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
      page.tab.run(async () => (await caches.match('/assets/pasted-lines-next.js')) !== undefined)
    await page.until('the new files', isNew)
    await page.gone('text', offer)
  } finally {
    await device.dispose()
    await app.stop()
    rmSync(dist, { recursive: true, force: true })
  }
})
