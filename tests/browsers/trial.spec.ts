import { expect, test, anna, password } from './fixtures.ts'
import { add, serverNames, shows, tick } from './steps.ts'

test('RUN-5 TRIAL-1 TRIAL-2 a list without an account outlives the browser with the server away, and moves into an account', async ({
  app,
  device,
}) => {
  let { page } = device
  await page.goto('/')
  await page.until('the worker', () => page.tab.run(() => navigator.serviceWorker.controller !== null))
  await page.click('button', 'Try it now')
  await page.until('the lists', async () => (await page.path()) === '/app')
  await page.see('button', 'On this device')
  await page.click('button', 'New list')
  await page.until('the list', async () => (await page.path()).startsWith('/app/details/'))
  const path = await page.path()
  await add(page, 'Milk', 'Bread')
  await app.end()
  await device.close()
  page = await device.open()
  await page.goto(path)
  await shows(page, 'Milk', 'Bread')
  await add(page, 'Tea')
  await tick(page, 'Milk')

  await app.start()
  const token = await app.member(anna, password)
  await page.goto(`/auth/login?redirect=${path}`)
  await page.type('textbox', 'Email', anna)
  await page.type('textbox', 'Password', password)
  await page.click('button', 'Log in')
  await page.click('button', 'Move into my account')
  await page.until('the list', async () => (await page.path()) === path)
  await shows(page, 'Milk', 'Bread', 'Tea')
  await page.see('button', /Saved/)
  const list = path.split('/').at(-1) ?? ''
  const onServer = () => serverNames(app, token, list).catch(() => [])
  await expect.poll(onServer).toEqual(['Milk', 'Bread', 'Tea'])
})
