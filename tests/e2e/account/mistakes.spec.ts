import { readFile } from 'node:fs/promises'
import { expect, logIn, logInByHand, password, test } from '../fixtures.ts'
import { add, isSaved, newList, serverNames } from '../steps.ts'

test.use({ ownServer: true })

test('AUTH-9 a session that the server ended keeps what was typed and sends it after signing in again', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  const { page, context } = await device('desktop')
  await logIn(page, 'anna@example.org')
  const list = await newList(page)
  await add(page, 'Before')
  await isSaved(page)
  // Blocks requests for news: otherwise they could notice the ended session before the word is typed.
  const news = /\/api\/v3\/(events|lists)/
  await context.route(news, (route) => route.abort())
  await app.endSessions()
  await page.getByRole('combobox', { name: 'New product: name' }).fill('After')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth/login**')
  await context.unroute(news)
  await expect(page.getByLabel('Email')).toHaveValue('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`**/app/details/${list}`)
  await isSaved(page)
  expect(await serverNames(app, await app.token('anna@example.org', password), list)).toEqual([
    'Before',
    'After',
  ])
})

test('AUTH-11 logging out with unsent changes asks first, and keeps them for the next time', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  const phone = await device('desktop')
  const { page } = phone
  await logIn(page, 'anna@example.org')
  const list = await newList(page)
  await isSaved(page)
  await phone.airplane(true)
  await add(page, 'Typed on the train')
  await page
    .getByRole('button', { name: /anna|account|menu/i })
    .last()
    .click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Also save them as a file' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toMatch(/^Shopping list of .+\n.+ {2}Added Typed on the train\n$/)
  await page.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(page.getByRole('combobox', { name: 'Name: Typed on the train' })).toBeVisible()
  await page
    .getByRole('button', { name: /anna|account|menu/i })
    .last()
    .click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Log out and keep them' }).click()
  await page.waitForURL('**/auth/login**')
  await phone.airplane(false)
  await logInByHand(page, 'anna@example.org')
  await page.goto(`/app/details/${list}`)
  await expect(page.getByRole('combobox', { name: 'Name: Typed on the train' })).toBeVisible()
  await isSaved(page)
  expect(await serverNames(app, await app.token('anna@example.org', password), list)).toEqual([
    'Typed on the train',
  ])
})
