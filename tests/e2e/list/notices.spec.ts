import type { Page } from '@playwright/test'
import { expect, logIn, password, test } from '../fixtures.ts'
import { isSaved, names, seedList, serverNames } from '../steps.ts'

const bar = (page: Page) => page.locator('.mantine-Notification-root')
const seven = ['Milk', 'Bread', 'Rolls', 'Eggs', 'Tea', 'Salt', 'Oil']
const products = seven.map((productName) => ({ productName, price: 2 }))

test('HAND-8 deletions add up in one bar, which one Undo or Control+Z takes back, however many they are', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', [...products, { productName: 'Rice' }])
  const { page } = await device('desktop')
  await page.clock.install()
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect.poll(() => names(page)).toHaveLength(8)
  await isSaved(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const drawn = async () => page.clock.runFor(300)
  async function removeSeven() {
    for (const name of seven) {
      const button = page.getByRole('button', { name: `Delete: ${name}` })
      await button.click()
      await expect(button).toHaveCount(0) // the page's time must not pass faster than the disk works
      await page.clock.runFor(1_500)
    }
    expect(await names(page)).toEqual(['Rice'])
    await expect(bar(page)).toHaveCount(1)
    await expect(bar(page)).toContainText('7 products deleted')
    await expect(bar(page)).toHaveAttribute('role', 'status')
  }
  await removeSeven()
  await bar(page).getByRole('button', { name: 'Undo' }).click()
  await drawn()
  await expect.poll(async () => (await names(page)).toSorted()).toEqual([...seven, 'Rice'].toSorted())
  await removeSeven()
  await page.getByRole('combobox', { name: 'Name: Rice' }).focus()
  await page.keyboard.press('Control+z')
  await drawn()
  await expect.poll(async () => (await names(page)).toSorted()).toEqual([...seven, 'Rice'].toSorted())

  // A deletion that can no longer be undone is not counted with the next one.
  await page.getByRole('button', { name: 'Delete: Milk' }).click()
  await expect(bar(page)).toContainText('Deleted: Milk')
  await page.clock.runFor(7_000)
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete: Bread' }).click()
  await expect(bar(page)).toContainText('Deleted: Bread')
  await bar(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => serverNames(app, token, list)).toHaveLength(7)
  expect(await serverNames(app, token, list)).not.toContain('Milk')
})

/** What must stay usable under any notice: the adding field, the sum, the selection, the bottom bar. */
const needed =
  '[data-adding] :is(input, button, select), #list-footer :is(strong, button), nav a, header button'

test('HAND-8 the bar covers no adding field, sum or button at the bottom, however high they are', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const more = Array.from({ length: 25 }, (_, n) => ({ productName: `Product ${n}`, productStatus: n < 3 }))
  const list = await seedList(app, token, 'Weekend', more)
  const { page } = await device('phone', { reducedMotion: 'reduce' })
  await page.clock.install()
  await logIn(page, 'anna@example.org')
  const name = page.getByRole('combobox', { name: 'New product: name' })
  for (const [minutes, width, height, product] of [
    [2, 390, 844, 'Product 4'],
    [4, 390, 480, 'Product 5'],
    [6, 1440, 900, 'Product 6'],
  ] as const) {
    const isWide = width > 900
    await page.clock.resume()
    await page.setViewportSize({ width, height })
    await page.goto(`/app/details/${list}`)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await isSaved(page)
    if (!isWide) await page.getByRole('button', { name: `Edit: ${product}`, exact: true }).click()
    await page.clock.pauseAt(Date.now() + minutes * 60_000)
    const remove = isWide ? `Delete: ${product}` : 'Delete'
    await page.getByRole('button', { name: remove, exact: true }).click()
    await expect(bar(page)).toContainText(`Deleted: ${product}`)
    const free = async (where: string) => {
      await page.clock.runFor(600)
      await standsStill(page)
      await expect
        .poll(async () => (await unreachableNow(page)).map((what) => `${width}×${height} ${where}: ${what}`))
        .toEqual([])
    }
    await free('adding')
    // The values that were understood appear above the field, and so do a phone's other fields.
    await name.fill('3 kg apples 4,50')
    await free('typing')
    if (!isWide) {
      await page.getByRole('button', { name: 'Quantity, price and category' }).click()
      await free('all fields')
    }
    await expect(bar(page)).toBeVisible()
  }
})

/** The notice has appeared and its animation has ended. */
async function standsStill(page: Page): Promise<void> {
  await bar(page)
    .first()
    .click({ trial: true, position: { x: 20, y: 20 } })
}

/** Checks the screen as it is, without scrolling, since docked elements are always there. */
function unreachableNow(page: Page): Promise<string[]> {
  return page.evaluate(
    (needed) =>
      [...document.querySelectorAll<HTMLElement>(needed)]
        .filter((element) => element.checkVisibility() && !element.matches(':disabled'))
        .filter((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + height / 2)
          return hit?.closest('.mantine-Notifications-root') !== null && hit !== null
        })
        .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName),
    needed,
  )
}

test('HAND-8 a notice stays where it is while it is pressed, whatever comes or goes at the bottom', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect.poll(() => names(page)).toHaveLength(7)
  await isSaved(page)
  await page.getByRole('button', { name: 'Delete: Milk' }).click()
  const undo = bar(page).getByRole('button', { name: 'Undo' })
  await undo.hover()
  await page.mouse.down()
  const before = await undo.boundingBox()
  await page.evaluate(
    () =>
      new Promise<void>((drawn) => {
        const docked = document.createElement('div')
        docked.dataset.docked = ''
        docked.style.cssText = 'position: fixed; right: 0; bottom: 0; width: 400px; height: 200px'
        document.body.append(docked)
        requestAnimationFrame(() => requestAnimationFrame(() => drawn()))
      }),
  )
  expect(await undo.boundingBox()).toEqual(before)
  await page.mouse.up()
  await expect.poll(() => names(page)).toContain('Milk')
})

test('HAND-8 a problem is not covered by an Undo, and an Undo not by a word; an Undo goes when its product is ticked again, and when its list is archived', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const { page } = await device('desktop')
  await page.clock.install()
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect.poll(() => names(page)).toHaveLength(7)
  await isSaved(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route('**/api/v3/template', (route) => route.fulfill({ status: 500, body: '{}' }))
  const title = page.getByRole('textbox', { name: 'List name' })
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.clock.runFor(600)
  await page.getByRole('menuitem', { name: 'Copy, file, currency' }).click()
  await page.clock.runFor(600)
  await page.getByRole('button', { name: 'Create template from list' }).click()
  await page.clock.runFor(600)
  await expect(bar(page).and(page.getByRole('alert'))).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete: Milk' }).click()
  await expect(bar(page)).toHaveCount(2)
  await title.fill('Monday')
  await title.press('Enter')
  await expect(bar(page)).toHaveCount(3)
  await page.clock.runFor(600)
  // Each can be pressed, so none covers another.
  await bar(page).filter({ hasText: 'Correctly updated the list' }).click({ trial: true })
  await bar(page).getByRole('button', { name: 'Undo' }).click({ trial: true })
  await page.getByRole('alert').and(bar(page)).click({ trial: true })
  await page.getByRole('alert').and(bar(page)).getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(10_000)

  const box = (name: string) => page.getByRole('checkbox', { name: `Bought: ${name}` })
  // A write takes its own time, and a notice leaves by the page's clock.
  const bars = (...texts: string[]) =>
    expect
      .poll(async () => {
        await page.clock.runFor(200)
        return bar(page).allInnerTexts()
      })
      .toEqual(texts.map((text) => expect.stringContaining(text)))
  await bars()
  for (const name of ['Bread', 'Rolls']) {
    await box(name).check()
    await expect(box(name)).toBeChecked()
  }
  await page.clock.runFor(10_000)
  await box('Bread').uncheck()
  await bars('Bread: still to buy')
  await box('Bread').check()
  await bars()
  await box('Rolls').uncheck()
  await bars('Rolls: still to buy')
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.clock.runFor(600)
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  await bars('List archivived successfully.')
})
