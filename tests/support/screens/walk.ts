import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { formatter } from '@lingui/format-po'
import { expect, type Page } from '@playwright/test'
import { type Language, languages } from '../../../core/text/language.ts'
import { appName } from '../../../src/lib/app-name.ts'
import type { App } from '../app.ts'
import { Device } from '../browser.ts'
import { furnish, type Stop } from './house.ts'
import { clippedTexts } from './clipped.ts'
import { walkGuest } from './guest.ts'
import { accented } from './pseudo.ts'
import { walkTrial } from './trial.ts'
import { smallFields } from './small-fields.ts'

export interface Look {
  size: 'phone' | 'desktop'
  mode: 'light' | 'dark'
  language: Language
  /** English in accented letters, and 40% longer; the app must be started with `pseudoDist()` */
  pseudo?: true
  /** written from right to left, as the browser would say of Arabic */
  rtl?: true
}

/** Returns what a look is called in titles and files. */
export function nameOfLook({ size, mode, language, pseudo, rtl }: Look): string {
  return [size, mode, language, ...(pseudo ? ['pseudo'] : []), ...(rtl ? ['rtl'] : [])].join('.')
}

/** At each commit every choice once, at night every pair of choices. */
export const looks: readonly Look[] =
  process.env['NIGHTLY'] === 'true'
    ? [
        { size: 'phone', mode: 'light', language: 'en' },
        { size: 'phone', mode: 'dark', language: 'pl' },
        { size: 'desktop', mode: 'light', language: 'pl' },
        { size: 'desktop', mode: 'dark', language: 'en' },
        { size: 'phone', mode: 'light', language: 'de' },
        { size: 'desktop', mode: 'dark', language: 'de' },
        { size: 'desktop', mode: 'light', language: 'en', pseudo: true, rtl: true },
        { size: 'phone', mode: 'dark', language: 'en', pseudo: true, rtl: true },
      ]
    : [
        { size: 'phone', mode: 'dark', language: 'pl' },
        { size: 'desktop', mode: 'light', language: 'en' },
      ]

export const everyLook: readonly Look[] = (['phone', 'desktop'] as const).flatMap((size) =>
  (['light', 'dark'] as const).flatMap((mode) => languages.map((language) => ({ size, mode, language }))),
)

const root = resolve(import.meta.dirname, '../../..')

interface Message {
  english: string
  text: string
  isOfScreens: boolean
}

async function messagesIn(language: Language): Promise<Map<string, Message>> {
  const read = async (locale: string) => {
    const filename = join(root, `locales/${locale}/messages.po`)
    return formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  }
  const [catalogue, english] = [await read(language), await read('en')]
  const messages = Object.entries(catalogue).map(([id, { translation = '', origin = [], context }]) => {
    const isOfScreens = context !== 'unit' && origin.some(([file]) => file.startsWith('src/'))
    return [id, { english: english[id]?.translation ?? '', text: translation, isOfScreens }] as const
  })
  return new Map(messages)
}

/**
 * Returns what a look says for an English text of the screens, up to its first value, and the texts without placeholders
 * that exist only in other languages.
 */
async function textsOf({ language, pseudo }: Look) {
  const own = [...(await messagesIn(language)).values()].filter(({ isOfScreens }) => isOfScreens)
  const say = (english: string): string => {
    const message = own.find((one) => one.english === english)
    if (!message) throw new Error(`No screen says '${english}'.`)
    return pseudo ? accented(message.text) : message.text
  }
  const said = new Set([...own.map(({ text }) => (pseudo ? accented(text) : text)), appName])
  // What core and server say too comes from them in English.
  if (pseudo)
    for (const { text, isOfScreens } of (await messagesIn(language)).values())
      if (!isOfScreens) said.add(text)
  const others: string[] = []
  for (const other of languages)
    if (pseudo || other !== language)
      for (const { text, isOfScreens } of (await messagesIn(other)).values())
        if (isOfScreens) others.push(text)
  const foreign = new Set(others.filter((text) => !/[{<]/.test(text) && !said.has(text)))
  return { say, foreign }
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
  const { say, foreign } = await textsOf(look)
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
    for (const text of await page.evaluate(clippedTexts)) note(`cuts off ${text}`)
    if (look.size === 'phone')
      for (const field of await page.evaluate(smallFields)) note(`an iPhone zooms in on ${field}`)
    for (const text of await spokenTexts(page)) if (foreign.has(text)) note(`wrong language: ${text}`)
    const lang = await page.evaluate(() => document.documentElement.lang)
    if (lang !== look.language) note(`says it is in ${lang}`)
    const dir = await page.evaluate(() => document.documentElement.dir)
    if (dir !== (look.rtl ? 'rtl' : 'ltr')) note(`is written ${dir}`)
    if (folder) {
      const file = `${name}.${nameOfLook(look)}.png`
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

  return { visit, inspect, wrong, say }
}

/** Runs in the page before its scripts: makes each language one that is written from right to left. */
function writtenFromRight(): void {
  Object.assign(Intl.Locale.prototype, { getTextInfo: () => ({ direction: 'rtl' }) })
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
    if (look.rtl) await page.addInitScript(writtenFromRight)
    const { visit, inspect, wrong, say } = await createInspector(page, look, by, folder)
    const press = (english: string) => {
      const [before = ''] = say(english).split('{name}')
      const name = new RegExp(`^${before.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
      return page.getByRole('button', { name }).first().click()
    }
    const eyes = { visit, inspect, press, say }
    await page.goto('/auth/login')
    if (look.mode === 'dark') await press('Switch to dark mode')
    for (const stop of house.guest) await visit(stop)
    await walkTrial(page, eyes)
    await walkGuest(page, house, eyes)

    await page.goto('/auth/login')
    await page.locator('input[type="email"]').fill(house.email)
    await page.locator('input[type="password"]').fill(password)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/app')
    for (const stop of house.member) await visit(stop)

    await visit({ name: 'lists-again', path: '/app' })
    await press('Your account')
    await expect(page.getByText(house.email)).toBeVisible()
    await inspect('user-menu', '[role=dialog]')
    await page.keyboard.press('Escape')

    await visit({ name: 'sync-panel', path: `/app/details/${house.list}` })
    await press('Saved')
    await expect(page.getByRole('dialog')).toBeVisible()
    await inspect('sync-panel-open', '[role=dialog]')
    await page.keyboard.press('Escape')
    await press('Actions')
    // The menu fades in.
    await expect(page.getByRole('menu')).toHaveCSS('opacity', '1')
    await inspect('list-menu', '[role=menu]')
    await page.keyboard.press('Escape')
    await press('Shopping mode')
    await expect(page.getByRole('checkbox', { name: /Kefir/ })).toBeVisible()
    await inspect('shopping')
    await press('Edit: {name}')
    await expect(page.getByRole('dialog')).toBeVisible()
    await inspect('product-sheet', '[role=dialog]')
    return [...wrong, ...device.complaints]
  } finally {
    await device.dispose()
  }
}
