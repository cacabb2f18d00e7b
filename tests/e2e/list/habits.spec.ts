import type { Page } from '@playwright/test'
import type { Answer } from '../../../core/contract/api.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { dragOver, openSort } from '../list-steps.ts'
import { hasLists, isSaved, seedList } from '../steps.ts'

const settings = '/api/v3/me/settings'
const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })
const headings = (page: Page) => page.getByRole('heading', { level: 2 })
const choose = async (page: Page, menu: string, entry: string) => {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('HAND-1 one page has the lists that are bought from: whose they are, pinned and last used first, also offline', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const ben = await app.member('ben@example.org', password)
  await app.call('PUT', '/api/v3/me/update_profile', { name: 'Ben' }, ben)
  const bens = await seedList(app, ben, 'Garden', [{ productName: 'Rake' }])
  const share = `/api/v3/list/share?_list_id=${bens}&_email_address=anna@example.org`
  await app.call('POST', share, undefined, ben)
  const older = await seedList(app, anna, 'Older', [{ productName: 'Milk' }])
  await seedList(app, anna, 'Newer', [])
  const put = await seedList(app, anna, 'Put away', [])
  await app.call('PUT', `/api/v3/list/${put}/archivize`, undefined, anna)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org')
  await expect(cards(page)).toHaveText(['Newer', 'Older', 'Garden'])
  await expect(page.getByRole('listitem').filter({ hasText: 'Garden' })).toContainText('Shared by Ben')
  // One that is put away is fetched when it is opened.
  await hasLists(page, 3)
  await readyForOffline(page)

  await phone.airplane(true)
  await page.getByRole('link', { name: 'Older' }).click()
  await page.waitForURL(`**/app/details/${older}`)
  await expect(page.getByText('Milk')).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveText(['Older', 'Newer', 'Garden'])
  await choose(page, 'Actions: Garden', 'Pin to the top')
  await expect(cards(page)).toHaveText(['Garden', 'Older', 'Newer'])
  await expect(page.getByRole('button', { name: 'Actions: Garden' })).toBeFocused()
  const pin = page.getByRole('listitem').filter({ hasText: 'Garden' }).getByRole('img', { name: 'Pinned' })
  await expect(pin).toBeVisible()
  // What is not sent yet survives that the page is closed.
  await page.reload()
  await expect(cards(page)).toHaveText(['Garden', 'Older', 'Newer'])
  await page.getByRole('searchbox', { name: 'Search lists and products' }).fill('rake')
  await expect(cards(page)).toHaveText(['Garden'])
  await page.goto('/app?last=1')
  await page.waitForURL(`**/app/details/${older}`)
  await expect(page.getByText('Milk')).toBeVisible()

  await phone.airplane(false)
  const known = () => app.call<Answer<'settings'>>('GET', settings, undefined, anna)
  await expect.poll(async () => (await known()).lists.find(({ id }) => id === bens)?.pinned).toBe(true)
  await page.goto('/app')
  await choose(page, 'Actions: Garden', 'Unpin')
  await expect.poll(async () => (await known()).lists.find(({ id }) => id === bens)?.pinned).toBeUndefined()
  await page.goto('/app/shared')
  await expect(cards(page)).toHaveText(['Garden'])
})

const products = [
  { productName: 'Rolls', category: 'Bakery' },
  { productName: 'Milk', category: 'Dairy' },
  { productName: 'Cat food', category: 'Pets' },
  { productName: 'Nails', category: 'Tools' },
  { productName: 'Flowers', category: '' },
]

test('HAND-6 DETAIL-15 the aisles are learned from a trip when it is over, and put in order by hand, by drag, key or press, without a network, and reset', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const list = await seedList(app, anna, 'Weekend', products)
  const desk = await device('desktop', { reducedMotion: 'reduce' })
  const { page } = desk
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await isSaved(page)
  await readyForOffline(page)
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await expect(headings(page)).toHaveText(['Bakery', 'Dairy', 'Pets', 'Tools', 'Other'])
  const ticked = ['Cat food', 'Milk', 'Rolls']
  for (const name of ticked) await page.getByRole('checkbox', { name }).check()
  for (const name of ticked) await page.getByRole('checkbox', { name }).uncheck()
  await expect(headings(page)).toHaveText(['Bakery', 'Dairy', 'Pets', 'Tools', 'Other'])
  // What was taken back was no trip; this one is.
  for (const name of ticked) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  const known = () => app.call<Answer<'settings'>>('GET', settings, undefined, anna)
  await expect.poll(async () => (await known()).shops.map(({ shop }) => shop)).toEqual([''])
  // Undo goes on shopping.
  await page.getByRole('button', { name: 'Undo' }).click()
  for (const name of ticked) await page.getByRole('checkbox', { name }).uncheck()
  await expect(headings(page)).toHaveText(['Dairy', 'Bakery', 'Pets', 'Tools', 'Other'])
  await isSaved(page)
  await desk.airplane(true)
  await choose(page, 'Actions', 'Aisle order')
  const dialog = page.getByRole('dialog', { name: 'Aisle order' })
  const rows = dialog.getByRole('listitem')
  await expect(rows.last()).toContainText('Tools')
  const reset = dialog.getByRole('button', { name: 'Reset to default' })
  await reset.click()
  await expect(reset).toBeDisabled()

  await dialog.getByRole('button', { name: 'Up: Tools' }).click()
  await expect(rows.nth(-2)).toContainText('Tools')
  await expect(dialog.getByText('Tools is now number 17 of 18.')).toBeAttached()
  await expect(dialog.getByRole('button', { name: 'Up: Tools' })).toBeFocused()

  const handle = dialog.getByRole('button', { name: 'Move: Bakery' })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Bakery is lifted; it is number 3 of 18.')).toBeAttached()
  // Escape puts it back and leaves the dialog open.
  await page.keyboard.press('Escape')
  await expect(page.getByText('Bakery is back where it was.')).toBeAttached()
  await expect(dialog).toBeVisible()
  await handle.focus()
  await page.keyboard.press('Space')
  for (const place of [4, 5, 6]) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText(`Bakery: number ${place} of 18.`)).toBeAttached()
  }
  await page.keyboard.press('Space')
  await expect(rows.nth(5)).toContainText('Bakery')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(headings(page)).toHaveText(['Dairy', 'Bakery', 'Tools', 'Pets', 'Other'])
  await page.reload()
  await expect(headings(page)).toHaveText(['Dairy', 'Bakery', 'Tools', 'Pets', 'Other'])
  // The same order where the list is edited by category.
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('rowheader')).toHaveText([/Dairy/, /Bakery/, /Tools/, /Pets/, /Other/])

  const sorting = await openSort(page)
  const gripOf = (name: string) => sorting.getByRole('button', { name: `Move: ${name}` })
  await dragOver(page, gripOf('Vegetables'), gripOf('Meat'))
  await expect(page.getByText('Vegetables: number 3 of 18.')).toBeAttached()
  await page.mouse.up()
  await expect(sorting.getByRole('listitem').nth(2)).toContainText('Vegetables')
  await sorting.getByRole('button', { name: 'Reset to default' }).click()
  await expect(sorting.getByRole('listitem').first()).toContainText('Vegetables')
  await expect(sorting.getByText('The aisles stand in their usual order again.')).toBeAttached()
})
