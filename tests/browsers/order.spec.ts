import { anna, expect, password, test } from './fixtures.ts'
import { logIn, seedList, serverNames, showsInOrder } from './steps.ts'

test('DETAIL-5 DETAIL-13 rows are moved by keyboard and by mouse, and the server has the new order', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password)
  const names = ['Milk', 'Rolls', 'Apples', 'Butter']
  const { list, path } = await seedList(app, token, ...names.map((productName) => ({ productName })))
  const { page } = device
  await logIn(page)
  await page.goto(path)
  await page.click('button', 'Sort')
  await page.click('checkbox', 'Group by category')
  await page.click('button', 'Close')
  await showsInOrder(page, ...names)
  const draggable = () =>
    page.tab.run(() => document.querySelectorAll('[aria-label^="Move: "][aria-describedby]').length === 4)
  await page.until('rows that can be dragged', draggable)
  await page.tab.run(() => document.querySelector<HTMLElement>('[aria-label="Move: Milk"]')?.focus())
  await page.tab.press(' ')
  await page.see('text', 'Picked up: Milk, position 1 of 4.')
  await page.tab.press('ArrowDown')
  await page.see('text', 'Milk: position 2 of 4.')
  await page.tab.press('ArrowDown')
  await page.see('text', 'Milk: position 3 of 4.')
  await page.tab.press(' ')
  await page.see('text', 'Moved: Milk, position 3 of 4.')
  await showsInOrder(page, 'Rolls', 'Apples', 'Milk', 'Butter')

  const from = await page.see('button', 'Move: Butter')
  const to = await page.see('button', 'Move: Rolls')
  await page.tab.mouse(from.x, from.y, 'down')
  await page.tab.mouse(from.x, from.y - 12)
  await page.until('a lifted row', () => page.tab.run(() => document.querySelector('[data-lifted]') !== null))
  await page.tab.mouse(to.x, (from.y + to.y) / 2)
  // A hand goes on moving: of several moves in one frame the page hears of one.
  let y = to.y - 10
  await page.until('the first place', async () => {
    await page.tab.mouse(to.x, y--)
    return page.tab.run(() => document.body.innerText.includes('Butter: position 1 of 4.'))
  })
  await page.tab.mouse(to.x, y, 'up')
  await showsInOrder(page, 'Butter', 'Rolls', 'Apples', 'Milk')
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Butter', 'Rolls', 'Apples', 'Milk'])
})
