import type { Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { isSaved, seedList, serverNames } from '../steps.ts'

const anna = 'anna@example.org'
const nameField = (page: Page) => page.getByRole('combobox', { name: 'New product: name' })
const tiles = (page: Page) => page.getByRole('list', { name: 'Often bought' }).getByRole('button')
const chips = (page: Page) => page.getByRole('group', { name: 'You often buy' }).getByRole('button')

/** Returns where each tile is, by its name, and where the docked field begins. */
async function places(page: Page) {
  const dock = await page.locator('form[data-adding]').boundingBox()
  const boxes: Record<string, { x: number; y: number; bottom: number }> = {}
  for (const tile of await tiles(page).all()) {
    const box = await tile.boundingBox()
    if (box) boxes[await tile.innerText()] = { x: box.x, y: box.y, bottom: box.y + box.height }
  }
  return { boxes, dock: dock?.y ?? 0 }
}

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const)
  test(`WEEK-4 an empty list shows twelve tiles at ${width}×${height}, usuals first, and none moves`, async ({
    app,
    device,
  }) => {
    const token = await app.member(anna, password)
    const week = [{ productName: 'Saffron' }, { productName: 'Washing-up liquid' }, { productName: 'milk' }]
    await seedList(app, token, 'Last week', week)
    await seedList(app, token, 'The week before', week)
    const list = await seedList(app, token, 'This week', [])
    const phone = await device('phone')
    await phone.page.setViewportSize({ width, height })
    await logIn(phone.page, anna, `/app/details/${list}`)
    await expect(tiles(phone.page)).toHaveCount(12)
    await isSaved(phone.page)
    await readyForOffline(phone.page)

    // After a restart without a network they are there at once.
    await phone.close()
    const page = await phone.open(true)
    await page.setViewportSize({ width, height })
    await page.goto(`/app/details/${list}`)
    await expect(tiles(page)).toHaveCount(12)
    const first = (await tiles(page).allInnerTexts()).slice(0, 3)
    expect(new Set(first)).toEqual(new Set(['Saffron', 'Washing-up liquid', 'Milk']))
    const before = await places(page)
    for (const { y, bottom } of Object.values(before.boxes)) {
      expect(y).toBeGreaterThan(0)
      expect(bottom).toBeLessThanOrEqual(before.dock)
    }

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
  })

test('WEEK-4 with the keyboard open, two rows of usuals stand above the field and cover nothing', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const many = ['Saffron', 'Milk', 'Bread', 'Eggs', 'Coffee', 'Butter', 'Apples', 'Cheese']
  await seedList(
    app,
    token,
    'Last week',
    many.map((productName) => ({ productName })),
  )
  const list = await seedList(app, token, 'This week', [{ productName: 'Tea' }])
  const { page } = await device('phone')
  await logIn(page, anna, `/app/details/${list}`)
  await expect(chips(page)).toHaveCount(8)
  await nameField(page).tap()
  const rows = async () => {
    const boxes = await Promise.all((await chips(page).all()).map((chip) => chip.boundingBox()))
    return [...new Set(boxes.map((box) => Math.round(box?.y ?? 0)))].toSorted((a, b) => a - b)
  }
  await expect.poll(async () => (await rows()).length).toBe(2)
  const field = await nameField(page).boundingBox()
  const [, lower = 0] = await rows()
  expect(lower + 44).toBeLessThanOrEqual(field?.y ?? 0)
  await page.getByRole('button', { name: 'Add: Coffee' }).tap()
  await expect(page.getByRole('checkbox', { name: 'Bought: Coffee' })).toBeAttached()
  await expect(nameField(page)).toBeFocused()
  await expect(chips(page)).toHaveCount(7)
  await isSaved(page)
})
