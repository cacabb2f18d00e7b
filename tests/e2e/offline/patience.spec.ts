import type { Route } from '@playwright/test'
import { expect, logIn, password, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

const anna = 'anna@example.org'

test('OFFLINE-5 a list is shared over a network that swallows the answer: told within five seconds, and once when it is tried again', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  await app.member('tomek@example.org', password)
  const list = await seedList(app, token, 'Saturday', [{ productName: 'Milk' }])
  const { page } = await device('large')
  await page.clock.install()
  await logIn(page, anna, `/app/details/${list}`)
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  const keys: string[] = []
  let arrived = () => {}
  const asked = new Promise<void>((resolve) => (arrived = resolve))
  // The request reaches the server, but the answer never comes back.
  const swallow = async (route: Route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    await route.fetch()
    arrived()
  }
  await page.route('**/api/v3/list/share', swallow)
  const panel = page.getByRole('complementary', { name: 'Sharing' })
  const share = panel.getByRole('button', { name: 'Share', exact: true })
  const members = () => app.call<unknown[]>('GET', `/api/v3/list/${list}/list_users`, undefined, token)
  await panel.getByLabel('Person’s email').fill('tomek@example.org')
  await share.click()
  await asked
  const told = page.getByText('Connection error with the server', { exact: true })
  await page.clock.runFor(5_000)
  await expect(told).toBeVisible()
  await expect(page.getByText('Nothing is lost: try again in a moment.')).toBeVisible()
  expect(await members()).toHaveLength(1)

  await page.unroute('**/api/v3/list/share', swallow)
  const again = page.waitForRequest('**/api/v3/list/share')
  await share.click()
  keys.push((await again).headers()['idempotency-key'] ?? '')
  await expect(page.getByText('List shared successfully')).toBeVisible()
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await members()).toHaveLength(1)
})

test('SHARE-4 removing a member asks first, and one who is gone already is gone', async ({ app, device }) => {
  const token = await app.member(anna, password)
  await app.member('tomek@example.org', password)
  const list = await seedList(app, token, 'Saturday', [])
  const person = `_list_id=${list}&_email_address=tomek@example.org`
  await app.call('POST', `/api/v3/list/share?${person}`, undefined, token)
  const { page } = await device('large')
  await logIn(page, anna, `/app/details/${list}`)
  const panel = page.getByRole('complementary', { name: 'Sharing' })
  const remove = panel.getByRole('button', { name: /^Remove .* from the list/ })
  await page.getByRole('button', { name: 'Sharing', exact: true }).click()
  await remove.click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('tomek@example.org')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(panel.getByText('tomek@example.org')).toBeVisible()

  // The member leaves by themselves at the same moment.
  await page.route('**/api/v3/list/share', async (route) => {
    await app.call('DELETE', `/api/v3/list/share?${person}`, undefined, token)
    const answer = await route.fetch()
    expect(answer.status()).toBe(404)
    await route.fulfill({ response: answer })
  })
  await remove.click()
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('User has been successfully removed from the list')).toBeVisible()
  await expect(panel.getByText('tomek@example.org')).toBeHidden()
  await expect(question).toBeHidden()
  // The row disappeared, but the focus is still in the panel.
  const inPanel = () => panel.evaluate((all) => all.contains(document.activeElement))
  await expect.poll(inPanel).toBe(true)
})
