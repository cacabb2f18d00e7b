import { expect, logIn, logInByHand, password, readyForOffline, test } from '../fixtures.ts'
import { add, edit, isSaved, names, newList, remove, serverNames, tick } from '../steps.ts'

test('OFFLINE-1 OFFLINE-3 airplane mode: add, edit, tick, delete, close the browser, open it again, go online', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const phone = await device('desktop')
  let { page } = phone
  await logInByHand(page, 'anna@example.org')
  const list = await newList(page)
  await add(page, 'Milk', 'Bread', 'Eggs')
  await isSaved(page)
  await readyForOffline(page)

  await phone.airplane(true)
  await add(page, 'Tea', 'Rice')
  await edit(page, 'Price', 'Milk', '4,20')
  await tick(page, 'Bread')
  await remove(page, 'Eggs')
  await expect(page.getByRole('button', { name: /5 waiting/ })).toBeVisible()
  await phone.close()

  // The browser sends as soon as it starts, before the test can take it offline; so the server is down.
  await app.kill()
  page = await phone.open(true)
  await page.goto(`/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Tea', 'Rice'])
  await expect(page.getByRole('textbox', { name: 'Price: Milk' })).toHaveValue(/4[.,]20/)
  await expect(page.getByRole('checkbox', { name: 'Bought: Bread' })).toBeChecked()

  await app.start()
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Eggs'])
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Tea', 'Rice'])
})

test('OFFLINE-8 two members see each other’s changes', async ({ app, device }) => {
  const anna = await app.member('anna@example.org', password)
  await app.member('ben@example.org', password)
  const hers = await device('desktop')
  const his = await device('desktop')
  await logIn(hers.page, 'anna@example.org')
  const list = await newList(hers.page)
  await add(hers.page, 'Milk')
  const query = `_list_id=${list}&_email_address=ben@example.org`
  await app.call('POST', `/api/v3/list/share?${query}`, undefined, anna)
  await app.call(
    'PUT',
    `/api/v3/shared_list/${list}?email_address=ben@example.org&permission=edit`,
    undefined,
    anna,
  )

  await logIn(his.page, 'ben@example.org', `/app/details/${list}`)
  await expect.poll(() => names(his.page)).toEqual(['Milk'])
  await add(his.page, 'Bread')
  await expect.poll(() => names(hers.page)).toEqual(['Milk', 'Bread'])
  await tick(hers.page, 'Milk')
  await expect(his.page.getByRole('checkbox', { name: 'Bought: Milk' })).toBeChecked()
  await remove(hers.page, 'Bread')
  await expect.poll(() => names(his.page)).toEqual(['Milk'])
})
