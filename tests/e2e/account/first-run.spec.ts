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
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/app')
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
  await expect.poll(() => names(page)).toEqual(['Potatoes', 'Rye bread'])
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

test('HAND-10 LISTS-1 ROUTE-12 a new device says of lists that are still on their way not that there are none, and shows them as soon as it can', async ({
  app,
  device,
}) => {
  const token = await app.member(ola, password)
  await seedList(app, token, 'Weekend', [])
  const { page, context } = await device('phone')
  // Not when the page has nothing else to do.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
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
