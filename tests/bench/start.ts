import type { Page } from 'playwright'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { furnish } from '../support/screens/house.ts'
import { middle } from './figures.ts'

/**
 * Measures how soon the app is there: first paint, largest paint, and when it can be used; on a fast machine and on a
 * cheap phone, at the first visit, at the second, and without a network. Medians, by the page's own clock.
 */
const rounds = Number(process.argv[2] ?? 5)
const password = 'a long walk home'
process.env['CHROMIUM'] ??= findOrInstallChromium()
buildIfStale()

/** `down` in bytes a second, `latency` in ms */
const profiles = {
  fast: { down: -1, up: -1, latency: 0, cpu: 1 },
  slow: { down: 200_000, up: 94_000, latency: 150, cpu: 4 },
} as const
type Profile = keyof typeof profiles

interface Start {
  fcp: number
  lcp: number
  usable: number
}

async function slowDown(page: Page, name: Profile): Promise<void> {
  const { down, up, latency, cpu } = profiles[name]
  const cdp = await page.context().newCDPSession(page)
  const speed = { downloadThroughput: down, uploadThroughput: up, latency, offline: false }
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', speed)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

/** Opens an address in a new tab; it can be used once `wanted` is there. */
async function start(device: Device, path: string, wanted: string, profile: Profile | null): Promise<Start> {
  const page = await device.context.newPage()
  if (profile) await slowDown(page, profile)
  await page.goto(path, { waitUntil: 'commit' })
  const there = (selector: string) => (document.querySelector(selector) ? performance.now() : null)
  const usable = await page.waitForFunction(there, wanted, { polling: 'raf' })
  const paints = await page.evaluate(async () => {
    // What is there now is painted with the next frames.
    for (let frames = 0; frames < 5; frames++) await new Promise(requestAnimationFrame)
    const last = (type: string) =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const { name, startTime } = list.getEntries().at(-1)!
          if (name !== 'first-paint') resolve(startTime)
        })
        observer.observe({ type, buffered: true })
      })
    return { fcp: await last('paint'), lcp: await last('largest-contentful-paint') }
  })
  const ready = Number(await usable.jsonValue())
  await page.close()
  return { ...paints, usable: ready }
}

/** The device has never seen the list nor the app, but is signed in. */
async function forgetApp(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  const origin = new URL(page.url()).origin
  await page.evaluate(async () => {
    const all = (await indexedDB.databases()).map(({ name = '' }) => name)
    for (const name of all) if (name.startsWith('account:')) indexedDB.deleteDatabase(name)
  })
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
}

const figures = new Map<string, Start[]>()
const note = (what: string, one: Start) => figures.set(what, [...(figures.get(what) ?? []), one])

async function round(app: App, email: string, list: string): Promise<void> {
  const button = 'button[type="submit"]'
  const row = 'input[type="checkbox"][aria-label*="Kefir"]'
  for (const profile of ['fast', 'slow'] as const) {
    const device = new Device(app.url, 'phone', { locale: 'en-GB' })
    try {
      const page = await device.open()
      note(`log-in, first visit, ${profile}`, await start(device, '/auth/login', button, profile))
      await page.goto('/auth/login')
      await page.locator('input[type="email"]').fill(email)
      await page.locator('input[type="password"]').fill(password)
      await page.locator(button).click()
      await page.waitForURL('**/app')
      await page.goto('/about-us')
      await forgetApp(page)
      note(`list, first visit, ${profile}`, await start(device, list, row, profile))
      await page.goto(list)
      await page.locator(row).first().waitFor()
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.goto('/about-us')
      note(`list, second visit, ${profile}`, await start(device, list, row, profile))
      await device.airplane(true)
      note(`list, offline, ${profile}`, await start(device, list, row, profile))
    } finally {
      await device.dispose()
    }
  }
}

const app = await App.start()
try {
  const house = await furnish(app, 'en', password)
  for (let i = 0; i < rounds; i++) await round(app, house.email, `/app/details/${house.list}`)
  for (const [what, all] of figures) {
    const [fcp, lcp, usable] = (['fcp', 'lcp', 'usable'] as const).map((name) =>
      Math.round(middle(all.map((one) => one[name]))),
    )
    process.stdout.write(`${what}: first paint ${fcp} ms, largest ${lcp} ms, usable ${usable} ms\n`)
  }
} finally {
  await app.stop()
}
