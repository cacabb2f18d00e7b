import { chromium, type Page } from 'playwright'
import { noChromium } from '../support/browser.ts'
import type { Browser, Launch, Tab } from './driver.ts'

function tabOf(page: Page): Tab {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (run, ...args) => page.evaluate(`(${run})(...${JSON.stringify(args)})`),
    press: (key, ...held) => page.keyboard.press([...held, key].join('+')),
    write: (text) => page.keyboard.type(text),
    async mouse(x, y, ...button) {
      await page.mouse.move(x, y)
      for (const way of button) await page.mouse[way]()
    },
    screenshot: () => page.screenshot(),
  }
}

/** For comparison: Chromium has its own tests, which use Playwright in full. */
export async function openChromium({ profile, width, height, language }: Launch): Promise<Browser> {
  const complaints: string[] = []
  const context = await chromium
    .launchPersistentContext(profile, {
      executablePath: process.env['CHROMIUM'] || undefined,
      viewport: { width, height },
      locale: language ?? 'en-GB',
    })
    .catch(noChromium)
  const tabs: Tab[] = []
  const add = (page: Page) => {
    page.on('console', (said) => {
      if (said.type() === 'error' || said.type() === 'warning') complaints.push(said.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    tabs.push(tabOf(page))
    return tabs.at(-1) as Tab
  }
  add(context.pages()[0] ?? (await context.newPage()))
  return {
    tabs,
    newTab: async () => add(await context.newPage()),
    complaints: () => complaints,
    close: () => context.close(),
  }
}
