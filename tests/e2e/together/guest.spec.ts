import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { add, isSaved, names, seedList, serverNames, tick, waitingCount, tap } from '../steps.ts'

const owner = 'anna@example.org'

/** Anna's list, and a link with which a guest may change it. */
async function linked(app: App, permission: 'edit' | 'shopping' = 'edit') {
  const anna = await app.member(owner, password)
  const list = await seedList(app, anna, 'Weekend', [
    { productName: 'Milk', category: 'Dairy' },
    { productName: 'Bread', category: 'Bakery' },
  ])
  const path = `/api/v3/list/${list}/guest`
  const { id, code } = await app.call<{ id: string; code: string }>('POST', path, { permission }, anna)
  const end = () => app.call('DELETE', `${path}/${id}`, undefined, anna)
  return { anna, list, link: `/guest/${code}`, end }
}

async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Open the list' }).click()
  await page.waitForURL('**/app/details/*')
}

/** The calls that the server refused. A category's picture that is not cached yet has none without a network. */
function refusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400 && pathname.startsWith('/api/'))
      refused.push(`${response.status()} ${response.request().method()} ${pathname}`)
  })
  return refused
}

test('TOGETHER-4 a name is enough to tick and add, everybody sees whose it was, no call is refused, and who leaves may come back under the same name', async ({
  app,
  device,
}) => {
  const { anna, list, link } = await linked(app)
  const phone = await device('desktop', { fresh: true })
  const { page } = phone
  const refused = refusals(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The list’s owner asks you to help with the shopping',
  )
  await join(page, link, 'Ola')
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread'])
  await add(page, 'Honey')
  await tick(page, 'Milk')
  await isSaved(page)
  expect(await serverNames(app, anna, list)).toEqual(['Milk', 'Bread', 'Honey'])

  // Nothing leads away, whatever is typed into the address.
  await expect(page.getByRole('navigation')).toHaveCount(0)
  for (const path of [
    '/app',
    '/app/templates',
    `/app/history/${list}`,
    '/app/profile',
    '/auth/login',
    '/',
    link,
  ]) {
    await page.goto(path)
    await page.waitForURL(`**/app/details/${list}`)
  }
  await page.getByRole('button', { name: 'You are a guest' }).click()
  await expect(page.getByRole('dialog')).toContainText('Hello, Ola!')
  await page.keyboard.press('Escape')
  // Something waits at first.
  await phone.airplane(true)
  await add(page, 'Flour')
  await expect.poll(() => waitingCount(page)).toBe(1)
  await page.getByRole('button', { name: 'You are a guest' }).click()
  await page.getByRole('button', { name: 'Leave the list' }).click()
  await page.getByRole('button', { name: 'Stay', exact: true }).click()
  await phone.airplane(false)
  await isSaved(page)
  expect(refused).toEqual([])
  await page.getByRole('button', { name: 'You are a guest' }).click()
  await page.getByRole('button', { name: 'Leave the list' }).click()
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeVisible()
  await join(page, link, 'Ola')
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Honey', 'Flour'])

  const { page: seen } = await device('desktop')
  await logIn(seen, owner, `/app/history/${list}`)
  await expect(seen.getByRole('main')).toContainText('Ola')
  await expect(seen.getByRole('main')).toContainText('Honey')
})

test('TOGETHER-4 OFFLINE-3 a guest without a network and with a closed browser loses nothing and doubles nothing', async ({
  app,
  device,
}) => {
  const { anna, list, link } = await linked(app)
  const phone = await device('desktop')
  await join(phone.page, link, 'Ola')
  await expect.poll(() => names(phone.page)).toEqual(['Milk', 'Bread'])
  await readyForOffline(phone.page)
  await phone.airplane(true)
  await add(phone.page, 'Honey', 'Flour')
  await tick(phone.page, 'Bread')
  await phone.close()

  const page = await phone.open(true)
  await page.goto(link)
  await page.waitForURL(`**/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Honey', 'Flour'])
  await add(page, 'Salt')
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, anna, list)).toEqual(['Milk', 'Bread', 'Honey', 'Flour', 'Salt'])
})

test('TOGETHER-4 a link that ends says so at once, and what did not arrive can be copied', async ({
  app,
  device,
}) => {
  const { anna, list, link, end } = await linked(app)
  const phone = await device('desktop')
  const { page } = phone
  await join(page, link, 'Ola')
  await readyForOffline(page)
  await add(page, 'Honey')
  await isSaved(page)
  await phone.airplane(true)
  await add(page, 'Flour')
  await expect.poll(() => waitingCount(page)).toBe(1)
  await end()
  await phone.airplane(false)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was ended')
  await expect(page.getByRole('alert')).toContainText('1 change did not arrive')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  const chunks = await (await file.createReadStream()).toArray()
  expect(Buffer.concat(chunks).toString()).toContain('Flour')
  expect(await serverNames(app, anna, list)).toEqual(['Milk', 'Bread', 'Honey'])

  // The lists of this device are those of the guest, who is gone.
  await page.goto(`/app/details/${list}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was ended')
  await page.getByRole('button', { name: 'Remove them and go to the start page' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was ended')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('TOGETHER-4 a name that somebody on the list has is refused beside its field; a guest who may only tick ticks, and finds nothing else to press', async ({
  app,
  device,
}) => {
  const { anna, list, link } = await linked(app, 'shopping')
  const { page } = await device('phone', { fresh: true })
  await page.goto(link)
  const name = page.getByRole('textbox', { name: 'Your name' })
  await name.fill('Anna')
  await page.getByRole('button', { name: 'Open the list' }).click()
  await expect(page.getByText('Somebody on this list has that name. Choose another one.')).toBeVisible()
  await expect(name).toBeFocused()
  const refused = refusals(page)
  await join(page, link, 'Ola')
  await page.getByRole('checkbox', { name: /Milk/ }).check()
  await isSaved(page)
  await expect(page.getByRole('combobox')).toHaveCount(0)
  const { products } = await app.call<{ products: { productName: string; productStatus: boolean }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    anna,
  )
  expect(products.filter(({ productStatus }) => productStatus).map((one) => one.productName)).toEqual([
    'Milk',
  ])
  expect(refused).toEqual([])
})

test('TOGETHER-4 AUTH-3 a guest who is not to stay is asked for a name again, nobody sees the list before, and what was not sent is sent by whoever opens the list there again', async ({
  app,
  device,
}) => {
  const { anna, list, link } = await linked(app)
  const phone = await device('desktop')
  const open = async (page: Page, name: string) => {
    await page.getByRole('textbox', { name: 'Your name' }).fill(name)
    const stay = page.getByRole('checkbox', { name: 'Stay here when the browser is closed' })
    await stay.uncheck()
    await page.getByRole('button', { name: 'Open the list' }).click()
    await page.waitForURL('**/app/details/*')
  }
  await phone.page.goto(link)
  await open(phone.page, 'Ola')
  await expect.poll(() => names(phone.page)).toEqual(['Milk', 'Bread'])
  await readyForOffline(phone.page)
  await phone.airplane(true)
  await add(phone.page, 'Honey', 'Flour')
  await expect.poll(() => waitingCount(phone.page)).toBe(2)
  await phone.close()

  const page = await phone.open()
  await page.goto('/app')
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeVisible()
  // The example of the first page may have any product; only a list has rows.
  await expect(page.locator('[data-row]')).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('2 changes did not arrive')
  await open(page, 'Iga')
  await isSaved(page)
  expect(await serverNames(app, anna, list)).toEqual(['Milk', 'Bread', 'Honey', 'Flour'])
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Honey', 'Flour'])
})

test('TOGETHER-4 who has an account is told what the link is for, and stays signed in', async ({
  app,
  device,
}) => {
  const { link } = await linked(app)
  await app.member('ben@example.org', password)
  const { page } = await device('phone')
  await logIn(page, 'ben@example.org')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This link is for guests without an account',
  )
  await page.getByRole('link', { name: 'To the shopping lists' }).click()
  await page.waitForURL('**/app')
})

test('TRIP-3 TRIP-5 TOGETHER-4 a guest who may add ends a trip like a member, and the owner reads it', async ({
  app,
  device,
}) => {
  const { anna, list, link } = await linked(app)
  const { page: owners } = await device('desktop')
  await logIn(owners, owner, `/app/details/${list}`)
  const { page } = await device('phone', { fresh: true })
  const refused = refusals(page)
  await join(page, link, 'Ola')
  await tap(page.getByRole('button', { name: 'Shopping mode' }))
  await tap(page.getByRole('button', { name: 'No matter' }))
  await tap(page.getByRole('checkbox', { name: 'Milk', exact: true }))
  await tap(page.getByRole('button', { name: 'Done' }))
  const end = page.getByRole('region', { name: 'Shopping done' })
  await expect(end).toContainText('1 thing bought')
  await expect(end.getByRole('button')).toHaveText(['', 'Undo'])
  await page.getByRole('textbox', { name: 'Paid' }).fill('5')
  await page.getByRole('textbox', { name: 'Paid' }).press('Enter')
  await isSaved(page)
  await expect(owners.getByText('Ola finished shopping: 1 thing')).toBeVisible()
  expect(await serverNames(app, anna, list)).toEqual(['Bread'])
  const spent = await app.call<{ sum: number }[]>('GET', '/api/v3/spending?by=month', undefined, anna)
  expect(spent.map(({ sum }) => sum)).toEqual([5])
  await tap(end.getByRole('button', { name: 'Undo' }))
  await expect(page.getByRole('checkbox', { name: 'Milk', exact: true })).toBeChecked()
  await isSaved(page)
  expect(refused).toEqual([])
})
