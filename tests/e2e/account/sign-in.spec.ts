import type { Page } from 'playwright'
import { expect, password, test } from '../fixtures.ts'
import {
  add,
  appValues,
  cachedTexts,
  hasLists,
  isSaved,
  names,
  newList,
  price,
  seedList,
  serverNames,
  storedTexts,
} from '../steps.ts'

test.use({ ownServer: true })

const email = 'anna@example.org'

async function logInFor(page: Page, remember: boolean): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').setChecked(remember)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
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
  expect(after['session']).toBeNull()
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

for (const { how, remember, isClosed } of [
  { how: 'with its page open', remember: false, isClosed: false },
  { how: 'while its browser was closed', remember: true, isClosed: true },
])
  test(`PROFILE-8 AUTH-11 a device that is signed out from another one, ${how}, keeps nothing of its person but what was not sent`, async ({
    app,
    device,
  }) => {
    const token = await app.member(email, password)
    const names = { name: 'Annamaria', surname: 'Kowalczykowska' }
    await app.call('PUT', '/api/v3/me/update_profile', names, token)
    const list = await seedList(app, token, 'Jubilee of Ludmila', [{ productName: 'Gooseberries' }])
    const phone = await device('desktop')
    let { page } = phone
    await logInFor(page, remember)
    await page.goto(`/app/details/${list}`)
    await hasLists(page, 1)
    const theirs = [email, 'Annamaria', 'Kowalczykowska', 'Gooseberries', 'Jubilee of Ludmila']
    const kept = await storedTexts(page)
    for (const word of theirs) expect(kept).toContain(word)
    await phone.airplane(true)
    await add(page, 'Bread')
    await expect.poll(() => storedTexts(page)).toContain('Bread')
    // The session ends in the middle of typing.
    if (!isClosed) await price(page, 'Bread').fill('3,5')
    else await phone.close()

    const other = await device('desktop')
    await logInFor(other.page, true)
    await other.page.goto('/app/profile')
    await other.page.getByRole('button', { name: 'Log out everywhere else' }).click()
    const dialog = other.page.getByRole('dialog')
    await dialog.getByLabel('Your password, to make sure that it is you').fill(password)
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect(other.page.getByText('Logged out everywhere else')).toBeVisible()

    if (isClosed) {
      page = await phone.open()
      await page.goto('/app')
    } else await phone.airplane(false)
    await page.waitForURL(/\/auth\/login/)
    await expect(page.getByText('This device was logged out from another one')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('')
    const found = async () => {
      const all = (await storedTexts(page)) + (await cachedTexts(page))
      return theirs.filter((word) => all.includes(word))
    }
    await expect.poll(found).toEqual([])
    expect(await storedTexts(page)).toContain('Bread')
    // Another start finds nothing more to clear, and says the same.
    await page.reload()
    await expect(page.getByText('This device was logged out from another one')).toBeVisible()
    expect(await found()).toEqual([])

    await logInFor(page, remember)
    await page.goto(`/app/details/${list}`)
    await isSaved(page)
    const again = await app.token(email, password)
    expect(await serverNames(app, again, list)).toEqual(['Gooseberries', 'Bread'])
    if (!isClosed) await expect(price(page, 'Bread')).toHaveValue('3.50')
  })
