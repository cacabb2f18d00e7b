import { anna, expect, password, test } from './fixtures.ts'
import { atNewList, logIn, seedList, serverNames, serverRows } from './steps.ts'

test('DETAIL-14 HAND-3 HAND-5 in the shop the whole row ticks, and all of a product opens in a sheet', async ({
  app,
  another,
}) => {
  const token = await app.member(anna, password)
  const products = [
    { productName: 'Milk', category: 'Dairy', price: 3.5 },
    { productName: 'Rolls', category: 'Bakery' },
  ]
  const { list, path } = await seedList(app, token, ...products)
  const { page } = await another('phone')
  await logIn(page)
  await page.goto(path)
  await page.click('button', 'Shopping mode')
  await page.see('text', '2 left')
  await page.click('text', 'Rolls')
  await page.until('the tick', async () => (await page.see('checkbox', 'Rolls')).checked)
  await page.see('text', '1 left')
  await page.click('button', 'Edit: Milk')
  await page.type('textbox', 'Note', 'the lactose-free one')
  await page.click('button', 'Close')
  await page.see('text', 'the lactose-free one')
  await page.see('button', /Saved/)
  const rows = await serverRows(app, token, list)
  expect(rows.map(({ productName, note, productStatus }) => [productName, note, productStatus])).toEqual([
    ['Milk', 'the lactose-free one', false],
    ['Rolls', '', true],
  ])
})

test('SCAN-1 SCAN-2 SCAN-3 without a camera the scanner says so, and a typed code is named once and then known', async ({
  app,
  another,
}) => {
  const token = await app.member(anna, password)
  const { list, path } = await seedList(app, token)
  const { page } = await another('phone')
  await logIn(page)
  await page.goto(path)
  await page.click('button', 'Actions')
  await page.click('menuitem', 'Scan')
  await page.see(
    'text',
    /^(This device has no camera|The camera could not be started|The camera is not allowed here)\.$/,
  )
  const use = async (digits: string) => {
    await page.type('textbox', 'Or type in the digits', digits)
    await page.click('button', 'Use')
  }
  await use('5901234123458')
  await page.see('text', /^These digits do not add up\./)
  await use('5901234123457')
  await page.type('textbox', 'Name', 'Oat milk')
  await page.click('button', 'Remember and add')
  await page.see('text', 'Added: Oat milk')
  await use('5901234123457')
  await page.click('button', /^Make it 2\spcs$/)
  await page.see('text', 'Added to what is there: Oat milk')
  await page.see('button', /Saved/)
  expect(
    (await serverRows(app, token, list)).map(({ productName, quantity }) => [productName, quantity]),
  ).toEqual([['Oat milk', 2]])
})

test('TEMPLATES-1 TEMPLATES-3 TEMPLATES-4 a ready-made template becomes a list, and a list a template', async ({
  app,
  device,
}) => {
  const { token } = await atNewList(app, device)
  const { page } = device
  await page.click('link', 'Templates')
  await page.click('link', 'Barbecue')
  await page.click('button', 'Create a list')
  await page.until('the list', async () => (await page.path()).startsWith('/app/details/'))
  const list = (await page.path()).split('/').at(-1) ?? ''
  await expect.poll(async () => (await page.all('combobox', /^Name: /)).length).toBeGreaterThan(5)
  const products = await serverNames(app, token, list)
  expect(products).toContain('Charcoal')
  await page.click('button', 'Actions')
  await page.click('menuitem', 'Copy, file, currency')
  await page.click('button', 'Create template from list')
  await page.until('the template', async () => (await page.path()).startsWith('/app/template/'))
  await page.see('text', `${products.length} products`)
})
