import type { Locator, Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { bought, letEdit } from '../list-steps.ts'
import { isSavedAfterAll, seedList, tap } from '../steps.ts'

const list = [
  { productName: 'Milk', price: 3.49, quantity: 2, shop: 'Lidl' },
  { productName: 'Bread' },
  { productName: 'Soap', shop: 'Rossmann' },
]

let presses = 0
async function press(target: Locator): Promise<void> {
  presses++
  await tap(target)
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('TRIP-1 TRIP-3 TRIP-5 the usual end of a week: one press says where, one ends the trip; the till’s total counts, without a network too, and the partner reads it in their language', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const ben = await app.member('ben@example.org', password)
  await app.call('PUT', '/api/v3/me/update_profile', { name: 'Ben', language: 'pl' }, ben)
  await app.call('PUT', '/api/v3/me/update_profile', { name: 'Anna' }, anna)
  const id = await seedList(app, anna, 'Weekend', list)
  await letEdit(app, anna, id, 'ben@example.org')
  const { page: partner } = await device('desktop', { locale: 'pl-PL' })
  await logIn(partner, 'ben@example.org', `/app/details/${id}`)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org', `/app/details/${id}`)
  await readyForOffline(page)

  await tap(page.getByRole('button', { name: 'Shopping mode' }))
  const where = page.getByRole('group', { name: 'Where are you shopping?' })
  await expect(where.getByRole('button')).toHaveText(['Lidl', 'Rossmann', 'Another…', 'No matter'])
  presses = 0
  await press(where.getByRole('button', { name: 'Lidl' }))
  await expect(where).toHaveCount(0)
  expect(presses).toBe(1)
  await expect(page.getByRole('combobox', { name: 'Shop' })).toHaveValue('Lidl')
  await expect(box(page, 'Soap')).toHaveCount(0)
  await expect(partner.locator('header').getByText('Anna robi zakupy: Lidl')).toBeVisible()

  await phone.airplane(true)
  await tap(box(page, 'Bread'))
  await tap(box(page, 'Milk'))
  // A slip.
  await tap(box(page, 'Bread'))
  await tap(box(page, 'Bread'))

  presses = 0
  await press(page.getByRole('button', { name: 'Done' }))
  const end = page.getByRole('region', { name: 'Shopping done' })
  await expect(end).toContainText('2 things bought · Lidl')
  await expect(box(page, 'Bought: Soap')).not.toBeChecked()
  await expect(box(page, 'Bought: Milk')).toHaveCount(0)
  expect(presses).toBe(1)
  await expect(page.getByText('products deleted')).toHaveCount(0)

  // One field takes the total of the till, also after the phone has restarted the app.
  const paid = page.getByRole('textbox', { name: 'Paid' })
  await expect(paid).toHaveValue('6.98')
  await page.reload()
  await expect(paid).toHaveValue('6.98')
  await paid.fill('20,00')
  await paid.press('Enter')
  await expect(end).toContainText(/13\.02\szł not itemised/)
  await page.reload()
  await expect(paid).toHaveValue('20.00')

  const learned = partner.waitForResponse((answer) => answer.url().endsWith('/api/v3/products'))
  await phone.airplane(false)
  await isSavedAfterAll(page)
  await expect(
    partner.getByRole('status').getByText('Anna kończy zakupy w sklepie Lidl: 2 rzeczy'),
  ).toBeVisible()
  await expect(partner.getByText('usun')).toHaveCount(0)
  // What was bought is due for nobody any more.
  expect((await learned).ok()).toBe(true)
  const spent = async (by: string) =>
    (await app.call<{ key: string; sum: number }[]>('GET', `/api/v3/spending?by=${by}`, undefined, anna)).map(
      ({ key, sum }) => [key, sum],
    )
  expect(await spent('shop')).toEqual([['Lidl', 20]])

  // A corrected total, and an Undo after the partner has written more.
  await paid.fill('21')
  await paid.press('Enter')
  await expect(end).toContainText(/14\.02\szł/)
  const name = partner.getByRole('combobox', { name: 'Nowy produkt: nazwa' })
  await name.fill('Herbata')
  await name.press('Enter')
  // What is written in Polish is read in English.
  await expect(box(page, 'Bought: Tea')).toBeVisible()
  expect(await spent('month')).toEqual([[expect.any(String), 21]])
  await press(end.getByRole('button', { name: 'Undo' }))
  await expect(box(page, 'Milk')).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Shop' })).toHaveValue('Lidl')
  await isSavedAfterAll(page)
  expect(await spent('month')).toEqual([[expect.any(String), 6.98]])

  // After the last tick the question's first answer ends the trip.
  await tap(box(page, 'Tea'))
  await page.getByRole('combobox', { name: 'Shop' }).selectOption({ label: 'All shops' })
  await tap(box(page, 'Soap'))
  const question = page.getByRole('dialog', { name: 'All bought' })
  await expect(question.getByRole('button').first()).toHaveText('Done')
  const told = partner.getByText('Wszystko kupione: ')
  await expect(told).toBeVisible()
  presses = 0
  await press(question.getByRole('button', { name: 'Done' }))
  await expect(end).toContainText('4 things bought')
  expect(presses).toBe(1)
  await expect(page.getByText('For the next time:')).toBeVisible()
  await isSavedAfterAll(page)
  expect(await bought(app, anna, id)).toEqual([])
  // No newcomer's words for who finds the list empty.
  await expect(partner.getByText('Na następny raz:')).toContainText('Anna')
  expect(await told.count()).toBe(0)
  await tap(end.getByRole('button', { name: 'Put the list away' }))
  await page.waitForURL('**/app')
  await isSavedAfterAll(page)
  expect((await bought(app, anna, id)).map(([, isBought]) => isBought)).toEqual([true, true, true, true])
  expect(await spent('month')).toEqual([[expect.any(String), 6.98]])
})

test('TRIP-1 a list that names one shop is not asked about; without any, a typed shop is kept for the next trip', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const one = await seedList(app, anna, 'One', list.slice(0, 2))
  const { page } = await device('phone')
  await logIn(page, 'anna@example.org', `/app/details/${one}`)
  const where = page.getByRole('group', { name: 'Where are you shopping?' })
  await tap(page.getByRole('button', { name: 'Shopping mode' }))
  await expect(page.getByRole('combobox', { name: 'Shop' })).toHaveValue('Lidl')
  await expect(where).toHaveCount(0)
  await tap(page.getByRole('button', { name: 'Done' }))
  // Nothing was bought, so nothing ended.
  await expect(page.getByRole('button', { name: 'Shopping mode' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Shopping done' })).toHaveCount(0)

  const none = await seedList(app, anna, 'None', [{ productName: 'Tea' }])
  await page.goto(`/app/details/${none}`)
  await tap(page.getByRole('button', { name: 'Shopping mode' }))
  await tap(where.getByRole('button', { name: 'Another shop' }))
  await page
    .getByRole('textbox', { name: 'Shop' })
    .or(page.getByRole('combobox', { name: 'Shop' }))
    .fill(' Corner ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Shop' })).toHaveValue('Corner')
  await tap(page.getByRole('button', { name: 'Done' }))
  await tap(page.getByRole('button', { name: 'Shopping mode' }))
  await expect(where.getByRole('button').first()).toHaveText('Corner')
  await tap(where.getByRole('button', { name: 'No matter' }))
  await expect(where).toHaveCount(0)
})

test('TRIP-6 who has a list open that is shopped again is led to the new one; the old one shows the way', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const ben = await app.member('ben@example.org', password)
  const id = await seedList(app, anna, 'Weekend', list)
  await letEdit(app, anna, id, 'ben@example.org')
  await app.call('PUT', `/api/v3/list/${id}/accepted`, undefined, ben)
  const { page: partner } = await device('desktop')
  await logIn(partner, 'ben@example.org', `/app/details/${id}`)
  await expect(partner.getByRole('checkbox', { name: 'Bought: Soap' })).toBeVisible()
  const { page } = await device('phone')
  await logIn(page, 'anna@example.org', `/app/details/${id}`)
  for (const { productName } of list) await tap(box(page, `Bought: ${productName}`))
  await tap(page.getByRole('dialog', { name: 'All bought' }).getByRole('button', { name: 'Shop again' }))
  await page.waitForURL((url) => !url.pathname.endsWith(id))
  const made = new URL(page.url()).pathname
  await partner.waitForURL(`**${made}`)
  await expect(partner.getByText('The list goes on here')).toBeVisible()
  await expect(partner.getByRole('checkbox', { name: 'Bought: Soap' })).not.toBeChecked()
  await partner.goto(`/app/details/${id}`)
  await partner.getByRole('link', { name: 'The list goes on here' }).click()
  await partner.waitForURL(`**${made}`)
})
