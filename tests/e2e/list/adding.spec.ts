import { type Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import {
  add,
  atNewList,
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

test('DETAIL-24 DETAIL-9 DETAIL-20 DETAIL-21 DETAIL-23 one typed line becomes its fields, with a preview and a way back', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const { page } = await device('desktop')
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
  await expect(page.getByText('6.98\u00a0zł')).toBeVisible()

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
  await expect(page.getByText('6.98\u00a0zł')).toBeVisible()

  await remove(page, 'Ham')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field(page, 'Quantity', 'Ham')).toHaveValue('15')
  await tick(page, 'Potatoes')
  await page.getByRole('checkbox', { name: 'Bought: Potatoes' }).uncheck()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('checkbox', { name: 'Bought: Potatoes' })).toBeChecked()
  await isSaved(page)
  expect((await serverNames(app, token, list)).toSorted()).toEqual(['3 kg cement', 'Ham', 'Potatoes'])
})

for (const [language, line, chips, sum, labels] of [
  [
    'en',
    'cheese 200g 9.99',
    ['cheese 200g', '1\u00a0pcs', '9.99\u00a0zł'],
    '9.99\u00a0zł',
    ['Recognised', 'New product: name'],
  ],
  [
    'pl',
    'ser 200g 9,99',
    ['ser 200g', '1\u00a0szt.', '9,99\u00a0zł'],
    '9,99\u00a0zł',
    ['Rozpoznano', 'Nowy produkt: nazwa'],
  ],
] as const)
  test(`DETAIL-24 DETAIL-21 I18N-1 the price of a pack is what it costs (${language})`, async ({
    app,
    device,
  }) => {
    const token = await app.member('anna@example.org', password, language)
    const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Weekend' }, token)
    const { page } = await device('desktop')
    await logIn(page, 'anna@example.org', `/app/details/${id}`)
    const [group, field] = labels
    const understood = page.getByRole('group', { name: group })
    const name = page.getByRole('combobox', { name: field })
    await name.fill(line)
    for (const chip of chips) await expect(understood).toContainText(chip)
    await name.press('Enter')
    await expect(page.locator('strong').getByText(sum)).toBeVisible()
    const products = async () =>
      (await app.call<{ products: object[] }>('GET', `/api/v3/list/${id}`, undefined, token)).products
    await expect
      .poll(products)
      .toMatchObject([{ productName: chips[0], quantity: 1, unit: 'pcs', price: 9.99 }])
  })

for (const [language, group, label, add, ask] of [
  ['en', 'Recognised', 'New product: name', 'Add the product', 'Add the product’s name.'],
  ['pl', 'Rozpoznano', 'Nowy produkt: nazwa', 'Dodaj ten produkt', 'Dopisz nazwę produktu.'],
] as const)
  test(`DETAIL-24 I18N-1 an amount and a price alone ask for a name, and nothing typed is lost (${language})`, async ({
    app,
    device,
  }) => {
    const token = await app.member('anna@example.org', password, language)
    const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Weekend' }, token)
    const { page } = await device('phone')
    await logIn(page, 'anna@example.org', `/app/details/${id}`)
    const understood = page.getByRole('group', { name: group })
    const name = page.getByRole('combobox', { name: label })
    await name.fill('200g 9,99')
    await expect(understood).toContainText('200\u00a0g')
    await expect(understood).not.toContainText('/')
    await page.getByRole('button', { name: add, exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(ask)
    await expect(name).toHaveValue('200g 9,99')
    await name.press('End')
    await name.pressSequentially(' ser')
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(understood).toContainText('200g ser')
    await name.press('Enter')
    // Who means it as a name says so.
    await name.fill('1 kg')
    await name.press('Enter')
    await name.press('Escape')
    await expect(page.getByRole('alert')).toBeHidden()
    await name.press('Enter')
    await expect(name).toHaveValue('')
    const products = async () =>
      (await app.call<{ products: object[] }>('GET', `/api/v3/list/${id}`, undefined, token)).products
    await expect.poll(products).toMatchObject([
      { productName: '200g ser', quantity: 1, unit: 'pcs', price: 9.99 },
      { productName: '1 kg', quantity: 1, unit: 'pcs' },
    ])
  })

test('DETAIL-24 DETAIL-8 fractions are understood, and a price field takes its currency', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org')
  await newList(page)
  const name = nameField(page)
  await name.fill('flour 1 1/2 kg')
  await expect(page.getByRole('group', { name: 'Recognised' })).toContainText('1.5\u00a0kg')
  await name.press('Enter')
  await expect(field(page, 'Quantity', 'Flour')).toHaveValue('1.5')
  for (const [label, typed, shown] of [
    ['Price', '3,49 zł', '3.49'],
    ['Price', ',50', '0.50'],
    ['Quantity', '.5', '0.5'],
  ] as const) {
    await field(page, label, 'Flour').fill(typed)
    await field(page, label, 'Flour').press('Enter')
    await expect(field(page, label, 'Flour')).toHaveValue(shown)
  }
  await isSaved(page)
})

test('DETAIL-20 a price that is cleared is unknown again, offline too, and stays so', async ({
  app,
  device,
}) => {
  const desktop = await device('desktop')
  const { page, token, list } = await atNewList(app, desktop, 'Milk')
  const price = field(page, 'Price', 'Milk')
  await price.fill('3,49')
  await price.press('Enter')
  await expect(price).toHaveValue('3.49')
  await isSaved(page)
  await readyForOffline(page)
  await desktop.airplane(true)
  await price.fill('')
  await price.press('Enter')
  await expect(price).toHaveValue('')
  await expect.poll(() => waitingCount(page)).toBe(1)
  await page.reload()
  await expect(field(page, 'Price', 'Milk')).toHaveValue('')
  await desktop.airplane(false)
  await isSaved(page)
  const { sum, products } = await app.call<{ sum: number; products: object[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  expect([sum, products[0]]).toEqual([0, expect.objectContaining({ price: 0.01, priceUnknown: true })])
})

test('DETAIL-24 a list in one line and a table are offered apart', async ({ app, device }) => {
  const token = await app.member('anna@example.org', password)
  const { page } = await device('phone')
  await logIn(page, 'anna@example.org')
  const list = await newList(page)
  const dialog = page.getByRole('dialog', { name: 'Add a pasted list' })
  await paste(page, 'milk, eggs, 2 kg potatoes')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Add 3 products' }).click()
  await expect(dialog).toBeHidden()
  await paste(page, 'Name,Quantity,Price,Category\nFlour 500,2,3.49,Baking\n"Cheese, yellow",1,9.99,')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').first()).toContainText('3.49\u00a0zł')
  await dialog.getByRole('button', { name: 'Add 2 products' }).click()
  await expect(dialog).toBeHidden()
  await isSaved(page)
  const { products } = await app.call<{ products: Record<string, unknown>[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  expect(products.map((one) => [one['productName'], one['quantity'], one['unit']])).toEqual([
    ['Milk', 1, 'pcs'],
    ['Eggs', 1, 'pcs'],
    ['Potatoes', 2, 'kg'],
    ['Flour 500', 2, 'pcs'],
    ['Cheese, yellow', 1, 'pcs'],
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
  await expect(dialog.getByRole('listitem').nth(2)).toContainText('2.50\u00a0zł')
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
    ['short', 1, 'pcs', expect.anything()],
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
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Carrots', 'Leek', '7up', 'short'])
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
  await expect(popup.getByRole('option')).toHaveText([/Żółty ser.*32\.50.zł\/kg/, /Ser żółty w plastrach/])
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
  expect(await page.evaluate(async (url) => (await caches.match(url))?.status, icon)).toBe(200)
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

test('DETAIL-25 DETAIL-23 what is on the list already is pointed out: add to the first, undo, keep both', async ({
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
  const first = (await products())[0]

  await nameField(page).fill('500 g FLOUR')
  await nameField(page).press('Enter')
  await expect(nameField(page)).toHaveValue('')
  await page.getByRole('button', { name: '+500\u00a0g: Flour' }).click()
  await expect(field(page, 'Quantity', 'Flour')).toHaveValue('2.5')
  await expect.poll(() => names(page)).toEqual(['Flour'])
  await isSaved(page)
  expect((await products()).map(({ id, quantity }) => ({ id, quantity }))).toEqual([
    { id: first?.id, quantity: 2.5 },
  ])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(field(page, 'Quantity', 'Flour')).toHaveValue('2')
  await isSaved(page)
  await app.call(
    'POST',
    `/api/v3/list/${list}/product`,
    { productName: 'FLOUR', quantity: 500, unit: 'g' },
    token,
  )
  await expect.poll(() => names(page)).toEqual(['Flour', 'FLOUR'])

  // The same from its row, which also marks duplicates that somebody else added. The new product goes behind
  // all products of the server, so everything must be saved first.
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

  async function products() {
    const answer = await app.call<{ products: { id: string; quantity: number }[] }>(
      'GET',
      `/api/v3/list/${list}`,
      undefined,
      token,
    )
    return answer.products
  }
})
