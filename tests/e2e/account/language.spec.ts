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

test('HAND-15 another person’s log-in on this device brings their language along', async ({
  app,
  device,
}) => {
  await app.member(anna, password, 'en')
  await app.member(ola, password, 'pl')
  const { page } = await device('desktop')
  await logIn(page, anna)
  await expect(heading(page, 'Shopping lists')).toBeVisible()
  await logOut(page, 'Your account', 'Log out')
  await logIn(page, ola)
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
  await logOut(page, 'Twoje konto', 'Wyloguj się')
  // Until somebody signs in, the device keeps its last language.
  await expect(heading(page, 'Zaloguj się')).toBeVisible()
  await logIn(page, anna)
  await expect(heading(page, 'Shopping lists')).toBeVisible()
})

test('HAND-15 a language chosen on another device is here with the next look at the profile', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password, 'en')
  const { page } = await device('desktop')
  await logInByHand(page, anna)
  await expect(heading(page, 'Shopping lists')).toBeVisible()
  await app.call('PUT', '/api/v3/me/update_profile', { language: 'pl' }, token)
  await page.reload()
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
  // It stays so, without a network too.
  await page.context().setOffline(true)
  await page.reload()
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
})

test('HAND-15 AUTH-10 somebody who comes back to an open page finds their account as it is now', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password, 'en')
  const { page } = await device('desktop')
  await page.clock.install()
  await logInByHand(page, anna)
  await expect(heading(page, 'Shopping lists')).toBeVisible()
  await app.call('PUT', '/api/v3/me/update_profile', { language: 'pl' }, token)
  await page.clock.fastForward(61_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
})

test('HAND-15 a language chosen before the log-in gives way to the account’s, and saving the profile changes nothing', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password, 'en')
  const { page } = await device('desktop')
  await page.goto('/auth/login')
  await page.getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Zaloguj się')).toBeVisible()
  await logIn(page, anna)
  await expect(heading(page, 'Shopping lists')).toBeVisible()
  await page.goto('/app/edit-profile/account')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Language')).toHaveValue('en')
  await main.getByLabel('City').fill('Łódź')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(heading(page, 'Edit profile')).toBeVisible()
  expect(await languageOf(app, token)).toBe('en')
})

test('HAND-15 AUTH-12 a language chosen in the menu stays when the profile that was open is saved', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password, 'en')
  const { page } = await device('desktop')
  await logInByHand(page, anna)
  await page.goto('/app/edit-profile/account')
  const main = page.getByRole('main')
  await main.getByLabel('City').fill('Łódź')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('dialog').getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Edytuj profil')).toBeVisible()
  await expect.poll(() => languageOf(app, token)).toBe('pl')
  await page.keyboard.press('Escape')
  // The form changes its language and keeps what was typed.
  await expect(main.getByLabel('Język')).toHaveValue('pl')
  await expect(main.getByLabel('Miasto')).toHaveValue('Łódź')
  await main.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByText('Profil zapisany')).toBeVisible()
  expect(await app.call('GET', '/api/v3/me', undefined, token)).toMatchObject({
    language: 'pl',
    city: 'Łódź',
  })
  await page.reload()
  await expect(heading(page, 'Edytuj profil')).toBeVisible()
})

test('AUTH-12 a language that the server could not be told yet is kept, and told as soon as it can be', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password, 'en')
  const phone = await device('phone')
  const { page } = phone
  await logInByHand(page, anna)
  await page.getByRole('button', { name: 'Your account' }).click()
  await phone.airplane(true)
  await page.getByRole('dialog').getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
  expect(await languageOf(app, token)).toBe('en')
  await phone.airplane(false)
  await page.reload()
  await expect.poll(() => languageOf(app, token)).toBe('pl')
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
})

test('AUTH-12 an account that is not active keeps its language on this device, and is asked nothing when it is active', async ({
  app,
  device,
}) => {
  const body = { email: anna, password, language: 'en', termsAccepted: true }
  await app.call('POST', '/api/v3/profile', body)
  const link = await app.mailedLink(anna, '/activate/')
  const token = await app.token(anna, password)
  const { page } = await device('desktop')
  await logInByHand(page, anna)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('dialog').getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
  expect(await languageOf(app, token)).toBe('en')
  const other = await page.context().newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await other.close()
  await page.reload()
  // Activating ended the other session.
  const again = await app.token(anna, password)
  await expect.poll(() => languageOf(app, again)).toBe('pl')
  await expect(heading(page, 'Listy zakupów')).toBeVisible()
})
