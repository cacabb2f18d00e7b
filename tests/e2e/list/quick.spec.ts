import type { Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { noteMarks, marksOf, rowsInSight } from '../list-steps.ts'
import { isSaved, names, seedBought, seedList, serverNames } from '../steps.ts'

const nameField = (page: Page) => page.getByRole('combobox', { name: 'New product: name' })
const usual = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'You often buy' })
    .getByRole('button', { name: `Add: ${name}`, exact: true })

test('HAND-2 HABIT-2 the usuals of earlier lists are added with one press, by mouse, key and without a network', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  await seedBought(app, token, 7, [
    { productName: 'Milk', quantity: 1.5, unit: 'l', category: 'Dairy' },
    { productName: 'Bread' },
    { productName: 'Tea' },
  ])
  await seedBought(app, token, 14, [
    { productName: 'Milk', unit: 'l', category: 'Dairy' },
    { productName: 'Soap' },
  ])
  const list = await seedList(app, token, 'This week', [{ productName: 'Tea' }])
  const desk = await device('desktop')
  const { page } = desk
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const chips = page.getByRole('group', { name: 'You often buy' }).getByRole('button')
  // What was there twice comes first, and what is on the list is not offered.
  await expect(chips).toHaveText([/^Milk 1.5\sl$/, 'Bread', 'Soap'])
  // Pressed twice in a hurry it is added once.
  await chips.first().evaluate((chip: HTMLElement) => {
    chip.click()
    chip.click()
  })
  await expect.poll(() => names(page)).toEqual(['Tea', 'Milk'])
  await expect(chips).toHaveText(['Bread', 'Soap'])
  await expect(page.getByRole('combobox', { name: 'Unit: Milk' })).toHaveValue('l')
  await expect(page.getByRole('textbox', { name: 'Quantity: Milk' })).toHaveValue('1.5')

  // By key: the chip goes, and the focus is in the field for the next one.
  await usual(page, 'Soap').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page)).toEqual(['Tea', 'Milk', 'Soap'])
  await expect(nameField(page)).toBeFocused()

  await isSaved(page)
  await readyForOffline(page)
  await desk.airplane(true)
  // What is half typed stays.
  await nameField(page).fill('xylitol qui')
  await usual(page, 'Bread').click()
  await expect.poll(() => names(page)).toEqual(['Tea', 'Milk', 'Soap', 'Bread'])
  await expect(nameField(page)).toHaveValue('xylitol qui')
  await desk.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Tea', 'Milk', 'Soap', 'Bread'])
})

test('HAND-2 who types before the suggestions are loaded gets them when they are; a suggestion is added by one press and keeps the focus, with the quantity that was typed', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  await seedList(app, token, 'Last week', [{ productName: 'Potatoes', unit: 'kg', category: 'Vegetables' }])
  const list = await seedList(app, token, 'This week', [{ productName: 'Tea' }])
  const { page } = await device('phone', { serviceWorkers: 'block' })
  const held: (() => Promise<void>)[] = []
  // They wait for the texts that a list itself does without.
  let first = true
  await page.route('**/assets/messages-*.js', (route) => {
    if (!first) return void held.push(() => route.continue())
    first = false
    return route.continue()
  })
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await nameField(page).tap()
  await page.keyboard.type('pota')
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.()
  await expect(page.getByRole('option', { name: 'Potatoes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: 'Potatoes' })).toBeHidden()

  await nameField(page).fill('')
  await page.keyboard.type('3 pota')
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: 'Potatoes' }).tap()
  await expect(page.getByRole('checkbox', { name: 'Bought: Potatoes' })).toBeVisible()
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).toHaveValue('')
  await isSaved(page)
  const { products } = await app.call<{ products: object[] }>('GET', `/api/v3/list/${list}`, undefined, token)
  expect(products[1]).toMatchObject({ productName: 'Potatoes', quantity: 3, category_name: 'Vegetables' })
})

test('HAND-2 DETAIL-23 DETAIL-25 WEEK-8 what is still to buy is shown and asked about, what is bought is unticked, and nothing typed goes', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'This week', [
    { productName: 'Milk', quantity: 2, unit: 'l' },
    { productName: 'Potatoes', quantity: 2, unit: 'kg' },
    { productName: 'Bread', quantity: 2, productStatus: true },
  ])
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const quantity = (name: string) => page.getByRole('textbox', { name: `Quantity: ${name}` })
  const question = page.getByRole('status').filter({ hasText: 'On the list already' })
  await expect(nameField(page)).toBeVisible()
  await nameField(page).fill('bread')
  await nameField(page).press('Enter')
  const bread = page.getByRole('checkbox', { name: 'Bought: Bread' })
  await expect(bread).not.toBeChecked()
  await expect(quantity('Bread')).toHaveValue('2')
  await expect(page.getByText('Bread: still to buy')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(bread).toBeChecked()
  await noteMarks(page)
  await nameField(page).fill('MILK')
  await nameField(page).press('Enter')
  // The row that is there is marked; the field is free.
  await expect(nameField(page)).toHaveValue('')
  await expect(nameField(page)).toBeFocused()
  await expect.poll(() => marksOf(page)).toHaveLength(1)
  await expect(question).toContainText('On the list already: 2\u00a0l')
  await expect(quantity('Milk')).toHaveValue('2')
  await nameField(page).press('Escape')
  await expect(question).toHaveCount(0)
  await expect(nameField(page)).toHaveValue('')

  // Another member has changed it meanwhile: nothing is overwritten.
  await isSaved(page)
  await nameField(page).fill('milk')
  await nameField(page).press('Enter')
  const { products } = await app.call<{ products: { id: string }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  await app.call('PUT', `/api/v3/list/${list}/product/${products[0]?.id}`, { quantity: 5 }, token)
  await expect(question).toContainText('5\u00a0l')
  await question.getByRole('button', { name: '+1\u00a0l: Milk' }).click()
  await expect(quantity('Milk')).toHaveValue('6')
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(quantity('Milk')).toHaveValue('5')

  // An amount that was typed waits for its answer behind newer questions.
  await nameField(page).fill('500 g potatoes')
  await nameField(page).press('Enter')
  await nameField(page).fill('milk')
  await nameField(page).press('Enter')
  await expect(question).toContainText('5\u00a0l')
  await question.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: '+500\u00a0g: Potatoes' }).click()
  await expect(quantity('Potatoes')).toHaveValue('2.5')

  // Amounts that cannot be added up, and a person who wants two lines: no mark is left behind.
  await nameField(page).fill('3 pcs potatoes')
  await nameField(page).press('Enter')
  await expect(question.getByRole('button', { name: /^\+/ })).toHaveCount(0)
  await nameField(page).press('Escape')
  await expect(nameField(page)).toHaveValue('3 pcs potatoes')
  await nameField(page).press('Enter')
  await question.getByRole('button', { name: 'Add separately' }).click()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Potatoes', 'Bread', 'Potatoes'])
  await expect(page.getByRole('button', { name: /on the list twice/i })).toHaveCount(0)
  await isSaved(page)
})

test('HAND-3 DETAIL-14 DETAIL-2 a partner who may edit shops: the whole row ticks, a long press opens the sheet, which changes, and the field adds', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  await app.member('tom@example.org', password)
  const list = await seedList(app, anna, 'This week', [{ productName: 'Milk' }, { productName: 'Bread' }])
  const share = `_list_id=${list}&_email_address=tom@example.org`
  await app.call('POST', `/api/v3/list/share?${share}`, {}, anna)
  await app.call('PUT', `/api/v3/shared_list/${list}?email_address=tom@example.org&permission=edit`, {}, anna)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'tom@example.org', `/app/details/${list}`)
  await page.getByRole('button', { name: 'Shopping mode' }).tap()
  await expect(page.getByText('2 left')).toBeVisible()
  await isSaved(page)
  await readyForOffline(page)
  await phone.airplane(true)

  // Near the right edge, short of the chevron.
  const row = page.getByRole('listitem').filter({ hasText: 'Milk' })
  const place = await row.boundingBox()
  if (!place) throw new Error('no row')
  await page.touchscreen.tap(place.x + place.width - 70, place.y + 6)
  await expect(page.getByRole('checkbox', { name: 'Milk' })).toBeChecked()
  await expect(page.getByText('1 left')).toBeVisible()

  // A long press ticks nothing.
  const held = await page.getByRole('listitem').filter({ hasText: 'Bread' }).boundingBox()
  if (!held) throw new Error('no row')
  const finger = await page.context().newCDPSession(page)
  const touchPoints = [{ x: held.x + 120, y: held.y + 20 }]
  const sheet = page.getByRole('dialog', { name: 'Bread' })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(sheet).toBeVisible()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Bread' })).not.toBeChecked()

  await page.getByRole('button', { name: 'Edit: Bread' }).tap()
  await sheet.getByRole('button', { name: 'More: Bread' }).tap()
  await expect(sheet.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2')
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(sheet).toHaveCount(0)

  await nameField(page).tap()
  await page.keyboard.type('butter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'butter' })).toBeVisible()
  await expect(page.getByText('2 left')).toBeVisible()
  await phone.airplane(false)
  await isSaved(page)
  const { products } = await app.call<{ products: object[] }>('GET', `/api/v3/list/${list}`, undefined, anna)
  expect(products).toMatchObject([
    { productName: 'Milk', productStatus: true },
    { productName: 'Bread', quantity: 2 },
    { productName: 'Butter' },
  ])
})

test('HAND-14 a phone shows at least 6 rows while shopping, on its side 3, below one bar of 56 pixels', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'This week', [
    { productName: 'Rye bread', category: 'Bakery', shop: 'Bakery', price: 6.66, note: 'sliced' },
    { productName: 'Butter', category: 'Dairy', price: 8.23, shop: 'Market' },
    { productName: 'Eggs', category: 'Dairy', price: 12.8 },
    { productName: 'Yoghurt', category: 'Dairy', price: 2.22, quantity: 4 },
    { productName: 'Apples', category: 'Fruit', quantity: 1.5, unit: 'kg' },
    { productName: 'Bananas', category: 'Fruit' },
    { productName: 'Sausage', category: 'Meat' },
  ])
  const { page } = await device('phone')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await page.getByRole('button', { name: 'Shopping mode' }).tap()
  await page.getByRole('button', { name: 'No matter' }).tap()
  await expect(page.getByRole('checkbox', { name: 'Rye bread' })).toBeVisible()
  for (const [width, height, rows] of [
    [360, 640, 6],
    [844, 390, 3],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(rows)
    await expect(page.locator('header')).toHaveCount(1)
    await expect(page.locator('header')).toHaveCSS('height', '56px')
  }
})
