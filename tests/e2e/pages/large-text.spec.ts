import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Device, isFirefox } from '../../support/browser.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

const anna = 'anna.kowalska@example.org'

/** Texts and controls that stick out of the window, and texts that their own box cuts off without dots. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')]
    const seen = all.filter((element) => element.checkVisibility({ visibilityProperty: true }))
    const isText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    return seen
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        if (width <= 1 || height <= 1 || element.closest('[aria-hidden="true"]')) return false
        const isOut =
          (right > innerWidth + 1 || left < -1) && (isText(element) || element.matches('a, button, input'))
        const { overflow, textOverflow } = getComputedStyle(element)
        const isCut =
          isText(element) &&
          overflow !== 'visible' &&
          textOverflow !== 'ellipsis' &&
          (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4)
        return isOut || isCut
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`)
  })
}

test('A11Y-5 with text of twice the usual size nothing is cut, on a phone and on a desktop', async ({
  app,
}) => {
  test.skip(isFirefox, 'the size of the text is a preference of Chromium here')
  const token = await app.member(anna, password)
  const products = Array.from({ length: 8 }, (_, i) => ({
    productName: `Product ${i + 1}`,
    category: 'Dairy',
    price: 3.5,
    quantity: 2,
    unit: 'kg',
    productStatus: i === 0,
  }))
  const list = await seedList(app, token, 'Everything for the party', products)
  const device = new Device(app.url, 'phone', { reducedMotion: 'reduce', whole: true })
  mkdirSync(join(device.folder, 'Default'))
  const preferences = { webkit: { webprefs: { default_font_size: 32 } } }
  writeFileSync(join(device.folder, 'Default/Preferences'), JSON.stringify(preferences))
  try {
    const page = await device.open()
    const fits = async (what: string) => {
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expect.poll(() => cutOff(page), `${what}: ${width} px`).toEqual([])
      }
    }
    await page.goto('/auth/login')
    await expect(page.getByRole('heading', { name: 'Log in' })).toHaveCSS('font-size', /^(4|5|6)\d/)
    await fits('log-in')
    await logIn(page, anna)
    await expect(page.getByRole('link', { name: /Everything for the party/ })).toBeVisible()
    await fits('overview')
    await page.goto(`/app/details/${list}`)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await fits('a list')
    await page.getByRole('button', { name: 'Shopping mode' }).click()
    await page.getByRole('button', { name: 'Edit: Product 2' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await fits('the sheet of a product')
    await page.keyboard.press('Escape')
    await fits('shopping')
    await page.goto('/app/profile')
    await expect(page.getByText('Active account')).toBeVisible()
    await fits('profile')
  } finally {
    await device.dispose()
  }
})
