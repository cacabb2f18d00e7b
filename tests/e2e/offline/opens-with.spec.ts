import type { Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { atNewList, isSaved, isUseStored, newList } from '../steps.ts'

const email = 'anna@example.org'
const hour = 3_600_000

/** Notes in the page, from its first document on, what was painted of the lists and how far the layout shifted. */
async function watchStart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { lists: false, shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!hadRecentInput) seen.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
    new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent === 'Shopping lists') seen.lists = true
    }).observe(document, { childList: true, subtree: true })
  })
}

const seenOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { lists: boolean; shift: number } }).seen)

const lists = (page: Page) => page.getByRole('heading', { name: 'Shopping lists' })

test('WEEK-3 the app opens with the list that was left, offline too, and Back leads to the lists', async ({
  app,
  device,
}) => {
  await app.member(email, password)
  const phone = await device('phone')
  let { page } = phone
  await logIn(page, email)
  const list = await newList(page)
  await page.getByRole('combobox', { name: 'New product: name' }).fill('Milk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeVisible()
  await isSaved(page)
  await isUseStored(page, list)
  await readyForOffline(page)
  // In a tab that is in use, the address of the lists opens the lists.
  await page.goto('/app')
  await expect(lists(page)).toBeVisible()

  await phone.close()
  page = await phone.open(true)
  await watchStart(page)
  await page.goto('/app')
  await page.waitForURL(`**/app/details/${list}`)
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toBeVisible()
  const seen = await seenOn(page)
  expect(seen.lists).toBe(false)
  expect(seen.shift).toBeLessThanOrEqual(0.02)
  await page.goBack()
  await expect(lists(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/app')
  await page.goForward()
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeVisible()
})

test('WEEK-3 after 12 hours, with the setting, on another address, or once the list is archived, the lists open', async ({
  app,
  device,
}) => {
  const phone = await device('desktop')
  const { token, list } = await atNewList(app, phone, 'Milk')
  let { page } = phone
  await isUseStored(page, list)

  /** Opens the browser anew, as from the home screen. */
  const open = async (path = '/app', after = 0) => {
    await phone.close()
    page = await phone.open()
    await page.clock.setFixedTime(Date.now() + after)
    await page.goto(path)
  }
  await open('/app', 12 * hour + 60_000)
  await expect(lists(page)).toBeVisible()
  await open('/app', 11 * hour)
  await page.waitForURL(`**/app/details/${list}`)
  await open('/app/archive')
  await expect(page.getByRole('heading', { name: 'Archived lists' })).toBeVisible()
  await page.goto('/app')
  await expect(lists(page)).toBeVisible()
  await open('/app?new=1')
  await page.getByRole('dialog', { name: 'Make a new list?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(lists(page)).toBeVisible()

  await page.goto('/app/profile')
  const setting = () => page.getByRole('radiogroup', { name: 'Open at the start' })
  await expect(setting().getByRole('radio', { name: 'Where I left off' })).toBeChecked()
  await setting().getByText('Always my lists').click()
  await expect(setting().getByRole('radio', { name: 'Always my lists' })).toBeChecked()
  await open()
  await expect(lists(page)).toBeVisible()
  await page.goto('/app/profile')
  await setting().getByText('Where I left off').click()
  await expect(setting().getByRole('radio', { name: 'Where I left off' })).toBeChecked()
  await open()
  await page.waitForURL(`**/app/details/${list}`)

  // Another device archives the list, and this one learns of it.
  await app.call('PUT', `/api/v3/list/${list}/archivize`, undefined, token)
  await page.goto('/app/archive')
  await expect(page.getByRole('heading', { name: 'Archived lists' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Shop again/ })).toBeVisible()
  await open()
  await expect(lists(page)).toBeVisible()
})
