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
