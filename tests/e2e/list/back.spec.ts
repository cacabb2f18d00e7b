import type { Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { hasLists, seedList } from '../steps.ts'

const anna = 'anna@example.org'
const products = ['Milk', 'Oat milk', 'Bread', 'Butter'].map((productName) => ({ productName }))

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search in the list' })
const ticks = (page: Page) => page.getByRole('main').getByRole('checkbox', { name: /^Bought: / })
const entries = (page: Page) => page.evaluate(() => history.length)
const query = (page: Page) => new URL(page.url()).searchParams.get('q')

for (const size of ['phone', 'desktop'] as const) {
  test(`DETAIL-28 Back ends a search and stays on the list: ${size}`, async ({ app, device }) => {
    const token = await app.member(anna, password)
    const list = await seedList(app, token, 'Weekend', products)
    const own = await device(size)
    const { page } = own
    await logIn(page, anna)
    await readyForOffline(page)
    await hasLists(page, 1)
    await page.getByRole('link', { name: 'Weekend' }).click()
    await expect(ticks(page)).toHaveCount(4)
    await own.airplane(true)
    const before = await entries(page)
    if (size === 'phone') {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Search' }).click()
      await expect(search(page)).toBeFocused()
    }

    // Many letters are one entry of the history.
    await search(page).pressSequentially('milk', { delay: 200 })
    await expect(ticks(page)).toHaveCount(2)
    await expect(search(page)).toHaveValue('milk')
    expect(await entries(page)).toBe(before + 1)

    // A reload keeps the search, also without a network.
    await expect.poll(() => query(page)).toBe('milk')
    await page.reload()
    await expect(search(page)).toHaveValue('milk')
    await expect(ticks(page)).toHaveCount(2)

    await page.goBack()
    await expect(ticks(page)).toHaveCount(4)
    await expect(page).toHaveURL(`/app/details/${list}`)
    if (size === 'phone') await expect(search(page)).toHaveCount(0)
    else await expect(search(page)).toHaveValue('')

    // Closed by itself it leaves nothing behind: the next Back leaves the list.
    await page.goForward()
    await expect(ticks(page)).toHaveCount(2)
    if (size === 'phone') await page.getByRole('button', { name: 'Close the search' }).click()
    else await search(page).press('Escape')
    await expect(ticks(page)).toHaveCount(4)
    await expect(page).toHaveURL(`/app/details/${list}`)
    await page.goBack()
    await page.waitForURL('**/app')
    await expect(page.getByRole('link', { name: 'Weekend' })).toBeVisible()
  })

  test(`DETAIL-28 Back closes a product’s sheet and stays on the list: ${size}`, async ({ app, device }) => {
    const token = await app.member(anna, password)
    const many = Array.from({ length: 40 }, (_, i) => ({ productName: `Thing ${i + 1}` }))
    const list = await seedList(app, token, 'Weekend', many)
    const own = await device(size)
    const { page } = own
    await logIn(page, anna)
    await readyForOffline(page)
    await hasLists(page, 1)
    await page.getByRole('link', { name: 'Weekend' }).click()
    await page.getByRole('button', { name: 'Shopping mode' }).first().click()
    await own.airplane(true)
    const details = page.getByRole('button', { name: 'Edit: Thing 30' })
    const sheet = page.getByRole('dialog', { name: 'Thing 30' })
    await details.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(0)
    await details.click()
    await expect(sheet).toBeVisible()

    // It is open again after a reload, without a network, too.
    await page.reload()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(`/app/details/${list}`)
    await expect(page.getByRole('checkbox', { name: 'Thing 1', exact: true })).toBeAttached()

    // The list stays where it was scrolled to.
    await details.hover() // scrolls as a click does, also from under the bar
    const now = await page.evaluate(() => scrollY)
    await details.click()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    expect(await page.evaluate(() => scrollY)).toBe(now)

    // Closed by its own button it leaves nothing behind: the next Back leaves the list.
    await details.click()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(`/app/details/${list}`)
    await page.goBack()
    await page.waitForURL('**/app')
  })
}

test('DETAIL-28 shopping mode ends a search, and a sheet whose product was deleted closes', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const list = await seedList(app, token, 'Weekend', products)
  const { page } = await device('phone')
  await logIn(page, anna, `/app/details/${list}?q=7`)
  // The address of a search opens it: seven is a text here.
  await expect(search(page)).toHaveValue('7')
  await search(page).fill('milk')
  await expect(ticks(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await expect(page).toHaveURL(`/app/details/${list}`)
  await page.getByRole('button', { name: 'Edit: Bread' }).click()
  const sheet = page.getByRole('dialog', { name: 'Bread' })
  await sheet.getByRole('button', { name: 'Delete' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(`/app/details/${list}`)
  await expect(page.getByRole('checkbox', { name: 'Bread' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('checkbox', { name: 'Bread' })).toBeVisible()
  await expect(sheet).toBeHidden()
})
