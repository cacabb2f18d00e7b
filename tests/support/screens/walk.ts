import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { formatter } from '@lingui/format-po'
import { expect, type Page } from '@playwright/test'
import type { Language } from '../../../core/product/entities.ts'
import { appName } from '../../../src/lib/app-name.ts'
import type { App } from '../app.ts'
import { Device } from '../browser.ts'
import { furnish, type Stop } from './house.ts'
import { walkGuest } from './guest.ts'
import { walkTrial } from './trial.ts'
import { smallFields } from './small-fields.ts'

export interface Look {
  size: 'phone' | 'desktop'
  mode: 'light' | 'dark'
  language: Language
}

/** At each commit every choice once, at night every pair of choices. */
export const looks: readonly Look[] =
  process.env['NIGHTLY'] === 'true'
    ? [
        { size: 'phone', mode: 'light', language: 'en' },
        { size: 'phone', mode: 'dark', language: 'pl' },
        { size: 'desktop', mode: 'light', language: 'pl' },
        { size: 'desktop', mode: 'dark', language: 'en' },
      ]
    : [
        { size: 'phone', mode: 'dark', language: 'pl' },
        { size: 'desktop', mode: 'light', language: 'en' },
      ]

export const everyLook: readonly Look[] = (['phone', 'desktop'] as const).flatMap((size) =>
  (['light', 'dark'] as const).flatMap((mode) =>
    (['en', 'pl'] as const).map((language) => ({ size, mode, language })),
  ),
)

const root = resolve(import.meta.dirname, '../../..')

/** Returns the texts without placeholders that exist only in the other language. */
async function foreignTexts(language: Language): Promise<Set<string>> {
  const filename = join(root, 'locales/pl/messages.po')
  const catalog = await formatter().parse(readFileSync(filename, 'utf8'), {
    locale: 'pl',
    sourceLocale: 'en',
    filename,
  })
  const english = join(root, 'locales/en/messages.po')
  const originals = await formatter().parse(readFileSync(english, 'utf8'), {
    locale: 'en',
    sourceLocale: 'en',
    filename: english,
  })
  const pairs = Object.entries(catalog).map(([id, { translation: pl = '' }]) => {
    const en = originals[id]?.translation ?? ''
    return language === 'pl' ? { own: pl, other: en } : { own: en, other: pl }
  })
  const own = new Set([...pairs.map((pair) => pair.own), appName])
  return new Set(pairs.map(({ other }) => other).filter((text) => !/[{<]/.test(text) && !own.has(text)))
}

/** Returns every text of the page that a user reads or hears. */
function spokenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      found.push(node.textContent?.trim() ?? '')
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        found.push(element.getAttribute(name) ?? '')
    return found.filter((text) => text !== '')
  })
}

/** The router sets this global. */
interface Routed {
  __TSR_ROUTER__: { navigate: (where: { to: string }) => Promise<void> }
}

/** How the walk moves between pages: opening each address, or following links within the app. */
export type By = 'address' | 'link'

/** Inspects rendered pages and records what is wrong with them. */
async function createInspector(page: Page, look: Look, by: By, folder?: string) {
  const foreign = await foreignTexts(look.language)
  const wrong: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    // The pages of links that nobody knows. Told apart by the address, as an answer may come when the page is left.
    const expected = message.text().startsWith('Failed to load resource') && /no-such-|activate/.test(url)
    if (message.type() === 'error' && !expected) wrong.push(`console: ${message.text()} ${url}`)
  })
  if (folder) mkdirSync(folder, { recursive: true })

  /** `within`: checks only this part, if something covers the rest of the page. */
  async function inspect(name: string, within = 'html'): Promise<void> {
    const note = (what: string) => wrong.push(`${name}: ${what}`)
    const { violations } = await new AxeBuilder({ page })
      .include(within)
      // There are no frames; the default mode would open one more page for each inspection.
      .setLegacyMode()
      .options({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        resultTypes: ['violations'],
      })
      .analyze()
    for (const { id, nodes } of violations)
      note(`axe ${id} at ${nodes.map((node) => node.html.slice(0, 200)).join(', ')}`)
    const [inside, outside] = await page.evaluate(() => [
      document.documentElement.clientWidth,
      document.documentElement.scrollWidth,
    ])
    if ((outside ?? 0) > (inside ?? 0)) note(`scrolls sideways: ${outside} in ${inside}`)
    if (look.size === 'phone')
      for (const field of await page.evaluate(smallFields)) note(`an iPhone zooms in on ${field}`)
    for (const text of await spokenTexts(page)) if (foreign.has(text)) note(`wrong language: ${text}`)
    const lang = await page.evaluate(() => document.documentElement.lang)
    if (lang !== look.language) note(`says it is in ${lang}`)
    if (folder) {
      const file = `${name}.${look.size}.${look.mode}.${look.language}.png`
      await page.screenshot({ path: join(folder, file) })
    }
  }

  async function visit(stop: Stop): Promise<void> {
    if (by === 'address') await page.goto(stop.path)
    else await page.evaluate((to) => (window as unknown as Routed).__TSR_ROUTER__.navigate({ to }), stop.path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await expect(page.locator('[class*="skeleton" i], [aria-busy="true"], .mantine-Loader-root')).toHaveCount(
      0,
    )
    await page.evaluate(() => document.fonts.ready)
    await inspect(stop.name)
  }

  return { visit, inspect, wrong }
}

const password = 'a long walk home'

interface Walk {
  /** default: by address */
  by?: By
  /** a browser profile to start from */
  profile?: string
  /** where to save screenshots, if any */
  folder?: string
}

/**
 * Visits every page as a visitor and as a member, in one look. Returns the problems, and saves screenshots if `folder`
 * is given.
 */
export async function walkEverywhere(app: App, look: Look, more: Walk = {}): Promise<string[]> {
  const house = await furnish(app, look.language, password)
  const { by = 'address', folder, profile } = more
  const device = new Device(app.url, look.size, {
    locale: look.language,
    reducedMotion: 'reduce',
    ...(profile && { profile }),
  })
  const page = await device.open()
  try {
    const { visit, inspect, wrong } = await createInspector(page, look, by, folder)
    const press = (name: RegExp) => page.getByRole('button', { name }).first().click()
    await page.goto('/auth/login')
    if (look.mode === 'dark') await press(/^(Switch to dark mode|Włącz tryb ciemny)$/)
    for (const stop of house.guest) await visit(stop)
    await walkTrial(page, { visit, inspect, press })
    await walkGuest(page, house, { visit, inspect, press })

    await page.goto('/auth/login')
    await page.locator('input[type="email"]').fill(house.email)
    await page.locator('input[type="password"]').fill(password)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/app')
    for (const stop of house.member) await visit(stop)

    await visit({ name: 'lists-again', path: '/app' })
    await press(/^(Your account|Twoje konto)$/)
    await expect(page.getByText(house.email)).toBeVisible()
    await inspect('user-menu', '[role=dialog]')
    await page.keyboard.press('Escape')

    await visit({ name: 'sync-panel', path: `/app/details/${house.list}` })
    await press(/^(Saved|Zapisano)$/)
    await expect(page.getByRole('dialog')).toBeVisible()
    await inspect('sync-panel-open', '[role=dialog]')
    await page.keyboard.press('Escape')
    await press(/^(Actions|Działania|Akcje)$/)
    // The menu fades in.
    await expect(page.getByRole('menu')).toHaveCSS('opacity', '1')
    await inspect('list-menu', '[role=menu]')
    await page.keyboard.press('Escape')
    await press(/^(Shopping mode|Tryb zakupów)$/)
    await expect(page.getByRole('checkbox', { name: /Kefir/ })).toBeVisible()
    await inspect('shopping')
    await press(/^(Edit|Edytuj): /)
    await expect(page.getByRole('dialog')).toBeVisible()
    await inspect('product-sheet', '[role=dialog]')
    return [...wrong, ...device.complaints]
  } finally {
    await device.dispose()
  }
}
