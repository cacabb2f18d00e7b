import { limits } from '../../../core/product/entities.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { choose, onServer, rename } from '../list-steps.ts'
import { add, isSaved, isSavedAfterAll, keepsTemplates, names, newList, serverNames, tick } from '../steps.ts'

test('WHOLE-1 WHOLE-2 a list is made, filled, shopped and archived without a network, and arrives once', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const phone = await device('desktop')
  let { page } = phone
  await logIn(page, 'anna@example.org')
  await readyForOffline(page)

  await phone.airplane(true)
  const list = await newList(page)
  await rename(page, 'Camping')
  await add(page, 'Rope', 'Matches', 'Soup')
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  await expect(page.getByText('You are offline. Sharing needs a connection.')).toBeVisible()
  await phone.close()

  // The browser sends as soon as it starts, before the test can take it offline; so the server is down.
  await app.kill()
  page = await phone.open(true)
  await page.goto('/app')
  // The app opens with the list that was left.
  await page.waitForURL(`**/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Rope', 'Matches', 'Soup'])
  await tick(page, 'Rope')
  await choose(page, 'Archive and copy unbought')
  await page.waitForURL((url) => url.pathname.startsWith('/app/details/') && !url.pathname.endsWith(list))
  await expect.poll(() => names(page)).toEqual(['Matches', 'Soup'])
  const clone = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await rename(page, 'Camping, the rest')

  await app.start()
  await phone.airplane(false)
  await isSavedAfterAll(page)
  expect(await onServer(app, token)).toEqual(['Camping archiwum 3', 'Camping, the rest aktywna 2'])
  expect(await serverNames(app, token, list)).toEqual(['Rope', 'Matches', 'Soup'])
  expect(await serverNames(app, token, clone)).toEqual(['Matches', 'Soup'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Matches', 'Soup'])
})

test('WHOLE-1 without a network a template becomes a list and is added to one; a list is copied and one deleted', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const desk = await device('desktop')
  const { page } = desk
  await logIn(page, 'anna@example.org')
  await keepsTemplates(page, 'Tiramisu')
  await readyForOffline(page)
  await desk.airplane(true)
  await page.goto('/app/templates')
  await page.getByRole('link', { name: 'Tiramisu' }).click()
  await page.getByRole('button', { name: 'Create a list' }).click()
  await page.waitForURL('**/app/details/*')
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(5)
  const first = await names(page)
  const count = first.length
  await choose(page, 'Duplicate')
  await expect(page.getByRole('heading', { name: 'Tiramisu cloned' })).toBeAttached()
  await expect.poll(() => names(page)).toEqual(first)
  await choose(page, 'Delete permanently')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/app')
  await expect(page.getByRole('link', { name: 'Tiramisu cloned' })).toHaveCount(0)

  await page.goto('/app/templates')
  await page.getByRole('link', { name: 'Barbecue' }).click()
  await page.getByRole('button', { name: 'Add to a list' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Tiramisu/ })
    .click()
  await page.getByRole('button', { name: 'Open the list' }).click()
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(count)
  const all = await names(page)

  await desk.airplane(false)
  await isSaved(page)
  const [only, ...others] = await onServer(app, token)
  expect([only, others]).toEqual([`Tiramisu aktywna ${all.length}`, []])
})

test('WHOLE-3 a list for which the account has no room waits in the tray with all that was typed, and is made once there is room', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const desk = await device('desktop')
  const { page } = desk
  await logIn(page, 'anna@example.org')
  await readyForOffline(page)
  await desk.airplane(true)
  await newList(page)
  await rename(page, 'Attic')
  await add(page, 'Boxes', 'Tape')
  await app.inDatabase(async (db) => {
    const { id: owner_id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
    const none = {
      name: 'Full',
      name_norm: '',
      created_at: 0,
      hash: '',
      status: 'aktywna',
      epoch: '',
      head: 0,
    } as const
    const lists = Array.from({ length: limits.listsOfUser }, (_, i) => ({
      ...none,
      id: `full-${i}`,
      owner_id,
    }))
    await db.insertInto('list').values(lists).execute()
  })
  await desk.airplane(false)
  await page.getByRole('button', { name: /needs a look|need a look/ }).click()
  const panel = page.getByRole('dialog', { name: 'Your changes' })
  await expect(panel.getByText('Your account has no room for one more list.')).toBeVisible()
  await expect(panel.getByText('Added Boxes')).toBeVisible()
  await app.inDatabase((db) => db.deleteFrom('list').where('name', '=', 'Full').execute())
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('Everything is saved, here and on the server.')).toBeVisible()
  expect(await onServer(app, token)).toEqual(['Attic aktywna 2'])
})
