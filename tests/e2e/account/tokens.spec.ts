import { createHash } from 'node:crypto'
import { expect, logIn, password, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

test('OPEN-2 a token is made for one list, shown once, used by another app, and ended', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const home = await seedList(app, token, 'Home', [{ productName: 'Milk' }])
  const other = await seedList(app, token, 'Other', [])
  const { page } = await device('phone')
  await logIn(page, 'anna@example.org', '/app/profile')
  await page.getByRole('link', { name: 'Other apps' }).click()
  const make = page.getByRole('button', { name: 'Make a token' })
  await expect(make).toBeDisabled()
  await page.getByLabel('For which app').fill('Home Assistant')
  await page.getByRole('radio', { name: 'Edit' }).check()
  await page.getByRole('checkbox', { name: 'All lists, also future ones' }).uncheck()
  await expect(make).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Home', exact: true }).check()
  await make.click()
  const shown = page.getByRole('textbox', { name: 'Token' })
  await expect(shown).toHaveValue(/^koszyk_[\w-]{43}$/)
  const made = await shown.inputValue()
  const call = (method: string, path: string, body?: object) =>
    fetch(app.url + path, {
      method,
      headers: { authorization: `Bearer ${made}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  expect(
    (await call('POST', `/api/v3/list/${home}/product`, { productName: 'Milk', ifAbsent: true })).status,
  ).toBe(200)
  expect((await call('POST', `/api/v3/list/${home}/product`, { productName: 'Tea' })).status).toBe(201)
  expect((await call('GET', `/api/v3/list/${other}`)).status).toBe(404)
  await page.goto(`/app/history/${home}`)
  await expect(page.getByText('You · Home Assistant')).toBeVisible()
  await page.goBack()
  await page.reload()
  await expect(page.getByText('Home Assistant', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Edit · Home/)).toContainText('Last used')
  await expect(page.getByText(made)).toHaveCount(0)
  await page.getByRole('button', { name: 'End: Home Assistant' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('The app can no longer use your account')).toBeVisible()
  expect((await call('GET', `/api/v3/list/${home}`)).status).toBe(401)
})

test('OPEN-7 an app that knows only the address asks by a page: log in, allow, or refuse', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  const back = 'http://127.0.0.1:3118/callback'
  const registered = await app.call<{ client_id: string }>('POST', '/oauth/v2/register', {
    client_name: 'Claude',
    redirect_uris: [back],
  })
  const { client_id: client } = registered
  const verifier = 'v'.repeat(43)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = (more: object = {}) =>
    `/oauth/v2/authorize?${new URLSearchParams({ response_type: 'code', client_id: client, redirect_uri: back, code_challenge: challenge, code_challenge_method: 'S256', state: '00123456789012345678901', scope: 'read', ...more })}`
  const { page } = await device('phone')
  await page.route(`${back}*`, (route) => route.fulfill({ body: 'Back in the app' }))
  await page.goto(asked())
  await page.getByLabel('Email').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('It runs on this device and wants to use your account.')).toBeVisible()
  await expect(page.getByLabel('For which app')).toHaveValue('Claude')
  await expect(page.getByRole('button', { name: 'Allow' })).toBeEnabled()
  await page.getByRole('radio', { name: 'Read' }).check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${back}*`)
  const said = new URL(page.url()).searchParams
  expect(said.get('state')).toBe('00123456789012345678901')
  const form = { grant_type: 'authorization_code', client_id: client, redirect_uri: back }
  const given = await app.call('POST', '/oauth/v2/token', {
    ...form,
    code: said.get('code'),
    code_verifier: verifier,
  })
  expect(given).toMatchObject({ access_token: expect.stringMatching(/^koszyk_/u) })
  // As it stands.
  await page.goto(asked({ state: 'again' }))
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${back}*state=again*`)
  await page.goto(asked())
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.waitForURL(`${back}*error=access_denied*`)
  await page.goto(asked({ redirect_uri: 'https://evil.example/' }))
  await expect(page.getByText(/^The app did not ask as it should/u)).toBeVisible()
  await page.goto('/app/edit-profile/tokens')
  await expect(page.getByText('Claude')).toHaveCount(2)
})
