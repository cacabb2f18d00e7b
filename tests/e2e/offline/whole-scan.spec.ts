import type { Page } from '@playwright/test'
import { filmOf } from '../../support/camera.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { bought, copy, onServer } from '../list-steps.ts'
import { add, isSavedAfterAll, isUseStored, names, newList, serverNames } from '../steps.ts'

const code = '5901234123457'

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
}

async function openScanner(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Scan' }).click()
  await page.waitForURL('**/app/barcode?list=*')
}

test('WHOLE-2 SCAN-2 SCAN-3 the scanner adds to a list that no server has seen and ticks on it, without a network', async ({
  app,
  device,
}) => {
  const film = await filmOf(code)
  const token = await app.member('anna@example.org', password)
  const phone = await device('phone', { args: film.args })
  await phone.context.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'))
  const { page } = phone
  await logIn(page, 'anna@example.org')
  await readyForOffline(page)
  await phone.airplane(true)
  const list = await newList(page)
  const back = page.getByRole('link', { name: 'Shopping', exact: true })

  await openScanner(page)
  await expect(page.getByText('What you scan goes on the list.')).toBeVisible()
  await expect(page.getByText(`This device does not know ${code}.`)).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Butter')
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Remember and add' }).click()
  await expect(page.getByText('Added: Butter')).toBeVisible()

  // As the icon's shortcut starts it, cold: the list that only this device has is offered too.
  await page.goto('/app/barcode')
  await page.getByRole('navigation', { name: 'Scan to a list' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Make it 3 pcs' }).click()
  await expect(page.getByText('Added to what is there: Butter')).toBeVisible()
  await back.click()
  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await openScanner(page)
  await expect(page.getByText('What you scan is ticked off on the list.')).toBeVisible()
  await expect(page.getByText('In the basket: Butter')).toBeVisible()
  await back.click()
  await page.waitForURL(`**/app/details/${list}`)

  await phone.airplane(false)
  await isSavedAfterAll(page)
  expect(await onServer(app, token)).toHaveLength(1)
  const { products } = await app.call<{ products: object[] }>('GET', `/api/v3/list/${list}`, undefined, token)
  expect(products).toMatchObject([{ productName: 'Butter', quantity: 3, productStatus: true }])
  await expect
    .poll(() => app.call('GET', `/api/v3/barcodes/${code}`, undefined, token).catch(() => null))
    .toMatchObject({ productName: 'Butter' })
  film.remove()
})

test('WHOLE-2 TEMPLATES-3 a template of a list made offline waits until the server has the list, and says so', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const phone = await device('desktop')
  const { page } = phone
  await logIn(page, 'anna@example.org')
  await readyForOffline(page)
  await phone.airplane(true)
  const list = await newList(page)
  await add(page, 'Rope', 'Soup')
  const make = copy(page, 'Create template from list')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Copy, file, currency' }).click()
  await expect(page.getByText('You are offline. This needs a connection.')).toBeVisible()
  await expect(make).toBeDisabled()

  // There is a network, but nothing of the list gets through.
  await phone.context.route('**/sync', (call) => call.abort('connectionreset'))
  await phone.airplane(false)
  await expect(page.getByText('This has to wait until the list is on the server.')).toBeVisible()
  await expect(make).toBeDisabled()
  await phone.context.unroute('**/sync')
  await isSavedAfterAll(page)
  expect(await bought(app, token, list)).toEqual([
    ['Rope', false],
    ['Soup', false],
  ])

  await expect(page.getByText('This has to wait')).toHaveCount(0)
  await make.click()
  await page.waitForURL('**/app/template/*')
  for (const name of ['Rope', 'Soup']) await expect(page.getByText(name, { exact: true })).toBeVisible()
})

test('WHOLE-2 FRAME-11 what another app shares is looked through and added to the last list, also to one that no server has seen', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const phone = await device('desktop')
  const { page } = phone
  await logIn(page, 'anna@example.org')
  await readyForOffline(page)
  await phone.airplane(true)
  const list = await newList(page)
  await add(page, 'Rope')
  await isUseStored(page, list)
  // As the system opens the app: the manifest names these parameters.
  await page.goto(`/app?${new URLSearchParams({ title: '', text: '2 kg potatoes\n3', url: '' }).toString()}`)
  await page.waitForURL(`**/app/details/${list}`)
  const dialog = page.getByRole('dialog', { name: 'Add a pasted list' })
  await dialog.getByRole('button', { name: /^Add \d products?$/ }).click()
  await expect.poll(() => names(page)).toEqual(['Rope', 'Potatoes', '3'])
  // Going back does not share it once more.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.goto('/app?last=1')
  await page.waitForURL(`**/app/details/${list}`)
  await phone.airplane(false)
  await isSavedAfterAll(page)
  expect(await serverNames(app, token, list)).toEqual(['Rope', 'Potatoes', '3'])
})
