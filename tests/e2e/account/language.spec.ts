import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { expect, logInByHand, password, test } from '../fixtures.ts'

const anna = 'anna@example.org'
const ola = 'ola@example.org'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const languageOf = async (app: App, token: string) =>
  (await app.call<{ language: string }>('GET', '/api/v3/me', undefined, token)).language

/** Works in either language. */
async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login')
  await page.locator('input[type="email"]').fill(email)
  await page.locator('input[type="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/app')
}

async function logOut(page: Page, menu: string, button: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  const told = page.waitForResponse('**/oauth/v2/revoke')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await told
  await page.waitForURL('**/auth/login')
}

test('HAND-15 another person’s log-in on this device brings their language along, which one chosen before gives way to', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password, 'en')
  await app.member(ola, password, 'pl')
  const { page } = await device('desktop')
  await page.goto('/auth/login')
  await page.getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Zaloguj się')).toBeVisible()
  await logIn(page, anna)
  await expect(heading(page, 'Shopping lists')).toBeVisible()
  expect(await languageOf(app, token)).toBe('en')
  await logOut(page, 'Your account', 'Log out')
  await logIn(page, ola)
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
  await logOut(page, 'Twoje konto', 'Wyloguj się')
  // Until somebody signs in, the device keeps its last language.
  await expect(heading(page, 'Zaloguj się')).toBeVisible()
  await logIn(page, anna)
  await expect(heading(page, 'Shopping lists')).toBeVisible()
})

test('HAND-15 AUTH-10 AUTH-12 a language that was chosen on another device, in the menu, or without a network is that of the page and of the account', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password, 'en')
  const phone = await device('desktop')
  const { page } = phone
  await page.clock.install()
  await logInByHand(page, anna)
  await expect(heading(page, 'Shopping lists')).toBeVisible()
  const choose = (language: string) => app.call('PUT', '/api/v3/me/update_profile', { language }, token)
  // On another device: whoever comes back to the open page finds their account as it is now.
  await choose('pl')
  await page.clock.fastForward(61_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
  await choose('en')
  await page.reload()
  await expect(heading(page, 'Shopping lists')).toBeVisible()

  // The form that is open changes its language and keeps what was typed.
  await page.goto('/app/edit-profile/account')
  const main = page.getByRole('main')
  await main.getByLabel('City').fill('Łódź')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('dialog').getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Edytuj profil')).toBeVisible()
  await expect.poll(() => languageOf(app, token)).toBe('pl')
  await page.keyboard.press('Escape')
  await expect(main.getByLabel('Język')).toHaveValue('pl')
  await expect(main.getByLabel('Miasto')).toHaveValue('Łódź')
  await main.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByText('Profil zapisany')).toBeVisible()
  expect(await app.call('GET', '/api/v3/me', undefined, token)).toMatchObject({
    language: 'pl',
    city: 'Łódź',
  })

  // What the server cannot be told is kept, and told as soon as it can be.
  await page.goto('/app')
  await page.getByRole('button', { name: 'Twoje konto' }).click()
  await phone.airplane(true)
  await page.getByRole('dialog').getByLabel('Język').selectOption('en')
  await expect(heading(page, 'Shopping lists')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Shopping lists')).toBeVisible()
  expect(await languageOf(app, token)).toBe('pl')
  await phone.airplane(false)
  await page.reload()
  await expect.poll(() => languageOf(app, token)).toBe('en')
  await expect(heading(page, 'Shopping lists')).toBeVisible()
})

test('OPEN-6 a language that is not the browser’s is chosen by its own name, and is there without a network', async ({
  app,
  device,
}) => {
  await app.member(anna, password, 'de')
  const phone = await device('phone', { locale: 'en' })
  const { page } = phone
  await page.goto('/auth/login')
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' })
  await expect(heading(page, 'Anmelden')).toBeVisible()
  await logIn(page, anna)
  await expect(heading(page, 'Einkaufslisten')).toBeVisible()
  // The worker keeps its three files of texts; the precache has those of English only.
  await page.waitForFunction(async () => (await (await caches.open('texts')).keys()).length === 3)
  await phone.airplane(true)
  await page.reload()
  await expect(heading(page, 'Einkaufslisten')).toBeVisible()
  await page.goto('/app/profile')
  await expect(heading(page, 'Mein Profil')).toBeVisible()
})
