import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { letEdit, onServer } from '../list-steps.ts'
import { isSaved, isSavedAfterAll, newList, seedList } from '../steps.ts'

test('WEEK-1 one press shares with a known person as before, and new lists are shared on a wish, also those made without a network', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  const tomek = await app.member('tomek@example.org', password)
  const first = await seedList(app, anna, 'First', [{ productName: 'Milk' }])
  await letEdit(app, anna, first, 'tomek@example.org')
  await app.call('PUT', `/api/v3/list/${first}/accepted`, undefined, tomek)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org')
  await newList(page)
  const face = page.getByRole('button', { name: 'Share with tomek, can edit' })
  await face.click()
  await expect(page.getByText('Shared with tomek')).toBeFocused()
  await expect(page.getByText('Share new lists with tomek?')).toBeVisible()
  expect(await onServer(app, tomek)).toHaveLength(2)
  await page.getByRole('button', { name: 'Yes, share them' }).click()
  await expect(page.getByText('Share new lists with tomek?')).toBeHidden()

  await readyForOffline(page)
  await phone.airplane(true)
  await page.goto('/app')
  await newList(page)
  await phone.airplane(false)
  await isSavedAfterAll(page)
  await expect.poll(() => onServer(app, tomek)).toHaveLength(3)

  // In the profile the answer can be changed.
  await page.goto('/app/edit-profile/household')
  const choice = page.getByRole('combobox', { name: 'New lists for tomek' })
  await expect(choice).toHaveValue('edit')
  await choice.selectOption('shopping')
  await expect(choice).toBeEnabled()
  await page.goto('/app')
  await newList(page)
  await isSaved(page)
  const { items } = await app.call<{ items: { permissions: string }[] }>(
    'GET',
    '/api/v3/lists?status=shared',
    undefined,
    tomek,
  )
  expect(items.map(({ permissions }) => permissions).toSorted()).toEqual(['edit', 'edit', 'edit', 'shopping'])
})

test('WEEK-1 the question is asked once, on whichever device, and a No is kept', async ({ app, device }) => {
  const anna = await app.member('anna@example.org', password)
  const tomek = await app.member('tomek@example.org', password)
  const first = await seedList(app, anna, 'First', [{ productName: 'Milk' }])
  await letEdit(app, anna, first, 'tomek@example.org')
  await app.call('PUT', `/api/v3/list/${first}/accepted`, undefined, tomek)
  const question = 'Share new lists with tomek?'
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org')
  await newList(page)
  await page.getByRole('button', { name: 'Share with tomek, can edit' }).click()
  await expect(page.getByText(question)).toBeVisible()
  await page.getByRole('button', { name: 'No', exact: true }).click()

  const other = await device('desktop')
  await logIn(other.page, 'anna@example.org')
  await newList(other.page)
  await other.page.getByRole('button', { name: 'Share with tomek, can edit' }).click()
  await expect(other.page.getByText('Shared with tomek')).toBeVisible()
  await expect.poll(() => onServer(app, tomek)).toHaveLength(3)
  await other.page.getByRole('button', { name: 'Sharing', exact: true }).click()
  await expect(other.page.getByRole('combobox', { name: 'Permission for tomek' })).toHaveValue('edit')
  await expect(other.page.getByText(question)).toBeHidden()
})
