import { expect, password, test } from './fixtures.ts'
import { add, atNewList, logIn, logOut, serverNames, shows, tick } from './steps.ts'

const ben = 'ben@example.org'

test('AUTH-4 AUTH-7 HAND-10 somebody new registers, activates the account from the mail, and begins a list', async ({
  app,
  device: { page },
}) => {
  await page.goto('/app/templates')
  await page.click('link', 'Create an account')
  await page.see('heading', 'Create an account')
  await page.type('textbox', 'Email', ben)
  await page.type('textbox', 'Password', password)
  await page.type('textbox', 'Repeat the password', password)
  await page.click('checkbox', /^I accept the terms of use/)
  await page.click('button', 'Create an account')
  await page.until('the page that was asked for', async () => (await page.path()) === '/app/templates')
  await page.see('text', /Check your inbox/)
  await page.goto(app.devMail.replace(app.url, ''))
  await page.click('link', /\/activate\//)
  await page.click('link', 'Go to my lists')
  await page.see('heading', 'Shopping lists')
  await page.gone('text', /Check your inbox/)
  await page.click('button', 'New list')
  await add(page, 'Milk')
  await page.see('button', /Saved/)
  const list = (await page.path()).split('/').at(-1) ?? ''
  expect(await serverNames(app, await app.token(ben, password), list)).toEqual(['Milk'])
})

test('SHARE-1 OFFLINE-8 a list is shared, and each of the two sees what the other does', async ({
  app,
  device,
  another,
}) => {
  await app.member(ben, password)
  const { path } = await atNewList(app, device)
  const { page } = device
  await add(page, 'Milk')
  await page.click('button', 'Sharing')
  await page.type('textbox', 'Person’s email', ben)
  await page.click('button', 'Share')
  await page.see('text', 'List shared successfully')
  await page.tab.press('Escape')

  const { page: second } = await another('desktop')
  await logIn(second, true, ben)
  await second.goto(path)
  await shows(second, 'Milk')
  await add(page, 'Bread')
  await shows(second, 'Milk', 'Bread')
  await tick(second, 'Milk')
  await page.until('the tick', async () => (await page.see('checkbox', 'Bought: Milk')).checked)
})

test('AUTH-11 HAND-15 logging out warns of what is not sent, forgets the page, and keeps the change for who comes back', async ({
  app,
  device,
}) => {
  await app.member(ben, password)
  const { token, path, list } = await atNewList(app, device)
  const { page } = device
  await page.see('button', /Saved/)
  await app.end()
  await add(page, 'Typed on the train')
  await logOut(page)
  await page.see('text', /1 change is not saved on the server yet/)
  await page.click('button', 'Stay logged in')
  await shows(page, 'Typed on the train')
  await logOut(page)
  await page.click('button', 'Log out and keep them')
  await page.see('heading', 'Log in')
  expect(await page.tab.run(() => location.search)).toBe('')
  await app.start()

  // Whoever comes next starts at their own lists and sees nothing of the other person's.
  await logIn(page, true, ben)
  await page.see('heading', 'Shopping lists')
  await page.goto(path)
  await page.see('heading', 'This list is not here')
  expect(await serverNames(app, token, list)).toEqual([])
  await page.goto('/app')
  await logOut(page)
  await page.see('heading', 'Log in')

  await logIn(page)
  await page.goto(path)
  await shows(page, 'Typed on the train')
  await page.see('button', /Saved/)
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Typed on the train'])
})
