import type { Page } from '@playwright/test'
import { expect, logIn, logInByHand, password, test } from '../fixtures.ts'
import { appValues } from '../steps.ts'

const anna = 'anna@example.org'
const register = { email: anna, password, language: 'en', termsAccepted: true }
const banner = (page: Page) => page.getByRole('region', { name: 'Your account is not active yet.' })

test('FRAME-7 FRAME-4 the banner of an inactive account stays over a reload until it is closed, comes with the next log-in, and goes by itself once the link was opened in another tab or on another device', async ({
  app,
  device,
}) => {
  await app.call('POST', '/api/v3/profile', register)
  const link = await app.mailedLink(anna, '/activate/')
  const { page } = await device('desktop')
  await logInByHand(page, anna)
  await expect(banner(page)).toBeVisible()
  await page.reload()
  await expect(banner(page)).toBeVisible()
  await banner(page).getByRole('button', { name: 'Close' }).click()
  await expect(banner(page)).toBeHidden()
  await expect
    .poll(async () => (await appValues(page))['inactiveBannerClosed'])
    .not.toMatchObject({ closedBy: null })
  await page.reload()
  const account = page.getByRole('button', { name: 'Your account' })
  await account.click()
  // The menu still says it, where it is not in the way.
  const menu = page.getByRole('dialog', { name: 'Your account' })
  await expect(menu).toContainText('Account has not been activated')
  await expect(banner(page)).toBeHidden()
  const told = page.waitForResponse('**/oauth/v2/revoke')
  // In sight without scrolling, below the notice too.
  await expect(menu.getByRole('button', { name: 'Log out' })).toBeInViewport({ ratio: 1 })
  await menu.getByRole('button', { name: 'Log out' }).click()
  await told
  await logInByHand(page, anna)
  await expect(banner(page)).toBeVisible()

  const other = await page.context().newPage()
  await other.goto(new URL(link).pathname)
  await expect(other.getByRole('heading', { name: 'Your account is active' })).toBeVisible()
  await other.close()
  await expect(banner(page)).toBeHidden()
  await account.click()
  await expect(menu.getByRole('link', { name: 'My profile' })).toBeVisible()
  await expect(menu).not.toContainText('Account has not been activated')

  const ben = 'ben@example.org'
  await app.call('POST', '/api/v3/profile', { ...register, email: ben })
  const elsewhere = await app.mailedLink(ben, '/activate/')
  await logIn(page, ben, '/app/profile')
  // One yellow box at a time.
  const notice = page.getByText('You can edit your profile once')
  await expect(banner(page)).toBeVisible()
  await expect(notice).toBeHidden()
  await banner(page).getByRole('button', { name: 'Close' }).click()
  await expect(notice).toBeVisible()
  await app.call('POST', `/api/v3/me/activate/${elsewhere.split('/').at(-1)}`)
  await expect(notice).toBeHidden()
})

test('AUTH-7 SAFE-9 the page of a dead activation link says how often one is sent, also to who is signed in; whoever activates without a session is offered a new password', async ({
  app,
  device,
}) => {
  await app.call('POST', '/api/v3/profile', register)
  const link = await app.mailedLink(anna, '/activate/')
  await app.call('POST', '/api/v3/profile', { ...register, email: 'ben@example.org' })
  const bens = await app.mailedLink('ben@example.org', '/activate/')
  const { page } = await device('phone')
  // Somebody else may have registered with this address.
  await page.goto(new URL(bens).pathname)
  await expect(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible()
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await expect(page).toHaveURL(/\/auth\/forgot-password$/)

  const rule = page.getByText('Only one activation link per 24 hours can be sent')
  await page.goto('/activate/nobody-knows-this-one')
  await expect(rule).toBeVisible()
  await page.getByLabel('Email').fill(anna)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('If an account with this address is waiting for activation')).toBeVisible()
  await expect(rule).toBeVisible()

  await logInByHand(page, anna)
  await page.route('**/api/v3/resend_activation', (route) => {
    expect(route.request().postDataJSON()).toEqual({})
    return route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'no', status: 429, code: 'activationAlreadySent', requestId: 'x' },
    })
  })
  await page.goto('/activate/nobody-knows-this-one')
  // The account is known, so the page does not ask for an e-mail.
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByRole('alert')).toContainText('Only one activation link per 24 hours can be sent')
  await page.goto(new URL(link).pathname)
  await expect(page.getByRole('link', { name: 'Go to my lists' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set a new password' })).toHaveCount(0)
})
