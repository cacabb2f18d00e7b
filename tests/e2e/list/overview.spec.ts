import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { hasLists, seedList } from '../steps.ts'

const anna = 'anna@example.org'

/** Makes lists with one product each; the last one is the newest. */
async function seedLists(app: App, token: string, first: number, last: number): Promise<void> {
  for (let n = first; n <= last; n++)
    await seedList(app, token, `List ${n}`, [
      { productName: n === 7 ? 'Caviar' : n === 6 ? 'Milk' : `Thing ${n}`, price: n % 2 },
    ])
}

const items = (page: Page) => page.getByRole('main').getByRole('listitem')

test('LISTS-1 LISTS-2 WEEK-9 PICTURE-2 A11Y-1 from ten lists on each takes one line, ten of them are in sight, and nothing is said twice; a product among 40 lists takes two presses', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  await seedLists(app, token, 1, 9)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, anna)
  await expect(items(page)).toHaveCount(9)
  await expect(page.getByRole('img', { name: 'Still to buy: Milk', exact: true })).toBeVisible()
  const first = items(page).first()
  const cardHeight = (await first.boundingBox())?.height ?? 0
  await page.getByRole('button', { name: 'New list' }).click()
  await page.waitForURL('**/app/details/*')
  await page.goto('/app')
  await expect(items(page)).toHaveCount(10)
  expect((await first.boundingBox())?.height).toBeLessThan(cardHeight / 2)

  await expect(first.getByRole('link')).toHaveText('Shopping')
  // The line says no date, and there is no sum.
  await expect(first).not.toContainText('20')
  await expect(page.getByText('0.00')).toHaveCount(0)
  const line = items(page).filter({ hasText: 'List 9' })
  await expect(line).toContainText('1.00\u00a0zł')
  await expect(line.getByRole('img', { name: '0 of 1 bought' })).toHaveText('0/1')
  for (let n = 0; n < 10; n++) {
    const link = items(page).nth(n).getByRole('link')
    await expect(link).toBeInViewport({ ratio: 1 })
    // Nothing docked at the bottom covers it.
    await link.click({ trial: true })
    await items(page).nth(n).getByRole('button').click({ trial: true })
  }

  await seedLists(app, token, 10, 39)
  await page.reload()
  await hasLists(page, 40)
  await readyForOffline(page)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  expect((await new AxeBuilder({ page }).setLegacyMode().withTags(tags).analyze()).violations).toEqual([])
  await phone.airplane(true)
  await page.getByRole('searchbox', { name: 'Search lists and products' }).click()
  await page.keyboard.type('cav')
  await page.getByRole('link', { name: 'Caviar' }).click()
  const row = page.locator('[data-row][data-found]')
  await expect(row.getByRole('checkbox', { name: 'Caviar' })).toBeFocused()
  await expect(row).toBeInViewport({ ratio: 1 })
})
