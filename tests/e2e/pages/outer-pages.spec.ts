import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, logIn, logInByHand, password, test } from '../fixtures.ts'

const anna = 'anna@example.org'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('FRAME-8 ROUTE-6 the page of the maintenance has language, light and dark and the footer, by its address and over any other', async ({
  app,
  device,
}) => {
  const file = join(app.folder, 'maintenance')
  await app.member(anna, password)
  const { page } = await device('desktop')
  async function hasFrame() {
    await expect(heading(page, 'We will be right back')).toBeVisible()
    await expect(page).toHaveTitle('Maintenance · Koszyk')
    await expect(page.getByText('© 2018-2021 Koszyk')).toBeVisible()
    await page.getByLabel('Language').selectOption('pl')
    await expect(heading(page, 'Zaraz wracamy')).toBeVisible()
    await page.getByLabel('Język').selectOption('en')
    await page.getByRole('button', { name: 'Switch to dark mode' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.getByRole('button', { name: 'Switch to light mode' }).click()
  }
  writeFileSync(file, '')
  await page.goto('/maintenance')
  await hasFrame()
  rmSync(file)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Log in')).toBeVisible()
  await expect(page).toHaveTitle('Log in · Koszyk')

  // Maintenance begins while somebody fills in a form.
  await page.getByLabel('Email').fill(anna)
  await page.getByLabel('Password', { exact: true }).fill(password)
  writeFileSync(file, '')
  // A key does not wait for a form that another call's answer has covered already.
  await page.keyboard.press('Enter')
  await expect(heading(page, 'We will be right back')).toBeVisible()
  await expect(page).toHaveTitle('Maintenance · Koszyk')
  await expect(page.getByText('© 2018-2021 Koszyk').last()).toBeVisible()
  rmSync(file)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(anna)
  await expect(page).toHaveTitle('Log in · Koszyk')
})

test('ROUTE-27 AUTH-4 the terms are a page of their own, linked from the box that accepts them, in both languages', async ({
  device,
}) => {
  const { page } = await device('phone')
  await page.goto('/auth/register')
  await page.getByLabel('Email').fill(anna)
  const box = page.getByRole('checkbox', {
    name: 'I accept the terms of use and have read the privacy policy',
  })
  await expect(box).not.toBeChecked()
  await page.getByRole('main').getByRole('link', { name: 'terms of use' }).click()
  await expect(page).toHaveURL('/terms')
  await expect(heading(page, 'Terms of use')).toBeVisible()
  await expect(page).toHaveTitle('Terms of use · Koszyk')
  await page.goBack()
  // The e-mail is still there; the consent box is cleared.
  await expect(page.getByLabel('Email')).toHaveValue(anna)
  await expect(box).not.toBeChecked()
  await expect(page.getByRole('main').getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    '/privacy',
  )
  await page.goto('/terms')
  await page.getByLabel('Language').selectOption('pl')
  await expect(heading(page, 'Regulamin')).toBeVisible()
})

test('ROUTE-22 FRAME-1 FRAME-2 a page that is not there has the title of one that is not there', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  const { page } = await device('phone')
  await logIn(page, anna)
  for (const path of ['/app/xyz', '/app/login', '/app/edit-profile/everything', '/app/details/1/2']) {
    await page.goto(path)
    await expect(heading(page, '404')).toBeVisible()
    await expect(page, path).toHaveTitle('Page not found · Koszyk')
    await expect(page.getByRole('banner').getByText('Page not found')).toBeAttached()
  }
})

test('ROUTE-21 ‘try again’ on the page of errors goes back to where it happened, or to the lists', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  const { page } = await device('phone')
  await logIn(page, anna, '/app/archive')
  await expect(heading(page, 'Archived lists')).toBeVisible()
  await page.goto('/app/error')
  await expect(heading(page, 'Something went wrong')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Archived lists')).toBeVisible()

  const fresh = await page.context().newPage()
  await fresh.goto('/app/error')
  await fresh.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(fresh, 'Shopping lists')).toBeVisible()
})

test('PROFILE-5 whoever logs in after deleting the account is told that it is back', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  await app.call('DELETE', '/api/v3/me', { password }, token)
  const { page } = await device('phone')
  await logInByHand(page, anna)
  await expect(
    page.getByText('Your account is back, with all its lists. It will not be deleted.'),
  ).toBeVisible()
})
