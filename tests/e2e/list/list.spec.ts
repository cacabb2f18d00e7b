import type { Page } from '@playwright/test'
import { longList } from '../../support/long-list.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { choose as chooseIn, copy, dragOver, openSort, sort, sortByHand } from '../list-steps.ts'
import { hasLists, isSaved, shownNames, seedList, serverNames } from '../steps.ts'

const products = [
  { productName: 'Milk', category: 'Dairy', price: 3.5, quantity: 2 },
  { productName: 'Rolls', category: 'Bakery', productStatus: true },
  { productName: 'Apples', category: '' },
  { productName: 'Butter', category: 'Dairy' },
]
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move: ${name}` })
const draggable = (page: Page, name = 'Milk') =>
  expect(handle(page, name)).toHaveAttribute('aria-describedby', /./)

test('DETAIL-10 rows that become draggable are not drawn anew under a key or a finger that is down', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', [{ productName: 'Milk' }, { productName: 'Bread' }])
  for (const by of ['key', 'mouse']) {
    const { page, context } = await device('desktop')
    // The test decides when the page is idle.
    await context.addInitScript(() => {
      const waiting = new Map<number, IdleRequestCallback>()
      let last = 0
      window.requestIdleCallback = (callback) => (waiting.set(++last, callback), last)
      window.cancelIdleCallback = (id) => void waiting.delete(id)
      const deadline = { didTimeout: false, timeRemaining: () => 50 }
      Object.assign(window, {
        beIdle() {
          for (const [id, callback] of waiting) {
            waiting.delete(id)
            callback(deadline)
          }
        },
      })
    })
    const beIdle = () => page.evaluate(() => (window as unknown as { beIdle: () => void }).beIdle())
    await logIn(page, 'anna@example.org', `/app/details/${list}`)
    await sortByHand(page)
    const box = page.getByRole('checkbox', { name: 'Bought: Milk' })
    if (by === 'key') {
      await box.focus()
      await page.keyboard.down('Space')
    } else {
      await box.hover()
      await page.mouse.down()
    }
    await beIdle()
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/more-')),
    )
    await page.evaluate(async () => {
      for (let i = 0; i < 20; i++) await new Promise((drawn) => requestAnimationFrame(drawn))
    })
    await (by === 'key' ? page.keyboard.up('Space') : page.mouse.up())
    await expect(box).toBeChecked({ checked: by === 'key' })
    await beIdle()
    await draggable(page, 'Bread')
    await isSaved(page)
  }
})

test('DETAIL-5 DETAIL-11 DETAIL-13 rows are dragged by keyboard and mouse and written at once; grouping and sorting write nothing until the order is saved, offline too', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const desk = await device('desktop')
  const { page } = desk
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  // By category from the start, what is bought at the end.
  await expect.poll(() => shownNames(page)).toEqual(['Milk', 'Butter', 'Apples', 'Rolls'])
  await expect(page.getByRole('rowheader')).toHaveText([
    'Dairy2 products',
    'Other1 product',
    'In the basket1 product',
  ])
  await isSaved(page)
  await readyForOffline(page)

  await sortByHand(page)
  await expect.poll(() => shownNames(page)).toEqual(['Milk', 'Apples', 'Butter', 'Rolls'])
  await expect(handle(page, 'Milk')).toBeVisible()
  await draggable(page)
  // What is bought stands at the end and is not dragged.
  await expect(handle(page, 'Rolls')).toHaveCount(0)
  await handle(page, 'Milk').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Picked up: Milk, position 1 of 3.')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Milk: position 2 of 3.')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('Moved: Milk, position 3 of 3.')).toBeAttached()
  await expect.poll(() => shownNames(page)).toEqual(['Apples', 'Butter', 'Milk', 'Rolls'])
  await expect(handle(page, 'Milk')).toBeFocused()

  await dragOver(page, handle(page, 'Butter'), handle(page, 'Apples'))
  await expect(page.getByText('Butter: position 1 of 3.')).toBeAttached()
  await page.mouse.up()
  await expect.poll(() => shownNames(page)).toEqual(['Butter', 'Apples', 'Milk', 'Rolls'])
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Rolls', 'Butter', 'Apples', 'Milk'])

  // There is no other order to save.
  const save = page.getByRole('button', { name: 'Save order' })
  const dialog = await openSort(page)
  await expect(dialog.getByRole('heading', { name: 'Aisle order' })).toBeVisible()
  await expect(save).toHaveCount(0)
  await page.keyboard.press('Escape')
  await sort(page, { grouped: true, order: 'A to Z' })
  await expect.poll(() => shownNames(page)).toEqual(['Butter', 'Milk', 'Apples', 'Rolls'])
  await expect(page.getByRole('columnheader', { name: 'Product' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(handle(page, 'Milk')).toHaveCount(0)
  // The sorting is a state of the screen and is kept on the device.
  await page.goto(`/app/details/${list}`)
  await expect.poll(() => shownNames(page)).toEqual(['Butter', 'Milk', 'Apples', 'Rolls'])
  expect(await serverNames(app, token, list)).toEqual(['Rolls', 'Butter', 'Apples', 'Milk'])

  await desk.airplane(true)
  await openSort(page)
  await save.click()
  await expect(page.getByText('Correctly updated the list')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText(['In the basket1 product'])
  await expect.poll(() => shownNames(page)).toEqual(['Butter', 'Milk', 'Apples', 'Rolls'])
  // Two of four had to move.
  await expect(page.getByRole('button', { name: /2 waiting/ })).toBeVisible()
  await desk.airplane(false)
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Butter', 'Milk', 'Apples', 'Rolls'])
})

test('DETAIL-10 DETAIL-12 DETAIL-13 on a phone: fields in a sheet, a long press of the handle moves and of the row chooses', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const phone = await device('phone')
  const { page } = phone
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Dairy', 'Other', 'In the basket'])
  await page.getByRole('button', { name: 'Edit: Milk' }).click()
  const sheet = page.getByRole('dialog', { name: 'Milk' })
  const unit = sheet.getByLabel('Unit')
  await expect(unit.getByRole('option')).toHaveText(['pcs', 'l', 'dag', 'kg', 'ml', 'm', 'g', 'cm'])
  await unit.selectOption('l')
  await expect(rows.filter({ hasText: 'Milk' })).toContainText('2 l')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Edit: Milk' })).toBeFocused()

  await sortByHand(page)
  await draggable(page)
  const from = await handle(page, 'Milk').boundingBox()
  if (!from) throw new Error('no handle')
  const touch = await phone.context.newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 22, y }],
    })
  const start = from.y + 22
  await finger('touchStart', start)
  await expect(page.locator('[data-lifted]')).toBeVisible()
  for (let moved = 10; moved <= 120; moved += 10) await finger('touchMove', start + moved)
  await expect(page.getByText('Milk: position 3 of 3.')).toBeAttached()
  await finger('touchEnd', start + 120)
  await expect(rows.first()).toContainText('Apples')
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Rolls', 'Apples', 'Butter', 'Milk'])

  const apples = await page.getByText('Apples').boundingBox()
  if (!apples) throw new Error('no row')
  const touchPoints = [{ x: apples.x + 4, y: apples.y + 4 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(page.getByText('1 selected')).toBeVisible()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.getByText('Butter').click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(4)
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Rolls', 'Apples', 'Butter', 'Milk'])
})

test('DETAIL-12 DETAIL-16 DETAIL-23 OFFLINE-1 choosing by keyboard; what is selected is removed, ticked, gets a category and a shop and is moved, each with undo, offline; the bought ones are moved or removed', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const next = await seedList(app, token, 'Next week', [{ productName: 'Tea' }])
  const desk = await device('desktop')
  const { page } = desk
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect.poll(() => shownNames(page)).toHaveLength(4)
  await hasLists(page, 2)
  await readyForOffline(page)
  const footer = page.locator('#list-footer')
  await expect(footer).toContainText('1 of 4 bought')
  await expect(footer).toContainText('Total: 7.00 zł')

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select: Milk' }).press('Space')
  await page.getByRole('checkbox', { name: 'Select: Apples' }).press('Shift+Space')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('4 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select: Butter' }).uncheck()
  await page.keyboard.press('Delete')
  await expect.poll(() => shownNames(page)).toEqual(['Butter'])
  await expect(page.getByText('3 products deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => shownNames(page)).toEqual(['Milk', 'Butter', 'Apples', 'Rolls'])

  await footer.getByRole('button', { name: 'Move bought products to another list' }).click()
  await page.getByRole('menuitem', { name: 'Next week' }).click()
  await expect.poll(() => shownNames(page)).toEqual(['Milk', 'Butter', 'Apples'])
  await expect.poll(() => serverNames(app, token, next)).toEqual(['Tea', 'Rolls'])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => shownNames(page)).toEqual(['Milk', 'Butter', 'Apples', 'Rolls'])
  await expect.poll(() => serverNames(app, token, next)).toEqual(['Tea'])

  await desk.airplane(true)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const select = async (...wanted: string[]) => {
    const [first = '', ...others] = wanted
    await page.getByRole('combobox', { name: `Name: ${first}` }).click({ modifiers: ['ControlOrMeta'] })
    for (const name of others) await page.getByRole('checkbox', { name: `Select: ${name}` }).check()
    await expect(page.getByText(`${wanted.length} selected`)).toBeVisible()
  }
  const box = (name: string) => page.getByRole('checkbox', { name: `Bought: ${name}` })

  await select('Milk', 'Rolls', 'Apples')
  await button('Tick').click()
  await expect(page.getByText('2 products changed')).toBeVisible()
  for (const name of ['Milk', 'Rolls', 'Apples']) await expect(box(name)).toBeChecked()
  await button('Undo').click()
  for (const name of ['Milk', 'Apples']) await expect(box(name)).not.toBeChecked()
  await select('Milk', 'Rolls')
  await button('Untick').click()
  await expect(box('Rolls')).not.toBeChecked()

  await select('Apples', 'Rolls')
  await page.locator('footer').getByRole('button', { name: 'Category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Category' })
  await dialog.getByRole('combobox', { name: 'Category' }).fill('Fruit')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Category: Rolls' })).toHaveValue('Fruit')
  await button('Undo').click()
  await expect(page.getByRole('combobox', { name: 'Category: Rolls' })).toHaveValue('Bakery')
  await select('Apples', 'Rolls')
  await button('Shop').click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Shop' }).fill('Lidl')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('combobox', { name: 'Shop: Apples' })).toHaveValue('Lidl')

  await select('Milk', 'Butter')
  await button('Move to another list').click()
  await page.getByRole('menuitem', { name: 'Next week' }).click()
  await expect.poll(async () => (await shownNames(page)).toSorted()).toEqual(['Apples', 'Rolls'])
  await desk.airplane(false)
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Rolls', 'Apples'])
  expect(await serverNames(app, token, next)).toEqual(['Tea', 'Milk', 'Butter'])
  await button('Undo').click()
  await expect.poll(() => serverNames(app, token, next)).toEqual(['Tea'])
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Milk', 'Rolls', 'Apples', 'Butter'])

  await box('Rolls').check()
  await footer.getByRole('button', { name: 'Delete bought (1)' }).click()
  await expect(box('Rolls')).toHaveCount(0)
  await expect(footer).toBeFocused()
})

test('DETAIL-1 DETAIL-4 DETAIL-18 DETAIL-19 OFFLINE-4 LISTS-5 the title, and everything done with a whole list', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const desk = await device('desktop')
  const { page } = desk
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const title = page.getByRole('textbox', { name: 'List name' })
  await title.fill('Saturday')
  await title.press('Enter')
  await expect(page.getByText('Correctly updated the list')).toBeVisible()
  await title.fill('Sunday')
  await page.getByRole('combobox', { name: 'New product: name' }).focus()
  await expect(page.getByRole('heading', { name: 'Sunday' })).toBeAttached()
  // Left with 'back' while the name is being typed.
  await page.goto('/app')
  await page.getByRole('link', { name: 'Sunday' }).click()
  await title.fill('Monday')
  await page.evaluate(() => history.back())
  await expect(page.getByRole('link', { name: 'Monday' })).toBeVisible()
  await page.getByRole('link', { name: 'Monday' }).click()
  await expect(title).toHaveValue('Monday')

  const actions = page.getByRole('button', { name: 'Actions', exact: true })
  const choose = (name: string) => chooseIn(page, name)
  await desk.airplane(true)
  await title.fill('Tuesday')
  await title.press('Enter')
  await expect(page.getByRole('heading', { name: 'Tuesday' })).toBeAttached()
  await actions.click()
  for (const name of ['Archive', 'Delete permanently'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeEnabled()
  await page.getByRole('menuitem', { name: 'Copy, file, currency' }).click()
  for (const name of ['Archive and copy unbought', 'Duplicate']) await expect(copy(page, name)).toBeEnabled()
  await expect(copy(page, 'Create template from list')).toBeDisabled()
  await page.keyboard.press('Escape')
  await desk.airplane(false)
  await isSaved(page)
  const { listName } = await app.call<{ listName: string }>('GET', `/api/v3/list/${list}`, undefined, token)
  expect(listName).toBe('Tuesday')

  await choose('Archive')
  await expect(page.getByText('List archivived successfully.')).toBeVisible()
  await expect(page.getByText('archived', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sharing', exact: true })).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toHaveCount(0)
  await choose('Restore')
  await expect(page.getByText('List restored successfully')).toBeVisible()
  await choose('Archive and copy unbought')
  await page.waitForURL((url) => !url.pathname.endsWith(list))
  await expect.poll(() => shownNames(page)).toEqual(['Milk', 'Butter', 'Apples'])
  await choose('Delete permanently')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await choose('Delete permanently')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/app')
  await expect(page.getByText('List deleted successfully')).toBeVisible()
})

test('A11Y-2 keys: search, add, the sheet, and moving about as in a spreadsheet', async ({ app, device }) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org')
  await expect(page.getByRole('link', { name: 'Weekend' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search lists' })).toBeFocused()
  await page.goto(`/app/details/${list}`)
  await expect.poll(() => shownNames(page)).toHaveLength(4)

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search in the list' })
  await expect(search).toBeFocused()
  await page.keyboard.type('dai')
  await expect.poll(() => shownNames(page)).toEqual(['Milk', 'Butter'])
  await page.keyboard.press('Escape')
  await expect.poll(() => shownNames(page)).toHaveLength(4)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
  await page.keyboard.press('n')
  const adding = page.getByRole('combobox', { name: 'New product: name' })
  await expect(adding).toBeFocused()
  await page.keyboard.type('n?/')
  await expect(adding).toHaveValue('n?/')
  await page.keyboard.press('Escape')

  const price = (name: string) => page.getByRole('textbox', { name: `Price: ${name}`, exact: true })
  await sortByHand(page)
  await draggable(page)
  await price('Milk').focus()
  await page.keyboard.press('ArrowDown')
  await expect(price('Apples')).toBeFocused()
  await page.keyboard.type('2,5')
  await page.keyboard.press('Enter')
  await expect(price('Butter')).toBeFocused()
  await expect(price('Apples')).toHaveValue('2.50')
  await page.keyboard.type('7')
  await page.keyboard.press('Escape')
  await expect(price('Butter')).toHaveValue('')
  await page.keyboard.press('Control+End')
  await expect(price('Rolls')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await expect(handle(page, 'Butter')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(handle(page, 'Apples')).toBeFocused()

  // Left and right go through all fields of the row; Tab stops at four of them.
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['field'])
  const fields = [await focused()]
  for (let field = 0; field < 10; field++) {
    await page.keyboard.press('ArrowRight')
    fields.push(await focused())
  }
  expect(fields.join(' ')).toBe(
    'position productStatus category edit productName addNote price quantity unit shop delete',
  )
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe('shop')
  await page.getByRole('checkbox', { name: 'Bought: Apples' }).focus()
  const stops = [await focused()]
  for (let stop = 0; stop < 4; stop++) {
    await page.keyboard.press('Tab')
    stops.push(await focused())
  }
  expect(stops).toEqual(['productStatus', 'productName', 'price', 'quantity', 'productStatus'])
  // In a text the arrows move the text cursor first.
  await page.getByRole('combobox', { name: 'Name: Apples' }).click()
  await page.getByRole('combobox', { name: 'Name: Apples' }).evaluate((field) => {
    ;(field as HTMLInputElement).setSelectionRange(5, 5)
  })
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('productName')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('addNote')
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Delete: Apples' })).toBeFocused()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  await sheet.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('n')
  await expect(adding).not.toBeFocused()
})

test('LISTS-1 LISTS-2 LISTS-3 LISTS-4 LISTS-6 LISTS-7 the lists: empty, made, found, and open offline from cold', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const phone = await device('phone')
  let { page } = phone
  await logIn(page, 'anna@example.org')
  await expect(page.getByRole('main').getByRole('paragraph').first()).toBeVisible()
  await page.getByRole('button', { name: 'New list' }).click()
  await page.waitForURL('**/app/details/*')
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date())
  await expect(page.getByRole('textbox', { name: 'List name' })).toHaveValue('Shopping')
  await expect(page.getByText(date)).toHaveCount(1)
  await seedList(app, token, 'Weekend', products)
  const party = await seedList(app, token, 'Party', [{ productName: 'Candles', price: 12 }])
  await page.goto('/app')
  const card = page.getByRole('listitem').filter({ hasText: 'Weekend' })
  await expect(card.getByRole('img', { name: '1 of 4 bought' })).toHaveText('1/4')
  await expect(card).toContainText('7.00 zł')
  await page.getByRole('searchbox', { name: 'Search lists' }).fill('par')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  // Until then the device may know the list only as it was made, without its product.
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('12.00 zł')
  await hasLists(page, 3)
  await readyForOffline(page)
  await phone.close()

  // Only the overview was opened, never the list itself.
  page = await phone.open(true)
  await page.goto(`/app/details/${party}`)
  await expect(page.getByRole('checkbox', { name: 'Bought: Candles' })).toBeVisible()
  await phone.airplane(false)
  await page.goto('/app')
  await page.getByRole('button', { name: 'Actions: Party' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByText('List duplicated')).toBeVisible()
  await page.goto('/app/archive')
  await expect(page.getByRole('main').getByRole('paragraph').first()).toBeVisible()
})

test('DETAIL-13 DETAIL-22 a list of thousands draws what is near, keeps the row in hand, can be edited anywhere, and a product is moved by mouse and by keyboard', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await longList(app, token, 1_500)
  const { page } = await device('desktop')
  await logIn(page, 'anna@example.org')
  await page.goto(`/app/details/${list}`)
  await sortByHand(page)
  const grip = (n: number) => page.getByRole('button', { name: `Move: Product ${n}`, exact: true })
  const rowHeight = () =>
    page.evaluate(() => document.querySelector('[data-row]')?.getBoundingClientRect().height ?? 0)
  const toTheMiddle = async () => {
    await page.mouse.move(700, 500)
    const far = 690 * (await rowHeight())
    await page.evaluate((top) => scrollBy(0, top), far) // Firefox turns a wheel by a page at most
    await grip(705).evaluate((handle) => handle.scrollIntoView({ block: 'center' }))
    await expect(grip(705)).toBeInViewport()
  }
  const near = async (first: number, last: number) =>
    (await shownNames(page)).filter((name) => {
      const n = Number(name.replace('Product ', ''))
      return n >= first && n <= last
    })
  const places = async () => (await serverNames(app, token, list)).slice(702, 710)
  await expect(grip(3)).toHaveAttribute('aria-describedby', /./)
  await toTheMiddle()

  await dragOver(page, grip(703), grip(706))
  await expect(page.getByText('Product 703: position 692 of 1470.')).toBeAttached()
  await page.mouse.up()
  await expect.poll(() => near(702, 707)).toEqual([702, 704, 705, 706, 703, 707].map((n) => `Product ${n}`))

  await grip(708).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Picked up: Product 708, position 694 of 1470.')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Product 708: position 693 of 1470.')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Product 708: position 692 of 1470.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText('Moved: Product 708, position 692 of 1470.')).toBeAttached()
  const moved = [702, 704, 705, 706, 708, 703, 707, 709].map((n) => `Product ${n}`)
  await expect.poll(() => near(702, 709)).toEqual(moved)
  await expect.poll(places).toEqual(moved)
  await isSaved(page)
  await page.reload()
  await expect(grip(3)).toBeVisible()
  await toTheMiddle()
  await expect.poll(() => near(702, 709)).toEqual(moved)

  await page.reload()
  const name = (n: number) => page.getByRole('combobox', { name: `Name: Product ${n}`, exact: true })
  await expect(name(3)).toBeVisible()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1503')
  expect(await page.locator('[data-row]').count()).toBeLessThan(200)
  await name(3).fill('Typed and not yet left')
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 620 * (await rowHeight()))
  await expect(page.locator('[data-row][aria-rowindex="620"]')).toBeVisible()
  // The field with the focus stays in the document, even when it is scrolled far away.
  await expect(page.getByRole('combobox', { name: 'Name: Product 3', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name(4)).toBeFocused()
  await page.keyboard.press('Control+End')
  // The last one that is bought.
  await expect(name(1_450)).toBeFocused()
  await name(1_450).fill('The last')
  await name(1_450).press('Tab')
  await expect.poll(async () => (await serverNames(app, token, list))[1_450]).toBe('The last')
  expect((await serverNames(app, token, list))[3]).toBe('Typed and not yet left')
})
