import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, logInByHand, password, test } from '../fixtures.ts'
import { add, isSaved, newList, serverNames } from '../steps.ts'

const anna = 'anna@example.org'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('ROUTE-1 ROUTE-2 ROUTE-3 ROUTE-4 ROUTE-5 ROUTE-11 ROUTE-26 ROUTE-27 AUTH-1 AUTH-4 AUTH-5 FRAME-8 the pages for visitors and the ways between them', async ({
  device,
}) => {
  const { page } = await device('desktop')
  await page.goto('/')
  await expect(heading(page, 'Log in')).toBeVisible()

  // Around the form: language, light or dark mode, credit.
  await expect(page.getByText('© 2018-2021 Koszyk')).toBeVisible()
  await page.getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Zaloguj się')).toBeVisible()
  await page.getByLabel('Język').selectOption('en')
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  // The form: nothing to send yet; the password can be shown.
  const submit = page.getByRole('button', { name: 'Log in', exact: true })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await expect(submit).toBeEnabled()
  await page.getByRole('button', { name: 'Show or hide password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByText('Field is empty')).toBeVisible()

  await expect(page.getByRole('link', { name: 'See public lists' })).toHaveAttribute('href', '/public-lists')

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
  await expect(page).toHaveURL('/auth/forgot-password')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/auth/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/auth/register')
  await page.getByLabel('Email').fill(anna)
  const box = page.getByRole('checkbox', {
    name: 'I accept the terms of use and have read the privacy policy',
  })
  await box.check()
  await page.getByRole('main').getByRole('link', { name: 'terms of use' }).click()
  await expect(page).toHaveURL('/terms')
  await expect(page).toHaveTitle('Terms of use · Koszyk')
  await page.getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Regulamin')).toBeVisible()
  await page.getByLabel('Język').selectOption('en')
  await page.goBack()
  // The e-mail is still there; the consent box is cleared.
  await expect(page.getByLabel('Email')).toHaveValue(anna)
  await expect(box).not.toBeChecked()
  await page.getByRole('link', { name: 'privacy policy', exact: true }).click()
  await expect(page).toHaveURL('/privacy')
  await page.getByRole('link', { name: 'About us' }).click()
  await expect(page).toHaveURL('/about-us')
  await expect(heading(page, 'About us')).toBeVisible()

  await page.goto('/auth/reset-password')
  await expect(page.getByText('You need the link from our email for this.')).toBeVisible()
  await page.getByLabel('Email').fill(anna)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the new password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Invalid reset link')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue(password)
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/auth/login')
})

test('AUTH-6 AUTH-5 a forgotten password: the link by mail, what is refused, and the new password', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  const { page } = await device('phone')
  await page.goto('/auth/forgot-password')
  const send = page.getByRole('button', { name: 'Send the link' })
  await expect(send).toBeDisabled()
  await page.getByLabel('Email').fill('anna@nowhere')
  await send.click()
  await expect(page.getByText('Email format is not valid')).toBeVisible()
  await page.getByLabel('Email').fill(anna)
  await send.click()
  await expect(heading(page, 'Check your inbox')).toBeVisible()

  const link = await app.mailedLink(anna, '/auth/reset-password/')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Required')).toHaveCount(2)
  await page.getByLabel('Email').fill('anna@')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Email format is not valid')).toBeVisible()
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await expect(page.getByText('Required')).toBeVisible()
  await page.getByLabel('Email').fill('somebody.else@example.org')
  await page.getByLabel('New password', { exact: true }).fill('a new sentence')
  await page.getByLabel('Repeat the new password').fill('another sentence')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password dont match')).toBeVisible()
  await page.getByLabel('Repeat the new password').fill('a new sentence')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Invalid reset link')).toBeVisible()
  // Errors that only the server can find are shown under their field too.
  await page.getByLabel('Email').fill(anna)
  await page.getByLabel('New password', { exact: true }).fill('password1')
  await page.getByLabel('Repeat the new password').fill('password1')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('This password is too common.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('a new sentence')
  await page.getByLabel('Repeat the new password').fill('a new sentence')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(heading(page, 'Your new password is set')).toBeVisible()

  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(anna)
  await page.getByLabel('Password', { exact: true }).fill('a new sentence')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/app')
})

test('AUTH-7 ROUTE-7 FRAME-7 PROFILE-2 AUTH-12 an account before and after its activation', async ({
  app,
  device,
}) => {
  await app.call('POST', '/api/v3/profile', { email: anna, password, language: 'en', termsAccepted: true })
  const link = await app.mailedLink(anna, '/activate/')
  const { page } = await device('desktop')
  await logInByHand(page, anna)
  const banner = page.getByRole('region', { name: 'Your account is not active yet.' })
  await expect(banner).toContainText('Your own lists already work.')
  await banner.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText(/You can ask for a new link in \d+ seconds?/)).toBeVisible()
  await banner.getByRole('button', { name: 'Close' }).click()
  await expect(banner).toBeHidden()
  await page.getByRole('button', { name: 'Your account' }).click()
  const menu = page.getByRole('dialog', { name: 'Your account' })
  await expect(menu).toContainText('Account has not been activated')
  await menu.getByRole('link', { name: 'My profile' }).click()
  await expect(page.getByText('Account not activated')).toBeVisible()

  // The profile is locked and says why; a language chosen here changes only this device.
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByText('Account has not been activated.')).toBeVisible()
  await expect(page.getByLabel('Surname')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add picture' })).toBeDisabled()
  await page.getByRole('button', { name: 'Your account' }).click()
  await menu.getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Edytuj profil')).toBeVisible()
  let token = await app.token(anna, password)
  const language = async () =>
    (await app.call<{ language: string }>('GET', '/api/v3/me', undefined, token)).language
  expect(await language()).toBe('en')

  await page.goto(link)
  await expect(heading(page, 'Twoje konto jest aktywne')).toBeVisible()
  // It ends every other session than the one of the page.
  token = await app.token(anna, password)
  await page.goto('/app/profile')
  // The account is told what was chosen before, and asks nothing.
  await expect.poll(language).toBe('pl')
  await page.getByRole('button', { name: 'Twoje konto' }).click()
  await page.getByRole('dialog').getByLabel('Język').selectOption('en')
  await expect.poll(language).toBe('en')
  // The server has it a moment before the device knows that.
  await expect.poll(() => unsavedLanguage(page)).toBe(undefined)

  // Every other answer has its own page.
  await page.goto(link)
  await expect(heading(page, 'This link no longer works')).toBeVisible()
  await page.goto('/activate/nobody-knows-this-one')
  await expect(heading(page, 'We do not recognise this link')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeDisabled()
  for (const [status, code, title] of [
    [400, 'accountDeleted', 'This account has been deleted'],
    [500, 'serverError', 'The server has a problem'],
  ] as const) {
    await page.route(`**/api/v3/me/activate/${code}`, (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: code, status, code, requestId: 'x' },
      }),
    )
    await page.goto(`/activate/${code}`)
    await expect(heading(page, title)).toBeVisible()
  }
})

test('ROUTE-6 FRAME-8 maintenance comes and goes by itself, nothing that was typed is lost; its page has language, light and dark and the footer', async ({
  app,
  device,
}) => {
  test.slow() // waits for the app's own checks of the server
  const file = join(app.folder, 'maintenance')
  const token = await app.member(anna, password)
  const phone = await device('phone')
  const { page } = phone

  // While somebody fills in a form.
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(anna)
  await page.getByLabel('Password', { exact: true }).fill(password)
  writeFileSync(file, '')
  // A key does not wait for a form that another call's answer has covered already.
  await page.keyboard.press('Enter')
  await expect(heading(page, 'We will be right back')).toBeVisible()
  await expect(page).toHaveTitle('Maintenance · Koszyk')
  await expect(page.getByText('© 2018-2021 Koszyk').last()).toBeVisible()
  rmSync(file)
  await expect(heading(page, 'We will be right back')).toBeHidden({ timeout: 30_000 })
  await expect(page.getByLabel('Email')).toHaveValue(anna)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/app')

  // In the middle of a list: the change waits in the outbox, and the list can still be used.
  await page.setViewportSize({ width: 1440, height: 900 })
  const list = await newList(page)
  await add(page, 'Milk')
  await isSaved(page)
  await phone.airplane(true)
  await add(page, 'Bread')
  writeFileSync(file, '')
  await page.locator(':focus').blur() // leaves the field, so that nobody is typing
  await phone.airplane(false)
  await expect(heading(page, 'We will be right back')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('1 unsent change is safe on this device')).toBeVisible()
  await page.getByRole('button', { name: 'Back to my lists' }).click()
  await add(page, 'Eggs')
  rmSync(file)
  await expect
    .poll(() => serverNames(app, token, list), { timeout: 40_000 })
    .toEqual(['Milk', 'Bread', 'Eggs'])

  // Opened by its address, and left as soon as the server has answered.
  await page.goto('/maintenance')
  await expect(heading(page, 'We will be right back')).toBeVisible()
  await expect(page.getByText('© 2018-2021 Koszyk')).toBeVisible()
  await page.getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Zaraz wracamy')).toBeVisible()
  await page.getByLabel('Język').selectOption('en')
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/app')
})

test('ROUTE-17 ROUTE-21 ROUTE-22 ROUTE-23 ROUTE-24 FRAME-1 FRAME-2 AUTH-2 AUTH-10 a wrong pair, unknown pages, and the end of a session', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  const { page } = await device('desktop')
  await page.goto('/app/archive?some=thing')
  await page.waitForURL('**/auth/login**')
  await page.getByLabel('Remember me').uncheck()
  await page.getByLabel('Email').fill(anna)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Invalid username or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(anna)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(heading(page, 'Archived lists')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/archive/)

  // 'Try again' on the page of errors goes back to where it happened.
  await page.goto('/app/error')
  await expect(heading(page, 'Something went wrong')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Archived lists')).toBeVisible()

  for (const path of ['/app/no/such/page', '/app/not-found', '/app/edit-profile/everything']) {
    await page.goto(path)
    await expect(heading(page, '404')).toBeVisible()
    await expect(page, path).toHaveTitle('Page not found · Koszyk')
    await expect(page.getByText('Oops, Page Not Found :(')).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Go to my lists' })).toHaveAttribute('href', /^\/app\/?$/)
  for (const path of ['/nowhere', '/']) {
    await page.goto(path)
    await expect(heading(page, 'Shopping lists')).toBeVisible()
    await expect(page).toHaveURL(/\/app\/?$/)
  }

  // A profile that fails to load signs nobody out; only a real 401 does.
  await page.route('**/api/v3/me', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'no', status: 500, code: 'serverError', requestId: 'x' },
    }),
  )
  await page.goto('/app/profile')
  await expect(page.getByText('An unexpected error occured. Try again later.')).toBeVisible()
  await expect(page.getByText(anna).first()).toBeVisible()
  await page.unroute('**/api/v3/me')
  await app.endSessions()
  await page.goto('/app/profile')
  await page.waitForURL('**/auth/login**')
  await expect(page.getByText('The session has expired. Please log in again.')).toBeVisible()
})

/** What this device still has to tell the server. */
function unsavedLanguage(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('app')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('app')))
        opening.addEventListener('success', () => {
          const db = opening.result
          const reading = db.transaction('kv').objectStore('kv').get('unsavedLanguage')
          reading.addEventListener('success', () => {
            db.close()
            resolve(reading.result)
          })
        })
      }),
  )
}
