import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { add, atNewList, edit, isSaved, seedList } from '../steps.ts'

test('HAND-5 DETAIL-11 DETAIL-23 OFFLINE-8 a note is typed in one line with the name, changed, found, kept by Undo, and kept under the hand that types in it', async ({
  app,
  device,
}) => {
  const { page, list, token } = await atNewList(app, await device('desktop'), 'Bread')
  const name = page.getByRole('combobox', { name: 'New product: name' })
  const understood = page.getByRole('group', { name: 'Recognised' })
  await name.fill('2 l milk (lactose-free)')
  await expect(understood).toContainText('lactose-free')
  await name.press('Enter')
  const milk = page.getByRole('textbox', { name: 'Note: Milk' })
  await expect(milk).toHaveValue('lactose-free')

  // By keyboard alone: from the name to its note.
  await page.getByRole('checkbox', { name: 'Bought: Bread' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Add a note: Bread' })).toBeFocused()
  await page.keyboard.press('Enter')
  const bread = page.getByRole('textbox', { name: 'Note: Bread' })
  await expect(bread).toBeFocused()
  await page.keyboard.type('with seeds')
  await page.keyboard.press('Enter')
  await isSaved(page)
  const { products } = await app.call<{ products: { id: string }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  expect(products).toMatchObject([
    { productName: 'Bread', note: 'with seeds' },
    { productName: 'Milk', note: 'lactose-free', quantity: 2, unit: 'l' },
  ])

  await page.getByRole('button', { name: 'Delete: Bread' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(bread).toHaveValue('with seeds')
  await page.getByRole('searchbox', { name: 'Search in the list' }).fill('seeds')
  await expect(page.getByRole('combobox', { name: /^Name: / })).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search in the list' }).fill('')

  // Another member takes it away meanwhile.
  await isSaved(page)
  await milk.fill('cold, please')
  const path = `/api/v3/list/${list}/product/${products[1]?.id}`
  await app.call('PUT', path, { note: '' }, token)
  await app.call('PUT', path, { price: 7 }, token)
  await expect(page.getByRole('textbox', { name: 'Price: Milk' })).toHaveValue('7.00')
  await expect(milk).toBeFocused()
  await page.keyboard.type('!')
  await expect(milk).toHaveValue('cold, please!')
  await add(page, 'Eggs')
  await isSaved(page)
  const after = await app.call<{ products: object[] }>('GET', `/api/v3/list/${list}`, undefined, token)
  expect(after.products[1]).toMatchObject({ note: 'cold, please!' })

  // An empty note is no note: its field disappears when it loses the focus.
  await edit(page, 'Note', 'Milk', '')
  await page.getByRole('combobox', { name: 'Name: Bread' }).focus()
  await expect(milk).toHaveCount(0)
})

test('HAND-5 OFFLINE-1 DETAIL-14 a note typed on a phone without a network is read in the shop, by a guest and in a template', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', [{ productName: 'Milk' }])
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await readyForOffline(page)
  const milk = page.getByRole('button', { name: 'Edit: Milk' })
  await expect(milk).toBeVisible()
  await phone.airplane(true)
  await milk.tap()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('the blue one')
  await note.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('button', { name: 'Shopping mode' }).tap()
  await expect(page.locator('[data-row]')).toContainText('the blue one')
  await phone.airplane(false)
  await isSaved(page)

  const { hash } = await app.call<{ hash: string }>('GET', `/api/v3/list/${list}`, undefined, token)
  await page.goto(`/read/${hash}`)
  await expect(page.getByRole('listitem')).toContainText('the blue one')
  const body = { templateName: 'Sunday', fromList: list }
  const template = await app.call<{ id: string }>('POST', '/api/v3/template', body, token)
  await page.goto(`/app/template/${template.id}`)
  await expect(page.getByText('the blue one')).toBeVisible()
})
