import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import {
  add,
  atNewList,
  edit,
  isSaved,
  names,
  newList,
  price,
  remove,
  seedList,
  serverNames,
  tick,
  waitingCount,
} from '../steps.ts'

const anna = 'anna@example.org'

test('OFFLINE-1 OFFLINE-6 the browser is killed right after typing: what was shown is there, and arrives once', async ({
  app,
  device,
}) => {
  const {
    token,
    phone,
    page: first,
    list,
  } = await atNewList(app, await device('desktop'), 'Milk', 'Bread', 'Eggs')
  let page = first

  // The server takes the first of them, and the browser dies before the answer arrives.
  let taken = 0
  await phone.context.route('**/sync', async (route) => {
    if (taken++ === 0) await route.fetch()
  })
  await add(page, 'Tea')
  await expect.poll(() => taken).toBeGreaterThan(0)
  await expect.poll(() => serverNames(app, token, list)).toContain('Tea')
  await tick(page, 'Bread')
  await remove(page, 'Eggs')
  await edit(page, 'Price', 'Milk', '4,20')
  await expect(page.getByRole('button', { name: /(4 waiting|Saving)/ })).toBeVisible()
  await add(page, 'Rice')
  await phone.kill()

  // The browser sends as soon as it starts, so the server is down.
  await app.kill()
  page = await phone.open(true)
  await page.goto(`/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Tea', 'Rice'])
  await expect(page.getByRole('checkbox', { name: 'Bought: Bread' })).toBeChecked()
  await expect(price(page, 'Milk')).toHaveValue(/4[.,]20/)
  await app.start()
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Tea', 'Rice'])
})

test('OFFLINE-6 where Background Sync is not allowed the page itself sees to what waits', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const phone = await device('desktop')
  const { page } = phone
  const devtools = await phone.context.newCDPSession(page)
  await devtools.send('Browser.setPermission', {
    origin: app.url,
    permission: { name: 'background-sync' },
    setting: 'denied',
  })
  await logIn(page, anna)
  const list = await newList(page)
  await isSaved(page)
  await readyForOffline(page)
  const refused = await page.evaluate(async () => {
    const { sync } = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      sync: { register(tag: string): Promise<void> }
    }
    return sync.register('try').catch((error: unknown) => (error as DOMException).name)
  })
  expect(refused).toBe('NotAllowedError')
  await phone.airplane(true)
  await add(page, 'Milk', 'Bread')
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread'])
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread'])
})

test('FULL-2 FRAME-13 where the device takes nothing more, what is typed is shown and sent, and stored once there is room', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const list = await seedList(app, token, 'This week', [{ productName: 'Milk' }])
  const phone = await device('desktop')
  await logIn(phone.page, anna, `/app/details/${list}`)
  await expect.poll(() => names(phone.page)).toEqual(['Milk'])
  await phone.close()
  // Chromium notices a smaller quota when it opens the database.
  const page = await phone.open()
  const devtools = await phone.context.newCDPSession(page)
  const quota = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize })
  const banner = page.getByRole('alert').filter({ hasText: 'This device is full' })

  await quota(1)
  await page.goto(`/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Milk'])
  await add(page, 'Bread')
  await edit(page, 'Price', 'Milk', '4,20')
  await tick(page, 'Milk')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not saving' })).toBeVisible()
  // Others see it, although this device cannot store it.
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Milk', 'Bread'])

  await quota()
  await expect(banner).toBeHidden({ timeout: 60_000 })
  await isSaved(page)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread'])
  await expect(price(page, 'Milk')).toHaveValue('4.20')
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeChecked()
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread'])
})

test('FULL-1 FULL-3 the browser clears the site’s data under the running app: nobody is signed out, and what waited is sent', async ({
  app,
  device,
}) => {
  const { token, phone, page, list } = await atNewList(app, await device('desktop'), 'Milk', 'Bread')
  await phone.airplane(true)
  await add(page, 'Tea')
  const devtools = await phone.context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: app.url, storageTypes: 'all' })
  await expect(page.getByText('The browser lost this app’s data on this device.')).toBeVisible()
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Tea'])
  await expect.poll(() => waitingCount(page)).toBe(1)
  expect(await names(page)).toEqual(['Milk', 'Bread', 'Tea'])
  await phone.airplane(false)
  await add(page, 'Rice')
  await isSaved(page)
  expect(page.url()).toContain(`/app/details/${list}`)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Tea', 'Rice'])
})

/**
 * One page keeps the databases open while another requests a change of them; returns how to release them.
 */
async function hold(
  context: BrowserContext,
  databases: (name: string) => boolean,
): Promise<() => Promise<void>> {
  const [holder, other] = [await context.newPage(), await context.newPage()]
  for (const page of [holder, other]) await page.goto('/icons/icon-192.png') // runs no scripts
  const all = await holder.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name))
  const held = all.filter(databases)
  expect(held).toHaveLength(1)
  await holder.evaluate(async (names) => {
    for (const name of names)
      await new Promise((opened) => {
        indexedDB.open(name).addEventListener('success', opened)
      })
  }, held)
  await other.evaluate(async (names) => {
    for (const name of names)
      await new Promise((blocked) => {
        const opening = indexedDB.open(name, 99)
        opening.addEventListener('blocked', blocked)
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
      })
  }, held)
  return async () => {
    await holder.close()
    await other.close()
  }
}

test('OFFLINE-6 FRAME-13 a database that another page holds: the app says so, and goes on by itself when it is free', async ({
  app,
  device,
}) => {
  const { token, phone, page, list } = await atNewList(app, await device('desktop'), 'Milk')
  const banner = page
    .getByRole('alert')
    .filter({ hasText: 'another tab or window of the app may be holding it.' })
  for (const databases of [(name: string) => name === 'app', (name: string) => name.startsWith('account:')]) {
    await page.goto('about:blank')
    const release = await hold(phone.context, databases)
    await page.goto(`/app/details/${list}`)
    await expect(banner).toBeVisible()
    await expect(page.getByRole('button', { name: 'Saved' })).toBeHidden()
    await release()
    await page.waitForURL(`**/app/details/${list}`)
    await expect(banner).toBeHidden()
    await expect.poll(() => names(page)).toContain('Milk')
  }
  await add(page, 'Bread')
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread'])
})

test('OFFLINE-6 storage that goes back to an older state doubles nothing and loses nothing the server has', async ({
  app,
  device,
}) => {
  const { token, phone, page: first, list } = await atNewList(app, await device('desktop'), 'Milk')
  let page = first
  await phone.airplane(true)
  await add(page, 'Tea')
  await phone.close()
  const stored = join(phone.folder, 'Default', 'IndexedDB')
  const kept = join(phone.folder, 'kept')
  cpSync(stored, kept, { recursive: true })

  page = await phone.open()
  await page.goto(`/app/details/${list}`)
  await isSaved(page)
  await add(page, 'Rice')
  await edit(page, 'Price', 'Milk', '4,20')
  await tick(page, 'Tea')
  await isSaved(page)
  const before = ['Milk', 'Tea', 'Rice']
  await expect.poll(() => serverNames(app, token, list)).toEqual(before)
  await phone.close()

  rmSync(stored, { recursive: true })
  cpSync(kept, stored, { recursive: true })
  // The browser sends as soon as it starts, so the server is down for now.
  await app.kill()
  page = await phone.open(true)
  await page.goto(`/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Milk', 'Tea'])
  // The server already knows its sequence number, for another operation.
  await add(page, 'Salt')
  await app.start()
  await phone.airplane(false)
  await expect.poll(async () => (await names(page)).toSorted()).toEqual([...before, 'Salt'].toSorted())
  await isSaved(page)
  await expect(price(page, 'Milk')).toHaveValue('4.20')
  await expect(page.getByRole('checkbox', { name: 'Bought: Tea' })).toBeChecked()
  expect((await serverNames(app, token, list)).toSorted()).toEqual([...before, 'Salt'].toSorted())
})
