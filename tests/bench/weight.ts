import type { CDPSession, Page } from 'playwright'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { furnish } from '../support/screens/house.ts'

/**
 * Measures what the first visit to a page costs: requests and bytes on the wire until the page is usable.
 * The service worker, which fetches the rest of the app afterwards, is not counted.
 */
const password = 'a long walk home'
process.env['CHROMIUM'] ??= findOrInstallChromium()
buildIfStale()

interface Weight {
  requests: string[]
  scripts: number
  other: number
}

/** Bytes on the wire, headers included. */
async function weigh(cdp: CDPSession, open: () => Promise<void>): Promise<Weight> {
  const kinds = new Map<string, { type: string; url: string }>()
  const weight: Weight = { requests: [], scripts: 0, other: 0 }
  const asked = (event: { requestId: string; type?: string; request: { url: string } }) => {
    if (event.request.url.startsWith('http'))
      kinds.set(event.requestId, { type: event.type ?? '', url: event.request.url })
  }
  const done = (event: { requestId: string; encodedDataLength: number }) => {
    const kind = kinds.get(event.requestId)
    if (!kind) return
    if (kind.type === 'Script') weight.scripts += event.encodedDataLength
    else weight.other += event.encodedDataLength
    weight.requests.push(`${new URL(kind.url).pathname} ${event.encodedDataLength}`)
  }
  cdp.on('Network.requestWillBeSent', asked)
  cdp.on('Network.loadingFinished', done)
  await open()
  cdp.off('Network.requestWillBeSent', asked)
  cdp.off('Network.loadingFinished', done)
  return weight
}

/** The manifest, its icon and the tab's icon: the browser requests these itself, on every page. */
const browsersOwn = /^\/(manifest\.webmanifest|favicon\.svg|icons\/)/

function print(name: string, { requests, scripts, other }: Weight): void {
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  process.stdout.write(
    `${name}: scripts ${kb(scripts)}, the rest ${kb(other)}, ${requests.length} requests\n`,
  )
  for (const request of requests)
    process.stdout.write(`  ${request}${browsersOwn.test(request) ? ' (by the browser itself)' : ''}\n`)
}

/** Whether index.html alone draws something, before any script has run. */
async function paintsWithoutScript(app: App): Promise<boolean> {
  const html = await (await fetch(app.url)).text()
  return /<div id="root">\s*<div class="first-paint"/.test(html)
}

const app = await App.start()
const house = await furnish(app, 'en', password)
const device = new Device(app.url, 'phone', { locale: 'en-GB' })
try {
  const page: Page = await device.open()
  const cdp = await device.context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.setBypassServiceWorker', { bypass: true })

  // Prefetching in idle time is not part of what a page needs.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))

  const login = await weigh(cdp, async () => {
    await page.goto('/auth/login')
    await page.locator('button[type="submit"]').waitFor()
  })
  await page.locator('input[type="email"]').fill(house.email)
  await page.locator('input[type="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/app')
  await page.goto('about:blank')
  const list = await weigh(cdp, async () => {
    await page.goto(`/app/details/${house.list}`)
    await page.getByRole('checkbox', { name: /Kefir/ }).waitFor()
  })
  print('The log-in page', login)
  print('A list', list)
  process.stdout.write(`First paint in index.html: ${(await paintsWithoutScript(app)) ? 'yes' : 'no'}\n`)
} finally {
  await device.dispose()
  await app.stop()
}
