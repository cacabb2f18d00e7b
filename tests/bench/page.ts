import type { Page } from 'playwright'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { report } from './figures.ts'
import { allDrawn, frameTimes, watchFrames } from './frames.ts'
import { logIn } from '../support/log-in.ts'
import { longList } from '../support/long-list.ts'

/** Measures how fast the list screen reacts with 5 000 products, in a real Chromium. Asserts nothing. */
const count = Number(process.argv[2] ?? 5_000)
const password = 'a long walk home'
process.env['CHROMIUM'] ??= findOrInstallChromium()
buildIfStale()

/** By the page's own clock, from the beginning of the navigation to the first product's field. */
async function opening(page: Page, list: string): Promise<number> {
  await page.goto(`/app/details/${list}`, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(
    () => (document.querySelector('[data-row] [data-field]') ? performance.now() : null),
    undefined,
    { polling: 'raf' },
  )
  return Number(await shown.jsonValue())
}

async function typing(page: Page, field: string): Promise<number[]> {
  await page.getByRole('combobox', { name: field, exact: true }).focus()
  await watchFrames(page, 'keydown')
  // Many keys, so that the first ones, during JIT compilation, do not decide the slowest 5 %.
  for (let i = 0; i < 400; i++) {
    await page.keyboard.press(i % 40 < 20 ? 'abcdefghij '.charAt(i % 11) : 'Backspace')
    await allDrawn(page)
  }
  return frameTimes(page)
}

async function ticking(page: Page, boxes: string): Promise<number[]> {
  await watchFrames(page, 'click')
  for (let i = 1; i < 9; i++) {
    await page.locator(boxes).nth(i).click()
    await allDrawn(page)
  }
  return frameTimes(page)
}

async function scrolling(page: Page): Promise<number[]> {
  await page.mouse.move(700, 500)
  await watchFrames(page, 'scroll')
  for (let i = 0; i < 40; i++) {
    await page.mouse.wheel(0, 900)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  }
  return frameTimes(page)
}

const app = await App.start()
const device = new Device(app.url, 'desktop')
try {
  const token = await app.member('anna@example.org', password)
  const list = await longList(app, token, count)
  const page = await device.open()
  await logIn(page, 'anna@example.org', password)
  await page.goto(`/app/details/${list}`)
  await page.getByRole('combobox', { name: 'Name: Product 3', exact: true }).waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.getByRole('button', { name: /Saved/ }).waitFor()

  const opened: number[] = []
  for (let i = 0; i < 5; i++) opened.push(await opening(page, list))
  process.stdout.write(`A list of ${count} products\n`)
  report('opening, from the navigation to the first row', opened)
  await page.getByRole('button', { name: /Saved/ }).waitFor()
  report('key to next frame, in a product', await typing(page, 'Name: Product 3'))
  await page.keyboard.press('Escape')
  report('key to next frame, in the add field', await typing(page, 'New product: name'))
  report('tick to next frame, while editing', await ticking(page, '[data-field="productStatus"]'))
  report('scroll to next frame, while editing', await scrolling(page))
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await page.locator('[data-tickable] input').first().waitFor()
  report('tick to next frame, while shopping', await ticking(page, '[data-tickable] input'))
  report('scroll to next frame, while shopping', await scrolling(page))
} finally {
  await device.dispose()
  await app.stop()
}
