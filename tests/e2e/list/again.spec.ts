import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { choose, letEdit, onServer } from '../list-steps.ts'
import { isSaved, isSavedAfterAll, names, seedList, serverNames, tick } from '../steps.ts'

test('WEEK-2 all bought: the sum and the time are shown, and the same list begins again with its members, without a network', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const ben = await app.member('ben@example.org', password)
  const list = await seedList(app, anna, 'Weekend 27.11.2026', [
    { productName: 'Milk', price: 3.49 },
    { productName: 'Bread' },
  ])
  await letEdit(app, anna, list, 'ben@example.org')
  await app.call('PUT', `/api/v3/list/${list}/accepted`, undefined, ben)
  const phone = await device('desktop')
  const { page } = phone
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await readyForOffline(page)
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread'])
  await phone.airplane(true)
  await tick(page, 'Milk')
  await tick(page, 'Bread')
  const done = page.getByRole('dialog', { name: 'All bought' })
  await expect(done.getByText(/^3\.49\szł at \d\d:\d\d$/)).toBeVisible()
  await done.getByRole('button', { name: 'Shop again' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/app/details/') && !url.pathname.endsWith(list))
  await expect(page.getByRole('textbox', { name: 'List name' })).toHaveValue('Weekend')
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread'])
  await expect(page.getByText('0 of 2 bought')).toBeVisible()

  await phone.airplane(false)
  await isSavedAfterAll(page)
  expect(await onServer(app, anna)).toEqual(['Weekend 27.11.2026 archiwum 2', 'Weekend aktywna 2'])
  expect(await onServer(app, ben)).toContain('Weekend aktywna 2')
})

test('WEEK-2 a finished list is kept, with Undo; archiving can be undone; a card in the archive begins the list again; nobody with an archive is a newcomer', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Shopping list of 20 November 2026', [{ productName: 'Milk' }])
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  // The end of a trip takes what was bought off it, and Undo brings it back.
  await tick(page, 'Milk')
  await page.getByRole('dialog', { name: 'All bought' }).getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => names(page)).toEqual([])
  await expect.poll(() => serverNames(app, token, list)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(page)).toEqual(['Milk'])
  await isSaved(page)

  await choose(page, 'Archive')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('List restored successfully')).toBeVisible()
  await page.goto('/app')
  await page.getByRole('link', { name: 'Shopping list of 20 November 2026' }).click()
  await choose(page, 'Archive')
  await page.goto('/app')
  await expect(
    page.getByText('All done. Start a new list, or take one from the archive and shop again.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Open the archive' }).click()
  await page.getByRole('button', { name: 'Shop again: Shopping list of 20 November 2026' }).click()
  await page.waitForURL('**/app/details/*')
  await expect(page.getByRole('textbox', { name: 'List name' })).toHaveValue('Shopping list')
  await expect.poll(() => names(page)).toEqual(['Milk'])
  await isSaved(page)
  expect(await onServer(app, token)).toEqual([
    'Shopping list aktywna 1',
    'Shopping list of 20 November 2026 archiwum 1',
  ])
})
