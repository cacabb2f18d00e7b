import { type Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import {
  add,
  edit,
  isSaved,
  names,
  newList,
  paste,
  remove,
  serverNames,
  tick,
  waitingCount,
} from '../steps.ts'

const nameField = (page: Page) => page.getByRole('combobox', { name: 'New product: name' })
const field = (page: Page, label: string, name: string) =>
  page.getByRole(/^(Name|Category|Shop)$/.test(label) ? 'combobox' : 'textbox', {
    name: `${label}: ${name}`,
    exact: true,
  })

test('DETAIL-8 DETAIL-9 DETAIL-20 DETAIL-21 DETAIL-23 DETAIL-24 one typed line becomes its fields, with a preview and a way back', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const desktop = await device('desktop')
  const { page } = desktop
  await logIn(page, 'anna@example.org')
  const list = await newList(page)
  const name = nameField(page)
  const understood = page.getByRole('group', { name: 'Recognised' })

  await expect(page.getByRole('button', { name: 'Add the product' })).toBeDisabled()
  await name.fill('2 kg potatoes 3,49')
  await expect(understood).toContainText('2\u00a0kg')
  await expect(understood).toContainText('3.49\u00a0zł/kg')
  await expect(understood).toContainText('Vegetables')
  await expect(page.getByRole('textbox', { name: 'New product: quantity' })).toHaveValue('2')
  await name.press('Enter')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
  await expect(field(page, 'Quantity', 'Potatoes')).toHaveValue('2')
  await expect(field(page, 'Price', 'Potatoes')).toHaveValue('3.49')
  await expect(field(page, 'Category', 'Potatoes')).toHaveValue('Vegetables')
  await expect(page.getByText('6.98\u00a0zł', { exact: true })).toBeVisible()

  // Escape restores the plain text; a price that nobody typed is unknown and adds nothing to the sum.
  await name.fill('3 kg cement')
  await name.press('Escape')
  await expect(name).toHaveValue('3 kg cement')
  await expect(understood.getByRole('button', { name: 'Read the numbers' })).toBeVisible()
  await name.press('Enter')
  await expect(field(page, 'Quantity', '3 kg cement')).toHaveValue('1')
  await expect(field(page, 'Price', '3 kg cement')).toHaveValue('')

  // Correcting one number in its field also applies the other values that were understood.
  await name.fill('10 dag ham')
  await page.getByRole('textbox', { name: 'New product: quantity' }).fill('15')
  await expect(name).toHaveValue('ham')
  await name.press('Enter')
  await expect(field(page, 'Quantity', 'Ham')).toHaveValue('15')
  await expect(page.getByRole('combobox', { name: 'Unit: Ham' })).toHaveValue('dag')
  await expect(page.getByText('6.98\u00a0zł', { exact: true })).toBeVisible()

  await remove(page, 'Ham')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field(page, 'Quantity', 'Ham')).toHaveValue('15')
  await tick(page, 'Potatoes')
  await page.getByRole('checkbox', { name: 'Bought: Potatoes' }).uncheck()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('checkbox', { name: 'Bought: Potatoes' })).toBeChecked()
  // A line without a name asks for one, and nothing that was typed is lost.
  await name.fill('200g 9,99')
  await expect(understood).toContainText('200\u00a0g')
  await name.press('Enter')
  const ask = page.getByText('Add the product’s name.')
  await expect(ask).toBeVisible()
  await expect(name).toHaveValue('200g 9,99')
  await name.press('End')
  await name.pressSequentially(' cheese')
  await expect(ask).toBeHidden()
  await expect(understood).toContainText('9.99\u00a0zł for all 200\u00a0g')
  // One press changes what the price is for, and another changes it back; the number stays.
  await understood.getByTitle('What the price is for').click()
  await expect(understood).toContainText('9.99\u00a0zł/kg = 2.00\u00a0zł')
  await understood.getByTitle('What the price is for').click()
  await name.press('Enter')
  await expect(field(page, 'Price', 'Cheese')).toHaveValue('9.99')
  await expect(page.getByRole('button', { name: 'for all 200\u00a0g' })).toBeVisible()
  // Who means it as a name says so.
  await name.fill('1 kg')
  await name.press('Enter')
  await name.press('Escape')
  await expect(ask).toBeHidden()
  await name.press('Enter')
  await expect(name).toHaveValue('')

  // What cannot be understood stays where it was typed, with the reason, and is not sent.
  const price = field(page, 'Price', 'Ham')
  for (const [typed, shown] of [
    ['3,49 zł', '3.49'],
    [',50', '0.50'],
  ] as const) {
    await price.fill(typed)
    await price.press('Enter')
    await expect(price).toHaveValue(shown)
  }
  await price.fill('abc')
  await price.press('Enter')
  await expect(price).toHaveValue('abc')
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.press('Escape')
  await expect(price).toHaveValue('0.50')
  const long = 'x'.repeat(300)
  await name.fill(long)
  await name.press('Enter')
  await expect(name).toHaveValue(long)
  await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  await name.fill('')
  await isSaved(page)
  await readyForOffline(page)

  // A price that is cleared is unknown again, and stays so.
  await desktop.airplane(true)
  await price.fill('')
  await price.press('Enter')
  await expect(price).toHaveValue('')
  await expect.poll(() => waitingCount(page)).toBe(1)
  await page.reload()
  await expect(price).toHaveValue('')
  await desktop.airplane(false)
  await isSaved(page)
  const { products } = await app.call<{ products: object[] }>('GET', `/api/v3/list/${list}`, undefined, token)
  expect(products).toMatchObject([
    { productName: 'Potatoes' },
    { productName: '3 kg cement' },
    { productName: 'Ham', price: 0.01, priceUnknown: true },
    { productName: 'Cheese', quantity: 200, unit: 'g', price: 9.99, priceFor: 'all' },
    { productName: '1 kg' },
  ])
})

test('DETAIL-24 DETAIL-23 a pasted list is looked through, corrected and added at once, and undone at once', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const { page, airplane } = await device('phone').then((phone) => ({
    page: phone.page,
    airplane: (on: boolean) => phone.airplane(on),
  }))
  await logIn(page, 'anna@example.org')
  const list = await newList(page)
  await nameField(page).fill('Milk')
  await nameField(page).press('Enter')
  await isSaved(page)
  await readyForOffline(page)
  await airplane(true)
  const long = 'x'.repeat(250)
  await paste(page, `Warzywa:\n- [ ] 2 kg carrots\n- [x] leek\n\n• milk\n1. 7up\n\n${long}\nto leave out`)
  const dialog = page.getByRole('dialog', { name: 'Add a pasted list' })
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  await expect(dialog.getByText('1 line is on the list already')).toBeVisible()
  await expect(dialog.getByText('At most 200 characters; this has 250.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Skip: to leave out' }).click()
  await dialog.getByRole('button', { name: 'Skip', exact: true }).click()
  await dialog.getByRole('button', { name: /^7up/ }).click()
  await expect(dialog.getByRole('textbox').first()).toBeFocused()
  await dialog.getByRole('textbox').first().fill('6x 7up 2,50 zł')
  await dialog.getByRole('textbox').first().press('Enter')
  await expect(dialog.getByRole('button', { name: /^7up/ })).toBeFocused()
  // One press makes the price that of all six.
  await dialog.getByRole('button', { name: '2.50\u00a0zł' }).click()
  await expect(dialog.getByRole('listitem').nth(2)).toContainText('for all 6')
  await dialog.getByRole('button', { name: 'Add 3 products' }).click()
  // A line that could not be added stays for its correction.
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('textbox').fill('short')
  await dialog.getByRole('button', { name: 'Add 1 product' }).click()
  await expect(dialog).toBeHidden()
  await expect(nameField(page)).toBeFocused()
  await expect(page.getByRole('button', { name: /6 pcs · 2\.50.zł|7up/ }).first()).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Bought: Leek' })).toBeChecked()
  await airplane(false)
  await isSaved(page)
  const { products } = await app.call<{ products: Record<string, unknown>[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  expect(
    products.map((one) => [one['productName'], one['quantity'], one['unit'], one['category_name']]),
  ).toEqual([
    ['Milk', 1, 'pcs', 'Dairy'],
    // The heading is a built-in category, in the words of whoever pasted it.
    ['Carrots', 2, 'kg', 'Vegetables'],
    ['Leek', 1, 'pcs', 'Vegetables'],
    ['7up', 6, 'pcs', expect.anything()],
    ['Short', 1, 'pcs', expect.anything()],
  ])

  await paste(page, 'soap\nshampoo')
  await dialog.getByRole('button', { name: 'Add 2 products' }).click()
  await expect(page.getByRole('checkbox', { name: 'Bought: Shampoo' })).toBeVisible()
  await page
    .getByRole('status')
    .filter({ hasText: '2 products added' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByRole('checkbox', { name: 'Bought: Shampoo' })).toBeHidden()
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Carrots', 'Leek', '7up', 'Short'])
})

test('DETAIL-6 DETAIL-7 DETAIL-26 suggestions: ranked, with icon, unit and last price, by keys and by pointer, also offline', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const { id: old } = await app.call<{ id: string }>('POST', '/api/v3/list?', {}, token)
  const before = { productName: 'Żółty ser', unit: 'kg', price: 32.5, category: 'Dairy', shop: 'Corner shop' }
  await app.call('POST', `/api/v3/list/${old}/product`, before, token)
  await app.call('POST', `/api/v3/list/${old}/product`, { productName: 'Ser żółty w plastrach' }, token)
  const own = { category_name: 'Guests', icon: 'party.svg', keywords: ['balloon'] }
  await app.call('POST', '/api/v3/category-keywords', own, token)

  const desk = await device('desktop')
  const { page } = desk
  await logIn(page, 'anna@example.org')
  await newList(page)
  const name = nameField(page)
  const popup = page.getByRole('listbox', { name: 'Suggestions' })
  await name.pressSequentially('2 szt zol')
  // What was bought, and then the catalogue's product in this language, which the server finds by its other name.
  await expect(popup.getByRole('option')).toHaveText([
    /Żółty ser.*32\.50.zł\/kg/,
    /Ser żółty w plastrach/,
    /Yellow cheese/,
  ])
  await expect(name).toHaveAttribute('aria-expanded', 'true')
  await name.press('Escape')
  await expect(popup).toBeHidden()
  await expect(name).toHaveValue('2 szt zol')

  await name.fill('zol')
  await name.press('ArrowDown')
  await expect(popup.getByRole('option', { name: /^Żółty ser/ })).toHaveAttribute('aria-selected', 'true')
  await expect(name).toHaveAttribute('aria-activedescendant', 'suggestion-0')
  await name.press('Enter')
  await expect(name).toHaveValue('')
  await expect(field(page, 'Category', 'Żółty ser')).toHaveValue('Dairy')
  await expect(page.getByRole('combobox', { name: 'Unit: Żółty ser' })).toHaveValue('kg')
  // The last price is only a hint until somebody accepts it.
  await expect(field(page, 'Price', 'Żółty ser')).toHaveValue('')
  await remove(page, 'Żółty ser')
  await name.fill('Żółty ser 1 kg')
  await expect(page.getByRole('textbox', { name: 'New product: price' })).toHaveValue('')
  await page.getByRole('button', { name: 'Last time: 32.50\u00a0zł' }).click()
  await expect(page.getByRole('textbox', { name: 'New product: price' })).toHaveValue('32.50')
  await name.press('Enter')
  await expect(field(page, 'Price', 'Żółty ser')).toHaveValue('32.50')

  const shop = field(page, 'Shop', 'Żółty ser')
  await shop.click()
  await popup.getByRole('option', { name: 'Corner shop' }).click()
  await expect(shop).toHaveValue('Corner shop')
  await shop.press('Enter')

  await isSaved(page)
  await readyForOffline(page)
  const icon = '/uploads/categoryIcons/party.svg'
  await page.evaluate((url) => fetch(url).then(() => undefined), icon)
  // The worker has cached it: the browser's own HTTP cache is not reliable.
  await expect.poll(() => page.evaluate(async (url) => (await caches.match(url))?.status, icon)).toBe(200)
  await desk.airplane(true)
  await name.fill('12 balloons')
  await expect(page.getByRole('group', { name: 'Recognised' })).toContainText('Guests')
  await name.fill('zol')
  await expect(popup.getByRole('option', { name: /^Żółty ser/ })).toBeVisible()
  await name.fill('')

  const category = field(page, 'Category', 'Żółty ser')
  await category.fill('gue')
  await popup.getByRole('option', { name: 'Guests' }).click()
  await category.press('Enter')
  await expect(category).toHaveValue('Guests')
  await expect(page.getByRole('button', { name: /1 waiting/ })).toBeVisible()
  await desk.airplane(false)
  await isSaved(page)
})

test('DETAIL-25 a product that somebody else added twice is pointed out: add to the first, keep both', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org')
  const list = await newList(page)
  await add(page, 'Flour')
  await edit(page, 'Quantity', 'Flour', '2')
  await page.getByRole('combobox', { name: 'Unit: Flour' }).selectOption('kg')
  await isSaved(page)
  await app.call(
    'POST',
    `/api/v3/list/${list}/product`,
    { productName: 'FLOUR', quantity: 500, unit: 'g' },
    token,
  )
  await expect.poll(() => names(page)).toEqual(['Flour', 'FLOUR'])

  // The new product goes behind all products of the server, so everything must be saved first.
  await isSaved(page)
  await app.call('POST', `/api/v3/list/${list}/product`, { productName: 'flóur', unit: 'l' }, token)
  await expect.poll(() => names(page)).toEqual(['Flour', 'FLOUR', 'flóur'])
  await page.getByRole('button', { name: 'On the list twice: flóur' }).click()
  const dialog = page.getByRole('dialog', { name: 'Twice on the list' })
  await expect(dialog.getByText('cannot be added together')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add to the first' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'On the list twice: flóur' })).toBeHidden()
  await page.getByRole('button', { name: 'On the list twice: FLOUR' }).click()
  await dialog.getByRole('button', { name: 'Add to the first' }).click()
  await expect.poll(() => names(page)).toEqual(['Flour', 'flóur'])
  await isSaved(page)
  await page.goto(`/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Flour', 'flóur'])
  await expect(page.getByRole('button', { name: /On the list twice/ })).toBeHidden()
})
