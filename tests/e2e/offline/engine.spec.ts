import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { expect, logIn, password, test } from '../fixtures.ts'
import { add, atNewList, isSaved, isSavedAfterAll, names, serverNames } from '../steps.ts'

test('OFFLINE-5 a captive portal that answers everything with its own page loses and doubles nothing', async ({
  app,
  device,
}) => {
  const { token, phone, page, list } = await atNewList(app, await device('desktop'))
  let asked = 0
  await phone.context.route('**/api/**', async (route) => {
    asked++
    await route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to the WLAN of this shop</h1>' })
  })
  await add(page, 'Milk', 'Bread')
  await expect(page.getByRole('button', { name: /2 waiting/ })).toBeVisible()
  await expect.poll(() => asked).toBeGreaterThan(1)
  await phone.context.unroute('**/api/**')
  await phone.airplane(true) // leaving the shop
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread'])
})

test('OFFLINE-6 without Background Sync the page itself sees to what waits', async ({ app, device }) => {
  const phone = await device('desktop')
  await phone.context.addInitScript(() => {
    if (!isSecureContext) return // Firefox's empty page
    Reflect.deleteProperty(window, 'SyncManager')
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  })
  const { token, page, list } = await atNewList(app, phone)
  await phone.airplane(true)
  await add(page, 'Milk', 'Bread')
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread'])
})

test('OFFLINE-6 five tabs that type at once make one list, each product once', async ({ app, device }) => {
  const { token, phone, page, list } = await atNewList(app, await device('desktop'))
  const tabs = [page]
  for (let i = 1; i < 5; i++) {
    const tab = await phone.context.newPage()
    await tab.goto(`/app/details/${list}`)
    await tab.getByRole('combobox', { name: 'New product: name' }).waitFor()
    tabs.push(tab)
  }
  const typed = tabs.flatMap((_, tab) => [1, 2, 3].map((n) => `Tab ${tab} product ${n}`))
  await Promise.all(tabs.map((tab, i) => add(tab, ...typed.slice(i * 3, i * 3 + 3))))
  for (const tab of tabs)
    await expect.poll(async () => (await names(tab)).toSorted()).toEqual(typed.toSorted())
  await isSaved(page)
  expect((await serverNames(app, token, list)).toSorted()).toEqual(typed.toSorted())
})

test('OFFLINE-6 the worker is killed while it sends: nothing lost, nothing twice', async ({
  app,
  device,
}) => {
  const { token, phone, page, list } = await atNewList(app, await device('desktop'))
  const devtools = await phone.context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  let killed = false
  await phone.context.route('**/sync', async (route) => {
    if (killed || !route.request().serviceWorker()) return route.continue()
    killed = true
    // The server takes it, and the worker dies before the answer arrives.
    await route.fetch()
    await devtools.send('ServiceWorker.stopAllWorkers')
  })
  await add(page, 'Milk', 'Bread', 'Eggs')
  await expect.poll(() => killed).toBe(true)
  await phone.airplane(true)
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Eggs'])
})

test('OFFLINE-6 the server is killed while it works on a batch, and before its answer is heard: nothing lost, nothing twice', async ({
  app,
  device,
}) => {
  const { token, phone, page, list } = await atNewList(app, await device('desktop'), 'Before')

  await phone.airplane(true)
  await add(page, 'Milk', 'Bread')
  // Another process holds the write lock: the server has received the batch but cannot apply it.
  const database = new BetterSqlite(join(app.folder, 'lists.sqlite'))
  database.exec('BEGIN IMMEDIATE')
  const asked = phone.context.waitForEvent('request', (request) => request.url().endsWith('/sync'))
  await phone.airplane(false)
  await asked
  await app.kill()
  database.exec('ROLLBACK')
  // Asked of the file: a server that runs again may have the batch a moment later.
  expect(database.prepare('SELECT count(*) FROM product').pluck().get()).toBe(1)
  database.close()
  await add(page, 'While it was down')
  await app.start()
  await isSavedAfterAll(page)
  expect(await serverNames(app, token, list)).toEqual(['Before', 'Milk', 'Bread', 'While it was down'])

  let killed = false
  await phone.context.route('**/sync', async (route) => {
    if (killed) return route.continue()
    killed = true
    await route.fetch()
    await app.kill()
    await route.abort('connectionreset')
  })
  await add(page, 'Eggs', 'Tea')
  await expect.poll(() => killed).toBe(true)
  await add(page, 'Salt')
  await app.start()
  await isSavedAfterAll(page)
  const all = ['Before', 'Milk', 'Bread', 'While it was down', 'Eggs', 'Tea', 'Salt']
  expect(await serverNames(app, token, list)).toEqual(all)
})

test('OFFLINE-6 a device that has never seen a list asks for it once', async ({ app, device }) => {
  const token = await app.member('anna@example.org', password)
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'This week' }, token)
  await app.call('POST', `/api/v3/list/${id}/product`, { productName: 'Milk' }, token)
  const { page, context } = await device('phone', { serviceWorkers: 'block' })
  // Nothing of the lists comes before one of them is opened.
  await context.route(/\/(lists\?.*|sync)$/, (route) => route.abort())
  await logIn(page, 'anna@example.org')
  await page.goto('about:blank')
  await context.unroute(/\/(lists\?.*|sync)$/)

  let asked = 0
  // The answer to the list comes after that to the overview, which tells of a head that is not here yet.
  await context.route('**/sync', async (route) => {
    asked++
    await overview
    await route.continue()
  })
  const overview = page.waitForResponse(/\/lists\?status=archived/)
  // The stream's first word asks for the overview again; that may come before the page shows the list.
  let overviews = 0
  const again = page.waitForResponse(
    (response) => /\/lists\?status=archived/.test(response.url()) && ++overviews === 2,
  )
  await page.goto(`/app/details/${id}`)
  await expect(page.getByRole('checkbox', { name: /Milk/ })).toBeVisible()
  await (await again).finished()
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  expect(asked).toBe(1)
})
