import type { Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { isSaved, names, newList, seedList, serverNames } from '../steps.ts'

const ola = 'ola@example.org'

async function register(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByLabel('I accept the terms of use').check()
  await page.getByRole('button', { name: 'Create an account' }).click()
}

test('HAND-10 ROUTE-3 FRAME-7 registering logs in, and the banner says that the mail was sent', async ({
  app,
  device,
}) => {
  const { page } = await device('phone')
  // The page that asked for the login waits for the new account.
  await page.goto('/app/templates')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await register(page, ola)
  await page.waitForURL('**/app/templates')
  const banner = page.getByRole('region', { name: 'Your account is not active yet.' })
  await expect(banner).toContainText('Check your inbox')
  await expect(banner.getByRole('button', { name: 'Send the link again' })).toBeVisible()
  // Remembered, as the box on the log-in page is ticked at first.
  await page.reload()
  await expect(banner).toBeVisible()
  await page.goto(await app.mailedLink(ola, '/activate/'))
  await page.getByRole('link', { name: 'Go to my lists' }).click()
  await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
  await expect(banner).toBeHidden()
  // A page for visitors only leads on.
  await page.goto('/auth/register')
  await page.waitForURL('**/app')
})

test('HAND-10 where the login fails, the account is there, and the page says so', async ({ device }) => {
  const { page } = await device('desktop', { serviceWorkers: 'block' })
  await page.route('**/oauth/v2/token', (route) => route.abort())
  await page.goto('/auth/register')
  await register(page, ola)
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect(page.getByText(ola)).toBeVisible()
  await page.unroute('**/oauth/v2/token')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByLabel('Email').fill(ola)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/app')
})

test('HAND-10 an empty list offers staples, also without a network; each keeps its place and says that it is on the list', async ({
  app,
  device,
}) => {
  const token = await app.member(ola, password)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, ola)
  const list = await newList(page)
  await readyForOffline(page)
  const staples = page.getByRole('list', { name: 'Often bought' }).getByRole('button')
  await expect(staples).toHaveCount(12)
  await page.getByRole('button', { name: 'Add: Milk' }).click()
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeVisible()
  await expect(staples).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'On the list: Milk' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'From a template' })).toBeHidden()
  await phone.airplane(true)
  await page.getByRole('button', { name: 'Add: Bread' }).dblclick()
  await expect(page.getByRole('checkbox', { name: 'Bought: Bread' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'On the list: Bread' })).toBeVisible()
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread'])
  const { products } = await app.call<{ products: { category_name: string }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  expect(products.map(({ category_name }) => category_name)).toEqual(['Dairy', 'Bakery'])
  // Whoever types something else knows what they need.
  const field = page.getByRole('combobox', { name: 'New product: name' })
  await field.fill('Screws')
  await field.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Bought: Screws' })).toBeVisible()
  await expect(staples).toHaveCount(0)
})

test('HAND-10 an empty list offers a template, pasting and sharing; what needs the network says so', async ({
  app,
  device,
}) => {
  const token = await app.member(ola, password)
  const desktop = await device('desktop')
  const { page } = desktop
  await logIn(page, ola)
  await newList(page)
  await readyForOffline(page)
  await desktop.airplane(true)
  await expect(page.getByText('You are offline. Sharing needs a connection.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'From a template' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Share it' })).toBeDisabled()
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const pasting = page.getByRole('dialog', { name: 'Paste a list' })
  await pasting.getByLabel('Your list, one product per line').fill('2 kg potatoes\nrye bread')
  await pasting.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Add 2 products' }).click()
  await expect.poll(() => names(page)).toEqual(['Potatoes', 'rye bread'])
  await expect(page.getByRole('button', { name: 'Paste a list' })).toBeHidden()
  await desktop.airplane(false)
  await isSaved(page)

  await page.goto('/app')
  await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
  const other = await newList(page)
  await page.getByRole('button', { name: 'Share it' }).click()
  await expect(page.getByRole('dialog', { name: 'Sharing' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'From a template' }).click()
  const templates = page.getByRole('dialog', { name: 'Which template?' })
  await templates.getByRole('button', { name: /^Barbecue/ }).click()
  await expect(templates).toBeHidden()
  await expect.poll(async () => (await names(page)).length).toBe(17)
  expect(await serverNames(app, token, other)).toHaveLength(17)
})

test('HAND-10 ROUTE-12 on a new device, lists that are still on their way are not said to be none', async ({
  app,
  device,
}) => {
  const token = await app.member(ola, password)
  await seedList(app, token, 'Weekend', [])
  const { page, context } = await device('phone')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await context.route('**/api/v3/lists?**', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/v3/lists?**')
  await logIn(page, ola)
  await asked
  await expect(page.locator('[class*="skeleton" i]').first()).toBeVisible()
  await expect(page.getByText('Start your first list')).toHaveCount(0)
  answer()
  await expect(page.getByRole('link', { name: /Weekend/ })).toBeVisible()
})
