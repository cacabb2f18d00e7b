import type { App } from '../../support/app.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { seedList } from '../steps.ts'

const anna = 'anna@example.org'
const ben = 'ben@example.org'
const carol = 'carol@example.org'

/** Anna's list, which Ben may edit and Carol sees. */
async function shared(app: App) {
  const owner = await app.member(anna, password)
  const member = await app.member(ben, password)
  await app.call('PUT', '/api/v3/me/update_profile', { name: 'Anna' }, owner)
  const list = await seedList(app, owner, 'Weekend', [{ productName: 'Milk' }])
  for (const [_email_address, permission, token] of [
    [ben, 'edit', member],
    [carol, 'view', await app.member(carol, password)],
  ] as const) {
    await app.call('POST', '/api/v3/list/share', { _list_id: list, _email_address, permission }, owner)
    await app.call('PUT', `/api/v3/list/${list}/accepted`, undefined, token)
  }
  return { list, leave: () => app.call('DELETE', '/api/v3/me', { password }, owner) }
}

test('PROFILE-11 a member sees at once that the owner leaves, and takes the list over by a press; one who may only look is told, and takes nothing over', async ({
  app,
  device,
}) => {
  const { list, leave } = await shared(app)
  const { page } = await device('phone')
  await logIn(page, ben, `/app/details/${list}`)
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeVisible()
  const notice = page.getByRole('note').filter({ hasText: 'This list ends on' })
  await expect(notice).toHaveCount(0)
  await leave()
  await expect(notice).toContainText('Anna is deleting their account.')
  const { page: other } = await device('desktop')
  await logIn(other, carol, `/app/details/${list}`)
  await expect(other.getByText('Somebody who may edit the list can take it over')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Take the list over' })).toHaveCount(0)
  await page.goto('/app')
  await expect(page.getByText(/^Ends on/)).toBeVisible()
  await page.goto(`/app/details/${list}`)
  await notice.getByRole('button', { name: 'Take the list over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take this list over?' })
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('The list is yours now. It stays.')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.getByRole('button', { name: 'Sharing' }).click()
  await expect(page.getByText(carol)).toBeVisible()

  // The owner who comes back may edit it.
  await logIn(other, anna, `/app/details/${list}`)
  await expect(other.getByText('ben shares this list with you. You can edit it.')).toBeVisible()
})
