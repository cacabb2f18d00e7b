import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import type { Device } from '../../support/browser.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

// Rich tests on machines that may be slow; nothing in them waits for a time.
test.describe.configure({ timeout: 150_000 })

const anna = 'anna@example.org'
const ben = 'ben@example.org'

/** Anna with a list, on a phone that lets the app copy. */
async function atList(app: App, phone: Device) {
  const token = await app.member(anna, password)
  const list = await seedList(app, token, 'Weekend', [{ productName: 'Milk' }])
  await phone.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = phone
  await logIn(page, anna, `/app/details/${list}`)
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toBeVisible()
  return { token, list, page, sheet: page.getByRole('dialog', { name: 'Sharing' }) }
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const openInvites = (app: App, list: string, token: string) =>
  app.call<{ id: string }[]>('GET', `/api/v3/list/${list}/invites`, undefined, token)
const makeLink = async (app: App, list: string, token: string, permission: string) =>
  (await app.call<{ code: string }>('POST', `/api/v3/list/${list}/invite`, { permission }, token)).code

async function register(page: Page, email: string): Promise<void> {
  await expect(heading(page, 'Create an account')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  // Registering logs in, and leads back to the invitation.
  await expect(heading(page, 'One more step')).toBeVisible()
}

async function fillIn(page: Page, email: string): Promise<void> {
  await expect(heading(page, 'Log in')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('HAND-11 somebody without an account is invited with two presses, registers, and has the list', async ({
  app,
  device,
}) => {
  const phone = await device('phone')
  const { token, list, page, sheet } = await atList(app, phone)
  let presses = 0
  const press = async (button: Locator) => {
    presses++
    await button.tap()
  }
  await press(page.getByRole('button', { name: 'Sharing', exact: true }))
  await press(sheet.getByRole('button', { name: 'Copy an invitation link' }))
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(presses).toBe(2)
  const invitation = sheet.getByRole('listitem').filter({ hasText: 'Link for one person' })
  await expect(invitation).toContainText('can edit, until')
  const url = await copied(page)
  expect(url).toMatch(/\/invite\/[\w-]{24}$/)

  const other = (await device('phone')).page
  await other.goto(url)
  await expect(heading(other, 'The list’s owner invites you to it')).toBeVisible()
  await expect(other.getByText('Weekend', { exact: true })).toBeVisible()
  await expect(other.getByText('You will be able to edit it.')).toBeVisible()
  await expect(other.getByText(anna)).toHaveCount(0)
  await other.getByRole('button', { name: 'Register' }).click()
  // The code is never in the address of such a page.
  await expect(other).toHaveURL(`${app.url}/auth/register`)
  await register(other, ben)
  await other.goto(await app.mailedLink(ben, '/activate/'))
  await other.getByRole('link', { name: 'Go to my lists' }).click()
  await other.waitForURL(`**/app/details/${list}`)
  await expect(other.getByText('Milk')).toBeVisible()
  await expect(other.getByRole('combobox', { name: 'New product: name' })).toBeVisible()

  // The owner sees it at once: a member now, and no invitation any more.
  await expect(sheet.getByText(ben)).toBeVisible()
  await expect(invitation).toHaveCount(0)
  expect(await app.call('GET', `/api/v3/list/${list}/list_users`, undefined, token)).toEqual([
    { name: 'ben', email: ben, permission: 'edit', accepted: true },
  ])

  // The same person may follow the link again; for anybody else it is over.
  await other.goto(url)
  await other.waitForURL(`**/app/details/${list}`)
  await page.goto(url)
  await expect(heading(page, 'This invitation has been used')).toBeVisible()
})

test('HAND-11 whoever logs in before activating is told the one step that is left, and comes to the list', async ({
  app,
  device,
}) => {
  const owner = await app.member(anna, password)
  const list = await seedList(app, owner, 'Weekend', [{ productName: 'Milk' }])
  const code = await makeLink(app, list, owner, 'shopping')
  const { page } = await device('phone')
  await page.goto(`/invite/${code}`)
  await page.getByRole('button', { name: 'Register' }).click()
  await register(page, ben)
  await page.reload()
  await page.getByRole('button', { name: 'Open the list' }).click()
  await expect(heading(page, 'One more step')).toBeVisible()
  expect(await openInvites(app, list, owner)).toHaveLength(1)
  // Signed in, the page of the activation leads to the invitation, and that to the list.
  await page.goto(await app.mailedLink(ben, '/activate/'))
  await expect(heading(page, 'Your account is active')).toBeVisible()
  await page.getByRole('link', { name: 'Go to my lists' }).click()
  await page.waitForURL(`**/app/details/${list}`)
  await expect(page.getByRole('checkbox', { name: 'Milk' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toHaveCount(0)
  // It leads there once.
  await page.goto('/')
  await expect(page).toHaveURL(`${app.url}/app`)
})

test('HAND-11 SHARE-1 an address without an account is invited with the same press; the mail is for whoever logs in, and what was sent can be taken back', async ({
  app,
  device,
}) => {
  const phone = await device('phone')
  const { token, list, page, sheet } = await atList(app, phone)
  await page.getByRole('button', { name: 'Sharing', exact: true }).tap()
  await sheet.getByRole('radio', { name: /^can view/ }).check()
  await sheet.getByLabel('Person’s email').fill('granny@example.org')
  await sheet.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Invited. They get the list once they have an account.')).toBeVisible()
  await expect(
    sheet.getByText('An invitation was mailed to granny@example.org, who has no activated account yet.'),
  ).toBeVisible()
  await expect(sheet.getByRole('alert')).toHaveCount(0)
  await expect(sheet.getByLabel('Person’s email')).toHaveValue('')
  const invitation = sheet.getByRole('listitem').filter({ hasText: 'granny@example.org' })
  await expect(invitation).toContainText('can view, until')

  await app.member(ben, password)
  const guest = await device('desktop')
  const mailed = await app.mailedLink('granny@example.org', '/invite/')
  await guest.page.goto(mailed)
  await guest.page.getByRole('button', { name: 'Not you? Use another address' }).click()
  await guest.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await fillIn(guest.page, ben)
  // With another address than the invited one, the owner is asked, and lets them in.
  await expect(heading(guest.page, 'This invitation was mailed to somebody else')).toBeVisible()
  await guest.page.goto('/app')
  await guest.page.goto(mailed)
  await guest.page.getByRole('button', { name: 'Open the list' }).click()
  await expect(guest.page.getByRole('main')).toContainText('it was mailed to granny@example.org')
  await guest.page.getByRole('button', { name: 'Ask the owner' }).click()
  await expect(heading(guest.page, 'The list’s owner has been asked')).toBeVisible()
  await expect(sheet.getByText(`${ben} asks to use this invitation with another account.`)).toBeVisible()
  await invitation.getByRole('button', { name: `Let in ${ben}` }).click()
  await expect(page.getByText('They have the list now')).toBeVisible()
  await expect(invitation).toHaveCount(0)
  await expect(sheet.getByRole('combobox', { name: 'Permission for ben' })).toBeVisible()
  await expect(heading(guest.page, 'The list’s owner has let you in')).toBeVisible()
  await guest.page.getByRole('link', { name: 'Open the list' }).click()
  await guest.page.waitForURL(`**/app/details/${list}`)
  await expect(guest.page.getByText('anna shares this list with you. You can view it.')).toBeVisible()

  await sheet.getByRole('button', { name: 'Copy an invitation link' }).click()
  const link = sheet.getByRole('listitem').filter({ hasText: 'Link for one person' })
  await link.getByRole('button', { name: /^Copy the invitation/ }).click()
  const url = await copied(page)
  // The server keeps no link that could be shown again, so another page can only take it back.
  await page.reload()
  await page.getByRole('button', { name: 'Sharing', exact: true }).tap()
  await expect(link).toContainText('can view, until')
  await expect(link.getByRole('button')).toHaveText(['Take back'])
  await link.getByRole('button', { name: /^Take back/ }).click()
  await expect(page.getByText('The invitation is taken back')).toBeVisible()
  await expect(link).toHaveCount(0)
  await guest.page.goto(url)
  await expect(heading(guest.page, 'This invitation was taken back')).toBeVisible()
  expect(await openInvites(app, list, token)).toEqual([])
})

test('HAND-11 OFFLINE-4 SHARE-1 where the mail is refused, the address stays, and a link can be copied instead; where the browser does not copy, it is in sight; without a network nobody is invited, and an invitation waits', async ({
  app,
  device,
}) => {
  const phone = await device('phone')
  const { page, sheet } = await atList(app, phone)
  const refuses = { on: true }
  await page.route('**/api/v3/list/*/invite', (route) => {
    if (!refuses.on) return route.continue()
    const contentType = 'application/problem+json'
    const body = JSON.stringify({ type: '', title: '', status: 429, code: 'tooManyRequests', requestId: '' })
    return route.fulfill({ status: 429, contentType, body })
  })
  await page.getByRole('button', { name: 'Sharing', exact: true }).tap()
  await sheet.getByLabel('Person’s email').fill('granny@example.org')
  await sheet.getByRole('button', { name: 'Share', exact: true }).click()
  const offer = sheet.getByRole('alert')
  await expect(offer).toContainText('User not found')
  await expect(sheet.getByLabel('Person’s email')).toHaveValue('granny@example.org')
  refuses.on = false
  await offer.getByRole('button', { name: 'Copy an invitation link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await expect(offer).toHaveCount(0)
  const row = sheet.getByRole('listitem').filter({ hasText: 'Link for one person' })
  await expect(row).toHaveCount(1)
  const url = await copied(page)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await row.getByRole('button', { name: /^Copy the invitation/ }).click()
  await expect(page.getByText(/^The browser did not let the app copy/)).toBeVisible()
  await expect(sheet.getByRole('textbox', { name: /^Link of the invitation/ })).toHaveValue(
    /\/invite\/[\w-]{24}$/,
  )

  await readyForOffline(page)
  await phone.airplane(true)
  await expect(sheet.getByText('You are offline. Sharing needs a connection.')).toBeVisible()
  for (const name of [/^Share$/, /^Copy an invitation link$/, /^Take back/, /^Copy the invitation/])
    await expect(sheet.getByRole('button', { name })).toBeDisabled()
  for (const radio of await sheet.getByRole('radio').all()) await expect(radio).toBeDisabled()

  await page.goto(url)
  await expect(heading(page, 'The invitation could not be loaded')).toBeVisible()
  await phone.airplane(false)
  await expect(heading(page, 'This is your own list')).toBeVisible()
})

/** Ben is invited by mail; returns the link of the mail. */
async function mailTo(app: App, list: string, owner: string, email: string): Promise<string> {
  await app.call('POST', `/api/v3/list/${list}/invite`, { permission: 'edit', email }, owner)
  return app.mailedLink(email, '/invite/')
}

test('HAND-11 who was invited by mail finds the address filled in, chooses a name and a password, and has the list', async ({
  app,
  device,
}) => {
  const owner = await app.member(anna, password)
  const list = await seedList(app, owner, 'Weekend', [{ productName: 'Milk' }])
  const link = await mailTo(app, list, owner, ben)
  const { page } = await device('phone', { fresh: true })
  await page.goto(link)
  await expect(heading(page, 'The list’s owner invites you to it')).toBeVisible()
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue(ben)
  await expect(email).toHaveAttribute('readonly', '')
  const open = page.getByRole('button', { name: 'Open the list' })
  await expect(open).toBeDisabled()
  await page.getByLabel('Your name').fill('Ben')
  const secret = page.getByLabel('Choose a password')
  await expect(page.locator('input[type="password"]')).toHaveCount(1)
  await secret.fill('short')
  await open.click()
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await secret.fill(password)
  await page.getByRole('button', { name: 'Show or hide password' }).click()
  await expect(secret).toHaveAttribute('type', 'text')
  await open.click()
  await expect(page.getByText('Regulations must be accepted')).toBeVisible()
  await page.getByRole('checkbox').check()
  await open.click()
  await page.waitForURL(`**/app/details/${list}`)
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your account is not active yet.' })).toBeHidden()
  expect(await app.call('GET', `/api/v3/list/${list}/list_users`, undefined, owner)).toEqual([
    { name: 'Ben', email: ben, permission: 'edit', accepted: true },
  ])
  // The invitation is the only mail.
  const mails = readdirSync(join(app.folder, 'mails')).filter((name) => name.endsWith('.eml'))
  const toBen = mails.filter((name) =>
    readFileSync(join(app.folder, 'mails', name), 'utf8').includes(`To: ${ben}`),
  )
  expect(toBen).toHaveLength(1)

  // The link leads its owner to the list, and nobody else anywhere.
  await page.goto(link)
  await page.waitForURL(`**/app/details/${list}`)
  const other = (await device('phone')).page
  await other.goto(link)
  await expect(heading(other, 'This invitation has been used')).toBeVisible()
})

test('HAND-11 a mailed link leads its account to the log-in, activates it without another mail, and without its secret is an ordinary one; an invitation is signed in to with one press; one’s own, one already taken, one expired and one unknown say so', async ({
  app,
  device,
}) => {
  const owner = await app.member(anna, password)
  const other = await seedList(app, owner, 'Party', [{ productName: 'Cake' }])
  const link = await mailTo(app, other, owner, ben)
  const list = await seedList(app, owner, 'Weekend', [{ productName: 'Milk' }])
  const [one, two, three] = [
    await makeLink(app, list, owner, 'shopping'),
    await makeLink(app, list, owner, 'view'),
    await makeLink(app, list, owner, 'edit'),
  ]
  const { page } = await device('desktop')
  for (const changed of [link.replace(/#.*/, ''), `${link.replace(/#.*/, '')}#guessed-secret`]) {
    await page.goto('/about-us')
    await page.goto(changed)
    await expect(page.getByRole('button', { name: 'Register' })).toBeVisible()
    await expect(page.getByText(ben)).toHaveCount(0)
  }
  // Ben has registered by himself, without opening either mail.
  const more = await seedList(app, owner, 'Holiday', [{ productName: 'Tent' }])
  await mailTo(app, more, owner, ben)
  await app.call('POST', '/api/v3/profile', { email: ben, password, termsAccepted: true })
  await page.goto('/about-us')
  await page.goto(link)
  await expect(page.getByText(`There is an account with the address ${ben}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await fillIn(page, ben)
  await page.waitForURL(`**/app/details/${other}`)
  await expect(page.getByRole('region', { name: 'Your account is not active yet.' })).toBeHidden()
  // What else was mailed to this address is there too.
  await page.goto('/app/shared')
  await expect(page.getByRole('link', { name: /^Holiday/ })).toBeVisible()

  await page.goto(`/invite/${one}`)
  await expect(page.getByText(`You are logged in as ${ben}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Open the list' }).click()
  await page.waitForURL(`**/app/details/${list}`)
  await expect(page.getByText('You can tick off what you have bought.')).toBeVisible()

  await page.goto(`/invite/${two}`)
  await expect(heading(page, 'You have this list already')).toBeVisible()
  // More than they may so far is something to accept.
  await page.goto(`/invite/${three}`)
  await page.getByRole('button', { name: 'Open the list' }).click()
  await page.waitForURL(`**/app/details/${list}`)
  await expect(page.getByText('You can edit it.')).toBeVisible()

  await page.goto('/invite/nothing-like-it')
  await expect(heading(page, 'We do not know this invitation')).toBeVisible()
  await page.route(`**/api/v3/invite/${two}`, (route) => {
    const contentType = 'application/problem+json'
    const body = JSON.stringify({ type: '', title: '', status: 410, code: 'inviteExpired', requestId: '' })
    return route.fulfill({ status: 410, contentType, body })
  })
  await page.goto(`/invite/${two}`)
  await expect(heading(page, 'This invitation has expired')).toBeVisible()

  const own = (await device('phone')).page
  await logIn(own, anna, `/invite/${two}`)
  await expect(heading(own, 'This is your own list')).toBeVisible()
  await own.getByRole('link', { name: 'Open the list' }).click()
  await own.waitForURL(`**/app/details/${list}`)
  expect(await openInvites(app, list, owner)).toHaveLength(1)
})
