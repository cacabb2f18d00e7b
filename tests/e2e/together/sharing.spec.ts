import type { Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { add, hasLists, isSaved, newList, seedList, tick } from '../steps.ts'

// Long tests for slow machines; they never wait for a fixed time.
test.describe.configure({ timeout: 150_000 })

function said(page: Page, text: string) {
  return page.getByText(text, { exact: true })
}

test('SHARE-1 SHARE-2 SHARE-3 SHARE-4 SHARE-5 SHARE-7 SHARE-8 OFFLINE-4 the owner shares, sends, changes and removes; a member leaves', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  const tomek = await app.member('tomek@example.org', password)
  const desktop = await device('large')
  const { page } = desktop
  await logIn(page, 'anna@example.org')
  const list = await newList(page)
  await add(page, 'Milk')
  await isSaved(page)
  const panel = page.getByRole('complementary', { name: 'Sharing' })
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  const person = panel.getByLabel('Person’s email')
  const share = panel.getByRole('button', { name: 'Share', exact: true })

  await share.click()
  await expect(said(page, 'The form has not been completed')).toBeVisible()
  await person.fill('tomek@nodot')
  await share.click()
  await expect(said(page, 'Invalid email')).toBeVisible()
  await person.fill('nobody@example.org')
  await share.click()
  await expect(page.getByText('An invitation was mailed to nobody@example.org')).toBeVisible()
  // They are invited, and the field is ready for the next address.
  await expect(person).toHaveValue('')
  await person.fill('anna@example.org')
  await share.click()
  await expect(said(page, 'The user already has access')).toBeVisible()
  await panel.getByRole('radio', { name: /^can view/ }).check()
  await person.fill('Tomek@Example.org')
  await share.click()
  await expect(said(page, 'List shared successfully')).toBeVisible()
  await expect(panel.getByText('tomek@example.org')).toBeVisible()
  await expect(person).toHaveValue('')

  const permission = panel.getByRole('combobox', { name: /^Permission for/ })
  await expect(permission).toHaveValue('view')
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('shared_list')) changes.push(request.method())
  })
  await permission.selectOption('view')
  await permission.selectOption('shopping')
  await expect(said(page, 'Permissions changed')).toBeVisible()
  expect(changes).toEqual(['PUT'])

  const mail = panel.getByLabel('Send the current list to')
  await mail.fill('granny@example.com')
  await mail.press('Enter')
  await expect(said(page, 'Successfully sent a list')).toBeVisible()
  await app.mailedLink('granny@example.com', '/read/')

  // SHARE-7: a member sees the link and 'leave', and nothing about the others.
  const phone = await device('phone')
  await logIn(phone.page, 'tomek@example.org', `/app/details/${list}`)
  await phone.page.getByRole('button', { name: 'Sharing', exact: true }).click()
  const sheet = phone.page.getByRole('dialog')
  await expect(sheet.getByRole('textbox', { name: 'View-only link' })).toHaveValue(/\/read\/[\w-]+$/)
  await expect(sheet.getByLabel('Person’s email')).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: 'New link' })).toHaveCount(0)
  await expect(sheet.getByLabel('Send the current list to')).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Leave the list' }).click()
  await phone.page.waitForURL('**/app/shared')
  await expect(panel.getByText('Nobody else has this list yet.')).toBeVisible()
  await expect(app.call('GET', `/api/v3/list/${list}`, undefined, tomek)).rejects.toThrow('404')

  await person.fill('tomek@example.org')
  await person.press('Enter')
  await panel.getByRole('button', { name: /^Remove .* from the list/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(said(page, 'User has been successfully removed from the list')).toBeVisible()
  await expect(panel.getByText('tomek@example.org')).toBeHidden()

  await desktop.airplane(true)
  await expect(panel.getByText('You are offline. Sharing needs a connection.')).toBeVisible()
  for (const name of ['Share', 'Copy', 'New link', 'Switch off', 'Send'])
    await expect(panel.getByRole('button', { name, exact: true })).toBeDisabled()
  await desktop.airplane(false)
  await expect(share).toBeEnabled()
})

test('HAND-11 the owner is told who has not opened the list yet; one opened offline is told later', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const tomek = await app.member('tomek@example.org', password)
  await app.call('PUT', '/api/v3/me/update_profile', { name: 'Tomasz' }, tomek)
  const list = await seedList(app, anna, 'Weekend', [{ productName: 'Milk' }])
  const { page } = await device('large')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const panel = page.getByRole('complementary', { name: 'Sharing' })
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  await panel.getByLabel('Person’s email').fill('tomek@example.org')
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  const member = panel.getByRole('listitem').filter({ hasText: 'tomek@example.org' })
  await expect(member.getByText('has not opened it yet')).toBeVisible()

  // The phone has stored the list for offline use, but nobody has opened it.
  const phone = await device('phone')
  await logIn(phone.page, 'tomek@example.org', '/app/shared')
  await expect(phone.page.getByRole('link', { name: /Weekend/ })).toBeVisible()
  await hasLists(phone.page, 1)
  await readyForOffline(phone.page)
  const known = () => app.call<{ name: string }[]>('GET', `/api/v3/list/${list}/list_users`, undefined, anna)
  expect(await known()).toMatchObject([{ name: '', accepted: false }])

  await phone.airplane(true)
  await phone.page.getByRole('link', { name: /Weekend/ }).click()
  await expect(phone.page.getByText('Milk')).toBeVisible()
  expect(await known()).toMatchObject([{ name: '', accepted: false }])
  await phone.airplane(false)
  await expect(member.getByText('Tomasz')).toBeVisible()
  await expect(member.getByText('has not opened it yet')).toBeHidden()
})

test('SHARE-1 SHARE-2 TOGETHER-4 an account that is not activated is told so', async ({ app, device }) => {
  await app.call('POST', '/api/v3/profile', {
    email: 'new@example.org',
    password,
    language: 'en',
    termsAccepted: true,
  })
  const { page } = await device('large')
  await logIn(page, 'new@example.org')
  await newList(page)
  const panel = page.getByRole('complementary', { name: 'Sharing' })
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  await panel.getByLabel('Person’s email').fill('tomek@example.org')
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(said(page, 'Account has not been activated').first()).toBeVisible()
  await expect(panel.getByText('The link works as soon as your account is activated.')).toBeVisible()
  await expect(
    panel.getByText('You can make guest links as soon as your account is activated.'),
  ).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Make a guest link' })).toHaveCount(0)
})

test('TOGETHER-1 notifications are offered once, after the first share, and not on the next device', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  for (const name of ['tomek', 'ola']) await app.member(`${name}@example.org`, password)
  const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'Turn on notifications?' })
  async function share(page: Page, with_: string) {
    // A headless browser says 'denied' from the first.
    await page.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
    )
    await logIn(page, 'anna@example.org')
    await newList(page)
    const panel = page.getByRole('complementary', { name: 'Sharing' })
    await page.getByRole('button', { name: 'Sharing', exact: true }).click()
    await panel.getByLabel('Person’s email').fill(with_)
    await panel.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(said(page, 'List shared successfully')).toBeVisible()
  }
  const { page } = await device('large', { whole: true })
  await share(page, 'tomek@example.org')
  await expect(offer(page)).toContainText('Know when tomek goes shopping')
  await offer(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offer(page)).toHaveCount(0)

  const { page: other } = await device('large', { whole: true })
  const [settled] = await Promise.all([
    other.waitForResponse((response) => response.url().endsWith('/api/v3/people')),
    share(other, 'ola@example.org'),
  ])
  expect(settled.ok()).toBe(true)
  await expect(offer(other)).toHaveCount(0)
})

test('ROUTE-8 SHARE-6 SHARE-9 the link: copied, shown as a QR code, read without login, renewed, switched off and on', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  const owner = await device('large')
  const { page } = owner
  await owner.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: (data: ShareData) => Promise.resolve(void (document.title = data.url ?? '')),
    })
  })
  await logIn(page, 'anna@example.org')
  const list = await newList(page)
  await add(page, 'Milk', 'Bread')
  await isSaved(page)
  const panel = page.getByRole('complementary', { name: 'Sharing' })
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  const link = panel.getByRole('textbox', { name: 'View-only link' })
  const url = await link.inputValue()
  await panel.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(said(page, 'Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await panel.getByRole('button', { name: 'Share the link…' }).click()
  await expect(page).toHaveTitle(url)
  await panel.getByRole('button', { name: 'QR code' }).click()
  const squares = panel.getByRole('img', { name: 'QR code of the link' }).locator('svg rect')
  await expect.poll(() => squares.count()).toBeGreaterThan(200)

  // Without an account: sees the list, and its changes as they happen.
  const visitor = await device('phone')
  const reader = visitor.page
  await reader.goto(url)
  await expect(reader.getByRole('heading', { level: 1, name: 'Shopping' })).toBeVisible()
  await expect(reader.getByText('0 of 2 bought')).toBeVisible()
  await expect(reader.getByText(/^Updated at/)).toBeVisible()
  await expect(reader.getByRole('checkbox')).toHaveCount(0)
  await expect(reader.getByText('anna@example.org')).toHaveCount(0)
  await expect(reader.getByRole('link', { name: 'Open in the app' })).toHaveCount(0)
  await tick(page, 'Milk')
  await expect(reader.getByText('1 of 2 bought')).toBeVisible({ timeout: 20_000 })
  await expect(
    reader.getByRole('listitem').filter({ hasText: 'Milk' }).getByRole('img', { name: 'Bought' }),
  ).toBeVisible()
  // An unchanged list is not sent again: the server answers 304.
  const answer = await reader.waitForResponse((response) => response.url().includes('/list/hash/'))
  expect(answer.status()).toBe(304)
  await visitor.airplane(true)
  await expect(reader.getByText(/^No connection\. This is how the list was at/)).toBeVisible()
  await visitor.airplane(false)
  await expect(reader.getByText(/^Updated at/)).toBeVisible()

  await page.goto(url)
  await page.getByRole('link', { name: 'Open in the app' }).click()
  await page.waitForURL(`**/app/details/${list}`)

  const dialog = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'New link' }).click()
  await dialog.getByRole('button', { name: 'Make a new link' }).click()
  await expect(link).not.toHaveValue(url)
  const renewed = await link.inputValue()
  await reader.goto(url)
  await expect(reader.getByRole('heading', { name: 'This link shows no list' })).toBeVisible()
  await reader.goto(renewed)
  await expect(reader.getByText('1 of 2 bought')).toBeVisible()

  await panel.getByRole('button', { name: 'Switch off' }).click()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(panel.getByText(/^The link is off/)).toBeVisible()
  await expect(reader.getByRole('heading', { name: 'This link shows no list' })).toBeVisible({
    timeout: 20_000,
  })
  await panel.getByRole('button', { name: 'Switch the link on' }).click()
  await expect(link).not.toHaveValue(renewed)
  await reader.goto(await link.inputValue())
  await expect(reader.getByText('1 of 2 bought')).toBeVisible()
})
