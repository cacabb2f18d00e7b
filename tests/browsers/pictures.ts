import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from '../support/app.ts'
import { furnish, type Stop } from '../support/screens/house.ts'
import { smallFields } from '../support/screens/small-fields.ts'
import type { Look } from '../support/screens/walk.ts'
import { Device } from './device.ts'
import type { Engine } from './driver.ts'
import type { Page } from './page.ts'

const password = 'a long walk home'

/** The page is whole, and nothing on it moves any more. */
async function isStill(page: Page): Promise<void> {
  const whole = () =>
    page.tab.run(async () => {
      await document.fonts.ready
      const loading = document.querySelector('[class*="skeleton" i], [aria-busy="true"], .first-paint')
      const moving = document.getAnimations().some(({ playState }) => playState === 'running')
      const [heading, main] = [document.querySelector('h1'), document.querySelector('main')]
      const isFull = heading && (!main || main.innerText.trim().length > heading.innerText.length)
      return isFull && loading === null && !moving
    })
  await page.until('a page that stands still', whole)
}

/** The picture once two in a row are the same: WebKit begins to move a sheet after its first picture. */
async function pictureOf(page: Page): Promise<Buffer> {
  let before = await page.tab.screenshot()
  for (let tries = 0; tries < 10; tries++) {
    await isStill(page)
    const now = await page.tab.screenshot()
    if (now.equals(before)) break
    before = now
  }
  return before
}

/** Visits every page in one engine and one look and saves a picture of each; returns what is wrong. */
export async function takePictures(engine: Engine, look: Look, folder: string): Promise<string[]> {
  const { size, mode, language } = look
  const wrong: string[] = []
  mkdirSync(folder, { recursive: true })
  const app = await App.start()
  const house = await furnish(app, language, password)
  const device = new Device(engine, app.url, size === 'phone' ? 'phone' : 'screen', language)
  try {
    const page = await device.open()
    const take = async (name: string) => {
      await page.tab.mouse(0, 0) // over nothing that would change its looks
      await isStill(page)
      const found = await page.tab.run(() => {
        const { clientWidth, scrollWidth } = document.documentElement
        return scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} in ${clientWidth}`] : []
      })
      if (size === 'phone') found.push(...(await page.tab.run(smallFields)))
      wrong.push(...found.map((what) => `${name}: ${what}`))
      writeFileSync(join(folder, `${name}.${size}.${mode}.${language}.png`), await pictureOf(page))
    }
    const visit = async ({ name, path }: Stop) => {
      await page.goto(path)
      await take(name)
    }
    await page.goto('/auth/login')
    if (mode === 'dark') await page.click('button', /^(Switch to dark mode|Włącz tryb ciemny)$/)
    for (const stop of house.guest) await visit(stop)

    await page.goto('/auth/login')
    await page.type('textbox', /^E-?mail$/, house.email)
    await page.type('textbox', /^(Password|Hasło)$/, password)
    await page.click('button', /^(Log in|Zaloguj się)$/)
    await page.until('the lists', async () => (await page.path()) === '/app')
    for (const stop of house.member) await visit(stop)

    await page.goto('/app')
    await page.click('button', /^(Your account|Twoje konto)$/)
    await take('user-menu')
    await page.goto(`/app/details/${house.list}`)
    await page.click('button', /^(Sharing|Udostępnianie)$/)
    await page.see('text', 'ben@example.org')
    await take('share-panel')
    await page.goto(`/app/details/${house.list}`)
    await page.click('button', /^(Actions|Działania|Akcje)$/)
    await page.see('menuitem', /^(Archive|Archiwizuj)$/)
    await take('list-menu')
    await page.tab.press('Escape')
    await page.click('button', /^(Shopping mode|Tryb zakupów)$/)
    await page.see('checkbox', /^Kefir/)
    await take('shopping')
    await page.click('button', /^(Edit|Edytuj): Pierogi/)
    await page.see('button', /^(Close|Zamknij)$/)
    await take('product-sheet')
    return wrong
  } finally {
    await device.dispose()
    await app.stop()
  }
}
