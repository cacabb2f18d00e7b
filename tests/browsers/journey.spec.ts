import { openDatabase } from '../../server/db/open.ts'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { add, atNewList, edit, serverRows, shows, tick } from './steps.ts'

/** The sequence numbers of all operations that the server recorded for a list; each one appears once. */
async function operations(folder: string, list: string): Promise<number[]> {
  const db = await openDatabase({ sqlite: join(folder, 'lists.sqlite') })
  const rows = await db
    .selectFrom('operation')
    .selectAll()
    .where('list_id', '=', list)
    .orderBy('seq')
    .execute()
  await db.destroy()
  expect(new Set(rows.map((row) => row.client_id)).size).toBe(1)
  return rows.map((row) => row.seq)
}

test('RUN-5 OFFLINE-6 OFFLINE-3 a list from the first visit on, with the server away and the browser closed in between: each change arrives once, in order', async ({
  app,
  device,
}) => {
  const { token, path, list } = await atNewList(app, device)
  let { page } = device
  await add(page, 'Milk', 'Bread', 'Eggs')
  await edit(page, 'Price', 'Milk', '4.20')
  await tick(page, 'Bread')
  await page.click('button', 'Delete: Eggs')
  await page.gone('combobox', 'Name: Eggs')
  await page.see('button', /Saved/)

  const second = await device.newTab()
  await second.goto(path)
  await shows(second, 'Milk', 'Bread')
  await add(second, 'Tea')
  await shows(page, 'Milk', 'Bread', 'Tea')
  await second.see('button', /Saved/)

  await app.end()
  await page.tab.reload()
  await shows(page, 'Milk', 'Bread', 'Tea')
  await add(page, 'Rice')
  await tick(page, 'Tea')
  await edit(page, 'Price', 'Rice', '3')
  await shows(second, 'Milk', 'Bread', 'Tea', 'Rice')
  await page.see('button', /waiting/)
  await device.close()
  page = await device.open()
  await page.goto(path)
  await shows(page, 'Milk', 'Bread', 'Tea', 'Rice')
  expect((await page.see('checkbox', 'Bought: Tea')).checked).toBe(true)
  await add(page, 'Salt')

  await app.start()
  await page.tab.run(() => dispatchEvent(new Event('online')))
  await page.see('button', /Saved/)
  const unknown = 0.01 // the price of a product without one
  const rows = await serverRows(app, token, list)
  expect(rows.map(({ productName, price, productStatus }) => [productName, price, productStatus])).toEqual([
    ['Milk', 4.2, false],
    ['Bread', unknown, true],
    ['Tea', unknown, true],
    ['Rice', 3, false],
    ['Salt', unknown, false],
  ])
  // Make the list; add three, set a price, tick, delete; add one; add one with a price and a tick; add the last one.
  expect(await operations(app.folder, list)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('AUTH-3 who is not to be remembered stays signed in as long as the browser is open, and no longer', async ({
  app,
  device,
}) => {
  const { token, path, list } = await atNewList(app, device, false)
  await add(device.page, 'Milk')
  await device.page.see('button', /Saved/)
  await device.page.tab.reload()
  await add(device.page, 'Bread')
  await device.page.see('button', /Saved/)
  expect((await serverRows(app, token, list)).map(({ productName }) => productName)).toEqual([
    'Milk',
    'Bread',
  ])
  await device.close()
  const page = await device.open()
  await page.goto(path)
  await page.see('textbox', 'Password')
})
