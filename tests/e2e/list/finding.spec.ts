import type { Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { sort } from '../list-steps.ts'
import { hasLists, seedList } from '../steps.ts'

const anna = 'anna@example.org'

test('LISTS-2 the search on the pages of lists finds products too and says which, also without a network', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  await seedList(
    app,
    token,
    'Zakupy na sobotę',
    ['Milk', 'Oat milk', 'Bread'].map((productName) => ({ productName })),
  )
  await seedList(app, token, 'Milk bar', [{ productName: 'Straws' }])
  await seedList(app, token, 'Paint', [{ productName: 'Brush' }])
  const old = await seedList(app, token, 'Last year', [{ productName: 'Żółty ser' }])
  await app.call('PUT', `/api/v3/list/${old}/archivize`, undefined, token)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, anna)
  await readyForOffline(page)
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(3)
  const search = page.getByRole('searchbox', { name: 'Search lists and products' })
  await search.fill('mil')
  await expect(cards).toHaveCount(2)
  await expect(cards.filter({ hasText: 'Zakupy na sobotę' })).toContainText(/Milk.*Oat milk/)
  await expect(cards.filter({ hasText: 'Milk bar' })).not.toContainText('Straws')
  await search.fill('sobote OAT')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Oat milk')
  await expect(page.getByRole('status').filter({ hasText: '1 list' })).toBeAttached()
  await search.fill('caviar')
  await expect(page.getByText('No lists found')).toBeVisible()

  // What was typed offline is found offline.
  await search.fill('')
  await hasLists(page, 3)
  await phone.airplane(true)
  await page.getByRole('link', { name: 'Paint' }).click()
  await page.getByRole('combobox', { name: 'New product: name' }).first().fill('Caviar')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /1 waiting/ })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL('**/app')
  await search.fill('caviar')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Caviar')
  await search.press('Escape')
  await expect(cards).toHaveCount(3)
  await phone.airplane(false)

  // An archived list is not on this device: the server is asked.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click()
  // The address changes before the page does; until then its three cards are there.
  await expect(cards.filter({ hasText: 'Last year' })).toBeVisible()
  await expect(cards).toHaveCount(1)
  await search.fill('zolty')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Żółty ser')
})

test('OFFLINE-5 a menu whose code did not come says so, and opens once the network is back', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', [{ productName: 'Milk' }])
  const { page } = await device('desktop', { serviceWorkers: 'block' })
  await page.route(/\/assets\/more-.*\.js$/, (route) => route.abort())
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect(page.getByRole('combobox', { name: 'Name: Milk' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Connection error' })).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('menu')).toBeVisible()
})

const stock = Array.from({ length: 60 }, (_, i) => ({
  productName: `Thing ${i + 1}`,
  category: ['Dairy', 'Bakery', 'Pets'][i % 3] ?? '',
  shop: i === 49 ? 'Corner' : 'Market',
}))

/** In view, marked, and where the keyboard goes on. */
async function isAtRow(page: Page, name: string): Promise<void> {
  const row = page.locator('[data-row][data-found]')
  await expect(row).toHaveCount(1)
  await expect(row.getByRole('checkbox', { name })).toBeFocused()
  await expect(row).toBeInViewport({ ratio: 1 })
}

test('WEEK-9 a hit of the search opens the list at its row, offline and however the list is shown', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const list = await seedList(app, token, 'Stock', stock)
  const own = await device('desktop')
  const { page } = own
  await logIn(page, anna)
  await readyForOffline(page)
  await hasLists(page, 1)
  const search = page.getByRole('searchbox', { name: 'Search lists and products' })
  const find = async (text: string) => {
    await page.goto('/app')
    await search.fill(text)
  }
  await own.airplane(true)

  // By keyboard: the first link behind the search is the list at its first hit.
  await find('thing 50')
  await expect(page.getByRole('link', { name: 'Thing 50' })).toBeVisible()
  await page.getByRole('link', { name: 'Stock' }).focus()
  await page.keyboard.press('Enter')
  await isAtRow(page, 'Thing 50')
  await expect(page.locator('[data-found]')).toHaveCount(0)

  // Sorted otherwise, by a link of the card's own.
  await sort(page, { grouped: false, order: 'Z to A' })
  await find('thing 53')
  await page.getByRole('link', { name: 'Thing 53' }).click()
  await isAtRow(page, 'Thing 53')

  // On a phone, while shopping, in a shop where it is not sold, and bought already.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await page.getByRole('checkbox', { name: 'Thing 59' }).check()
  await page.getByRole('button', { name: 'Market', exact: true }).click()
  await find('thing 59')
  await page.getByRole('link', { name: 'Thing 59' }).click()
  await isAtRow(page, 'Thing 59')
  await find('thing 50')
  await page.getByRole('link', { name: 'Thing 50' }).click()
  await isAtRow(page, 'Thing 50')
  await expect(page.getByRole('combobox', { name: 'Shop' })).toHaveValue('')
  expect(new URL(page.url()).pathname).toBe(`/app/details/${list}`)
})
