import { expect, password, test } from '../fixtures.ts'
import { add, edit, isSaved, names, newList, serverNames, tick } from '../steps.ts'

test('AUTH-4 register, mail, activate, a list, products: the whole way by hand', async ({ app, device }) => {
  const { page } = await device('desktop')
  await page.goto('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('Email').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.waitForURL('**/app')
  await expect(page.getByRole('button', { name: 'New list' }).first()).toBeVisible()

  // The mail, as the development mail page shows it.
  await app.mailedLink('anna@example.org', '/activate/')
  await page.goto(app.devMail)
  await page.getByText('anna@example.org').first().click()
  const link = page.locator('a[href*="/activate/"]').first()
  await page.goto((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('link', { name: 'Go to my lists' }).click()
  await page.waitForURL('**/app')
  const list = await newList(page)
  await add(page, 'Milk', 'Bread', 'Eggs')
  await edit(page, 'Price', 'Milk', '3,49')
  await tick(page, 'Bread')
  await isSaved(page)
  const token = await app.token('anna@example.org', password)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Eggs'])

  await page.goto('/app')
  await expect(page.getByText(/^Shopping list of /).first()).toBeVisible()
  await page
    .getByText(/^Shopping list of /)
    .first()
    .click()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Eggs'])
  await expect(page.getByRole('textbox', { name: 'Price: Milk' })).toHaveValue(/3[.,]49/)
})

test('AUTH-2 a wrong pair, an unknown page and a foreign address are told clearly', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  const { page } = await device('phone')
  await page.goto('/app/details/somewhere')
  await page.waitForURL('**/auth/login**')
  await page.getByLabel('Email').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Invalid username or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('anna@example.org')

  // ROUTE-24: back to the page that the person wanted
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/app/details/somewhere')
})
