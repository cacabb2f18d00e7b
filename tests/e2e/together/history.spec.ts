import type { App } from '../../support/app.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { letEdit } from '../list-steps.ts'
import { isSaved, seedList, serverNames, shownNames } from '../steps.ts'

/** Anna's list with Ben as a member, and what he does to it. */
async function shared(app: App) {
  const anna = await app.member('anna@example.org', password)
  const ben = await app.member('ben@example.org', password)
  const some = ['Milk', 'Bread', 'Eggs', 'Tea'].map((productName) => ({ productName, category: 'Dairy' }))
  const list = await seedList(app, anna, 'Weekend', some)
  await letEdit(app, anna, list, 'ben@example.org')
  const { products } = await app.call<{ products: { id: string; productName: string }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    anna,
  )
  const idOf = (name: string) => products.find(({ productName }) => productName === name)?.id ?? ''
  const bensEdit = (name: string, body: object) =>
    app.call('PUT', `/api/v3/list/${list}/product/${idOf(name)}`, body, ben)
  const benDeletes = (name: string) =>
    app.call('DELETE', `/api/v3/list/${list}/product/${idOf(name)}`, undefined, ben)
  return { anna, list, bensEdit, benDeletes }
}

test('TOGETHER-5 the history says what another person did, and brings back what was deleted and a whole moment, also offline what the device knows', async ({
  app,
  device,
}) => {
  const { anna, list, bensEdit, benDeletes } = await shared(app)
  const phone = await device('desktop')
  const { page } = phone
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect.poll(() => shownNames(page)).toHaveLength(4)
  await bensEdit('Milk', { price: 3.2 })
  await bensEdit('Milk', { productStatus: true })
  for (const name of ['Bread', 'Eggs', 'Tea']) await benDeletes(name)
  await expect.poll(() => shownNames(page)).toEqual(['Milk'])

  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  const today = page.getByRole('region').filter({ hasText: 'Today' })
  await expect(today).toContainText('ben')
  await expect(today).toContainText('Milk, Price: – → 3.20 zł')
  await expect(today).toContainText('Bought: Milk')
  await expect(today).toContainText('Deleted: Bread, Eggs, Tea')

  await page.getByRole('button', { name: 'Bring back: Bread, Eggs, Tea' }).click()
  await expect(page.getByText('3 products are back')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Bring back:/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Bring back: Bread, Eggs, Tea' })).toBeVisible()
  // Her own changes come to stand above his, and a press at that moment would meet nothing.
  await expect(today).toContainText('Deleted: Tea, Eggs, Bread')

  await page.getByRole('button', { name: /^Bring the list back to before this: ben/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3 products come back')
  await expect(dialog).toContainText('1 product is changed back')
  await dialog.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText('The list is back as it was')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(async () => (await shownNames(page)).toSorted()).toEqual(['Bread', 'Eggs', 'Milk', 'Tea'])
  await expect(page.getByRole('checkbox', { name: 'Bought: Milk', exact: true })).not.toBeChecked()
  await isSaved(page)

  // Milk has its id still; the others came back as new products.
  await benDeletes('Milk')
  await page.goto(`/app/history/${list}`)
  await expect(page.getByText('Deleted: Milk', { exact: true })).toBeVisible()
  await isSaved(page)
  await readyForOffline(page)
  await phone.airplane(true)
  await page.reload()
  await expect(page.getByText('Deleted: Milk', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: /^Bring the list back to before this: ben/ })
    .first()
    .click()
  await expect(dialog).toContainText('1 product comes back')
  await dialog.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText('The list is back as it was')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bring back: Milk' })).toHaveCount(0)
  await phone.airplane(false)
  await isSaved(page)
  expect((await serverNames(app, anna, list)).toSorted()).toEqual(['Bread', 'Eggs', 'Milk', 'Tea'])
})
