import type { Page } from 'playwright'
import { expect, password, test } from '../fixtures.ts'
import { add, appValues, storedTexts, isSaved, names, newList, serverNames } from '../steps.ts'

const email = 'anna@example.org'

async function logInFor(page: Page, remember: boolean): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').setChecked(remember)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/app')
}

const sessionsOf = async (
  app: { call: <T>(...call: [string, string, unknown, string]) => Promise<T> },
  token: string,
) => (await app.call<object[]>('GET', '/api/v3/me/sessions', undefined, token)).length

test('AUTH-3 without ‘remember me’ a closed browser is signed out: reloads and tabs are not, and nothing typed is lost', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const phone = await device('desktop')
  let { page } = phone
  await logInFor(page, false)
  const list = await newList(page)
  await add(page, 'Milk')
  await isSaved(page)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Milk'])
  const tab = await phone.context.newPage()
  await tab.goto(`/app/details/${list}`)
  await expect.poll(() => names(tab)).toEqual(['Milk'])
  await tab.close()

  await phone.airplane(true)
  await add(page, 'Bread')
  await phone.close()
  expect(await sessionsOf(app, token)).toBe(2)

  // Offline too: nobody may carry on in the previous person's session.
  page = await phone.open(true)
  await page.goto('/app')
  await page.waitForURL('**/auth/login')
  await expect(page.getByText('The browser was closed, so you are logged out.')).toBeVisible()
  await expect(page.getByText('What you had not sent yet is safe on this device.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')
  const { session } = await appValues(page)
  expect(session).toMatchObject({ accessToken: null, email: '' })
  // Whoever sits down next finds nobody's name, and no list, in what the browser stores; only what waits is there.
  const left = await storedTexts(page)
  expect(left).toContain('Bread')
  for (const word of [email, 'Milk', 'Shopping list of']) expect(left).not.toContain(word)
  await phone.airplane(false)
  // The server is told as soon as it can be reached.
  await expect.poll(() => sessionsOf(app, token)).toBe(1)
  expect(await serverNames(app, token, list)).toEqual(['Milk'])

  await logInFor(page, true)
  await page.goto(`/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread'])
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread'])

  // With 'Remember me' the session outlives the same restart.
  await phone.close()
  page = await phone.open()
  await page.goto(`/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread'])
})

test('AUTH-11 signing out offline leaves nothing behind that signs in, and the server is told later', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const phone = await device('desktop')
  const { page } = phone
  await logInFor(page, true)
  const before = (await appValues(page))['session'] as { accessToken: string }
  const cookies = await phone.context.cookies(`${app.url}/oauth/v2/token`)
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['refresh', 'device']))

  await phone.airplane(true)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/auth/login')
  const after = await appValues(page)
  expect(after['session']).toBeUndefined()
  const [kept] = after['pendingRevoke'] as string[]
  expect(JSON.stringify(after)).not.toContain(before.accessToken)
  expect(before.accessToken.startsWith(kept ?? '')).toBe(true)
  // All that is left on the device: half a token, and a cookie that works only with the whole one.
  const tries = [kept, undefined].map((access_token) =>
    fetch(`${app.url}/oauth/v2/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: app.url,
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({
        grant_type: 'refresh_token',
        client_id: 'web',
        client_secret: 'public',
        access_token,
      }),
    }),
  )
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([400, 400])
  await expect(app.call('GET', '/api/v3/me', undefined, kept ?? '')).rejects.toThrow('401')
  await expect(app.call('GET', '/api/v3/me', undefined, before.accessToken)).resolves.toBeTruthy()
  expect(await sessionsOf(app, token)).toBe(2)

  await phone.airplane(false)
  await expect.poll(() => sessionsOf(app, token)).toBe(1)
  await expect(app.call('GET', '/api/v3/me', undefined, before.accessToken)).rejects.toThrow('401')
  await expect.poll(async () => (await appValues(page))['pendingRevoke']).toEqual([])
})
