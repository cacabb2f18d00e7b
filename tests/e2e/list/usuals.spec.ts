import type { Locator, Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import type { App } from '../../support/app.ts'
import { isSaved, seedBought, seedList, serverNames } from '../steps.ts'

const anna = 'anna@example.org'
const nameField = (page: Page) => page.getByRole('combobox', { name: 'New product: name' })
const tiles = (page: Page) => page.getByRole('list', { name: 'Often bought' }).getByRole('button')
const chips = (page: Page) => page.getByRole('group', { name: 'You often buy' }).getByRole('button')

/** Opens an on-screen keyboard of this height in px over the lower part of the page, as a phone does. */
async function openKeyboard(page: Page, height: number) {
  await page.evaluate((px) => {
    Object.defineProperty(window.visualViewport, 'height', {
      configurable: true,
      get: () => innerHeight - px,
    })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  }, height)
}

async function boxOf(element: Locator) {
  const { x = 0, y = 0, height = 0 } = (await element.boundingBox()) ?? {}
  return { x, y, bottom: y + height }
}

/** Returns where each tile is, by its name, and where the docked field begins. */
async function places(page: Page) {
  const dock = await page.locator('form[data-adding]').boundingBox()
  const boxes: Record<string, { x: number; y: number; bottom: number }> = {}
  for (const tile of await tiles(page).all()) {
    boxes[await tile.innerText()] = await boxOf(tile)
  }
  return { boxes, dock: dock?.y ?? 0 }
}

test('HAND-10 WEEK-4 an empty list shows twelve tiles on phones of 390×844 and 360×640, usuals first, and none moves', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const week = [{ productName: 'Saffron' }, { productName: 'Washing-up liquid' }, { productName: 'milk' }]
  await seedBought(app, token, 7, week)
  await seedBought(app, token, 14, week)
  const list = await seedList(app, token, 'This week', [])
  const other = await seedList(app, token, 'Next week', [])
  const phone = await device('phone')
  await logIn(phone.page, anna, `/app/details/${list}`)
  await expect(tiles(phone.page)).toHaveCount(12)
  await expect(phone.page.getByRole('button', { name: 'Add: Saffron' })).toBeVisible()
  await isSaved(phone.page)
  await readyForOffline(phone.page)

  // After a restart without a network they are there at once.
  await phone.close()
  const page = await phone.open(true)
  await page.goto(`/app/details/${list}`)
  await expect(tiles(page)).toHaveCount(12)
  const first = (await tiles(page).allInnerTexts()).slice(0, 3)
  expect(new Set(first)).toEqual(new Set(['Saffron', 'Washing-up liquid', 'Milk']))
  const areInSight = async () => {
    const { boxes, dock } = await places(page)
    return Object.values(boxes).every(({ y, bottom }) => y > 0 && bottom <= dock)
  }
  await expect.poll(areInSight).toBe(true)
  await page.setViewportSize({ width: 360, height: 640 })
  await expect.poll(areInSight).toBe(true)
  const before = await places(page)

  // Pressed as fast as a thumb can, one of them twice.
  const pressed = ['Saffron', 'Milk', 'Bread', 'Eggs', 'Potatoes', 'Butter', 'Apples']
  for (const name of pressed) await page.getByRole('button', { name: `Add: ${name}` }).tap()
  await page.getByRole('button', { name: 'Add: Cheese' }).dblclick()
  await expect(page.getByRole('button', { name: /^On the list: / })).toHaveCount(8)
  expect((await places(page)).boxes).toEqual(before.boxes)
  await phone.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual([...pressed, 'Cheese'])
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect(tiles(page)).toHaveCount(0)
  await expect(nameField(page)).not.toBeFocused()

  // They go by themselves, too: whoever types something else knows what they need.
  await page.goto(`/app/details/${other}`)
  await expect(tiles(page)).toHaveCount(12)
  await nameField(page).fill('Screws')
  await nameField(page).press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Bought: Screws' })).toBeVisible()
  await expect(tiles(page)).toHaveCount(0)
})

/** Anna has bought milk and bread every week; the last time was a week ago. */
async function boughtWeekly(app: App) {
  const token = await app.member(anna, password)
  for (const days of [21, 14, 7])
    await seedBought(app, token, days, [{ productName: 'Milk' }, { productName: 'Bread' }])
  return token
}

test('WEEK-5 what is due comes first, says so, and is added with one press and one Undo, offline too; a person says how often', async ({
  app,
  device,
}) => {
  const token = await boughtWeekly(app)
  const empty = await seedList(app, token, 'Empty', [])
  const list = await seedList(app, token, 'This week', [{ productName: 'Tea' }])
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, anna, `/app/details/${list}`)
  await expect(chips(page)).toHaveText([/Add all 2/, /Breaddue/, /Milkdue/])
  await isSaved(page)
  await readyForOffline(page)
  await phone.airplane(true)
  await page.getByRole('button', { name: 'Add all 2' }).tap()
  const row = (name: string) => page.getByRole('checkbox', { name: `Bought: ${name}` })
  await expect(row('Milk')).toBeAttached()
  await expect(row('Bread')).toBeAttached()
  await expect(chips(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(row('Milk')).toHaveCount(0)
  await expect(row('Bread')).toHaveCount(0)
  // Added by mistake is not bought: they are still due.
  await expect(chips(page)).toHaveText([/Add all 2/, /Breaddue/, /Milkdue/])
  await page.getByRole('button', { name: 'Add: Milk' }).tap()
  await expect(chips(page)).toHaveText([/Breaddue/])
  await page.getByRole('button', { name: 'Edit: Milk' }).tap()
  const often = page.getByRole('combobox', { name: 'How often' })
  await expect(often).toHaveValue('')
  await expect(often).toHaveAccessibleDescription('Learned: about every 7 days')
  await often.selectOption('Every 2 weeks')
  await page.getByRole('dialog', { name: 'Milk' }).getByRole('button', { name: 'Close' }).tap()
  await phone.airplane(false)
  await isSaved(page)
  const settings = () => app.call<object>('GET', '/api/v3/me/settings', undefined, token)
  await expect.poll(async () => JSON.stringify(await settings())).toContain('14')
  expect(await serverNames(app, token, list)).toEqual(['Tea', 'Milk'])

  // On an empty list they are the first tiles.
  await page.goto(`/app/details/${empty}`)
  await expect(page.getByText('Nothing here yet. These are due:')).toBeVisible()
  await expect(tiles(page).first()).toHaveText('Breaddue')
})

test('HABIT-2 HABIT-4 a long press, or Delete, hides a tile for good, on another device too; what is typed takes the place of a tile’s amount', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  await seedBought(app, token, 7, [{ productName: 'Eggs', quantity: 10 }, { productName: 'Rum' }])
  const list = await seedList(app, token, 'This week', [])
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, anna, `/app/details/${list}`)
  const tile = (name: string, on = page) => on.getByRole('button', { name, exact: true })
  await expect(tiles(page)).toHaveCount(12)
  await isSaved(page)
  await readyForOffline(page)
  await phone.airplane(true)
  const finger = await phone.context.newCDPSession(page)
  const hold = async (name: string) => {
    const { x, y } = await boxOf(tile(name))
    const touchPoints = [{ x: x + 30, y: y + 30 }]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await page.waitForTimeout(700)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await hold('Add: Rum')
  await expect(page.getByText('No longer suggested: Rum')).toBeVisible()
  await expect(tiles(page)).toHaveCount(11)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(tile('Add: Rum')).toBeVisible()
  await hold('Add: Rum')
  await expect(tile('Add: Rum')).toHaveCount(0)
  await tile('Add: Bananas').focus()
  await page.keyboard.press('Delete')
  await expect(tile('Add: Bananas')).toHaveCount(0)
  await expect(nameField(page)).toBeFocused()

  // A tile says its amount and adds it; nobody typed it, so it is not added up.
  await tile('Add: Eggs 10').tap()
  await expect(page.getByRole('checkbox', { name: 'Bought: Eggs' })).toBeVisible()
  await nameField(page).fill('12 eggs')
  await nameField(page).press('Enter')
  await page.getByRole('button', { name: 'Make it 12: Eggs' }).tap()
  await phone.airplane(false)
  await isSaved(page)
  const { products } = await app.call<{ products: object[] }>('GET', `/api/v3/list/${list}`, undefined, token)
  expect(products).toMatchObject([{ productName: 'Eggs', quantity: 12 }])

  const settings = () => app.call<object>('GET', '/api/v3/me/settings', undefined, token)
  await expect.poll(async () => JSON.stringify(await settings())).toMatch(/Rum.*"days":0/)
  const desk = (await device('desktop')).page
  const other = await seedList(app, token, 'Next week', [])
  await logIn(desk, anna, `/app/details/${other}`)
  await expect(tile('Add: Eggs 10', desk)).toBeVisible()
  await expect(tile('Add: Milk', desk)).toBeVisible()
  await expect(tile('Add: Rum', desk)).toHaveCount(0)
  await expect(tile('Add: Bananas', desk)).toHaveCount(0)
})

test('HAND-2 HAND-14 WEEK-4 with the keyboard open, two rows of usuals and the open add field stand above it and cover nothing', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const known = ['Milk', 'Mint', 'Miso', 'Mineral water', 'Saffron', 'Bread', 'Coffee', 'Butter']
  await seedBought(
    app,
    token,
    7,
    known.map((productName) => ({ productName })),
  )
  const rows = Array.from({ length: 12 }, (_, n) => ({ productName: `Thing ${n}`, price: 2 }))
  const list = await seedList(app, token, 'This week', rows)
  const { page } = await device('phone')
  await logIn(page, anna, `/app/details/${list}`)
  await expect(chips(page)).toHaveCount(8)
  await nameField(page).tap()
  await openKeyboard(page, 300)
  const rowsOfChips = async () => {
    const boxes = await Promise.all((await chips(page).all()).map((chip) => chip.boundingBox()))
    return [...new Set(boxes.map((box) => Math.round(box?.y ?? 0)))].toSorted((a, b) => a - b)
  }
  await expect.poll(async () => (await rowsOfChips()).length).toBe(2)
  const field = await boxOf(nameField(page))
  const [, lower = 0] = await rowsOfChips()
  expect(lower + 44).toBeLessThanOrEqual(field.y)
  expect(field.bottom).toBeLessThanOrEqual(844 - 300)
  await page.getByRole('button', { name: 'Add: Coffee' }).tap()
  await expect(page.getByRole('checkbox', { name: 'Bought: Coffee' })).toBeAttached()
  await expect(nameField(page)).toBeFocused()
  await expect(chips(page)).toHaveCount(7)

  // On a small phone.
  const [width, height, keyboard] = [360, 640, 260]
  await page.setViewportSize({ width, height })
  await openKeyboard(page, keyboard)
  await page.keyboard.type('2 kg mi')
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  const understood = page.getByRole('group', { name: 'Recognised' })
  await expect(suggestions.getByRole('option').first()).toBeVisible()
  const places = async (...parts: Locator[]) => {
    for (const [at, part] of parts.entries()) {
      const { y, bottom } = await boxOf(part)
      expect(y).toBeGreaterThanOrEqual(at === 0 ? 56 : (await boxOf(parts[at - 1] ?? part)).bottom)
      expect(bottom).toBeLessThanOrEqual(height - keyboard)
    }
  }
  const sum = page.getByText('Total: 24.00')
  await places(sum, suggestions, understood, nameField(page))
  // The last row is reached by scrolling.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await places(page.getByRole('checkbox', { name: 'Bought: Thing 11' }), sum, suggestions, nameField(page))

  // The other fields are in the same sheet, and a suggestion does not cover the field it is for.
  await page.getByRole('button', { name: 'Quantity, price and category' }).tap()
  await expect(page.getByRole('textbox', { name: 'Price' })).not.toHaveAttribute('placeholder')
  const category = page.getByRole('combobox', { name: 'Category' })
  await category.tap()
  await expect(suggestions).toBeVisible()
  await places(sum, suggestions, category, nameField(page))
  await nameField(page).tap()
  await page.getByRole('button', { name: 'Add the product' }).tap()
  await expect(page.getByRole('checkbox', { name: 'Bought: mi' })).toBeAttached()
  await isSaved(page)
})
