import type { Page } from '@playwright/test'
import { expect, logIn, logInByHand, password, test } from '../fixtures.ts'
import { newList } from '../steps.ts'

test.use({ ownServer: true })

const anna = 'anna@example.org'
const ben = 'ben@example.org'

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.bringToFront() // a page behind another one is drawn once a second at most, and a click waits for it
  await page.getByRole('button', { name: 'Your account' }).click()
  // The last step of logging out: by then the device has removed all data of the account.
  const told = page.waitForResponse('**/oauth/v2/revoke')
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await told
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
}

/** tests/screens/own-path.test.ts has more of them. */
const elsewhere = ['//elsewhere.example', '/\\elsewhere.example', 'javascript:document.write(1)']

test('ROUTE-24 a link to the log-in leads nobody off the site, be they signed in already or just now', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  const { page, context } = await device('desktop')
  const left: string[] = []
  await context.route('**elsewhere.example/**', (route) => {
    left.push(route.request().url())
    return route.abort()
  })
  const link = (to: string) => `/auth/login?redirect=${encodeURIComponent(to)}`
  await page.goto(link('http://elsewhere.example/'))
  await fillIn(page, anna)
  await page.waitForURL('**/app')

  for (const to of elsewhere)
    for (const path of [link(to), `/?redirect=${encodeURIComponent(to)}`]) {
      await page.goto(path).catch(() => undefined) // cut off by leaving the page
      await expect(page, to).toHaveURL(`${app.url}/app`)
      await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
    }
  expect(left).toEqual([])

  // Addresses that must not create or open a list by themselves.
  for (const path of ['/app?new=yes', '/app?last=2', '/app?new=%221%22']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'New list' }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/app(\?.*)?$/)
  }
})

test('HAND-15 logging out forgets the page: whoever comes next starts at the lists; ‘remember me’ is ticked at first, and then as it was the last time', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  await app.member(ben, password)
  const { page } = await device('desktop')
  await logIn(page, anna)
  const list = await newList(page)
  const other = await page.context().newPage()
  await other.goto('/app/profile')
  await expect(other.getByRole('heading', { name: 'My profile' })).toBeVisible()
  await logOut(page)
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await expect(other).toHaveURL(`${app.url}/auth/login`)
  // The pages in the back history are signed out too.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await fillIn(page, ben)
  await page.waitForURL('**/app')
  await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
  await logOut(page)

  // But whoever opens a page while signed out is taken to it after the log-in.
  await page.goto(`/app/details/${list}`)
  const remember = page.getByRole('checkbox', { name: 'Remember me' })
  await expect(remember).toBeChecked()
  await remember.uncheck()
  await fillIn(page, anna)
  await page.waitForURL(`**/app/details/${list}`)
  await logOut(page)
  await page.reload()
  await expect(remember).not.toBeChecked()
  await logInByHand(page, anna) // this ticks the box
  await logOut(page)
  await page.reload()
  await expect(remember).toBeChecked()
})

test('AUTH-9 HAND-15 ROUTE-24 after a log-out, or the answer that ended the session, nothing is asked in its name; the same person comes back to the page, another one does not', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  await app.member(ben, password)
  const { page } = await device('desktop')
  const asked: string[] = []
  let isOver = false
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isOver && /^\/(api|oauth)\//.test(pathname)) asked.push(pathname)
  })
  // What the log-in page asks comes last.
  const isThere = () => page.waitForResponse('**/api/v3/registration')
  await logIn(page, anna)
  await newList(page)
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 401) refused.push(answer.url())
    if (answer.status() !== 400 || !answer.url().endsWith('/oauth/v2/token')) return
    // The page may be reloaded before it has stored what the server said, and then asks once more.
    isOver = true
    asked.length = 0
  })
  const left = isThere()
  await logOut(page)
  await left
  expect(refused).toEqual([])

  await logIn(page, anna, '/app/archive')
  await expect(page.getByRole('heading', { name: 'Archived lists' })).toBeVisible()
  await app.endSessions()
  const ended = isThere()
  await page.reload()
  await ended
  expect(asked).toEqual(['/api/v3/registration'])
  await fillIn(page, anna)
  await page.waitForURL('**/app/archive')

  await app.endSessions()
  await page.reload()
  await page.waitForURL('**/auth/login**')
  await fillIn(page, ben)
  await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/app`)
})
