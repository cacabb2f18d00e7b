import type { Page } from '@playwright/test'
import { unreachable } from '../../support/screens/reach.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { isSaved, paste, seedList } from '../steps.ts'

/** The smallest phone, a phone on its side, half a desktop screen (as at 200 % zoom), and a desktop. */
const screens = [
  [320, 480],
  [844, 390],
  [640, 400],
  [1280, 800],
] as const

const products = [
  { productName: 'Milk', category: 'Dairy', price: 3.5, productStatus: true },
  ...Array.from({ length: 9 }, (_, n) => ({ productName: `Product ${n}`, shop: `Shop ${n}` })),
]
const open = '[role="menu"], [role="dialog"], [role="listbox"]'
const targets = `:is(${open}) :is(button, a, input:not([type="radio"]), input[type="radio"] + label, select, textarea, [role="menuitem"], [role="option"])`

/**
 * Checks at every size that each entry and button of what was just opened can be scrolled to and pressed.
 */
async function checkAll(page: Page, name: string, show: () => Promise<void>, wrong: string[]): Promise<void> {
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    // A select keeps its closed list of options in the dialog.
    const opened = page.locator(open).filter({ visible: true }).last()
    // The page may still be resizing, and a press that misses does nothing: try again.
    await expect(async () => {
      if ((await opened.count()) === 0) await show()
      await expect(opened, name).toBeVisible({ timeout: 3_000 })
    }).toPass()
    // It opens with a short animation.
    await opened.evaluate((element) =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))).then(
        () => element,
      ),
    )
    for (const what of await unreachable(page, targets)) wrong.push(`${name} at ${width}×${height}: ${what}`)
    await page.keyboard.press('Escape')
    await expect(page.locator(open), name).toHaveCount(0)
  }
}

test('HAND-12 A11Y-1 every menu, popup and dialog of a list can be used on small screens and at twice the size', async ({
  app,
  device,
}) => {
  test.slow() // twelve of them, each at four sizes
  const token = await app.member('anna@example.org', password)
  await app.member('ben@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  for (let n = 0; n < 9; n++) await seedList(app, token, `Other list ${n}`, [])
  await app.call(
    'POST',
    `/api/v3/list/share?_list_id=${list}&_email_address=ben@example.org`,
    undefined,
    token,
  )
  const { page } = await device('desktop', { reducedMotion: 'reduce' })
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await expect(button('Actions')).toBeVisible()
  await isSaved(page)
  const wrong: string[] = []
  const check = (name: string, show: () => Promise<void>) => checkAll(page, name, show, wrong)
  const add = page.getByRole('combobox', { name: 'New product: name' })

  await check('actions', () => button('Actions').click())
  await check('sync panel', () => button(/^Saved/).click())
  await check('move to another list', () => button('Move bought products to another list').click())
  await check('keys', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('?')
  })
  await check('delete', async () => {
    await button('Actions').click()
    await page.getByRole('menuitem', { name: 'Delete permanently' }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  })
  await check('aisles', async () => {
    if ((page.viewportSize()?.width ?? 0) >= 900) return button('Sort').click()
    await button('Actions').click()
    await page.getByRole('menuitem', { name: 'Sort' }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  })
  await check('copies', async () => {
    await button('Actions').click()
    await page.getByRole('menuitem', { name: 'Copy, file, currency' }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  })
  await check('suggestions', async () => {
    await add.fill('')
    await add.pressSequentially('Pro')
    await expect(page.locator('#suggestions [role="option"]').first()).toBeVisible()
  })
  await add.fill('')
  await check('pasted lines', () =>
    paste(page, Array.from({ length: 12 }, (_, n) => `${n} apples`).join('\n')),
  )
  await page.setViewportSize({ width: 390, height: 664 })
  await check('sharing', async () => {
    if ((page.viewportSize()?.width ?? 0) >= 900) return void (await button('Actions').click())
    await button('Sharing').click()
  })
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/app')
  await check('user menu', () => button('Your account').click())
  await check('actions of a card', () => button('Actions: Weekend').click())
  expect(wrong).toEqual([])
})

test('HAND-12 A11Y-1 the dialogs of templates and categories can be used on small screens and at twice the size', async ({
  app,
  device,
}) => {
  const token = await app.member('anna@example.org', password)
  const list = await seedList(app, token, 'Weekend', products)
  const body = { templateName: 'Barbecue', description: '', isPublic: false, fromList: list }
  const template = await app.call<{ id: string }>('POST', '/api/v3/template', body, token)
  const { page } = await device('desktop', { reducedMotion: 'reduce' })
  const wrong: string[] = []
  const check = (name: string, show: () => Promise<void>) => checkAll(page, name, show, wrong)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
  await logIn(page, 'anna@example.org', '/app/templates')
  await check('new template', () => button('New template').click())
  // It fits without scrolling, the closing button included.
  await page.setViewportSize({ width: 1280, height: 800 })
  await button('New template').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Create' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  await page.goto(`/app/template/${template.id}`)
  await expect(page.getByRole('heading', { name: 'Barbecue' }).first()).toBeVisible()
  await check('edit template', () => button(/^Edit/).click())
  await check('template product', () => button(/Milk/).click())
  await check('into which list', () => button('Add to a list').click())
  await page.goto('/app/edit-profile/user-categories')
  await check('new category', () => button('New category').click())
  expect(wrong).toEqual([])
})

test('HAND-12 A11Y-1 the questions of a list, the crop dialog and the scanner can be used on small screens and at twice the size', async ({
  app,
  device,
}) => {
  test.slow() // five of them, each at four sizes
  const token = await app.member('anna@example.org', password)
  const twice = [{ productName: 'Milk' }, { productName: 'Bread' }, { productName: 'milk' }]
  const list = await seedList(app, token, 'Weekend', twice)
  const phone = await device('desktop', { reducedMotion: 'reduce' })
  const { page } = phone
  await phone.context.addInitScript(() => {
    addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation())
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0)' })
  })
  const wrong: string[] = []
  const check = (name: string, show: () => Promise<void>) => checkAll(page, name, show, wrong)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await isSaved(page)
  await check('twice on the list', () => button('On the list twice: milk').click())
  await page.goto('/app')
  await check('steps to install', async () => {
    await button('Your account').click()
    await page.getByRole('button', { name: 'Install the app' }).click()
    await expect(page.getByRole('dialog', { name: 'Add to Home Screen' })).toBeVisible()
  })
  await readyForOffline(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/app/details/${list}`)
  await expect(page.getByRole('checkbox', { name: 'Bought: Bread' })).toBeVisible()
  await phone.airplane(true)
  await page.getByRole('checkbox', { name: 'Bought: Bread' }).check()
  await expect(page.getByRole('button', { name: /1 waiting/ })).toBeVisible()
  await page.goto('/app')
  await check('log out before everything is saved', async () => {
    await button('Your account').click()
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Log out before everything is saved?' })).toBeVisible()
  })
  await phone.airplane(false)
  await isSaved(page)

  await page.goto('/app/edit-profile/account')
  await check('part of a picture', async () => {
    await page.locator('input[type=file]').setInputFiles('public/icons/icon-512.png')
    await expect(page.getByRole('button', { name: 'Save picture' })).toBeEnabled()
  })
  await page.goto(`/app/barcode?list=${list}`)
  await expect(page.getByLabel('Or type in the digits')).toBeVisible()
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    for (const what of await unreachable(page, 'main :is(button, a, input)'))
      wrong.push(`scanner at ${width}×${height}: ${what}`)
  }
  expect(wrong).toEqual([])
})
