import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../support/app.ts'
import { sizes } from '../../support/browser.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { isSaved, seedList } from '../steps.ts'

/** Anna's list, which Ben may edit; the changes of both go to the server through the API. */
async function together(app: App) {
  const anna = await app.member('anna@example.org', password)
  const ben = await app.member('ben@example.org', password)
  const list = await seedList(app, anna, 'Weekend', [
    { productName: 'Milk', productStatus: true },
    { productName: 'Bread' },
  ])
  await app.call(
    'POST',
    `/api/v3/list/share?_list_id=${list}&_email_address=ben@example.org`,
    undefined,
    anna,
  )
  const allow = (permission: string) =>
    app.call(
      'PUT',
      `/api/v3/shared_list/${list}?email_address=ben@example.org&permission=${permission}`,
      undefined,
      anna,
    )
  await allow('edit')
  const { products } = await app.call<{ products: { id: string; productName: string }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    anna,
  )
  const bread = products.find(({ productName }) => productName === 'Bread')?.id ?? ''
  return { anna, ben, list, bread, allow }
}

test('DETAIL-19 one’s own last tick asks, and no key pressed in a hurry puts the list away; that of somebody else takes no keyboard from who is typing', async ({
  app,
  device,
}) => {
  const { anna, ben, list, bread } = await together(app)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const box = page.getByRole('checkbox', { name: 'Bought: Bread' })
  await box.focus()
  await page.keyboard.press('Space')
  const done = page.getByRole('dialog', { name: 'All bought' })
  await expect(done.getByRole('heading', { name: 'All bought' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(done).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(done).toBeHidden()
  await isSaved(page)

  // In the table and on a phone.
  const name = page.getByRole('combobox', { name: 'New product: name' })
  const tick = (productStatus: boolean) =>
    app.call('PUT', `/api/v3/list/${list}/product/${bread}`, { productStatus }, ben)
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size)
    await tick(false)
    await expect(box).not.toBeChecked()
    await name.pressSequentially('Half a wo')
    await tick(true)
    await expect(page.getByText('All bought: everything on this list is in the basket.')).toBeVisible()
    await expect(name).toBeFocused()
    await page.keyboard.type('rd')
    await expect(name).toHaveValue('Half a word')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await name.fill('')
  }
  const { listStatus } = await app.call<{ listStatus: string }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    anna,
  )
  expect(listStatus).toBe('aktywna')
})

test('DETAIL-9 DETAIL-27 what is being typed is there again after a look at another page, and is told when somebody takes the right to change the list, or the list', async ({
  app,
  device,
}) => {
  const { anna, list, allow } = await together(app)
  const { page } = await device('desktop')
  await logIn(page, 'ben@example.org', `/app/details/${list}`)
  const name = page.getByRole('combobox', { name: 'New product: name' })
  const told = (typed: string) =>
    page.getByText(`You can no longer change this list. What you typed is not saved: ${typed}`)
  await name.pressSequentially('Half a word')
  await page.getByRole('link', { name: 'Templates' }).first().click()
  await page.waitForURL('**/app/templates')
  await page.goBack()
  await expect(name).toHaveValue('Half a word')
  // A narrow window has a different field for it.
  await page.setViewportSize({ width: 500, height: 800 })
  await expect(page.getByRole('form', { name: 'Add a product' })).toBeVisible()
  await expect(name).toHaveValue('Half a word')
  await page.setViewportSize(sizes.desktop)
  await allow('view')
  await expect(page.getByText('You can view it.')).toBeVisible()
  await expect(told('Half a word')).toBeVisible()
  // What comes to stand at the bottom pushes the notice up at once, not under the pointer that presses Close.
  const gap = await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
    const bar = document.createElement('div')
    bar.setAttribute('data-docked', '')
    Object.assign(bar.style, { position: 'fixed', inset: 'auto 0 0', height: '300px' })
    document.querySelector('main')?.append(bar)
    const frame = () => new Promise(requestAnimationFrame)
    await frame().then(frame)
    const notice = [...document.querySelectorAll('[role="alert"]')].findLast(
      (alert) => alert.textContent !== '',
    )
    const gap = bar.getBoundingClientRect().top - (notice?.getBoundingClientRect().bottom ?? Number.NaN)
    bar.remove()
    return gap
  })
  expect(gap).toBeGreaterThanOrEqual(0)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(told('Half a word')).toHaveCount(0)

  await allow('edit')
  const price = page.getByRole('textbox', { name: 'Price: Bread' })
  await price.fill('4,50')
  await allow('shopping')
  await expect(page.getByText('You can tick off what you have bought.')).toBeVisible()
  await expect(told('4,50')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await allow('edit')
  await name.pressSequentially('Another')
  await app.call('DELETE', '/api/v3/list', { _id: list }, anna)
  await expect(page.getByRole('heading', { name: 'This list is not here' })).toBeVisible()
  await expect(told('Another')).toBeVisible()
})

test('ROUTE-6 the maintenance page waits for whoever is typing', async ({ app, device }) => {
  const { list } = await together(app)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const name = page.getByRole('combobox', { name: 'New product: name' })
  await name.pressSequentially('Half')
  await isSaved(page)
  writeFileSync(join(app.folder, 'maintenance'), '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /1 waiting/ })).toBeVisible()
  await page.keyboard.type('Another')
  await expect(name).toHaveValue('Another')
  await expect(name).toBeFocused()
  await expect(page.getByRole('heading', { name: 'We will be right back' })).toHaveCount(0)
  await name.blur()
  await expect(page.getByRole('heading', { name: 'We will be right back' })).toBeVisible()
})
