import { expect, logIn, password, test } from '../fixtures.ts'
import { names } from '../steps.ts'

test('OFFLINE-1 a new device says how many lists it has copied, stops on a wish, and goes on', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const make = async (name: string) => {
    const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: name }, token)
    await app.call('POST', `/api/v3/list/${id}/product`, { productName: 'Milk' }, token)
  }
  for (let i = 1; i <= 12; i++) await make(`List ${i}`)
  const { page } = await device('desktop')
  // Two lists arrive; the others are held back until the test lets them go.
  const held = Promise.withResolvers<void>()
  let pulled = 0
  await page.route('**/api/v3/list/*/sync', async (route) => {
    pulled++
    if (pulled > 2) await held.promise
    await route.continue()
  })
  await logIn(page, 'anna@example.org')
  await page.getByRole('button', { name: 'Copying 2 of 12…' }).click()
  const panel = page.getByRole('dialog', { name: 'Your changes' })
  await expect(panel.getByText('Copying your lists to this device: 2 of 12')).toBeVisible()
  await panel.getByRole('button', { name: 'Stop' }).click()
  held.resolve()
  await expect(panel.getByText(/^[1-9] lists are not on this device/)).toBeVisible()
  expect(pulled).toBeLessThan(12)

  // A list that was left out comes when it is opened.
  await page.keyboard.press('Escape')
  for (const i of [1, 2, 3]) {
    await page.getByRole('link', { name: `List ${i}`, exact: true }).click()
    await expect.poll(() => names(page)).toEqual(['Milk'])
    await page.goBack()
  }
  await page.getByRole('button', { name: 'Saved' }).click()
  await panel.getByRole('button', { name: 'Copy them now' }).click()
  await expect(panel.getByRole('button', { name: /^(Stop|Copy them now)$/ })).toBeHidden()
  await expect.poll(() => pulled).toBeGreaterThanOrEqual(12)
})
