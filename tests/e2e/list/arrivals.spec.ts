import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { sizes } from '../../support/browser.ts'
import { longList } from '../../support/long-list.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { letEdit, sort, sortByHand } from '../list-steps.ts'
import { isSaved, paste, seedList } from '../steps.ts'

const many = Array.from({ length: 40 }, (_, n) => ({
  productName: `Product ${String(n).padStart(2, '0')}`,
  category: n % 2 ? 'Dairy' : 'Bakery',
}))
const row = (page: Page, name: string) =>
  page
    .locator('[data-row]')
    .filter({ has: page.locator(`input[data-field="productName"][value="${name}"]`) })
    .or(page.locator('[data-row]').filter({ hasText: name }))

/** Records the rows that are marked, even for a short moment. */
async function noteMarks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marked: string[] = []
    Object.assign(window, { marked })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && target.dataset['arrived'] !== undefined)
          marked.push(
            [...target.querySelectorAll('input')].map(({ value }) => value).join(' '),
            target.textContent ?? '',
          )
    }).observe(document, { subtree: true, attributeFilter: ['data-arrived'] })
  })
}

/** What waits for an idle page, such as rows that become draggable, waits for `goIdle` instead. */
async function holdIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    const real = window.requestIdleCallback.bind(window)
    window.requestIdleCallback = (run, options) => held.push(() => real(run, options))
    Object.assign(window, { goIdle: () => held.splice(0).forEach((run) => run()) })
  })
}

async function goIdleUntil(page: Page, shown: string): Promise<void> {
  await page.waitForFunction((shown) => {
    // Loading the code asks for another idle moment.
    ;(window as unknown as { goIdle: () => void }).goIdle()
    return document.querySelector(shown) !== null
  }, shown)
}

const becomesDraggable = (page: Page) => goIdleUntil(page, '[data-rfd-drag-handle-draggable-id]')

async function isMarked(page: Page, name: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        (name) => (window as unknown as { marked: string[] }).marked.some((row) => row.includes(name)),
        name,
      ),
    )
    .toBe(true)
}

/** The row is marked and fully visible, not covered by docked bars. */
async function isShown(page: Page, name: string): Promise<void> {
  await isMarked(page, name)
  await expect
    .poll(() =>
      row(page, name).evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect()
        const seen = [top + 2, top + height - 4].map((y) => document.elementFromPoint(left + 60, y))
        return seen.every((hit) => element.contains(hit))
      }),
    )
    .toBe(true)
}

async function adds(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'New product: name' })
  await field.fill(name)
  await field.press('Enter')
  await isShown(page, name)
  await expect(field).toBeFocused()
}

test('HAND-2 what is added to a list longer than the screen comes into view and is marked, in each order, on a phone and a desktop', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', many)
  const { page } = await device('phone')
  await noteMarks(page)
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect(row(page, 'Product 00')).toBeVisible()
  await adds(page, 'Zander')
  await sort(page, { order: 'A to Z' })
  await adds(page, 'Aubergine')
  await page.setViewportSize(sizes.desktop)
  await adds(page, 'Product 20 more')
  await sort(page, { grouped: false })
  await adds(page, 'Quark')
  await sortByHand(page)
  await adds(page, 'Yeast')
  await page.setViewportSize(sizes.phone)
  await paste(page, 'Olives\nRadishes\nSpinach')
  await page.getByRole('button', { name: 'Add 3 products' }).click()
  // The notice would stay as long as the pointer is over it.
  await page.mouse.move(5, 5)
  await isShown(page, 'Spinach')
  await isMarked(page, 'Olives')
  await expect(page.locator('[data-arrived]')).toHaveCount(0)
})

test('HAND-2 no row that is seen moves when the rows become draggable, and what was added stays in view', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const { page } = await device('phone')
  await holdIdle(page)
  await noteMarks(page)
  await logIn(page, 'anna@example.org')
  const long = ' of the kind that grandmother always bought in the market hall on Saturday mornings'
  const drag = page.locator('[data-rfd-drag-handle-draggable-id]')
  // In a list that was sorted by category, the rows are drawn anew for it.
  await page.goto(`/app/details/${await seedList(app, token, 'By category', many)}`)
  await expect(row(page, 'Product 00')).toBeVisible()
  await sortByHand(page)
  await adds(page, 'Product 99')
  await expect(drag).toHaveCount(0)
  const placeOf = () => row(page, 'Product 99').evaluate((element) => element.getBoundingClientRect().top)
  const place = await placeOf()
  await becomesDraggable(page)
  expect(Math.abs((await placeOf()) - place)).toBeLessThan(1)
  await isShown(page, 'Product 99')

  // At the top, in the middle, and at the end.
  for (const [names, count, scrolled] of [
    ['short', 40, 0],
    ['long', 40, 900],
    ['short', 200, 9_000],
  ] as const) {
    const products = Array.from({ length: count }, (_, n) => ({
      productName: `Product ${String(n).padStart(2, '0')}${names === 'short' || n % 3 ? '' : long}`,
    }))
    await page.goto(`/app/details/${await seedList(app, token, 'Weekend', products)}`)
    await expect(row(page, 'Product 01').first()).toBeVisible()
    // The rows below the first screen are drawn later.
    await page.waitForFunction((y) => document.documentElement.scrollHeight - innerHeight >= y, scrolled)
    await page.mouse.wheel(0, scrolled)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
    const seen = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 5; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
        return [...document.querySelectorAll<HTMLElement>('[data-row]')]
          .map((row) => [row.dataset['row'], Math.round(row.getBoundingClientRect().top)] as const)
          .filter(([, top]) => top > -200 && top < innerHeight)
      })
    const before = await seen()
    await expect(drag).toHaveCount(0)
    await becomesDraggable(page)
    expect(await seen(), `${count} ${names} names`).toEqual(before)
  }
})

test('HAND-2 in a list of thousands what is added is drawn, shown and marked, without motion where none is wanted', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await longList(app, token, 1_500)
  const { page } = await device('desktop', { reducedMotion: 'reduce' })
  await noteMarks(page)
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await sortByHand(page)
  await expect(page.getByRole('combobox', { name: 'Name: Product 3', exact: true })).toBeVisible()
  await adds(page, 'Behind all others')
  await sort(page, { order: 'A to Z' })
  await adds(page, 'Product 700 and a half')
})

async function shared(app: App) {
  const anna = await app.member('anna@example.org', password)
  const ben = await app.member('ben@example.org', password)
  const list = await seedList(app, anna, 'Weekend', many)
  await letEdit(app, anna, list, 'ben@example.org')
  const bensAdds = (productName: string, category = 'Dairy') =>
    app.call('POST', `/api/v3/list/${list}/product`, { productName, category }, ben)
  return { list, bensAdds }
}

test('HAND-2 what somebody else adds is marked and never moves the page: it is shown when asked for, editing and shopping', async ({
  app,
  device,
}) => {
  const { list, bensAdds } = await shared(app)
  const { page } = await device('phone')
  await noteMarks(page)
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect(row(page, 'Product 00')).toBeVisible()
  await isSaved(page)
  const field = page.getByRole('combobox', { name: 'New product: name' })
  const offer = page.getByRole('button', { name: 'Show', exact: true })
  const bensIsOffered = async (name: string) => {
    const before = await page.evaluate(() => scrollY)
    await bensAdds(name)
    await expect(page.getByText(`ben added ${name}`)).toBeVisible()
    await expect(offer).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(before)
  }
  await field.pressSequentially('Half a wo')
  await bensIsOffered('Yogurt')
  await expect(field).toBeFocused()
  await page.keyboard.type('rd')
  await expect(field).toHaveValue('Half a word')
  await offer.click()
  await isShown(page, 'Yogurt')

  await page.getByRole('button', { name: 'Shopping mode' }).click()
  await page.getByRole('button', { name: 'No matter' }).click()
  await page.mouse.move(5, 5)
  await page.evaluate(() => scrollTo(0, 0))
  await bensIsOffered('Yeast')
  await offer.click()
  await isShown(page, 'Yeast')
  // Nothing is offered for a product that is in view anyway.
  await page.mouse.move(5, 5)
  await page.evaluate(() => scrollTo(0, 0))
  await bensAdds('Ale', 'Vegetables')
  await isShown(page, 'Ale')
  await expect(offer).toHaveCount(0)
})

test('HAND-9 what somebody else did before the line that tells it was loaded is told and marked when it is', async ({
  app,
  device,
}) => {
  const { list, bensAdds } = await shared(app)
  const { page } = await device('phone', { serviceWorkers: 'block' })
  await noteMarks(page)
  const held: (() => Promise<void>)[] = []
  // The line waits for the texts that a list itself does without.
  let first = true
  await page.route('**/assets/messages-*.js', (route) => {
    if (!first) return void held.push(() => route.continue())
    first = false
    return route.continue()
  })
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect(row(page, 'Product 00')).toBeVisible()
  await bensAdds('Yogurt')
  await expect(row(page, 'Yogurt')).toBeAttached()
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.()
  await expect(page.getByText('ben added Yogurt')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeVisible()
  await isMarked(page, 'Yogurt')
})
