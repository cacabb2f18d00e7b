import { test as base, expect, type Page } from '@playwright/test'
import type { Answer } from '../../core/contract/api.ts'
import type { Session } from '../../device/storage/app-db.ts'
import { webClient } from '../../device/web-client.ts'
import type { App } from '../support/app.ts'
import { Device, type DeviceOptions, isFirefox, type sizes } from '../support/browser.ts'
import { logIn as byHand } from '../support/log-in.ts'
import { Prepared } from '../support/prepared.ts'

export { expect }

interface NewDevice extends Omit<DeviceOptions, 'profile'> {
  /** a browser that has never seen the app, instead of one with the app installed */
  fresh?: true
}

interface Fixtures {
  /** the server goes with the test: what it counts in memory, such as wrong passwords, would concern the next one */
  ownServer: boolean
  app: App
  device: (size: keyof typeof sizes, more?: NewDevice) => Promise<Device>
}

/** Movement on the screen takes a tenth of the CPU; the night has it everywhere. */
const calm = process.env['NIGHTLY'] === 'true' ? {} : ({ reducedMotion: 'reduce' } as const)

// Decision 153: tests share a server, and no browser.
export const test = base.extend<Fixtures, { prepared: Prepared }>({
  prepared: [
    async ({}, use) => {
      const prepared = await Prepared.make()
      await use(prepared)
      await prepared.remove()
    },
    { scope: 'worker' },
  ],
  ownServer: [false, { option: true }],
  app: async ({ prepared, ownServer }, use) => {
    const app = await prepared.emptyApp()
    await use(app)
    if (ownServer) await app.stop()
  },
  device: async ({ app, prepared }, use) => {
    const devices: Device[] = []
    await use(async (size, { fresh, ...more } = {}) => {
      const isFresh = fresh || more.serviceWorkers === 'block'
      const options = { ...calm, ...more }
      const device = new Device(app.url, size, isFresh ? options : { ...options, profile: prepared.profile })
      devices.push(device)
      const page = await device.open()
      // There is no profile to copy there: the app is installed by a visit.
      if (isFirefox && !isFresh) await install(page)
      return device
    })
    for (const device of devices) await device.dispose()
    for (const { complaints } of devices) expect(complaints, 'errors on a page').toEqual([])
  },
})

export const password = 'a long walk home'

export function logInByHand(page: Page, email: string): Promise<void> {
  return byHand(page, email, password)
}

/**
 * Signs in through the API, stores the same session as the log-in page, and opens `path`. The log-in page
 * itself has its own tests, and the walk and the trips use it.
 */
export async function logIn(page: Page, email: string, path = '/app'): Promise<void> {
  await page.goto('/icons/icon-192.png') // of the app's origin, and runs no scripts
  await page.evaluate(storeSession, {
    email,
    body: { grant_type: 'password', ...webClient, username: email, password, remember: true },
  })
  await page.goto(path)
}

/** Runs in the browser, because the response sets the cookie. */
async function storeSession({ email, body }: { email: string; body: object }): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('/oauth/v2/token', { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const tokens = (await answer.json()) as Answer<'token'>
  const session: Session = {
    userId: tokens.user_id,
    email,
    accessToken: tokens.access_token,
    expiresAt: Date.now() + tokens.expires_in * 1000,
    remember: true,
  }
  await new Promise<void>((stored, failed) => {
    const opening = indexedDB.open('app', 1)
    const no = () => failed(new Error('the session could not be stored'))
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('kv'))
    opening.addEventListener('error', no)
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('kv', 'readwrite')
      writing.objectStore('kv').put(session, 'session')
      writing.addEventListener('abort', no)
      writing.addEventListener('complete', () => {
        opening.result.close()
        stored()
      })
    })
  })
}

/** A visit that leaves the app's files here, and nothing of its data. */
async function install(page: Page): Promise<void> {
  await page.goto('/auth/login')
  await readyForOffline(page)
  await page.goto('/icons/icon-192.png') // of the app's origin, and runs no scripts
  await page.evaluate(async () => {
    localStorage.clear()
    const gone = (await indexedDB.databases()).map(
      ({ name = '' }) =>
        new Promise((done) => indexedDB.deleteDatabase(name).addEventListener('success', done)),
    )
    await Promise.all(gone)
  })
  await page.context().clearCookies()
  await page.goto('about:blank')
}

/** The worker runs the page and has stored the whole app. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
