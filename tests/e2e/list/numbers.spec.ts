import type { Locator, Page } from '@playwright/test'
import { expect, logIn, password, test } from '../fixtures.ts'
import { isSaved, seedList } from '../steps.ts'

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

test('HAND-4 a press on a number selects it, and the next one places the caret: by mouse and keys, in a list, a template and the scanner', async ({
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
  await rolls.hover()
  await page.getByRole('button', { name: 'More: Rolls' }).click()
  await expect(rolls).toHaveValue('126')

  const body = { templateName: 'Barbecue', description: '', isPublic: false, fromList: list }
  const template = await app.call<{ id: string }>('POST', '/api/v3/template', body, token)
  await page.goto(`/app/template/${template.id}`)
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

test('HAND-4 a tap on a number selects it; minus and plus step by the unit, also on top of what is only typed, as fast as one presses', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'This week', [
    { productName: 'Milk', price: 3.5 },
    { productName: 'Flour', quantity: 0.5, unit: 'kg' },
  ])
  const { page } = await device('phone')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await page.getByRole('button', { name: 'Edit: Milk' }).tap()
  const milk = page.getByRole('dialog', { name: 'Milk' })
  const quantity = milk.getByRole('textbox', { name: 'Quantity' })
  const more = milk.getByRole('button', { name: 'More: Milk' })
  const less = milk.getByRole('button', { name: 'Less: Milk' })
  await expect(less).toBeDisabled()
  for (let i = 0; i < 4; i++) await more.tap()
  await expect(quantity).toHaveValue('5')
  await less.tap()
  await more.tap()
  await less.tap()
  await expect(quantity).toHaveValue('4')
  await quantity.fill('7')
  await more.tap()
  await expect(quantity).toHaveValue('8')
  await takesOver(page, milk.getByRole('textbox', { name: 'Price, zł' }), 'tap')
  await takesOver(page, quantity, 'tap')
  await milk.getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('button', { name: 'Edit: Flour' }).tap()
  const flour = page.getByRole('dialog', { name: 'Flour' })
  await flour.getByRole('button', { name: 'More: Flour' }).tap()
  await expect(flour.getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.6')
  await flour.getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('button', { name: 'Quantity, price and category' }).tap()
  const dock = page.getByRole('form', { name: 'Add a product' })
  await takesOver(page, dock.getByRole('textbox', { name: 'Quantity' }), 'tap')
  await isSaved(page)
})
