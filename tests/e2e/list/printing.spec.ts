import type { Page } from '@playwright/test'
import { sizes } from '../../support/browser.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { choose } from '../list-steps.ts'
import { seedList } from '../steps.ts'

const ola = 'ola@example.org'
const shelves = ['Dairy', 'Bakery', 'Vegetables', 'Fruit', 'Drinks', 'Cleaning', 'Meat', 'Frozen food', '']

const products = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    productName: `Product ${i + 1}`,
    category: shelves[i % shelves.length] ?? '',
    ...(i % 3 === 0 && { quantity: 1.5, unit: 'kg' }),
    ...(i % 10 === 0 && { note: 'the one in the green box' }),
  }))

/** As Ctrl+P does it: the browser says beforehand that it prints. */
async function pages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('HAND-13 sixty products fit one sheet, in the dark too, and those that were never drawn are on it', async ({
  app,
  device,
}) => {
  const token = await app.member(ola, password)
  const list = await seedList(app, token, 'Everything for the party', products(60))
  const { page } = await device('phone', { colorScheme: 'dark' })
  await logIn(page, ola, `/app/details/${list}`)
  await expect(page.getByRole('checkbox', { name: 'Bought: Product 1', exact: true })).toBeVisible()
  expect(await pages(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  const lines = page.locator('body > div').filter({ visible: true }).getByRole('listitem')
  await expect(lines).toHaveCount(60)
  await expect(lines.filter({ hasText: 'Product 1the' })).toHaveText(
    /^Product 1the one in the green box1\.5.kg$/,
  )
  await expect(lines.filter({ hasText: /^Product 2$/ })).toHaveCount(1)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  // Two columns of about the same height.
  const left = await lines.evaluateAll(
    (all) => new Set(all.map((line) => line.getBoundingClientRect().left)).size,
  )
  expect(left).toBe(2)
})

test('HAND-13 the browser’s own print command gets the sheet as soon as a row is shown', async ({
  app,
  device,
}) => {
  const token = await app.member(ola, password)
  const long = products(60).map(({ productName, ...more }) => ({
    ...more,
    productName: `${productName} of the brand that we always take`,
    note: 'the one in the green box on the left',
  }))
  const list = await seedList(app, token, 'Everything for the party', long)
  const { page } = await device('phone')
  await logIn(page, ola, `/app/details/${list}`)
  const printed: number[] = []
  for (const size of [sizes.phone, sizes.desktop, sizes.phone, sizes.desktop, sizes.phone, sizes.desktop]) {
    await page.goto('/icons/icon-192.png') // of the app's origin, and runs no scripts
    await page.setViewportSize(size)
    await page.goto(`/app/details/${list}`, { waitUntil: 'commit' })
    await page.locator('[data-row]').first().waitFor()
    printed.push(await pages(page))
  }
  expect(printed).toEqual([2, 2, 2, 2, 2, 2])
})

test('HAND-13 ‘Print’ is in the menu and on the page of the link, works without a network, and leaves out what is bought', async ({
  app,
  device,
}) => {
  const token = await app.member(ola, password)
  const list = await seedList(app, token, 'Everything for the party', [
    ...products(56),
    { productName: 'Bread', category: 'Bakery', productStatus: true },
  ])
  const { hash } = await app.call<{ hash: string }>('GET', `/api/v3/list/${list}`, undefined, token)
  const guest = await device('phone', { colorScheme: 'dark' })
  const { page } = guest
  await page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'))
      document.title = 'printed'
    }
  })
  await page.goto(`/read/${hash}`)
  await expect(page.getByText('Product 56', { exact: true })).toBeVisible()
  expect(await pages(page)).toBe(1)
  await guest.airplane(true)
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('printed')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('body > div').filter({ visible: true })
  await expect(sheet.getByRole('listitem')).toHaveCount(56)
  await expect(sheet.getByRole('listitem').filter({ hasText: /^Product 2$/ })).toHaveCount(1)
  await expect(sheet.getByText('1 product is already bought and left out.')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await guest.airplane(false)
  await page.emulateMedia({ media: 'screen' })

  await page.setViewportSize(sizes.desktop)
  await logIn(page, ola, `/app/details/${list}`)
  const first = page.getByRole('combobox', { name: 'Name: Product 1', exact: true })
  await expect(first).toBeVisible()
  await readyForOffline(page)
  await guest.airplane(true)
  await choose(page, 'Print')
  await expect(page).toHaveTitle('printed')
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('heading', { name: 'Everything for the party' })).toBeVisible()
  await expect(sheet.getByRole('listitem')).toHaveCount(56)
  await expect(sheet.getByText('1 product is already bought and left out.')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(first).toBeVisible()
  await expect(sheet.getByText('left out')).toBeHidden()
})
