import type { Page } from '@playwright/test'
import { expect, logIn, logInByHand, password, readyForOffline, test } from '../fixtures.ts'
import { choose } from '../list-steps.ts'
import { add, isSaved, keepsTemplates, newList, serverNames } from '../steps.ts'

// Long tests for slow machines; they never wait for a fixed time.
test.describe.configure({ timeout: 150_000 })

interface Templates {
  items: { id: string; templateName: string; productCount: number }[]
}

async function addProduct(page: Page, name: string, fields: Record<string, string> = {}): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  for (const [field, value] of Object.entries(fields))
    await dialog.getByRole('textbox', { name: field }).fill(value)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(`Added: ${name}`)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('')
}

test('ROUTE-18 ROUTE-19 TEMPLATES-3 TEMPLATES-4 a template from nothing, changed, made a list, merged and deleted', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const { page } = await device('phone')
  await logIn(page, 'anna@example.org')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click()
  await page.waitForURL('**/app/templates')
  await expect(page.getByRole('heading', { level: 1, name: 'Templates' })).toBeVisible()

  await page.getByRole('button', { name: 'New template' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pancakes')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('For four,\nwith jam')
  await dialog.getByRole('combobox', { name: 'Difficulty' }).selectOption('Medium')
  await dialog.getByTitle('Breakfast').click()
  await expect(dialog.getByRole('radio', { name: 'Breakfast' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: /^Public/ }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/app/template/*')
  await expect(page.getByRole('heading', { level: 1, name: 'Pancakes' })).toBeVisible()
  await expect(page.getByText('For four, with jam')).toBeVisible()
  await expect(page.getByText('Medium')).toBeVisible()
  await expect(page.getByText('0 products')).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  // Products: added one after another; one rejected, one changed, one deleted and restored.
  await page.getByRole('button', { name: 'Add products' }).click()
  await addProduct(page, 'Flour', { Quantity: '0,5', 'Price, zł': '4.20', Category: 'Baking', Shop: 'Mill' })
  await addProduct(page, 'Eggs', { Quantity: '4' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Milk')
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('a bit')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Type a quantity like 1.5')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Quantity' })).toHaveValue('a bit')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Add products' })).toBeFocused()
  await page.getByRole('button', { name: /^Flour/ }).click()
  await dialog.getByRole('combobox', { name: 'Unit' }).selectOption('kg')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Flour.*4\.20.*Mill.*0\.5\skg/ })).toBeVisible()
  await page.getByRole('button', { name: /^Eggs/ }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add products' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 products')).toBeVisible()

  // Creates a list, which opens.
  await page.getByRole('button', { name: 'Create a list' }).click()
  await page.waitForURL('**/app/details/*')
  const list = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Flour', 'Eggs'])

  // Into an existing list: products that are already on it get a higher quantity.
  await page.goto(`/app/template/${id}`)
  await page.getByRole('button', { name: 'Add to a list' }).click()
  await dialog.getByRole('button', { name: /^Pancakes/ }).click()
  await expect(page.getByText('Products added: 0, quantities increased: 2')).toBeVisible()
  await page.getByRole('button', { name: 'Open the list' }).click()
  await page.waitForURL(`**/app/details/${list}`)
  const { products } = await app.call<{ products: { quantity: number }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  expect(products.map(({ quantity }) => quantity)).toEqual([1, 8])

  await page.goto(`/app/template/${id}`)
  await page.getByRole('button', { name: 'Edit template' }).click()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pancakes with jam')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pancakes with jam' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete template' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete template' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.waitForURL('**/app/templates')
  await expect(page.getByText('Template deleted')).toBeVisible()
  const { items } = await app.call<Templates>('GET', '/api/v3/templates?type=user', undefined, token)
  expect(items).toEqual([])
})

test('TEMPLATES-1 TEMPLATES-2 FRAME-2 OFFLINE-4 AUTH-11 three types that are remembered, one search in all of them, from a list, offline and logout', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const tomek = await app.member('tomek@example.org', password)
  const { id } = await app.call<{ id: string }>(
    'POST',
    '/api/v3/template',
    { templateName: 'Anna’s picnic', isPublic: true, difficulty: 'hard' },
    anna,
  )
  await app.call('POST', `/api/v3/template/${id}/product`, { productName: 'Watermelon' }, anna)
  await app.call('POST', '/api/v3/template', { templateName: 'Charcoal for everybody', isPublic: true }, anna)
  await app.call('POST', '/api/v3/template', { templateName: 'Charcoal in secret' }, anna)
  await app.call('POST', '/api/v3/template', { templateName: 'My charcoal' }, tomek)
  const desktop = await device('desktop')
  const { page } = desktop
  await logIn(page, 'tomek@example.org')
  await newList(page)
  await add(page, 'Milk', 'Bread')
  await isSaved(page)
  await choose(page, 'Create template from list')
  await page.waitForURL('**/app/template/*')
  await expect(page.getByText('2 products')).toBeVisible()
  await expect(page.getByText('Private')).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click()
  const types = page.getByRole('radiogroup', { name: 'Which templates' })
  await expect(page.getByRole('link', { name: 'Barbecue' })).toBeVisible()
  const reminder = page.getByRole('banner').getByText('Templates', { exact: true })
  await expect(reminder).not.toHaveAttribute('data-shown')
  await page.mouse.wheel(0, 300)
  await expect(reminder).toHaveAttribute('data-shown')
  await types.getByText('Mine').click()
  await expect(page.getByRole('link', { name: 'Shopping', exact: true })).toBeVisible()
  // A search looks into all three types at once, and says of each template what it is.
  const cards = page.getByRole('main').getByRole('listitem')
  await page.getByRole('searchbox').fill('charc')
  await expect(cards).toHaveCount(3)
  await expect(cards.filter({ hasText: 'Charcoal for everybody' })).toContainText('Public')
  await expect(cards.filter({ hasText: 'My charcoal' })).toContainText('My own')
  await expect(cards.filter({ hasText: 'Barbecue' })).toContainText('Ready-made')
  await page.getByRole('searchbox').fill('')
  await expect(types.getByRole('radio', { name: 'Mine' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Barbecue' })).toBeHidden()
  await types.getByText('Public').click()
  await page.getByRole('searchbox').fill('waterm')
  await page.getByRole('link', { name: 'Anna’s picnic' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anna’s picnic' })).toBeVisible()
  await expect(page.getByText('Hard')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit template' })).toBeHidden()

  // The type and the last public template are remembered after a restart.
  await page.goto('/app/templates')
  await expect(types.getByRole('radio', { name: 'Public' })).toBeChecked()
  await expect(page.getByText('Last viewed:').getByRole('link', { name: 'Anna’s picnic' })).toBeVisible()
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No templates found')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(page.getByRole('link', { name: 'Anna’s picnic' })).toHaveCount(2)

  // Offline: what was seen before is shown, and can become a list.
  await page.getByRole('listitem').getByRole('link', { name: 'Anna’s picnic' }).click()
  await expect(page.getByText('Watermelon')).toBeVisible()
  await desktop.airplane(true)
  await expect(page.getByRole('button', { name: 'Create a list' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Add to a list' })).toBeEnabled()
  await expect(page.getByText('Watermelon')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click()
  await expect(page.getByText('You are offline. This is what you saw last.')).toBeVisible()
  await types.getByText('Ready-made').click()
  await expect(page.getByRole('button', { name: 'New template: needs a connection' })).toBeDisabled()
  await desktop.airplane(false)

  await types.getByText('Public').click()
  await page
    .getByRole('button', { name: /tomek|account/i })
    .last()
    .click()
  // The last step of logging out: by then the device has removed all data of the account.
  const revoked = page.waitForResponse('**/oauth/v2/revoke')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.waitForURL('**/auth/login**')
  await revoked
  await logInByHand(page, 'tomek@example.org')
  await expect(page.getByRole('heading', { name: 'Shopping lists', level: 1 })).toBeVisible()
  await page.goto('/app/templates')
  await expect(types.getByRole('radio', { name: 'Ready-made' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Barbecue' })).toBeVisible()
  await types.getByText('Public').click()
  await expect(page.getByRole('link', { name: 'Anna’s picnic' })).toHaveCount(1)
})

test('ROUTE-9 ROUTE-10 TEMPLATES-5 TEMPLATES-6 FRAME-8 a visitor looks around, logs in and gets the list they asked for', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const { page } = await device('phone')
  await page.goto('/public-lists')
  await expect(page.getByRole('heading', { level: 1, name: 'Public lists' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login')
  await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/auth/register')
  await expect(page.getByText('2018-2021')).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(12)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('pl')
  await expect(page.getByRole('link', { name: 'Domowa pizza' })).toBeVisible()
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(12)
  await page.getByRole('combobox', { name: 'Język' }).selectOption('en')
  await page.getByRole('searchbox').fill('charcoal')
  await expect(cards).toHaveCount(1)
  await page.getByRole('link', { name: 'Barbecue' }).click()
  await page.waitForURL('**/public-list/predefined-barbecue')
  await expect(page.getByText('17 products')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Drinks' }).getByText('Lemonade')).toBeVisible()

  await page.getByRole('button', { name: 'Create a list from this' }).click()
  await page.waitForURL('**/auth/login**')
  // It works even if the log-in page was reloaded in the meantime.
  await page.goto(page.url())
  await page.getByLabel('Email').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/app/details/*')
  const list = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await isSaved(page)
  expect(await serverNames(app, token, list)).toHaveLength(17)

  // For a signed-in person it happens at once; returning to the page does nothing by itself.
  await page.goto('/public-list/predefined-barbecue')
  await expect(page.getByRole('link', { name: 'Templates in the app' })).toBeVisible()
  await expect(page.getByText('Log in first')).toBeHidden()
  const lists = () => app.call<{ total: number }>('GET', '/api/v3/lists', undefined, token)
  await expect.poll(async () => (await lists()).total).toBe(1)
  await page.getByRole('button', { name: 'Create a list from this' }).click()
  await page.waitForURL('**/app/details/*')
  await expect.poll(async () => (await lists()).total).toBe(2)

  // Only exact paths match: a private template is not found, a longer path leads to the app.
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/template', { templateName: 'Mine' }, token)
  await page.goto(`/public-list/${id}`)
  await expect(page.getByRole('heading', { name: 'This template is not here' })).toBeVisible()
  await page.goto('/public-lists/more')
  await page.waitForURL('**/app')
})

test('TEMPLATES-5 ROUTE-3 ROUTE-7 a visitor who has to register first gets the list they asked for', async ({
  app,
  device,
}) => {
  const { page } = await device('phone')
  await page.goto('/public-list/predefined-barbecue')
  await page.getByRole('button', { name: 'Create a list from this' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  // The log-in page, which is being left, also has a field of that name.
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('Email').fill('new@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByLabel('I accept the terms of use').check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.waitForURL('**/app/details/*')
  const list = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await isSaved(page)
  expect(await serverNames(app, await app.token('new@example.org', password), list)).toHaveLength(17)
})

test('WHOLE-1 TEMPLATES-1 own and ready-made templates that were never opened are read and searched without a network', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const body = { templateName: 'Picnic', isPublic: false, difficulty: 'easy' }
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/template', body, anna)
  await app.call('POST', `/api/v3/template/${id}/product`, { productName: 'Watermelon' }, anna)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org')
  await keepsTemplates(page, 'Picnic', 'Barbecue', 'Tiramisu')
  await readyForOffline(page)
  await phone.airplane(true)
  await page.goto('/app/templates')
  await expect(page.getByText('You are offline. This is what you saw last.')).toBeVisible()
  await page.getByRole('link', { name: 'Tiramisu' }).click()
  await expect(page.getByText('Mascarpone')).toBeVisible()
  await page.goto('/app/templates')
  await page.getByRole('searchbox').fill('waterm')
  await page.getByRole('link', { name: 'Picnic' }).click()
  await expect(page.getByText('Watermelon')).toBeVisible()
})
