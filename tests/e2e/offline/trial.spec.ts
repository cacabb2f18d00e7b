import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { choose } from '../list-steps.ts'
import { add, isSavedAfterAll, names, newList, paste, seedList, serverNames, tick } from '../steps.ts'

const anna = 'anna@example.org'

async function tryIt(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it now' }).click()
  await page.waitForURL('**/app')
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(anna)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

async function rename(page: Page, name: string): Promise<void> {
  const title = page.getByRole('textbox', { name: 'List name' })
  await title.fill(name)
  await title.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeAttached()
}

/** The account has said that what is on this device is theirs. */
async function saysYes(app: App, page: Page, token: string): Promise<void> {
  const { id } = await app.call<{ id: string }>('GET', '/api/v3/me', undefined, token)
  await page.evaluate(
    (userId) =>
      new Promise<void>((stored) => {
        const opening = indexedDB.open('app')
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('kv', 'readwrite')
          writing.objectStore('kv').put(userId, 'trialGoesTo')
          writing.addEventListener('complete', () => stored())
        })
      }),
    id,
  )
}

/** Answers the question that follows a log-in or registration with a trial on the device. */
async function answers(page: Page, button: 'Move into my account' | 'Leave it here', ...shown: string[]) {
  const dialog = page.getByRole('dialog', { name: 'Is this yours?' })
  for (const text of shown) await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible()
  await dialog.getByRole('button', { name: button }).click()
}

/** Resolves when the page says so, however briefly. */
async function hears(page: Page, said: string): Promise<void> {
  await page.waitForFunction((text) => document.body.textContent.includes(text), said, { polling: 'raf' })
}

const status = (page: Page) => page.getByRole('button', { name: 'On this device' })

test('TRIAL-1 TRIAL-2 TRIAL-3 a trip in airplane mode without an account, then the registration: all of it is there, once', async ({
  app,
  device,
}) => {
  const phone = await device('desktop')
  let { page } = phone
  await page.goto('/')
  await readyForOffline(page)
  await phone.airplane(true)
  await page.getByRole('button', { name: 'Try it now' }).click()
  await page.waitForURL('**/app')
  await expect(status(page)).toBeVisible()
  const list = await newList(page)
  await rename(page, 'Camping')
  await add(page, 'Rope', 'Matches', 'Soup')
  await tick(page, 'Rope')
  await expect(page.getByText('Waiting to be saved')).toHaveCount(0)
  await phone.close()

  page = await phone.open(true)
  // Whoever comes back to the first page is led on to the lists.
  await page.goto('/')
  await page.waitForURL('**/app')
  // Told once what may happen to them.
  const told = page.getByRole('region', { name: 'Without an account' })
  await expect(told).toContainText('Your lists are on this device only.')
  await told.getByRole('button', { name: 'Got it' }).click()
  await page.reload()
  await page.getByRole('link', { name: 'Camping' }).click()
  await expect(told).toHaveCount(0)
  await expect.poll(() => names(page)).toEqual(['Rope', 'Matches', 'Soup'])
  await choose(page, 'Archive and copy unbought')
  await page.waitForURL((url) => url.pathname.startsWith('/app/details/') && !url.pathname.endsWith(list))
  await expect.poll(() => names(page)).toEqual(['Matches', 'Soup'])
  const clone = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  // The way to an account begins at what needs one.
  await phone.airplane(false)
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('note')).toContainText('2 lists were made on this device without an account.')
  await fillIn(page)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByLabel('I accept the terms of use').check()
  const isTold = hears(page, '2 lists moved into your account')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await answers(page, 'Move into my account', 'Camping')
  await page.waitForURL(`**/app/details/${clone}`)
  await isTold
  await expect.poll(() => names(page)).toEqual(['Matches', 'Soup'])
  await isSavedAfterAll(page)

  const token = await app.token(anna, password)
  const all = async (which: string) => {
    const { items } = await app.call<{ items: { id: string; listName: string; productCount: number }[] }>(
      'GET',
      `/api/v3/lists?status=${which}`,
      undefined,
      token,
    )
    return items.map(({ id, productCount }) => `${id} ${productCount}`)
  }
  expect([await all('active'), await all('archived')]).toEqual([[`${clone} 2`], [`${list} 3`]])
  expect(await serverNames(app, token, clone)).toEqual(['Matches', 'Soup'])
  expect(await serverNames(app, token, list)).toEqual(['Rope', 'Matches', 'Soup'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Matches', 'Soup'])
})

test('TRIAL-2 logging in brings the lists to those of the account; who closes the app in the middle finds them too', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  await seedList(app, token, 'Paint', [{ productName: 'Brush' }])
  const phone = await device('desktop')
  const { page } = phone
  await tryIt(page)
  const list = await newList(page)
  await rename(page, 'Camping')
  await add(page, 'Rope')
  const other = await page.context().newPage()
  await other.goto(`/app/details/${list}`)
  await expect.poll(() => names(other)).toEqual(['Rope'])
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('note')).toContainText('1 list was made on this device without an account.')
  await fillIn(page)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await answers(page, 'Move into my account', 'Camping')
  await page.waitForURL(`**/app/details/${list}`)
  // The other tab goes on in the account.
  await expect(other.getByRole('button', { name: 'Saved' })).toBeVisible()
  await add(other, 'Soup')
  await expect.poll(() => serverNames(app, token, list).catch(() => [])).toEqual(['Rope', 'Soup'])
  await page.goto('/app')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
})

test('SAFE-9 what a stranger made on this device stays there when somebody else logs in, and is not lost', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const { page } = await device('desktop')
  await tryIt(page)
  await newList(page)
  await rename(page, 'Camping')
  await add(page, 'Rope')
  await page.goto('/auth/login')
  await fillIn(page)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await answers(page, 'Leave it here', 'Camping')
  await expect(page.getByText('Start your first list')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Start your first list')).toBeVisible()
  const { total } = await app.call<{ total: number }>('GET', '/api/v3/lists', undefined, token)
  expect(total).toBe(0)
  // Without the account it is there as it was.
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Try it now' }).click()
  // It comes above the lists, which move down for it.
  await expect(page.getByRole('region', { name: 'Without an account' })).toBeVisible()
  await page.getByRole('link', { name: 'Camping' }).click()
  await expect.poll(() => names(page)).toEqual(['Rope'])
})

interface Named {
  items: { id: string; templateName: string; productCount: number }[]
}

async function addTo(page: Page, ...products: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add products' }).click()
  const dialog = page.getByRole('dialog')
  for (const product of products) {
    await dialog.getByRole('textbox', { name: 'Name' }).fill(product)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText(`Added: ${product}`)).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
}

async function makeTemplate(page: Page, name: string): Promise<string> {
  await page.goto('/app/templates')
  await page.getByRole('button', { name: 'New template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await expect(dialog.getByRole('checkbox', { name: /^Public/ })).toBeDisabled()
  await expect(dialog.getByText('This needs an account.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Breakfast' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/app/template/*')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function makeCategory(page: Page, name: string, keywords: string): Promise<void> {
  await page.goto('/app/profile')
  await page.getByRole('link', { name: 'My categories' }).click()
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Keywords').fill(keywords)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

const mine = (app: App, token: string) =>
  app.call<Named>('GET', '/api/v3/templates?type=user', undefined, token)

async function ownCategories(app: App, token: string): Promise<string[]> {
  type Category = { own: boolean; category_name: string; keywords: string[] }
  const all = await app.call<Category[]>('GET', '/api/v3/category-keywords', undefined, token)
  return all.flatMap((one) => (one.own ? [`${one.category_name}: ${one.keywords.join(' ')}`] : []))
}

test('TRIAL-1 TRIAL-2 TEMPLATES-3 PROFILE-6 own templates and categories without an account, then the registration: all of it is there, once', async ({
  app,
  device,
}) => {
  const phone = await device('desktop')
  const { page } = phone
  const dialog = page.getByRole('dialog')
  await tryIt(page)
  await makeCategory(page, 'Fishing', 'worm, hook')

  // By hand: made, changed, without a network.
  await readyForOffline(page)
  await phone.airplane(true)
  const byHand = await makeTemplate(page, 'Pancakes')
  await addTo(page, 'Flour', 'Worms')
  await expect(page.getByRole('region', { name: 'Fishing' }).getByText('Worms')).toBeVisible()
  await page.getByRole('button', { name: /^Flour/ }).click()
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Flour.*2\spcs/ })).toBeVisible()
  await page.getByRole('button', { name: 'Edit template' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pancakes at the lake')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pancakes at the lake' })).toBeVisible()
  const wrong = await makeTemplate(page, 'Wrong')
  await page.getByRole('button', { name: 'Delete template' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.waitForURL('**/app/templates')
  await phone.airplane(false)

  // Of a list; what was typed there is in the own category.
  await page.goto('/app')
  const list = await newList(page)
  await rename(page, 'Camping')
  await add(page, 'Hooks', 'Rope')
  await expect(page.getByRole('combobox', { name: 'Category: Hooks' })).toHaveValue('Fishing')
  await choose(page, 'Create template from list')
  await page.waitForURL('**/app/template/*')
  await expect(page.getByText('2 products')).toBeVisible()
  const ofList = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  // Found, and used: it becomes a list.
  await page.goto('/app/templates')
  await page.getByText('Mine').click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('searchbox').fill('worm')
  await page.getByRole('link', { name: 'Pancakes at the lake' }).click()
  await page.getByRole('button', { name: 'Create a list' }).click()
  await page.waitForURL('**/app/details/*')
  await expect.poll(() => names(page)).toEqual(['Flour', 'Worms'])

  await page.goto('/auth/register')
  await expect(page.getByRole('note')).toContainText('2 lists were made on this device without an account.')
  await fillIn(page)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByLabel('I accept the terms of use').check()
  const isTold = hears(page, 'Moved into your account: lists 2, templates 2, categories 1')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await answers(page, 'Move into my account', '2 templates', '1 category')
  await page.waitForURL('**/app')
  await isTold

  const token = await app.token(anna, password)
  const sent = async () =>
    (await mine(app, token)).items.map(({ id, productCount }) => `${id} ${productCount}`)
  await expect.poll(async () => (await sent()).toSorted()).toEqual([`${byHand} 2`, `${ofList} 2`].toSorted())
  await expect.poll(() => ownCategories(app, token)).toEqual(['Fishing: worm hook'])
  await isSavedAfterAll(page)
  // The account goes on with them: the device has told the server all of it.
  await page.goto(`/app/template/${byHand}`)
  await addTo(page, 'Jam')
  await expect(page.getByText('3 products')).toBeVisible()
  await page.goto('/app/templates')
  await page.getByText('Mine').click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await page.goto('/app/edit-profile/user-categories')
  await expect(page.getByRole('heading', { level: 2, name: 'Fishing' })).toHaveCount(1)
  expect((await sent()).some((one) => one.startsWith(wrong))).toBe(false)
  expect(await serverNames(app, token, list)).toEqual(['Hooks', 'Rope'])
})

test('TRIAL-2 templates and categories that a log-in brings go out when the server can be reached again, and are used until then', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const path = '/api/v3/category-keywords'
  await app.call('POST', path, { category_name: 'Fishing', keywords: ['rod'] }, token)
  const phone = await device('desktop')
  let { page } = phone
  await tryIt(page)
  await makeCategory(page, 'Fishing', 'worm')
  const id = await makeTemplate(page, 'Lake')
  await addTo(page, 'Worms', 'Boat')
  await readyForOffline(page)
  // The session of the account is stored, and the network goes before anything was sent.
  await saysYes(app, page, token)
  await page
    .context()
    .route(/\/api\/v3\/(template|category-keywords)/, (route) =>
      route.request().method() === 'POST' || route.request().method() === 'PUT'
        ? route.abort()
        : route.continue(),
    )
  await logIn(page, anna, `/app/template/${id}`)
  await expect(page.getByText('On its way to your account.')).toBeVisible()
  await phone.close()

  page = await phone.open(true)
  await page.goto('/app/templates')
  await page.getByText('Mine').click()
  await page.getByRole('link', { name: 'Lake' }).click()
  await expect(page.getByText('On its way to your account.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add products' })).toBeHidden()
  await page.getByRole('button', { name: 'Create a list' }).click()
  await page.waitForURL('**/app/details/*')
  await expect.poll(() => names(page)).toEqual(['Worms', 'Boat'])
  await phone.airplane(false)
  const sent = async () =>
    (await mine(app, token)).items.map(({ id, productCount }) => `${id} ${productCount}`)
  await expect.poll(sent).toEqual([`${id} 2`])
  await expect.poll(() => ownCategories(app, token)).toEqual(['Fishing: rod worm'])
  await page.goto(`/app/template/${id}`)
  await expect(page.getByRole('button', { name: 'Add products' })).toBeVisible()
  await expect(page.getByText('On its way to your account.')).toBeHidden()
})

test('TRIAL-1 COOK-1 MONEY-2 TOGETHER-1 what needs an account says so; templates, categories, prices and recipes work; everything can be removed', async ({
  device,
}) => {
  const { page } = await device('desktop')
  await tryIt(page)
  const list = await newList(page)
  await add(page, 'Milk')
  await expect(page.getByRole('combobox', { name: 'Category: Milk' })).toHaveValue('Dairy')
  await paste(page, 'https://recipes.example.org/pancakes')
  const recipe = page.getByRole('dialog', { name: 'From a recipe' })
  await recipe.getByRole('button', { name: 'Read the recipe' }).click()
  await expect(recipe.getByRole('alert')).toContainText('only be read with an account')
  await recipe
    .getByLabel('Address of the recipe, or its text')
    .fill('Pancakes\nServes 4\n\nIngredients\n200 g flour\n3 eggs')
  await recipe.getByRole('button', { name: 'Read the recipe' }).click()
  await page.getByRole('button', { name: 'Add 2 products' }).click()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Flour', 'Eggs'])
  await page.goto('/app/spending')
  await expect(page.getByText('With an account you see here what you spend in each month.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await page.goto('/app/edit-profile/notifications')
  await expect(page.getByText('so they need an account')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const own = await makeTemplate(page, 'Soup')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click()
  await page.getByText('Ready-made').click()
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  await page.getByRole('button', { name: 'Create a list' }).click()
  await page.waitForURL('**/app/details/*')
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(3)
  await page.goto('/app/edit-profile/account')
  await page.waitForURL('**/app/profile')
  await expect(page.getByRole('heading', { name: 'Without an account' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove everything from this device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove everything' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByRole('button', { name: 'Try it now' }).click()
  await expect(page.getByText('Start your first list')).toBeVisible()
  await page.goto(`/app/details/${list}`)
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toHaveCount(0)
  await page.goto(`/app/template/${own}`)
  await expect(page.getByRole('heading', { name: 'This template is not here' })).toBeVisible()
})
