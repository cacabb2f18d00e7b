import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, logIn, password, test } from '../fixtures.ts'
import { isFirefox } from '../../support/browser.ts'

test.skip(isFirefox, 'only Chromium has an authenticator for tests')

const email = 'anna@example.org'

/**
 * Gives the browser an authenticator, like a phone with a finger on it: each question is answered at once, also that of
 * the autofill.
 */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', {})
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function logOut(page: Page): Promise<void> {
  await page.goto('/app/profile')
  await page.getByRole('button', { name: /^Log out On this/ }).click()
  await page.waitForURL('**/auth/login')
}

async function giveMyPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Log in').click()
}

/** Opens the dialog of a change and gives the password. */
async function change(page: Page, row: RegExp, typed?: string, given = password): Promise<void> {
  await page.getByRole('button', { name: row }).click()
  const dialog = page.getByRole('dialog')
  if (typed !== undefined) await dialog.getByRole('textbox').first().fill(typed)
  await dialog.getByLabel(/^Your password/).fill(given)
  await dialog.getByRole('button').last().click()
}

async function addPasskey(page: Page): Promise<void> {
  await change(page, /^Add a passkey/, 'Phone')
  await expect(page.getByText('Remove: Phone', { exact: true })).toBeVisible()
}

test('OPEN-5 a passkey is added, and logs in without a password', async ({ app, device }) => {
  await app.member(email, password)
  const { page } = await device('phone')
  await addAuthenticator(page)
  await logIn(page, email, '/app/profile')
  await page.getByRole('link', { name: 'Login methods' }).click()
  await addPasskey(page)
  // The field for the address offers it.
  await logOut(page)
  await page.waitForURL('**/app')
  await withoutAutofill(page)
  await logOut(page)
  await button(page, 'Log in with a passkey').click()
  await page.waitForURL('**/app')
})

test('OPEN-5 codes of an app, recovery codes and a passkey are the second factor of a log-in', async ({
  app,
  device,
}) => {
  await app.member(email, password)
  const { page } = await device('desktop')
  await addAuthenticator(page)
  await withoutAutofill(page)
  await logIn(page, email, '/app/edit-profile/ways-in')
  await page.getByRole('button', { name: /^Set up an app/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code for the app' }).locator('svg')).toBeVisible()
  const secret = (await dialog.getByText('Scan this').locator('span').textContent()) ?? ''
  const code = (later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later })
  await dialog.getByLabel('Code that the app shows').fill(code(-30_000))
  await dialog.getByLabel(/^Your password/).fill(password)
  await dialog.getByRole('button', { name: 'Set up an app' }).click()
  const shown = page.getByRole('status').filter({ hasText: 'recovery codes' }).locator('pre')
  const codes = ((await shown.textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  await addPasskey(page)

  await logOut(page)
  await giveMyPassword(page)
  const field = page.getByLabel('Code from your app, or a recovery code')
  await field.fill('000000')
  await button(page, 'Log in').click()
  await expect(page.getByRole('alert')).toContainText('This did not fit')
  await field.fill(code())
  await button(page, 'Log in').click()
  await page.waitForURL('**/app')

  await logOut(page)
  await giveMyPassword(page)
  await field.fill(codes[0] ?? '')
  await button(page, 'Log in').click()
  await page.waitForURL('**/app')

  await logOut(page)
  await giveMyPassword(page)
  await button(page, 'Use a passkey').click()
  await page.waitForURL('**/app')

  await page.goto('/app/edit-profile/ways-in')
  await expect(page.getByText('Left: 9')).toBeVisible()
  await change(page, /^Turn off/, undefined, 'wrong password')
  await expect(dialog.getByText('Incorrect password')).toBeVisible()
  await dialog.getByLabel(/^Your password/).fill(password)
  await dialog.getByRole('button').last().click()
  await expect(page.getByRole('button', { name: /^Set up an app/ })).toBeVisible()
  await logOut(page)
  await giveMyPassword(page)
  await page.waitForURL('**/app')
})

test('OPEN-5 without a network the ways in say that they need one', async ({ app, device }) => {
  await app.member(email, password)
  const { page } = await device('phone')
  await logIn(page, email, '/app/edit-profile/ways-in')
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('This needs a connection')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Set up an app/ })).toBeDisabled()
})
