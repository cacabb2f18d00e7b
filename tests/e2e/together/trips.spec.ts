import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

/** Anna's list, which Ben may edit. */
async function shared(app: App, permission = 'edit') {
  const anna = await app.member('anna@example.org', password)
  const ben = await app.member('ben@example.org', password)
  const list = await seedList(app, anna, 'Weekend', [
    { productName: 'Milk', category: 'Dairy', shop: 'Lidl' },
    { productName: 'Bread', category: 'Bakery', shop: 'Lidl' },
    { productName: 'Nails', category: 'Tools' },
  ])
  const to = `_list_id=${list}&_email_address=ben@example.org&permission=${permission}`
  await app.call('POST', `/api/v3/list/share?${to}`, undefined, anna)
  await app.call('PUT', `/api/v3/list/${list}/accepted`, undefined, ben)
  return { anna, ben, list }
}

const face = (page: Page, name: string) => page.getByRole('img', { name, exact: true })
const titles = (page: Page) => page.getByRole('heading', { level: 2 })

test('TOGETHER-3 nobody is told of a list that is shared with nobody', async ({ app, device }) => {
  const anna = await app.member('anna@example.org', password)
  const list = await seedList(app, anna, 'Mine', [{ productName: 'Milk' }])
  const { page } = await device('phone')
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await page.getByRole('checkbox', { name: 'Milk' }).check()
  await expect.poll(() => calls.some((url) => url.endsWith('/events'))).toBe(true)
  await expect.poll(() => calls.some((url) => url.endsWith('/sync'))).toBe(true)
  expect(calls.filter((url) => /\/(here|trip)$/.test(url))).toEqual([])
})

test('TOGETHER-2 TOGETHER-3 who has the list open or shops is seen on the list and on the lists, with the shop, until the trip ends', async ({
  app,
  device,
}) => {
  const { list } = await shared(app)
  const { page: ben } = await device('phone')
  await logIn(ben, 'ben@example.org', `/app/details/${list}`)
  await ben.getByRole('button', { name: 'Shopping mode' }).click()
  await expect(titles(ben)).toHaveText(['Bakery', 'Dairy', 'Tools'])

  // The trip began before Anna's page was opened.
  const { page: anna } = await device('desktop')
  await logIn(anna, 'anna@example.org', '/app')
  await expect(anna.getByText('ben is shopping at Lidl')).toBeVisible()
  await anna.getByRole('link', { name: 'Weekend' }).click()
  await expect(
    anna.getByRole('banner').or(anna.locator('header')).getByText('ben is shopping at Lidl'),
  ).toBeVisible()
  await expect(face(anna, 'ben is shopping')).toBeVisible()

  // What she adds stands on top of his list, marked.
  const name = anna.getByRole('combobox', { name: 'New product: name' })
  await name.fill('Batteries')
  await name.press('Enter')
  await expect(titles(ben)).toHaveText(['Added while you shop', 'Bakery', 'Dairy', 'Tools'])
  const top = ben.getByRole('region', { name: 'Added while you shop' })
  await expect(top.getByRole('listitem')).toHaveText([/Batteries.*Added by anna/])

  // It is still on top after a reload, until it is ticked.
  await ben.reload()
  await expect(top.getByRole('listitem')).toHaveText([/Batteries/])
  await top.getByRole('checkbox', { name: 'Batteries' }).check()
  await expect(ben.getByRole('region', { name: 'In the basket' }).getByRole('listitem')).toHaveText([
    /Batteries/,
  ])
  await expect(titles(ben)).toHaveText(['Bakery', 'Dairy', 'Tools', 'In the basket'])

  await ben.getByRole('button', { name: 'Done' }).click()
  await expect(anna.getByText('ben is shopping at Lidl')).toHaveCount(0)
  await expect(face(anna, 'ben has this list open')).toBeVisible()
  await expect(face(ben, 'anna has this list open')).toBeVisible()
  await ben.getByRole('button', { name: 'Shopping mode' }).click()
  await expect(titles(ben)).toHaveText(['Bakery', 'Dairy', 'Tools'])
  await expect(anna.getByRole('status').getByText('ben is shopping at Lidl')).toBeAttached()
  // The last tick ends the trip too.
  await expect(face(anna, 'ben is shopping')).toBeVisible()
  for (const product of ['Milk', 'Bread', 'Nails']) await ben.getByRole('checkbox', { name: product }).check()
  await expect(ben.getByRole('dialog', { name: 'All bought' })).toBeVisible()
  await expect(face(anna, 'ben is shopping')).toHaveCount(0)
  await ben.goto('/app')
  await expect(face(anna, 'ben has this list open')).toHaveCount(0)
})

test('TOGETHER-2 a trip that begins without a network is told when it is back; of a shopper who is not seen it is told since when; a switch tells nobody', async ({
  app,
  device,
}) => {
  const { ben: token, list } = await shared(app)
  const { page: anna } = await device('desktop')
  await logIn(anna, 'anna@example.org', '/app')
  const shopping = anna.getByText('ben is shopping at Lidl')
  const { page: ben } = await device('phone')
  await logIn(ben, 'ben@example.org', `/app/details/${list}`)
  await expect(ben.getByText('Nails')).toBeVisible()
  await ben.context().setOffline(true)
  await ben.getByRole('button', { name: 'Shopping mode' }).click()
  await expect(titles(ben)).toHaveText(['Bakery', 'Dairy', 'Tools'])
  await ben.context().setOffline(false)
  await expect(shopping).toBeVisible()

  // His phone is locked.
  await ben.goto('about:blank')
  await app.inDatabase((db) =>
    db
      .updateTable('trip_device')
      .set({ seen_at: Date.now() - 10 * 60_000 })
      .executeTakeFirstOrThrow()
      .then(({ numUpdatedRows }) => expect(Number(numUpdatedRows)).toBe(1)),
  )
  await anna.reload()
  await expect(anna.getByText(/Not seen since \d\d:\d\d: ben, shopping at Lidl$/)).toBeVisible()
  await anna.getByRole('link', { name: 'Weekend' }).click()
  await expect(anna.locator('header').getByText(/Not seen since/)).toBeVisible()
  await anna.goto('/app')
  await ben.goto(`/app/details/${list}`)
  await ben.getByRole('checkbox', { name: 'Nails' }).check()
  await expect(shopping).toBeVisible()

  await ben.goto('/app/profile')
  await ben.getByRole('link', { name: 'Shopping together' }).last().click()
  const tells = ben.getByRole('checkbox', { name: 'Tell others when I go shopping' })
  await expect(tells).toBeChecked()
  await tells.uncheck()
  await expect(shopping).toHaveCount(0)
  const settings = () => app.call<{ quietTrips?: boolean }>('GET', '/api/v3/me/settings', undefined, token)
  await expect.poll(async () => (await settings()).quietTrips).toBe(true)
})
