import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { openDatabase } from '../../../server/db/open.ts'
import type { App } from '../../support/app.ts'
import { seeded } from '../../support/random.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { add, edit, isSaved, names, newList, paste, seedList, serverNames, tick } from '../steps.ts'

const anna = 'anna@example.org'
const ben = 'ben@example.org'

async function share(app: App, token: string, list: string, email: string): Promise<void> {
  await app.call('POST', `/api/v3/list/share?_list_id=${list}&_email_address=${email}`, undefined, token)
  const query = `email_address=${email}&permission=edit`
  await app.call('PUT', `/api/v3/shared_list/${list}?${query}`, undefined, token)
}

interface Found {
  productName: string
  price: number
  quantity: number
}

/** The server's products of the list, by name. */
async function serverProducts(app: App, token: string, list: string): Promise<Map<string, Found>> {
  const path = `/api/v3/list/${list}`
  const { products } = await app.call<{ products: Found[] }>('GET', path, undefined, token)
  return new Map(products.map((product) => [product.productName, product]))
}

/** How many operations the server recorded for the list, the first of which made it, and how many people sent them. */
async function operations(app: App, list: string): Promise<{ count: number; people: number }> {
  const db = await openDatabase({ sqlite: join(app.folder, 'lists.sqlite') })
  const taken = await db.selectFrom('operation').select('op_id').where('list_id', '=', list).execute()
  const clients = await db.selectFrom('client').select('account_id').where('list_id', '=', list).execute()
  await db.destroy()
  return { count: taken.length, people: new Set(clients.map((client) => client.account_id)).size }
}

const thousand = Array.from({ length: 1_000 }, (_, i) => `Product ${i + 1}`)

// A thousand products take their time on a slow machine.
test.describe.configure({ timeout: 180_000 })

/** A list with a thousand products that were pasted offline; then all sessions are ended. */
async function thousandWaiting(
  app: App,
  page: Page,
  airplane: (on: boolean) => Promise<void>,
): Promise<string> {
  await logIn(page, anna)
  const list = await newList(page)
  await isSaved(page)
  await readyForOffline(page)
  await airplane(true)
  await paste(page, thousand.join('\n'))
  await page.getByRole('button', { name: /^Add 1.000 products$/ }).click()
  await expect(page.getByRole('button', { name: /1.?000 waiting/ })).toBeVisible({ timeout: 60_000 })
  await app.endSessions()
  await airplane(false)
  await page.waitForURL('**/auth/login**')
  return list
}

async function signInOnThisPage(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('OFFLINE-6 AUTH-9 the session ends with a thousand changes waiting: signed in again, each arrives once, in order', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  const phone = await device('desktop')
  const { page } = phone
  const list = await thousandWaiting(app, page, (on) => phone.airplane(on))
  await expect(page.getByLabel('Email')).toHaveValue(anna)
  await signInOnThisPage(page, anna)
  await page.waitForURL(`**/app/details/${list}`)
  await isSaved(page)
  expect(await serverNames(app, await app.token(anna, password), list)).toEqual(thousand)
  expect(await operations(app, list)).toEqual({ count: 1_001, people: 1 })
})

test('OFFLINE-6 AUTH-11 somebody else signs in over a thousand changes: nothing goes under their name, all of it under the right one', async ({
  app,
  device,
}) => {
  await app.member(anna, password)
  const bens = await app.member(ben, password)
  const { id: bensId } = await app.call<{ id: string }>('GET', '/api/v3/me', undefined, bens)
  const his = await seedList(app, bens, 'For Ben', [{ productName: 'Nails' }])
  const phone = await device('desktop')
  const { page } = phone
  const list = await thousandWaiting(app, page, (on) => phone.airplane(on))
  const asked: object[] = []
  const note = (request: Request) => {
    if (!request.url().endsWith(`${list}/sync`)) return
    const body = request.postDataBuffer() ?? Buffer.alloc(0)
    const isPacked = request.headers()['content-encoding'] === 'gzip'
    asked.push(JSON.parse(String(isPacked ? gunzipSync(body) : body)))
  }
  phone.context.on('request', note)
  await signInOnThisPage(page, ben)
  // He does not land on her page. He may open its address like anybody else, but the list is not his.
  await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
  await page.goto(`/app/details/${list}`)
  await expect(page.getByRole('heading', { name: 'This list is not here' })).toBeVisible()
  await page.goto(`/app/details/${his}`)
  await expect.poll(() => names(page)).toEqual(['Nails'])
  await add(page, 'Screws')
  await isSaved(page)
  phone.context.off('request', note)
  expect(asked.length).toBeGreaterThan(0)
  for (const body of asked) expect(body).toMatchObject({ user: bensId, ops: [] })
  expect(await operations(app, list)).toEqual({ count: 1, people: 1 })

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/auth/login**')
  await signInOnThisPage(page, anna)
  await page.waitForURL('**/app**')
  await page.goto(`/app/details/${list}`)
  await isSaved(page)
  expect(await serverNames(app, await app.token(anna, password), list)).toEqual(thousand)
  expect(await operations(app, list)).toEqual({ count: 1_001, people: 1 })
  expect(await serverNames(app, await app.token(ben, password), his)).toEqual(['Nails', 'Screws'])
})

test('OFFLINE-5 a captive portal that sends everybody to its own page loses and doubles nothing', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const phone = await device('desktop')
  const { page } = phone
  await logIn(page, anna)
  const list = await newList(page)
  await isSaved(page)
  await readyForOffline(page)
  let asked = 0
  const portal = 'http://portal.example/welcome'
  await phone.context.route(/\/(api|oauth)\//, async (route) => {
    if (route.request().url().endsWith('/sync')) asked++
    await route.fulfill({ status: 302, headers: { location: portal } })
  })
  // This portal allows every origin, yet its answer must not be taken for the server's.
  await phone.context.route(portal, (route) =>
    route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } }),
  )
  await add(page, 'Milk', 'Bread')
  await expect(page.getByRole('button', { name: /2 waiting/ })).toBeVisible()
  await expect.poll(() => asked).toBeGreaterThan(1)
  await phone.context.unrouteAll()
  await phone.airplane(true) // leaving the shop
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread'])
})

test('OFFLINE-5 OFFLINE-6 three seconds each way and every third call lost: once each, and nothing waits for it', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const phone = await device('desktop')
  const { page } = phone
  await logIn(page, anna)
  const list = await newList(page)
  await isSaved(page)
  const random = seeded(7)
  const met = { there: 0, back: 0, good: 0 }
  await phone.context.route('**/sync', async (route) => {
    const [isLost, isTaken] = [random() < 0.3, random() < 0.5]
    await new Promise((arrived) => setTimeout(arrived, 3_000))
    if (!isLost) met.good++
    else if (isTaken) met.back++
    else met.there++
    if (!isLost) return route.continue()
    // Either the request gets lost, or only the answer.
    if (isTaken) await route.fetch()
    await route.abort('connectionreset')
  })
  await add(page, 'Milk', 'Bread')
  await edit(page, 'Price', 'Milk', '4,20')
  await add(page, 'Eggs')
  await tick(page, 'Bread')
  await isSaved(page)
  expect(met.there + met.back).toBeGreaterThan(0)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Eggs'])
  expect((await serverProducts(app, token, list)).get('Milk')?.price).toBe(4.2)
})

test('OFFLINE-6 OFFLINE-7 a clock that is wrong by a day, either way, neither wins for it nor loses', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  await app.member(ben, password)
  const day = 86_400_000
  const list = await seedList(app, token, 'This week', [
    { productName: 'Milk', quantity: 1 },
    { productName: 'Bread', quantity: 1 },
  ])
  await share(app, token, list, ben)
  const hers = await device('desktop')
  await logIn(hers.page, anna, `/app/details/${list}`)
  const quantity = (page: Page, name: string) => page.getByRole('textbox', { name: `Quantity: ${name}` })

  for (const [wrong, name] of [
    [day, 'Milk'],
    [-day, 'Bread'],
  ] as const) {
    // Without the worker, whose clock cannot be changed: the page does everything itself.
    const his = await device('desktop', { serviceWorkers: 'block' })
    await his.context.addInitScript((shift) => {
      const { now } = Date
      Date.now = () => now() + shift
    }, wrong)
    await logIn(his.page, ben, `/app/details/${list}`)
    expect(Math.round(((await his.page.evaluate(() => Date.now())) - Date.now()) / day)).toBe(wrong / day)
    await expect(quantity(his.page, name)).toHaveValue('1')
    await his.airplane(true)
    await edit(his.page, 'Quantity', name, '2')
    await expect(his.page.getByRole('button', { name: /1 waiting/ })).toBeVisible()
    // Typed later than his edit, so this one stays.
    await edit(hers.page, 'Quantity', name, '3')
    await isSaved(hers.page)
    await his.airplane(false)
    await expect(quantity(his.page, name)).toHaveValue('3')
    await his.page.getByRole('button', { name: /1 needs a look/ }).click()
    await expect(his.page.getByText('anna changed it later than you.')).toBeVisible()
    await his.page.getByRole('button', { name: 'Keep theirs' }).click()
    await expect(his.page.getByText('Everything is saved, here and on the server.')).toBeVisible()
    await his.page.keyboard.press('Escape')
    expect((await serverProducts(app, token, list)).get(name)?.quantity).toBe(3)

    await his.airplane(true)
    await edit(hers.page, 'Quantity', name, '4')
    await isSaved(hers.page)
    await edit(his.page, 'Quantity', name, '5')
    await expect(his.page.getByRole('button', { name: /1 waiting/ })).toBeVisible()
    await his.airplane(false)
    await isSaved(his.page)
    await expect(quantity(hers.page, name)).toHaveValue('5')
    expect((await serverProducts(app, token, list)).get(name)?.quantity).toBe(5)
    await his.close()
  }
})

for (const { happened, gone } of [
  {
    happened: 'loses access',
    gone: (app: App, token: string, list: string) =>
      app.call('DELETE', `/api/v3/list/share?_list_id=${list}&_email_address=${ben}`, undefined, token),
  },
  {
    happened: 'finds the list deleted by its owner',
    gone: (app: App, token: string, list: string) => app.call('DELETE', '/api/v3/list', { _id: list }, token),
  },
])
  test(`OFFLINE-6 OFFLINE-7 a member who ${happened} while offline is told, and what was typed is in the tray`, async ({
    app,
    device,
  }) => {
    const hers = await app.member(anna, password)
    const his = await app.member(ben, password)
    const shared = await seedList(app, hers, 'For the weekend', [{ productName: 'Milk' }])
    await share(app, hers, shared, ben)
    const own = await seedList(app, his, 'At home', [{ productName: 'Nails' }])
    const phone = await device('desktop')
    const { page } = phone
    await logIn(page, ben, `/app/details/${own}`)
    await expect.poll(() => names(page)).toEqual(['Nails'])
    await readyForOffline(page)
    await page.goto(`/app/details/${shared}`)
    await expect.poll(() => names(page)).toEqual(['Milk'])
    await phone.airplane(true)
    await add(page, 'Tea')
    await edit(page, 'Price', 'Tea', '12')
    await edit(page, 'Price', 'Milk', '4,20')
    await page.goto(`/app/details/${own}`)
    await add(page, 'Screws')
    await page.goto(`/app/details/${shared}`)
    await expect.poll(() => names(page)).toEqual(['Milk', 'Tea'])
    await gone(app, hers, shared)

    await phone.airplane(false)
    await expect(page.getByRole('heading', { name: 'This list is not here' })).toBeVisible()
    await page.getByRole('button', { name: /2 need a look/ }).click()
    const tray = page.getByRole('dialog', { name: 'Your changes' })
    const cards = tray.getByRole('listitem').filter({ hasText: 'it is not shared with you any more' })
    await expect(cards).toHaveCount(2)
    // The tray shows what was changed and on which list, so nothing of it is lost.
    await expect(cards.filter({ hasText: 'Added Tea' })).toContainText('For the weekend')
    await expect(cards.filter({ hasText: 'Price of Milk → 4.20' })).toContainText('For the weekend')
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Go to my lists' }).click()
    await expect(page.getByText('At home')).toBeVisible()
    await expect(page.getByText('For the weekend')).toBeHidden()
    await expect.poll(() => serverNames(app, his, own)).toEqual(['Nails', 'Screws'])
    // After a reload the tray is still there until its owner has dealt with it.
    await page.reload()
    await page.getByRole('button', { name: /2 need a look/ }).click()
    await tray.getByRole('button', { name: 'OK' }).first().click()
    await expect(tray.getByRole('button', { name: 'OK' })).toHaveCount(1)
    await tray.getByRole('button', { name: 'OK' }).click()
    await expect(tray.getByText('Everything is saved, here and on the server.')).toBeVisible()
  })
