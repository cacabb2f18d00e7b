import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { start } from '../server/start.ts'
import { findOrInstallChromium } from './browser.ts'
import { buildIfStale } from './build.ts'
import { readCommand } from './cli/command.ts'
import { seedHousehold } from './household.ts'

readCommand({
  name: 'pictures',
  purpose: "Takes the pictures of the README and of the install dialog, with the demo's household.",
})
buildIfStale()
const folder = mkdtempSync(join(tmpdir(), 'koszyk-pictures-'))
const env = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' }
const [anna] = await seedHousehold(env)
const server = await start(env)
const browser = await chromium.launch({ executablePath: findOrInstallChromium() })

async function openList(width: number, height: number): Promise<Page> {
  const viewport = { width, height }
  const page = await browser.newPage({
    viewport,
    deviceScaleFactor: 2,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  await page.goto(`${server.address}/auth/login`)
  await page.getByLabel('Email').fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('This week').first().click()
  await page.getByText('Successfully logged in').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /Saved/ }).waitFor()
  return page
}

try {
  const desktop = await openList(1440, 900)
  await desktop.screenshot({ path: 'docs/desktop.png' })
  await desktop.screenshot({ path: 'public/screenshots/wide.jpg', quality: 85, scale: 'css' })
  const phone = await openList(390, 844)
  await phone.getByRole('button', { name: 'Shopping mode' }).click()
  await phone.getByRole('checkbox').first().waitFor()
  // On a phone nothing is hovered.
  await phone.mouse.move(0, 0)
  await phone.screenshot({ path: 'docs/phone.png' })
  await phone.screenshot({ path: 'public/screenshots/narrow.jpg', quality: 80 })
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
