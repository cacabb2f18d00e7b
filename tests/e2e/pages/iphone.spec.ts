import type { Page } from '@playwright/test'
import { furnish } from '../../support/screens/house.ts'
import { expect, logIn, password, test } from '../fixtures.ts'

/** What an iPhone with rounded corners covers at each edge, standing and lying. */
const positions = [
  { name: 'standing', width: 390, height: 844, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  { name: 'lying', width: 844, height: 390, insets: { top: 0, right: 47, bottom: 21, left: 47 } },
]
type Insets = (typeof positions)[number]['insets']

/** Runs in the page: what can be pressed and reaches into an edge, and the fixed edges that no scrolling frees. */
function covered({ top, right, bottom, left }: Insets): string[] {
  const pressed = 'a[href], button, input, select, textarea, [role=button]'
  return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
    const box = element.getBoundingClientRect()
    const isShown =
      element.checkVisibility({ visibilityProperty: true }) &&
      box.width > 1 &&
      box.bottom > 0 &&
      box.top < innerHeight &&
      box.left < innerWidth
    // A strip that scrolls sideways ends anywhere.
    const strip = element.parentElement
    const scrolls =
      strip && strip.scrollWidth > strip.clientWidth && getComputedStyle(strip).overflowX === 'auto'
    if (!isShown || scrolls) return []
    const name = element.ariaLabel ?? (element.textContent || element.tagName)
    const beside = box.left < left - 1.5 || box.right > innerWidth - right + 1.5
    // What scrolls can be scrolled out of the way; a bar cannot.
    let around: Element | null = element
    const isScrolled = (one: Element) =>
      one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)
    while (around && !isScrolled(around) && !/fixed|sticky/.test(getComputedStyle(around).position))
      around = around.parentElement
    const stays = around && around !== document.documentElement && !isScrolled(around)
    const under = stays && (box.top < top - 0.5 || box.bottom > innerHeight - bottom + 0.5)
    return beside || under ? [`${name} at ${Math.round(box.left)}, ${Math.round(box.top)}`] : []
  })
}

async function coveredOn(page: Page, insets: Insets): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.locator('[class*="skeleton" i], [aria-busy="true"]')).toHaveCount(0)
  // Two frames: the page has drawn itself for the new size.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  return page.evaluate(covered, insets)
}

test('FRAME-11 HAND-14 on an iPhone, standing and lying: nothing to press lies under its edges', async ({
  app,
  device,
}) => {
  const { list, guest, member, email } = await furnish(app, 'en', password)
  const { page, context } = await device('phone', { reducedMotion: 'reduce' })
  const devtools = await context.newCDPSession(page)
  const wrong: string[] = []
  const look = async (what: string) => {
    for (const { name, width, height, insets } of positions) {
      await page.setViewportSize({ width, height })
      await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
      wrong.push(...(await coveredOn(page, insets)).map((found) => `${what}, ${name}: ${found}`))
    }
  }
  const chosen =
    /^(start|login|register|read|public-lists|lists|details|details-empty|profile|edit-account|templates|template|barcode)$/
  for (const stop of guest.filter((one) => chosen.test(one.name))) {
    await page.goto(stop.path)
    await look(stop.name)
  }
  await logIn(page, email)
  for (const stop of member.filter((one) => chosen.test(one.name))) {
    await page.goto(stop.path)
    await look(stop.name)
  }
  await page.goto(`/app/details/${list}`)
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  await expect(page.getByText('ben@example.org')).toBeVisible()
  await look('sharing')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: /^Select: Pierogi/ })).toBeVisible()
  await look('selecting')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await expect(page.getByRole('checkbox', { name: /Kefir/ })).toBeVisible()
  await look('shopping')
  await page.getByRole('button', { name: /^Edit: Pierogi/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible()
  await look('sheet')
  expect(wrong).toEqual([])
})
