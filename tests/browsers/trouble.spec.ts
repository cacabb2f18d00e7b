import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App } from '../support/app.ts'
import { copyOfDist, makeNextVersion } from '../support/next-version.ts'
import { startProxy } from '../support/proxy.ts'
import { Device, expect, test } from './fixtures.ts'
import { add, atNewList, edit, names, serverNames, shows, tick } from './steps.ts'

test('OFFLINE-6 FRAME-10 the app is updated while changes wait: all of them arrive, once', async ({
  engine,
}) => {
  const dist = copyOfDist()
  const app = await App.start({}, { dist })
  const proxy = await startProxy(() => Number(new URL(app.url).port))
  const device = new Device(engine, proxy.url)
  try {
    await device.open()
    const { token, list } = await atNewList(app, device)
    const { page } = device
    await add(page, 'Milk', 'Bread')
    await page.see('button', /Saved/)
    // The server answers only requests for the new version's files.
    proxy.refused = /^\/(api|oauth)\//
    await add(page, 'Tea')
    await edit(page, 'Price', 'Milk', '4.20')
    await tick(page, 'Bread')
    await page.see('button', /waiting/)
    makeNextVersion(dist)
    await page.tab.run(async () => void (await (await navigator.serviceWorker.ready).update()))
    await page.tab.run(() => void Object.assign(window, { old: true }))
    await page.click('button', 'Update now')
    await page.until('another page', () => page.tab.run(() => !('old' in window)))
    await shows(page, 'Milk', 'Bread', 'Tea')
    expect((await page.see('checkbox', 'Bought: Bread')).checked).toBe(true)
    await page.see('button', /waiting/)
    expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread'])
    proxy.refused = null
    await page.tab.run(() => dispatchEvent(new Event('online')))
    await page.see('button', /Saved/)
    expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Tea'])
  } finally {
    await device.dispose()
    proxy.close()
    await app.stop()
    rmSync(dist, { recursive: true, force: true })
  }
})

test('OFFLINE-6 FRAME-13 the browser clears what the app stored: the app says so, goes on, and doubles nothing', async ({
  app,
  engine,
}) => {
  // Of the same origin, and tells the browser to clear it, as it may do by itself.
  const clearing = createServer((_, answer) =>
    answer
      .writeHead(200, { 'content-type': 'text/html', 'clear-site-data': '"storage", "cookies"' })
      .end('<p>cleared</p>'),
  )
  await new Promise<void>((ready) => clearing.listen(0, 'localhost', ready))
  const { port } = clearing.address() as AddressInfo
  const proxy = await startProxy((path) => (path === '/api/clear' ? port : Number(new URL(app.url).port)))
  const device = new Device(engine, proxy.url)
  try {
    await device.open()
    const { token, list } = await atNewList(app, device)
    const { page } = device
    await add(page, 'Milk', 'Bread')
    await page.see('button', /Saved/)
    await page.tab.run(async () => void (await fetch('/api/clear')))
    await page.see('text', /^The browser lost this app’s data on this device/)
    await shows(page, 'Milk', 'Bread')
    await add(page, 'Tea')
    await page.see('button', /Saved/)
    expect(await names(page)).toEqual(['Milk', 'Bread', 'Tea'])
    expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Tea'])
  } finally {
    await device.dispose()
    proxy.close()
    clearing.closeAllConnections()
    clearing.close()
  }
})
