import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { isSavedAfterAll, seedList } from '../steps.ts'

/** The middle of a month, so many months ago; 0 is now. */
function ageOf(months: number): number {
  const now = new Date()
  return months === 0 ? 0 : now.getTime() - new Date(now.getFullYear(), now.getMonth() - months, 15).getTime()
}

/** How the page names a month, so many months ago. */
function nameOf(months: number, language = 'en-GB'): string {
  const now = new Date()
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(
    new Date(now.getFullYear(), now.getMonth() - months, 15),
  )
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Anna, who bought in two months before this one and in this one: 20.00, 7.50 and 12.48 zł. */
async function household(app: App) {
  const token = await app.member('anna@example.org', password)
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Home' }, token)
  const bought = [
    [2, 'Cheese', 20, 1, 'Lidl'],
    [1, 'Bread', 2.5, 3, 'Bakery'],
    [0, 'Milk', 3.49, 2, 'Lidl'],
    [0, 'Tea', 5.5, 1, ''],
  ] as const
  const ops = bought.map(([months, productName, price, quantity, shop], n) => ({
    seq: n + 1,
    opId: `o${n}`,
    op: 'add',
    rowId: `p${n}`,
    ageMs: ageOf(months),
    value: { productName, price, quantity, shop, category: 'Dairy', productStatus: true },
  }))
  const call = { v: 3, client: 'c', request: 'r', cursor: 0, ops }
  await app.call('POST', `/api/v3/list/${id}/sync`, call, token)
  return { token, list: id }
}

const month = (page: Page, months: number) => page.getByRole('radio', { name: `${nameOf(months)}:` })
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, level: 3 }) })

test('MONEY-2 three months, their shops, categories and lists, by the mouse and by the keyboard', async ({
  app,
  device,
}) => {
  const { token, list } = await household(app)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org')
  await page.getByRole('link', { name: 'Spending' }).click()
  await expect(page.getByRole('heading', { name: 'Spending', level: 1 })).toBeVisible()
  await expect(month(page, 0)).toBeChecked()
  await expect(month(page, 0)).toHaveAccessibleName(`${nameOf(0)}: 12.48 zł`)
  await expect(month(page, 1)).toHaveAccessibleName(`${nameOf(1)}: 7.50 zł`)
  await expect(month(page, 2)).toHaveAccessibleName(`${nameOf(2)}: 20.00 zł`)
  await expect(page.getByRole('table', { name: 'Spending by month' }).getByRole('row')).toHaveCount(13)
  await expect(card(page, 'Shops').getByRole('listitem')).toHaveText([
    'Lidl6.98 zł1 product',
    'Without a shop5.50 zł1 product',
  ])
  await expect(card(page, 'Categories').getByRole('listitem')).toHaveText(['Dairy12.48 zł2 products'])
  await expect(card(page, 'Lists').getByRole('listitem')).toHaveText(['Home12.48 zł2 products'])

  await month(page, 1).click()
  await expect(page.getByRole('heading', { name: nameOf(1) })).toBeVisible()
  await expect(card(page, 'Shops').getByRole('listitem')).toHaveText(['Bakery7.50 zł1 product'])
  await page.keyboard.press('ArrowLeft')
  await expect(month(page, 2)).toBeFocused()
  await expect(month(page, 2)).toBeChecked()
  await expect(card(page, 'Shops').getByRole('listitem')).toHaveText(['Lidl20.00 zł1 product'])
  await page.keyboard.press('Home')
  await expect(page.getByText('Nothing was bought with a price in this month.')).toBeVisible()
  await page.keyboard.press('End')
  await expect(month(page, 0)).toBeFocused()

  // A deleted list keeps its sums, without its name.
  await app.call('DELETE', '/api/v3/list', { _id: list }, token)
  await page.reload()
  await expect(card(page, 'Lists').getByRole('listitem')).toHaveText(['Deleted lists12.48 zł2 products'])
})

test('MONEY-2 a budget is set, changed and removed; offline the last sums are shown, with their age, and a month that was not read says why', async ({
  app,
  device,
}) => {
  await household(app)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org', '/app/profile')
  await page.getByRole('link', { name: 'Spending' }).click()
  await page.getByRole('button', { name: 'Set a budget' }).click()
  const field = page.getByLabel('Budget for a month, zł')
  await expect(field).toBeFocused()
  await field.fill('a lot')
  await field.press('Enter')
  await expect(page.getByText('Type an amount, such as 800 or 799.50.')).toBeVisible()
  await field.fill('50')
  await field.press('Enter')
  const budget = page.getByRole('region', { name: nameOf(0) })
  await expect(budget).toContainText('of 50.00 zł')
  await expect(budget).toContainText('37.52 zł left')
  await expect(budget).toContainText('25%')
  await budget.getByRole('button', { name: 'Change the budget' }).click()
  await field.fill('10,00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(budget).toContainText('2.48 zł over the budget')
  await page.reload()
  await expect(budget).toContainText('2.48 zł over the budget')
  await budget.getByRole('button', { name: 'Change the budget' }).click()
  await field.fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Set a budget' })).toBeVisible()

  await expect(card(page, 'Shops').getByRole('listitem')).toHaveCount(2)
  await readyForOffline(page)
  await phone.airplane(true)
  await page.reload()
  await expect(page.getByText(/^Not connected\. These are the sums as of /)).toBeVisible()
  await expect(month(page, 0)).toHaveAccessibleName(`${nameOf(0)}: 12.48 zł`)
  await expect(card(page, 'Shops').getByRole('listitem')).toHaveCount(2)
  await month(page, 1).click()
  await expect(page.getByText(/need a connection the first time/)).toHaveCount(1)
  await phone.airplane(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Shops').getByRole('listitem')).toHaveText(['Bakery7.50 zł1 product'])
})

test('MONEY-2 OFFLINE-1 without purchases the page says how prices get there; what is ticked and cleared without a network counts, and what is moved counts once', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  await seedList(app, token, 'Other', [])
  const list = await seedList(app, token, 'Home', [
    { productName: 'Milk', price: 3.49, quantity: 2 },
    { productName: 'Tea', price: 5.5 },
    { productName: 'Bread' },
  ])
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org', '/app/spending')
  await expect(
    page.getByText(/^Nothing was bought with a price yet\. Type what a product costs/),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Go to my lists' }).click()
  await page.waitForURL('**/app')
  await page.goto(`/app/details/${list}`)
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeVisible()
  await readyForOffline(page)
  await phone.airplane(true)
  await page.getByRole('checkbox', { name: 'Bought: Milk' }).click()
  await page.getByRole('button', { name: 'Delete bought (1)' }).click()
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Bought: Tea' }).click()
  await phone.airplane(false)
  await isSavedAfterAll(page)
  await page.getByRole('button', { name: 'Move bought products to another list' }).click()
  await page.getByRole('menuitem', { name: 'Other' }).click()
  await isSavedAfterAll(page)

  const spent = () =>
    app.call<{ sum: number; count: number }[]>('GET', '/api/v3/spending?by=month', undefined, token)
  await expect.poll(spent).toMatchObject([{ sum: 12.48, count: 2 }])
})
