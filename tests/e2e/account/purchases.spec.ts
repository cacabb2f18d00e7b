import { readFileSync } from 'node:fs'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'

test('MONEY-2 on a phone spending is one press away; a sum opens its purchases, which are corrected, removed and saved; a category gets a budget', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const { id: list } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Home' }, token)
  const bought = [
    ['Milk', 3.49, 'Lidl', 'Dairy'],
    ['=Cheese', 250, 'Lidl', 'Dairy'],
    ['Tea', null, 'Lidl', ''],
    ['Bread', 4, 'Bakery', ''],
  ] as const
  for (const [productName, price, shop, category] of bought)
    await app.call(
      'POST',
      `/api/v3/list/${list}/product`,
      { productName, price, shop, category, quantity: 2, productStatus: true },
      token,
    )
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Spending' }).click()
  await expect(page.getByText('1 without a price').first()).toBeVisible()
  const shops = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Shops', level: 3 }) })
  await shops.getByRole('button', { name: 'Lidl' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lidl' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog).toContainText('506.98 zł')
  await expect(dialog.getByRole('listitem').first()).toContainText('no price')

  // 250 was typed for 2.50, and it was for both.
  await dialog.getByRole('button', { name: '=Cheese' }).click()
  await dialog.getByLabel('Price, zł').fill('2.5o')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/^Type a price like/)).toBeVisible()
  await dialog.getByLabel('Price, zł').fill('2,50')
  await dialog.getByText('for all 2 pcs').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('9.48 zł')
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('2.50 zł')

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'CSV' }).click()
  const file = readFileSync(await (await downloading).path(), 'utf8')
  expect(file.startsWith('\uFEFFDay,Name,')).toBe(true)
  expect(file).toMatch(/\d{4}-\d\d-\d\d,'=Cheese,2,pcs,2\.5,for all 2\spcs,2\.5,PLN,Lidl,Dairy,you/)

  await dialog.getByRole('button', { name: 'Milk' }).click()
  await dialog.getByRole('button', { name: 'Remove from spending' }).click()
  await page
    .getByRole('dialog', { name: 'Remove from spending?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog).toContainText('2.50 zł')
  await dialog.getByRole('button', { name: 'Close' }).click()
  const { products } = await app.call<{ products: { productStatus: boolean }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  expect(products.map(({ productStatus }) => productStatus)).toEqual([true, true, true, true])

  await page.getByRole('button', { name: 'All purchases' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Dairy' }).click()
  const dairy = page.getByRole('dialog', { name: 'Dairy' })
  await dairy.getByRole('button', { name: 'Set a budget' }).click()
  await dairy.getByLabel('Budget for a month, zł').fill('200')
  await dairy.getByRole('button', { name: 'Save' }).click()
  await expect(dairy.getByRole('button', { name: 'Budget: 200.00 zł' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Dairy' })).toContainText('of 200.00 zł')

  // Without purchases it has its row too.
  await page.getByRole('radio').nth(-2).click()
  await expect(page.getByRole('button', { name: 'Dairy' })).toHaveText('Dairy0.00 złof 200.00 zł')
  await page.getByRole('button', { name: 'Dairy' }).click()
  await expect(dairy).toContainText('There are no purchases.')
  await dairy.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('radio').last().click()
  await readyForOffline(page)
  await phone.airplane(true)
  await page.getByRole('button', { name: 'Dairy' }).click()
  await expect(dairy).toContainText('The purchases of a sum need a connection.')
  await phone.airplane(false)
  await dairy.getByRole('button', { name: 'Try again' }).click()
  await expect(dairy.getByRole('listitem')).toHaveCount(1)
})
