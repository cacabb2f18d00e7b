import type { Page } from 'playwright'
import type { Device } from '../../support/browser.ts'
import { type Profile, slowDown } from './profiles.ts'
import { watchOpening } from './watch.ts'

/** In ms by the page's own clock, from the beginning of the navigation. */
export interface Opening {
  /** first contentful paint */
  fcp: number
  /** largest contentful paint */
  lcp: number
  /** what is waited for is drawn */
  there: number
  /** the first press on it has had its effect, and that is drawn */
  acts: number
  /** Total Blocking Time: what tasks take beyond 50 ms each, from the first paint until a second after `acts` */
  blocked: number
}

/** A page, and the box or field that is pressed as soon as it is seen. */
export interface Goal {
  path: string
  wanted: string
}

/** Opens a page in a new tab and presses what it is opened for. */
export async function open(device: Device, { path, wanted }: Goal, profile: Profile): Promise<Opening> {
  const page = await device.context.newPage()
  await page.addInitScript(watchOpening, wanted)
  await slowDown(page, profile)
  await page.goto(path, { waitUntil: 'commit' })
  const found = await page.waitForFunction(() => window.benchSeen.spot, undefined, { polling: 'raf' })
  const { there = 0, x = 0, y = 0 } = (await found.jsonValue()) ?? {}
  const acts = await press(page, wanted.includes('checkbox'), x, y)
  await page.waitForFunction((until) => performance.now() > until, acts + 1_000)
  const { fcp, lcp, tasks } = await page.evaluate(() => window.benchSeen)
  const blocked = tasks
    .filter(({ start }) => start >= fcp && start < acts + 1_000)
    .reduce((sum, { ms }) => sum + ms - 50, 0)
  await page.close()
  // The press ends the search for the largest paint; where it came too soon, the first was the largest.
  return { fcp, lcp: Math.max(fcp, lcp), there, acts, blocked }
}

/** Presses a box, or a key in a field, until something happens; returns when that was drawn. */
async function press(page: Page, isBox: boolean, x: number, y: number): Promise<number> {
  for (let tries = 0; tries < 10; tries++) {
    await page.touchscreen.tap(x, y)
    if (!isBox) await page.keyboard.press('a')
    const wait = { polling: 'raf', timeout: 500 } as const
    const acted = await page.waitForFunction(() => window.benchSeen.acts, undefined, wait).catch(() => null)
    if (acted) return acted.jsonValue()
  }
  throw new Error(`what is at ${x}, ${y} does nothing`)
}

/** The device stays signed in, and has never seen the lists nor the app. */
export async function forgetApp(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  const origin = new URL(page.url()).origin
  await page.evaluate(async () => {
    const all = (await indexedDB.databases()).map(({ name = '' }) => name)
    for (const name of all) if (name.startsWith('account:')) indexedDB.deleteDatabase(name)
  })
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
}
