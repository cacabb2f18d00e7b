import type { Locator, Page } from '@playwright/test'
import { expect, password, test } from '../fixtures.ts'

const lines = [
  '2 kg potatoes 3,49',
  '3x milk 3,49',
  '10 dag ham',
  '1,5 l apple juice',
  '12 eggs',
  'butter 7,99',
  'rye bread',
  'toilet paper',
]

/** Presses Tab until the target has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 250; presses++) {
    if (
      (await target.count()) > 0 &&
      (await target.evaluate((element) => element === document.activeElement))
    )
      return
    await page.keyboard.press(key)
  }
  throw new Error(`${target} cannot be reached by ${key}`)
}

/** Moves to the next unticked box, from wherever the focus is. */
async function tabToUnticked(page: Page): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    const there = await page.evaluate(() => {
      const element = document.activeElement
      return element instanceof HTMLInputElement && element.type === 'checkbox' && !element.checked
    })
    if (there) return
    await page.keyboard.press('Tab')
  }
  throw new Error('no box to tick can be reached')
}

test('A11Y-2 a whole trip by keyboard alone: log in, list, eight products, share, shop, archive', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  await app.member('tomek@example.org', password)
  const { page } = await device('desktop')
  await page.goto('/auth/login')
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('anna@example.org')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')

  await expect(button('New list').first()).toBeVisible()
  await tabTo(page, button('New list').first())
  await page.keyboard.press('Enter')
  const name = page.getByRole('combobox', { name: 'New product: name' })
  await expect(name).toBeFocused()
  for (const line of lines) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
    await expect(name).toHaveValue('')
    await expect(name).toBeFocused()
  }
  await expect(page.getByRole('textbox', { name: 'Quantity: potatoes' })).toHaveValue('2')

  await tabTo(page, button('Sharing'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Person’s email'))
  await page.keyboard.type('tomek@example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByText('List shared successfully')).toBeVisible()
  // Sharing lies over the page, and gives the focus back to where it came from.
  await page.keyboard.press('Escape')
  await expect(button('Sharing')).toBeFocused()

  await tabTo(page, button('Shopping mode'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('8 left', { exact: true })).toBeVisible()
  for (let ticked = 1; ticked <= lines.length; ticked++) {
    await tabToUnticked(page)
    await page.keyboard.press('Space')
    await expect(page.getByText(`${lines.length - ticked} left`, { exact: true })).toBeVisible()
  }
  const done = page.getByRole('dialog', { name: 'All bought' })
  await expect(done).toBeVisible()
  // Enter at the wrong moment does not archive the list.
  await page.keyboard.press('Enter')
  await tabTo(page, done.getByRole('button', { name: 'Put the list away' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
  await expect(page.getByText('List archivived successfully.')).toBeVisible()
})

test('A11Y-4 a whole trip by touch alone: log in, list, eight products, share, shop, archive', async ({
  app,
  device,
}) => {
  await app.member('anna@example.org', password)
  await app.member('tomek@example.org', password)
  const { page } = await device('phone')
  await page.goto('/auth/login')
  /** The on-screen keyboard: letters go into the focused field. */
  const type = (text: string) => page.keyboard.insertText(text)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.getByLabel('Email').tap()
  await type('anna@example.org')
  await page.getByLabel('Password', { exact: true }).tap()
  await type(password)
  await button('Log in').tap()
  await page.waitForURL('**/app')

  await button('New list').first().tap()
  const name = page.getByRole('combobox', { name: 'New product: name' })
  await name.tap()
  for (const line of lines) {
    await type(line)
    await button('Add the product').tap()
    await expect(name).toHaveValue('')
    await expect(name).toBeFocused()
  }
  await expect(page.getByRole('checkbox', { name: 'Bought: potatoes' })).toBeAttached()

  // The page scrolls to the product added last: wait until it has.
  const newest = page.locator('[data-row]').filter({ hasText: 'toilet paper' })
  await expect(newest).toBeInViewport({ ratio: 1 })
  await button('Sharing').tap()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Person’s email').tap()
  await type('tomek@example.org')
  await panel.getByRole('button', { name: 'Share', exact: true }).tap()
  await expect(page.getByText('List shared successfully')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).tap()

  await button('Shopping mode').tap()
  await expect(page.getByText('8 left', { exact: true })).toBeVisible()
  for (let ticked = 1; ticked <= lines.length; ticked++) {
    await page.getByRole('checkbox', { checked: false }).first().tap()
    await expect(page.getByText(`${lines.length - ticked} left`, { exact: true })).toBeVisible()
  }
  const done = page.getByRole('dialog', { name: 'All bought' })
  await done.getByRole('button', { name: 'Put the list away' }).tap()
  await page.waitForURL('**/app')
  await expect(page.getByText('List archivived successfully.')).toBeVisible()
})
