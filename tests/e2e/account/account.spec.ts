import { expect, password, test } from '../fixtures.ts'
import { add, edit, isSaved, names, newList, serverNames, tick } from '../steps.ts'

test('AUTH-4 HAND-10 ROUTE-3 FRAME-7 RUN-4 an open server: register, mail, activate, a list, products: the whole way by hand', async ({
  app,
  device,
}) => {
  const { page } = await device('desktop')
  // The page that asked for the log-in waits for the new account.
  await page.goto('/app/templates')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('Email').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.waitForURL('**/app/templates')
  const banner = page.getByRole('region', { name: 'Your account is not active yet.' })
  await expect(banner).toContainText('Check your inbox')
  await expect(banner.getByRole('button', { name: 'Send the link again' })).toBeVisible()
  // Remembered, as the box on the log-in page is ticked at first.
  await page.reload()
  await expect(banner).toBeVisible()

  // The mail, as the development mail page shows it.
  await app.mailedLink('anna@example.org', '/activate/')
  await page.goto(app.devMail)
  await page.getByText('anna@example.org').first().click()
  const link = page.locator('a[href*="/activate/"]').first()
  await page.goto((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('link', { name: 'Go to my lists' }).click()
  await page.waitForURL('**/app')
  await expect(banner).toBeHidden()
  const list = await newList(page)
  await add(page, 'Milk', 'Bread', 'Eggs')
  await edit(page, 'Price', 'Milk', '3,49')
  await tick(page, 'Bread')
  await isSaved(page)
  const token = await app.token('anna@example.org', password)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Eggs'])

  await page.goto('/app')
  await page.getByRole('link', { name: 'Shopping', exact: true }).click()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Eggs'])
  await expect(page.getByRole('textbox', { name: 'Price: Milk' })).toHaveValue(/3[.,]49/)
  // A page for visitors only leads on.
  await page.goto('/auth/register')
  await page.waitForURL('**/app')
})
