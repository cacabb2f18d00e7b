import { expect, logIn, password, test } from '../fixtures.ts'
import { isSaved, seedList } from '../steps.ts'

const products = [
  { productName: 'Milk', category: 'Dairy', price: 3.5, shop: 'Corner shop' },
  { productName: 'Butter', category: 'Dairy', price: 8 },
  { productName: 'Rolls', category: 'Bakery', price: 0.5, quantity: 4 },
  { productName: 'Nails', category: 'Tools', price: 12, shop: 'Ironmonger' },
]

test('DETAIL-2 DETAIL-14 DETAIL-15 DETAIL-19 DETAIL-26 A11Y-3 A11Y-4 a trip through the shop with one thumb', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const { page } = await device('phone')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Bakery', 'Dairy', 'Tools'])
  await expect(page.getByRole('textbox', { name: 'List name' })).toBeDisabled()
  await expect(page.getByText('4 left')).toBeVisible()
  await expect(page.getByText('0.00 zł of 25.50 zł')).toBeVisible()

  // The whole row ticks; rows are at least 56 px high, boxes at least 48 px.
  const row = page.getByRole('listitem').filter({ hasText: 'Butter' })
  const place = await row.boundingBox()
  expect(place?.height).toBeGreaterThanOrEqual(56)
  const box = await page.getByRole('checkbox', { name: 'Butter' }).boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48)
  await page.touchscreen.tap((place?.x ?? 0) + (place?.width ?? 0) * 0.8, (place?.y ?? 0) + 4)
  await expect(page.getByRole('checkbox', { name: 'Butter' })).toBeChecked()
  await expect(page.getByText('Butter: bought')).toBeAttached()
  await expect(page.getByText('8.00 zł of 25.50 zł')).toBeVisible()
  // Ticked products stay in place until nobody has touched the page for 5 s, and their headings a little longer.
  await expect(page.getByRole('region', { name: 'Dairy' }).getByRole('listitem')).toHaveText([
    /Milk/,
    /Butter/,
  ])
  await page.getByRole('checkbox', { name: 'Rolls' }).check()
  await expect(page.getByRole('region', { name: 'Dairy' }).getByRole('listitem')).toHaveText([
    /Milk/,
    /Butter/,
  ])
  await expect(page.getByRole('region', { name: 'Bakery' }).getByRole('listitem')).toHaveText([/Rolls/])
  await expect(page.getByRole('region', { name: 'In the basket' }).getByRole('listitem')).toHaveText([
    /Butter/,
    /Rolls/,
  ])
  await expect(page.getByRole('region', { name: 'Dairy' }).getByRole('listitem')).toHaveText([/Milk/])
  await expect(page.getByRole('heading', { name: 'Bakery' })).toHaveCount(0)

  // Where the trip leads is asked once, and hides what is bought elsewhere.
  await page
    .getByRole('group', { name: 'Where are you shopping?' })
    .getByRole('button', { name: 'Corner shop' })
    .click()
  await expect(page.getByRole('checkbox', { name: 'Nails' })).toHaveCount(0)
  await expect(page.getByText('1 left')).toBeVisible()
  await page.goto(`/app/details/${list}`)
  await expect(page.getByRole('checkbox', { name: 'Milk' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Shop' })).toHaveValue('Corner shop')
  await page.getByRole('combobox', { name: 'Shop' }).selectOption({ label: 'All shops' })

  await page.getByRole('checkbox', { name: 'Milk' }).check()
  await page.getByRole('checkbox', { name: 'Nails' }).check()
  const done = page.getByRole('dialog', { name: 'All bought' })
  await expect(done).toBeVisible()
  await isSaved(page)
  await done.getByRole('button', { name: 'Put the list away' }).click()
  await page.waitForURL('**/app')
  await expect(page.getByText('List archivived successfully.')).toBeVisible()
})

test('DETAIL-3 DETAIL-17 DETAIL-27 A11Y-3 what members may do, and hear of one another', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  await app.member('ben@example.org', password)
  const list = await seedList(app, anna, 'Weekend', products.slice(0, 2))
  await app.call(
    'POST',
    `/api/v3/list/share?_list_id=${list}&_email_address=ben@example.org`,
    undefined,
    anna,
  )
  const { page } = await device('desktop')
  await logIn(page, 'ben@example.org', `/app/details/${list}`)
  await expect(page.getByText('anna shares this list with you. You can view it.')).toBeVisible()
  await expect(page.getByText('Butter')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sharing', exact: true })).toHaveCount(0)

  await app.call(
    'PUT',
    `/api/v3/shared_list/${list}?email_address=ben@example.org&permission=shopping`,
    undefined,
    anna,
  )
  await expect(page.getByText('You can tick off what you have bought.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Shopping mode' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Put the list away' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Sharing' })).toBeVisible()
  await page.keyboard.press('Escape')

  const { products: rows } = await app.call<{ products: { id: string }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    anna,
  )
  const milk = rows[0]?.id ?? ''
  await app.call('PUT', `/api/v3/list/${list}/product/${milk}`, { productStatus: true }, anna)
  await expect(page.getByText('anna ticked Milk')).toBeAttached()
  await page.getByRole('checkbox', { name: 'Butter' }).check()
  // A member who may not archive is only told that everything is bought.
  const done = page.getByRole('dialog', { name: 'All bought' })
  await expect(done.getByRole('button', { name: 'Put the list away' })).toHaveCount(0)
  await done.getByRole('button', { name: 'Close' }).click()
  await expect(done).toBeHidden()
})
