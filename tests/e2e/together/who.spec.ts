import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { letEdit } from '../list-steps.ts'
import { isSaved, seedList } from '../steps.ts'

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Anna's list of Milk and Bread, where Tom has added Tea and ticked Milk. */
async function together(app: App) {
  const anna = await app.member('anna@example.org', password)
  const tom = await app.member('tom@example.org', password)
  await app.call('PUT', '/api/v3/me/update_profile', { name: 'Tom', surname: 'Kowalski' }, tom)
  const list = await seedList(app, anna, 'Weekend', [
    { productName: 'Milk' },
    { productName: 'Bread', quantity: 2.5, unit: 'kg', price: 12.99, category: 'Spices and sauces' },
    {
      productName: 'Semolina',
      quantity: 2.5,
      unit: 'kg',
      price: 112.99,
      category: 'Spices and sauces, and more',
    },
  ])
  await letEdit(app, anna, list, 'tom@example.org')
  const adds = (productName: string) =>
    app.call('POST', `/api/v3/list/${list}/product`, { id: productName, productName }, tom)
  const { products } = await app.call<{ products: { id: string; productName: string }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    anna,
  )
  const pathOf = (name: string) => {
    const id = products.find(({ productName }) => productName === name)?.id ?? name
    return `/api/v3/list/${list}/product/${id}`
  }
  const ticks = (name: string, productStatus = true) => app.call('PUT', pathOf(name), { productStatus }, tom)
  const removes = (name: string) => app.call('DELETE', pathOf(name), undefined, tom)
  await adds('Tea')
  await ticks('Milk')
  return { list, adds, ticks, removes }
}

/** On a phone a row shows a face, and its sheet says all of it. */
async function rowsShowWho(page: Page): Promise<void> {
  const face = (name: string) => row(page, name).getByRole('img', { name: /Tom Kowalski$/ })
  await expect(face('Tea')).toHaveAccessibleName('Added by Tom Kowalski')
  await expect(face('Milk')).toHaveAccessibleName('Added by you · Ticked by Tom Kowalski')
  await expect(face('Milk')).toHaveText('T')
  await expect(face('Bread')).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit: Milk' }).click()
  const sheet = page.getByRole('dialog', { name: 'Milk' })
  await expect(sheet.getByText('Added by you · Ticked by Tom Kowalski')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
}

/** In the table a letter stands for who it was, and says the rest. */
async function tableShowsWho(page: Page): Promise<void> {
  const mark = page.getByRole('img', { name: 'Added by you · Ticked by Tom Kowalski' })
  await expect(mark).toHaveText('T')
  await expect(page.getByRole('img', { name: 'Added by Tom Kowalski', exact: true })).toHaveCount(1)
  await expect(mark).toHaveAttribute('title', 'Added by you · Ticked by Tom Kowalski')
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.locator('[value="Bread"]') })
      .getByText('T'),
  ).toHaveCount(0)
}

for (const size of ['desktop', 'phone'] as const)
  test(`HAND-9 A11Y-3 a row shows who else added or ticked it; what another does is said once, in one line near the list that takes no press: ${size}`, async ({
    app,
    device,
  }) => {
    const { list, adds, ticks, removes } = await together(app)
    const { page } = await device(size)
    await page.addInitScript(() => {
      const said: string[] = []
      Object.assign(window, { said })
      new MutationObserver(() => {
        const texts = [...document.querySelectorAll('[role="status"], [role="alert"]')].map(
          ({ textContent }) => textContent ?? '',
        )
        const now = texts.filter((text) => /Tom/.test(text)).join(' + ')
        if (now !== '' && said.at(-1) !== now) said.push(now)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await logIn(page, 'anna@example.org', `/app/details/${list}`)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await isSaved(page)
    await (size === 'phone' ? rowsShowWho(page) : tableShowsWho(page))
    // In one step: rows that become draggable in between would be asked when they are no longer in the page.
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-row]')].map((one) =>
          Math.round(one.getBoundingClientRect().top),
        ),
      )
    const before = await places()
    await ticks('Bread')
    const line = page.locator('[data-news]')
    await expect(line).toHaveText('Tom ticked Bread')
    // It lies above what is docked and takes no press.
    const hit = await line.evaluate((element) => {
      const { left, width, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(hit).toBe(false)
    await ticks('Tea')
    await expect(line).toHaveText('Tom ticked 2 products')
    await ticks('Semolina')
    await expect(line).toHaveText('Tom ticked 3 products')
    await expect(page.getByRole('img', { name: /Ticked by Tom Kowalski$/ })).toHaveCount(4)
    expect(await places()).toEqual(before)
    await ticks('Semolina', false)
    await expect(line).toHaveText('Tom unticked Semolina')
    await removes('Semolina')
    await expect(line).toHaveText('Tom deleted Semolina')
    await expect(line).toHaveCount(0)
    await adds('Salt')
    await expect(line).toHaveText(/^Tom added Salt/)
    await expect(page.locator('[data-row][data-arrived]')).toHaveCount(0)
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
    expect(said.map((text) => text.replace('Show', ''))).toEqual([
      'Tom ticked Bread',
      'Tom ticked 2 products',
      'Tom ticked 3 products',
      'Tom unticked Semolina',
      'Tom deleted Semolina',
      'Tom added Salt',
    ])
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
    if (size === 'desktop') return

    await page.getByRole('button', { name: 'Shopping mode' }).click()
    await expect(row(page, 'Milk')).toContainText('Tom')
    // Whoever ticks it anew has it in the basket, and needs no name for oneself.
    await expect(row(page, 'Tea')).toContainText('Tom')
    await page.getByRole('checkbox', { name: 'Tea' }).uncheck()
    await expect(row(page, 'Tea')).not.toContainText('Tom')
    await page.getByRole('checkbox', { name: 'Tea' }).check()
    await isSaved(page)
    await expect(row(page, 'Tea')).not.toContainText('Tom')
  })
