import type { Locator, Page } from '@playwright/test'
import { expect, logIn, password, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

const products = [
  { productName: 'Milk', price: 3.5, quantity: 2 },
  { productName: 'Rolls', quantity: 12 },
]

/** A press selects the number, so typing replaces it. */
async function takesOver(page: Page, field: Locator, press: 'click' | 'tap'): Promise<void> {
  await field[press]()
  await page.keyboard.type('3')
  await expect(field).toHaveValue('3')
}

test('HAND-4 a press on a number selects it, and the next one places the caret: by mouse and keys', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  await takesOver(page, field('Quantity: Milk'), 'click')
  await takesOver(page, field('Price: Milk'), 'click')
  await takesOver(page, field('New product: quantity'), 'click')

  const rolls = field('Quantity: Rolls')
  const selected = () =>
    rolls.evaluate((input) => [
      (input as HTMLInputElement).selectionStart,
      (input as HTMLInputElement).selectionEnd,
    ])
  await field('Price: Rolls').focus()
  await page.keyboard.press('Tab')
  await expect(rolls).toBeFocused()
  expect(await selected()).toEqual([0, 2])
  // It already has the focus, so this counts as the second press.
  const box = await rolls.boundingBox()
  if (!box) throw new Error('no field')
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2)
  expect(await selected()).toEqual([2, 2])
  await page.keyboard.type('5')
  await expect(rolls).toHaveValue('125')
})

test('HAND-4 a tap on a number selects it, in a row and in the adding field of a phone', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const { page } = await device('phone')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await page.getByRole('button', { name: 'Edit: Milk' }).tap()
  const row = page.getByRole('dialog', { name: 'Milk' })
  await takesOver(page, row.getByRole('textbox', { name: 'Quantity' }), 'tap')
  await takesOver(page, row.getByRole('textbox', { name: 'Price, zł' }), 'tap')
  await row.getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('button', { name: 'Quantity, price and category' }).tap()
  const dock = page.getByRole('form', { name: 'Add a product' })
  await takesOver(page, dock.getByRole('textbox', { name: 'Quantity' }), 'tap')
})

test('HAND-4 a press on a number selects it where a product of a template is edited and where a code is named', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const body = { templateName: 'Barbecue', description: '', isPublic: false, fromList: list }
  const template = await app.call<{ id: string }>('POST', '/api/v3/template', body, token)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org', `/app/template/${template.id}`)
  await page.getByRole('button', { name: /Milk/ }).first().click()
  const dialog = page.getByRole('dialog')
  await takesOver(page, dialog.getByLabel('Quantity'), 'click')
  await takesOver(page, dialog.getByLabel('Price, zł'), 'click')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/app/barcode?list=${list}`)
  const code = page.getByRole('textbox', { name: /digits|code/i }).first()
  await code.fill('5901234123457')
  await code.press('Enter')
  await takesOver(page, page.getByLabel('Quantity', { exact: true }), 'click')
})
