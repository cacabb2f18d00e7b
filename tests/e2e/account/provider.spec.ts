import { App, freePort } from '../../support/app.ts'
import { Device } from '../../support/browser.ts'
import { oidcClient, startProvider } from '../../support/ways-in/provider.ts'
import { expect, password, test } from '../fixtures.ts'

test('OPEN-5 a provider of one’s own makes an account, links one by its password, and is unlinked', async () => {
  const port = await freePort()
  const provider = await startProvider(`http://localhost:${port}`)
  const env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.clientId,
    OIDC_CLIENT_SECRET: oidcClient.clientSecret,
    OIDC_NAME: 'Home',
  }
  const app = await App.start(env, { port })
  const device = new Device(app.url, 'phone')
  try {
    await app.member('anna@example.org', password)
    const page = await device.open()
    const logIn = page.getByRole('link', { name: 'Log in with Home' })
    const logOut = async () => {
      await page.goto('/app/profile')
      await page.getByRole('button', { name: /^Log out On this/ }).click()
      await expect(logIn).toBeVisible()
      // The provider remembers whom it let in.
      await page.context().clearCookies()
    }
    provider.now.who = { sub: 'b', email: 'ben@example.org', email_verified: true, name: 'Ben' }
    await page.goto('/auth/login')
    await logIn.click()
    await page.waitForURL('**/app')
    await logOut()
    provider.now.who = { sub: 'a', email: 'anna@example.org', email_verified: true }
    await logIn.click()
    await expect(page.getByText('anna@example.org has an account here')).toBeVisible()
    expect(page.url()).toBe(`${app.url}/auth/login`)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/app')
    await page.context().clearCookies({ name: '_session' })
    await page.goto('/app/edit-profile/ways-in')
    await page.getByRole('button', { name: /^Unlink/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Your password/).fill(password)
    await dialog.getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('button', { name: /^Link/ }).click()
    await page.getByRole('button', { name: /^Yes, link/ }).click()
    await expect(page.getByRole('button', { name: /^Unlink/ })).toBeVisible()
    provider.now.who = null
    await logOut()
    await logIn.click()
    await expect(page.getByRole('alert')).toBeVisible()
  } finally {
    await device.dispose()
    await app.stop()
    await provider.close()
  }
})
