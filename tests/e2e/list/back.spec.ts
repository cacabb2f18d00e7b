import type { Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { hasLists, seedList } from '../steps.ts'

const anna = 'anna@example.org'
const products = ['Milk', 'Oat milk', 'Bread', 'Butter'].map((productName) => ({ productName }))

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search in the list' })
const ticks = (page: Page) => page.getByRole('main').getByRole('checkbox', { name: /^Bought: / })
const entries = (page: Page) => page.evaluate(() => history.length)
const query = (page: Page) => new URL(page.url()).searchParams.get('q')

for (const size of ['phone', 'desktop'] as const)
  test(`DETAIL-28 Back ends a search or closes a product’s sheet and stays on the list: ${size}`, async ({
    app,
    device,
  }) => {
    const token = await app.member(anna, password)
    const many = Array.from({ length: 36 }, (_, i) => ({ productName: `Thing ${i + 1}` }))
    const list = await seedList(app, token, 'Weekend', [...products, ...many])
    const own = await device(size)
    const { page } = own
    await logIn(page, anna)
    await readyForOffline(page)
    await hasLists(page, 1)
    await page.getByRole('link', { name: 'Weekend' }).click()
    await expect(ticks(page)).toHaveCount(40)
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
    await expect(ticks(page)).toHaveCount(40)
    await expect(page).toHaveURL(`/app/details/${list}`)
    if (size === 'phone') await expect(search(page)).toHaveCount(0)
    else await expect(search(page)).toHaveValue('')

    // Closed by itself it leaves nothing behind: the next Back leaves the list.
    await page.goForward()
    await expect(ticks(page)).toHaveCount(2)
    if (size === 'phone') await page.getByRole('button', { name: 'Close the search' }).click()
    else await search(page).press('Escape')
    await expect(ticks(page)).toHaveCount(40)
    await expect(page).toHaveURL(`/app/details/${list}`)
    await page.goBack()
    await page.waitForURL('**/app')

    await page.getByRole('link', { name: 'Weekend' }).click()
    await page.getByRole('button', { name: 'Shopping mode' }).first().click()
    const details = page.getByRole('button', { name: 'Edit: Thing 26' })
    const sheet = page.getByRole('dialog', { name: 'Thing 26' })
    await details.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
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

    // Closed by its own button it leaves nothing behind, and no more does one whose product was deleted.
    await details.click()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(`/app/details/${list}`)
    await details.click()
    await sheet.getByRole('button', { name: 'Delete' }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(`/app/details/${list}`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(details).toBeAttached()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goBack()
    await page.waitForURL('**/app')

    // The address of a search opens it: seven is a text here. Shopping mode ends it.
    await page.goto(`/app/details/${list}?q=7`)
    await expect(search(page)).toHaveValue('7')
    await search(page).fill('milk')
    await expect(ticks(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Shopping mode' }).first().click()
    await expect(page).toHaveURL(`/app/details/${list}`)
  })
