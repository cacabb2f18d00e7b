import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { noteMarks, marksOf } from '../list-steps.ts'
import { isSaved, isSavedAfterAll, seedList, serverNames } from '../steps.ts'

const email = 'anna@example.org'
const nameField = (page: Page) => page.getByRole('combobox', { name: 'New product: name' })
const questionOf = (page: Page) => page.getByRole('status').filter({ hasText: 'On the list already' })

async function onServer(app: App, token: string, list: string) {
  const { products } = await app.call<{
    products: { productName: string; quantity: number; unit: string; category_name: string }[]
  }>('GET', `/api/v3/list/${list}`, undefined, token)
  return products.map(({ productName, quantity, unit }) => `${productName} ${quantity} ${unit}`)
}

for (const [size, where] of [
  ['phone', 'offline'],
  ['desktop', 'online'],
] as const)
  test(`WEEK-8 who types faster than anything answers loses nothing (${size}, ${where})`, async ({
    app,
    device,
  }) => {
    const token = await app.member(email, password)
    const list = await seedList(app, token, 'This week', [{ productName: 'wino' }])
    const phone = await device(size)
    const { page } = phone
    await logIn(page, email, `/app/details/${list}`)
    await expect(nameField(page)).toBeVisible()
    await readyForOffline(page)
    if (where === 'offline') await phone.airplane(true)
    await noteMarks(page)
    const wine = await page.locator('[data-row]').first().getAttribute('data-row')
    await nameField(page).focus()
    // Keys without a pause: the second rice comes while the first is being stored.
    await page.keyboard.type('wino\nryż\nryż\n')
    await expect(nameField(page)).toHaveValue('')
    await expect(nameField(page)).toBeFocused()
    await expect(questionOf(page)).toContainText('Rice')
    // It leaves with the next product.
    await page.keyboard.type('chleb\n')
    await expect(questionOf(page)).toHaveCount(0)
    await page.keyboard.type('Wina\n')
    await expect(questionOf(page)).toContainText('Wine')
    await expect.poll(() => marksOf(page)).toContain(wine)
    await questionOf(page).getByRole('button', { name: '+1: Wine' }).click()
    await expect(questionOf(page)).toHaveCount(0)
    if (where === 'offline') await phone.airplane(false)
    await (where === 'offline' ? isSavedAfterAll(page) : isSaved(page))
    expect(await onServer(app, token, list)).toEqual(['wino 2 pcs', 'Ryż 1 pcs', 'Chleb 1 pcs'])
  })

test('WEEK-6 what only may be the same is added, and asked about without holding up the next', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const list = await seedList(app, token, 'This week', [{ productName: 'Chałki', quantity: 2 }])
  const { page } = await device('phone')
  await logIn(page, email, `/app/details/${list}`)
  const question = page.getByRole('status').filter({ hasText: 'Is it the same as “Chałki”?' })
  await expect(nameField(page)).toBeVisible()
  await nameField(page).focus()
  await page.keyboard.type('chałka\nsól')
  await expect(question).toContainText('Chałka')
  await question.getByRole('button', { name: 'The same' }).click()
  await expect(question).toHaveCount(0)
  await expect(nameField(page)).toHaveValue('sól')
  await page.keyboard.press('Enter')
  await isSaved(page)
  // Nobody typed an amount, so there is no third one.
  expect(await onServer(app, token, list)).toEqual(['Chałki 2 pcs', 'Sól 1 pcs'])

  await page.keyboard.type('3 chałka\n')
  await question.getByRole('button', { name: 'The same' }).click()
  await isSaved(page)
  expect(await onServer(app, token, list)).toEqual(['Chałki 5 pcs', 'Sól 1 pcs'])
  await page.keyboard.type('chałką\n')
  await question.getByRole('button', { name: 'Two products' }).click()
  await expect(question).toHaveCount(0)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Chałki', 'Sól', 'Chałką'])
})
