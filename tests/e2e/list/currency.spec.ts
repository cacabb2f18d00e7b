import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { choose } from '../list-steps.ts'
import { add, isSavedAfterAll, names, newList, seedList } from '../steps.ts'

test('MONEY-3 new lists have the currency of the account, and prices of another one are not suggested; a list gets another one without a network', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  await seedList(app, token, 'At home', [{ productName: 'Ajvar', price: 12.5 }])
  const list = await seedList(app, token, 'Holidays', [{ productName: 'Milk', price: 3.49 }])
  const phone = await device('desktop')
  const { page } = phone
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await readyForOffline(page)
  await expect(page.getByText('Total: 3.49 zł')).toBeVisible()
  await phone.airplane(true)
  await choose(page, 'Copy, file, currency')
  const dialog = page.getByRole('dialog', { name: 'Copy, file, currency' })
  await dialog.getByRole('combobox', { name: 'Currency of the prices' }).fill('euro')
  await page.getByRole('option', { name: 'Euro (EUR)' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Total: €3.49')).toBeVisible()
  const field = page.getByRole('combobox', { name: 'New product: name' })
  await field.fill('Cheese 2,51 €')
  await field.press('Enter')
  await expect(page.getByText('Total: €6.00')).toBeVisible()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Cheese'])

  await phone.airplane(false)
  await isSavedAfterAll(page)
  await page.goto('/app')
  await expect(page.getByText('€6.00')).toBeVisible()
  const stored = await app.call<{ currency?: string; sum: number }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  expect([stored.currency, stored.sum]).toEqual(['EUR', 6])

  await page.goto('/app/profile')
  await page.getByRole('combobox', { name: 'Currency of new lists' }).fill('CZK')
  await page.getByRole('option', { name: /\(CZK\)$/ }).click()
  await page.goto('/app')
  await newList(page)
  await add(page, 'Bread')
  await expect(page.getByText(/^Total: Kč\s0\.00$/)).toBeVisible()
  await field.fill('Ajva')
  const offer = page.getByRole('option', { name: /Ajvar/ })
  await expect(offer).toBeVisible()
  await expect(offer).not.toContainText('12.50')
})
