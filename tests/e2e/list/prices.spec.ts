import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { isSavedAfterAll, seedList } from '../steps.ts'

const dayMs = 86_400_000

/** Anna, who bought milk in three shops, the last time in the dearest one, and has a new list with milk and tea. */
async function household(app: App) {
  const token = await app.member('anna@example.org', password)
  const old = await seedList(app, token, 'Before', [])
  const bought = [
    [70, 'Milk', 2.99, 'Lidl'],
    [40, 'milk', 3.19, 'Biedronka'],
    [20, 'Milk', 2.79, 'Lidl'],
    [3, 'Milk', 3.49, 'Żabka'],
  ] as const
  const ops = bought.map(([days, productName, price, shop], n) => ({
    seq: n + 1,
    opId: `o${n}`,
    op: 'add',
    rowId: `p${n}`,
    ageMs: days * dayMs,
    value: { productName, price, shop, productStatus: true },
  }))
  const call = { v: 3, client: 'c', request: 'r', cursor: 0, ops }
  await app.call('POST', `/api/v3/list/${old}/sync`, call, token)
  const list = await seedList(app, token, 'This week', [{ productName: 'Tea' }])
  return { token, list }
}

const field = (page: Page) => page.getByRole('combobox', { name: 'New product: name' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Milk' })
const prices = (page: Page) => page.getByRole('region', { name: 'Prices' })

test('MONEY-1 where milk was cheaper, while adding and in the shop until it is in the basket, and its prices as lines, with and without a network', async ({
  app,
  device,
}) => {
  const { token, list } = await household(app)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await readyForOffline(page)
  await field(page).fill('Milk')
  await expect(page.getByText('Cheaper: Lidl 2.79 zł')).toBeVisible()
  // What is typed is cheaper still, or dearer.
  await field(page).fill('Milk 2,50 zł')
  await expect(page.getByText('Cheaper:')).toHaveCount(0)
  await field(page).fill('Milk 3,19 zł')
  await expect(page.getByText('Cheaper: Lidl 2.79 zł')).toBeVisible()
  await field(page).fill('Milk')
  await field(page).press('Enter')

  await page.getByRole('button', { name: 'Edit: Milk' }).click()
  await expect(prices(page)).toContainText('Last3.49 złŻabka')
  await expect(prices(page)).toContainText('Lowest2.79 złLidl')
  const rows = prices(page).getByRole('table', { name: 'Prices by shop' }).getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(1)).toContainText('Żabka3.49 zł')
  await expect(prices(page).locator('path')).toHaveCount(6)
  await page.keyboard.press('Escape')
  await isSavedAfterAll(page)

  await phone.airplane(true)
  await page.reload()
  await page.getByRole('button', { name: 'Edit: Milk' }).click()
  await expect(prices(page)).toContainText('Last3.49 złŻabka')
  // A price that is typed now is the newest one, before the server knows it.
  await sheet(page)
    .getByRole('textbox', { name: /^Price/ })
    .fill('2,49')
  await page.keyboard.press('Enter')
  await expect(prices(page)).toContainText('Last2.49 zł')
  await expect(rows).toHaveCount(6)
  // The open sheet is in the address, so the reloaded page opens it by itself.
  await page.reload()
  await expect(prices(page)).toContainText('Last2.49 zł')
  await phone.airplane(false)
  await page.keyboard.press('Escape')
  await isSavedAfterAll(page)

  const ops = [
    { seq: 1, opId: 'm', op: 'add', rowId: 'm', value: { productName: 'Milk', price: 3.49, shop: 'Żabka' } },
  ]
  const call = { v: 3, client: 'd', request: 's', cursor: 0, ops }
  await app.call('POST', `/api/v3/list/${list}/sync`, call, token)
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  const row = page.locator('[data-row="m"]')
  await expect(row).toContainText('Cheaper: Lidl 2.79 zł')
  await row.getByRole('checkbox').click()
  await expect(row).not.toContainText('Cheaper')
  await expect(page.locator('[data-row]', { hasText: 'Tea' })).not.toContainText('Cheaper')
})
