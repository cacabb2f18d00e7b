import { rmSync } from 'node:fs'
import { App } from '../../support/app.ts'
import { Device } from '../../support/browser.ts'
import { add as adding, entry, set, stream } from '../../support/entries.ts'
import { copyOfDist, makeNextVersion } from '../../support/next-version.ts'
import { startProxy } from '../../support/proxy.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import {
  add,
  atNewList,
  edit,
  isSaved,
  names,
  paste,
  price,
  remove,
  seedList,
  serverNames,
  tick,
} from '../steps.ts'

test('OFFLINE-6 FRAME-10 an update with changes waiting and an old tab open: all of them arrive, once', async () => {
  const dist = copyOfDist()
  const app = await App.start({}, { dist })
  const proxy = await startProxy(() => Number(new URL(app.url).port))
  const phone = new Device(proxy.url, 'desktop')
  try {
    await phone.open()
    const { token, page, list } = await atNewList(app, phone, 'Milk', 'Bread')
    const old = await phone.context.newPage()
    await old.goto(`/app/details/${list}`)
    await expect.poll(() => names(old)).toEqual(['Milk', 'Bread'])
    await phone.airplane(true)
    await add(page, 'Tea', 'Rice')
    await edit(page, 'Price', 'Milk', '4,20')
    await tick(page, 'Bread')
    await remove(page, 'Rice')
    await old.getByRole('textbox', { name: 'Quantity: Milk' }).fill('4')

    // The server answers only requests for the new version's files. (A Playwright route that covers workers
    // makes the browser install that version several times.)
    proxy.refused = /^\/(api|oauth)\//
    makeNextVersion(dist)
    await phone.airplane(false)
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    // The browser restarts an old worker that gets a request while it is being replaced.
    await old.evaluate(() => {
      const asking = setInterval(() => void fetch('/icons/icon-192.png'), 10)
      setTimeout(() => clearInterval(asking), 4_000)
    })
    await Promise.all([
      page.waitForEvent('load'),
      old.waitForEvent('load'),
      page.getByRole('button', { name: 'Update now' }).click(),
    ])
    for (const tab of [page, old]) {
      await expect.poll(() => names(tab)).toEqual(['Milk', 'Bread', 'Tea'])
      await expect(price(tab, 'Milk')).toHaveValue('4.20')
      await expect(tab.getByRole('textbox', { name: 'Quantity: Milk' })).toHaveValue('4')
      await expect(tab.getByRole('button', { name: /waiting/ })).toBeVisible()
    }
    proxy.refused = null
    await phone.airplane(true)
    await phone.airplane(false)
    await isSaved(page)
    expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Tea'])
    // The page runs the new files: the old ones no longer exist anywhere.
    await paste(old, 'Salt\nPepper')
    await old.getByRole('button', { name: 'Add 2 products' }).click()
    await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Tea', 'Salt', 'Pepper'])
    await isSaved(old)
    expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Tea', 'Salt', 'Pepper'])
    expect(phone.complaints).toEqual([])
  } finally {
    await phone.dispose()
    proxy.close()
    await app.stop()
    rmSync(dist, { recursive: true, force: true })
  }
})

test('OFFLINE-6 rows and changes that the version before kept in its own way are there after the update, and go out', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const { id: userId } = await app.call<{ id: string }>('GET', '/api/v3/me', undefined, token)
  const listId = await seedList(app, token, 'Week', [{ productName: 'Milk' }, { productName: 'Bread' }])
  const question = { v: 1, client: 'before', request: 'r', cursor: 0, ops: [] }
  const answer = await app.call<{ epoch: string; head: number; rows: { id: string; productName: string }[] }>(
    'POST',
    `/api/v3/list/${listId}/sync`,
    question,
    token,
  )
  const { epoch, head, rows } = answer
  const milk = rows.find(({ productName }) => productName === 'Milk')?.id ?? ''
  const { page, context } = await device('desktop')
  const before = await context.newPage()
  await before.goto('/icons/icon-192.png') // runs no scripts
  await before.evaluate(
    ([name, rows, entries, stream]) =>
      new Promise<void>((done) => {
        const open = indexedDB.open(name, 2)
        open.addEventListener('upgradeneeded', () => {
          const db = open.result
          const store = db.createObjectStore('rows', { keyPath: ['listId', 'id'] })
          for (const row of rows) store.put(row)
          const outbox = db.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true })
          outbox.createIndex('product', ['listId', 'productId'])
          for (const entry of entries) outbox.put(entry)
          db.createObjectStore('tray', { keyPath: 'opId' })
          db.createObjectStore('streams', { keyPath: 'listId' }).put(stream)
          db.createObjectStore('kv')
        })
        open.addEventListener('success', () => (open.result.close(), done()))
      }),
    [
      `account:${userId}`,
      rows.map((row) => ({ ...row, listId })),
      [
        entry(1, adding('rice-of-before', 'Rice'), { listId, typedAt: Date.now() }),
        entry(2, set(milk, 'price', 4.2, head), { listId, typedAt: Date.now() }),
      ],
      stream({ listId, clientId: 'before', cursor: head, epoch }),
    ] as const,
  )

  // First with only what the device has stored.
  await context.route('**/sync', (route) => route.abort())
  await logIn(page, 'anna@example.org')
  await page.goto(`/app/details/${listId}`)
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(['Bread', 'Milk', 'Rice'])
  await expect(price(page, 'Milk')).toHaveValue(/4[.,]20/)
  await context.unroute('**/sync')
  await page.reload()
  await isSaved(page)
  expect((await serverNames(app, token, listId)).toSorted()).toEqual(['Bread', 'Milk', 'Rice'])
  await expect(price(page, 'Milk')).toHaveValue(/4[.,]20/)
})
