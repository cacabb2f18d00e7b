import { type Page } from 'playwright'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'

/**
 * Measures a shopping trip: a cold start without a network of a list that was opened once, and the time
 * until thirty offline edits reach the server. The real app in a real Chromium, with the server on this
 * machine.
 */
const rounds = Number(process.argv[2] ?? 5)
const password = 'a long walk home'
process.env['CHROMIUM'] ??= findOrInstallChromium()
buildIfStale()

async function prepare(page: Page): Promise<string> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('button', { name: 'New list' }).first().click()
  await page.waitForURL('**/app/details/*')
  const list = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  for (let i = 0; i < 40; i++) await add(page, `Known ${i}`)
  await page.getByRole('button', { name: /Saved/ }).waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return list
}

async function add(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'New product: name' })
  await field.fill(name)
  await field.press('Enter')
  await page.getByRole('combobox', { name: `Name: ${name}`, exact: true }).waitFor()
}

/** From the first byte of the navigation to the last product drawn, by the page's own clock. */
async function coldStart(device: Device, list: string): Promise<number> {
  const page = await device.open(true)
  await page.goto(`/app/details/${list}`, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(
    () => {
      const fields = [...document.querySelectorAll('input')].map((input) => input.value)
      return fields.includes('Known 39') ? performance.now() : null
    },
    undefined,
    { polling: 'raf' },
  )
  return Number(await shown.jsonValue())
}

async function count(app: App, token: string, list: string): Promise<number> {
  const { products } = await app.call<{ products: unknown[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  return products.length
}

/** From the moment the network is back until the server has all thirty. */
async function thirtyEdits(app: App, device: Device, list: string, round: number): Promise<number> {
  const token = await app.token('anna@example.org', password)
  const before = await count(app, token, list)
  await device.airplane(true)
  for (let i = 0; i < 30; i++) await add(device.page, `Round ${round} edit ${i}`)
  const start = performance.now()
  await device.airplane(false)
  while ((await count(app, token, list)) < before + 30) await new Promise((resolve) => setTimeout(resolve, 5))
  return performance.now() - start
}

function report(what: string, milliseconds: number[]): void {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const [least, middle, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((ms) =>
    Math.round(ms ?? 0),
  )
  process.stdout.write(
    `${what}: median ${middle} ms, least ${least} ms, most ${most} ms (${sorted.length} rounds)\n`,
  )
}

const app = await App.start()
const device = new Device(app.url, 'desktop')
try {
  await app.member('anna@example.org', password)
  const list = await prepare(await device.open())
  const cold: number[] = []
  const sent: number[] = []
  for (let round = 0; round < rounds; round++) {
    await device.close()
    cold.push(await coldStart(device, list))
    await device.airplane(false)
    sent.push(await thirtyEdits(app, device, list, round))
  }
  report('cold start of a list without a network', cold)
  report('thirty offline edits on the server', sent)
} finally {
  await device.dispose()
  await app.stop()
}
