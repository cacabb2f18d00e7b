import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { App } from '../../support/app.ts'
import { Device } from '../../support/browser.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { atNewList, isSaved, names, newList, paste, remove, serverNames } from '../steps.ts'

const email = 'anna@example.org'

const pancakes = `Pancakes
Serves 4

Ingredients
200 g flour
3 eggs
300 ml milk
1 pinch of salt
2 tbsp butter, melted

Method
Mix everything. Fry in a hot pan.`

const box = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('checkbox', { name, exact: true })

test('COOK-1 a pasted recipe is read without a network and scaled; what is at home is remembered, be it all of it', async ({
  app,
  device,
}) => {
  const desktop = await device('desktop')
  const { page, token, list } = await atNewList(app, desktop, 'Eggs')
  await desktop.airplane(true)
  await paste(page, pancakes)
  const dialog = page.getByRole('dialog', { name: 'Pancakes' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(5)
  await expect(box(page, 'Salt')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'More' }).click()
  await dialog.getByRole('button', { name: 'More' }).click()
  await expect(dialog.getByRole('group', { name: 'Portions' })).toContainText('6')
  await expect(dialog.getByText('300 g')).toBeVisible()
  await expect(dialog.getByText('3 tbsp, melted')).toBeVisible()
  await box(page, 'Flour').uncheck()
  await dialog.getByRole('button', { name: 'Add 2, change 1' }).click()
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['Milk', 'Eggs', 'Butter']))
  await expect(page.getByText('Added: 2, changed: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(page)).toEqual(['Eggs'])

  await paste(page, pancakes)
  await expect(box(page, 'Flour')).not.toBeChecked()
  for (const name of ['Eggs', 'Milk', 'Butter']) await box(page, name).uncheck()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await paste(page, pancakes)
  for (const name of ['Flour', 'Eggs', 'Milk', 'Butter']) {
    await expect(box(page, name)).not.toBeChecked()
    await box(page, name).check()
  }
  await dialog.getByRole('button', { name: 'Add 3, change 1' }).click()
  await desktop.airplane(false)
  await isSaved(page)
  expect((await serverNames(app, token, list)).toSorted()).toEqual(['Butter', 'Eggs', 'Flour', 'Milk'])
})

const pie = `Leek pie
Serves 4

Ingredients
For the dough:
200 g flour
100 g butter
salt and pepper
For the filling:
1 tbsp butter
2 leeks, in thin rings (only the white part, about 250 g)
basil
Take fresh leeks. They taste better.

Method
Mix everything. Fry in a hot pan.`

test('COOK-3 each product is shown with its line of the recipe, and what was left out can be added', async ({
  app,
  device,
}) => {
  const { page, token, list } = await atNewList(app, await device('desktop'), 'Basil')
  await paste(page, pie)
  const dialog = page.getByRole('dialog', { name: 'Leek pie' })
  await expect(dialog.getByText('2 leeks, in thin rings (only the white part, about 250 g)')).toBeVisible()
  await expect(dialog.getByText('salt and pepper')).toHaveCount(2)
  // What is on the list would not change, and butter is one product of two lines.
  await expect(box(page, 'Basil')).not.toBeChecked()
  await expect(dialog.getByText('on the list')).toBeVisible()
  await expect(dialog.getByText('100 g in all')).toBeVisible()
  await expect(dialog.getByText('counted above')).toBeVisible()

  await expect(dialog.getByText('3 lines of the recipe were left out')).toBeVisible()
  await expect(dialog.getByText('Take fresh leeks. They taste better.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(
    dialog.getByRole('list', { name: 'Lines that were left out' }).getByRole('listitem'),
  ).toHaveText([/^For the dough:/, /^For the filling:/, /^Take fresh leeks. They taste better./])
  await dialog.getByRole('button', { name: 'Add: For the filling:' }).click()
  await expect(dialog.getByRole('button', { name: 'Add: Take fresh leeks' })).toBeFocused()
  await expect(dialog.getByText('2 lines of the recipe were left out')).toBeVisible()
  await expect(box(page, 'For the filling:')).toBeChecked()
  await dialog.getByRole('list', { name: 'Ingredients' }).getByText('For the filling:').click()
  await dialog.getByRole('textbox', { name: 'Product' }).fill('500 g potatoes')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Add 4 products' }).click()
  await isSaved(page)
  expect((await serverNames(app, token, list)).toSorted()).toEqual(
    ['Basil', 'Butter', 'Flour', 'Leek', 'Potatoes'].toSorted(),
  )

  // That basil was on the list does not say that it is at home.
  await remove(page, 'Basil')
  await paste(page, pie)
  await expect(box(page, 'Basil')).toBeChecked()
  await expect(box(page, 'Salt')).not.toBeChecked()
})

test('COOK-1 a typed recipe outlives its dialog until its products are added; a shared one opens it; offline an address says what to do', async ({
  app,
  device,
}) => {
  const desktop = await device('desktop')
  const { page } = await atNewList(app, desktop, 'Tea')
  const open = async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'From a recipe' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'From a recipe' })
  const field = dialog.getByLabel('Address of the recipe, or its text')
  await open()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()

  await open()
  await field.fill('milk and nothing else that is known')
  await dialog.getByRole('button', { name: 'Read the recipe' }).click()
  await expect(dialog.getByRole('alert')).toContainText('No ingredients were found')
  await page.mouse.click(5, 5)
  await expect(field).toHaveValue('milk and nothing else that is known')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await open()
  await expect(field).toHaveValue('milk and nothing else that is known')
  await field.fill(pancakes)
  await dialog.getByRole('button', { name: 'Read the recipe' }).click()
  await page.keyboard.press('Escape')
  await open()
  await expect(field).toHaveValue(pancakes)
  await dialog.getByRole('button', { name: 'Read the recipe' }).click()
  await page.getByRole('button', { name: 'Add 4 products' }).click()
  await open()
  await expect(field).toHaveValue('')

  await page.goto(`/app?${new URLSearchParams({ title: 'Pancakes', text: pancakes })}`)
  await expect(page.getByRole('dialog', { name: 'Pancakes' }).getByRole('checkbox')).toHaveCount(5)
  await page.keyboard.press('Escape')
  await desktop.airplane(true)
  await paste(page, 'https://recipes.example.org/pancakes')
  await dialog.getByRole('button', { name: 'Read the recipe' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You are offline')
  await field.fill(pancakes)
  await dialog.getByRole('button', { name: 'Read the recipe' }).click()
  await expect(page.getByRole('dialog', { name: 'Pancakes' })).toBeVisible()
})

/** A server that may reach a site on this machine, and that site. */
async function withSite(run: (page: Page, site: string) => Promise<void>): Promise<void> {
  const recipe = {
    '@type': 'Recipe',
    name: 'Tomato soup',
    recipeYield: '4 servings',
    recipeIngredient: ['1 kg tomatoes', '2 onions', '1 l vegetable stock', 'salt'],
  }
  const site = createServer(async (request, response) => {
    if (request.url === '/slow') await new Promise((resolve) => setTimeout(resolve, 2_000))
    const isPage = request.url === '/soup'
    response.writeHead(isPage ? 200 : 403, { 'content-type': 'text/html' })
    response.end(
      isPage ? `<script type="application/ld+json">${JSON.stringify(recipe)}</script>` : 'No robots',
    )
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const app = await App.start({}, { reachesLocal: true })
  const desktop = new Device(app.url, 'desktop')
  const page = await desktop.open()
  try {
    await app.member(email, password)
    await logIn(page, email)
    await run(page, `http://127.0.0.1:${(site.address() as AddressInfo).port}`)
    expect(desktop.complaints).toEqual([])
  } finally {
    await desktop.dispose()
    await app.stop()
    site.close()
  }
}

test('COOK-1 COOK-2 the server reads a shared or pasted address after a press, or the text below one that failed; the recipe is kept as a template', async () => {
  await withSite(async (page, site) => {
    await newList(page)
    await page.getByRole('button', { name: 'From a recipe' }).click()
    const dialog = page.getByRole('dialog', { name: 'From a recipe' })
    const field = dialog.getByLabel('Address of the recipe, or its text')
    const read = dialog.getByRole('button', { name: 'Read the recipe' })
    await field.fill(`${site}/slow`)
    await read.click()
    await expect(field).not.toBeEditable()
    await expect(dialog.locator('form')).toHaveAttribute('aria-busy', 'true')
    await expect(dialog.getByRole('alert')).toContainText('The page could not be read')
    await expect(field).toBeEditable()
    await field.fill(`${site}/slow\n200 g flour\n3 eggs`)
    await read.click()
    await expect(box(page, 'Flour')).toBeChecked()
    await expect(page.getByRole('dialog').getByRole('link', { name: '127.0.0.1' })).toHaveAttribute(
      'href',
      `${site}/slow`,
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await paste(page, `${site}/soup`)
    await read.click()
    const soup = page.getByRole('dialog', { name: 'Tomato soup' })
    await expect(soup.getByRole('checkbox')).toHaveCount(4)
    await expect(soup.getByRole('link', { name: '127.0.0.1' })).toHaveAttribute('href', `${site}/soup`)
    await soup.getByRole('button', { name: 'Keep as a template' }).click()
    await expect(soup.getByRole('button', { name: 'Kept as a template' })).toBeVisible()
    await soup.getByRole('button', { name: 'Add 3 products' }).click()
    await expect.poll(async () => (await names(page)).length).toBe(3)

    // For 8 instead of 4, as a list of its own.
    await page.goto('/app/templates')
    await page.getByText('Mine', { exact: true }).click()
    await page.getByRole('link', { name: 'Tomato soup' }).click()
    await expect(page.getByRole('link', { name: '127.0.0.1' })).toBeVisible()
    for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByText('2 kg')).toBeVisible()
    await page.getByRole('button', { name: 'Create a list' }).click()
    await page.waitForURL('**/app/details/*')
    await expect.poll(async () => (await names(page)).length).toBe(4)
    await expect(
      page
        .getByRole('spinbutton', { name: /Quantity.*Tomatoes/ })
        .or(page.getByLabel(/Quantity: Tomatoes/))
        .first(),
    ).toHaveValue('2')

    // Shared from another app: nothing is fetched before a press.
    await page.goto(`/app?${new URLSearchParams({ title: 'Tomato soup', url: `${site}/soup` })}`)
    await page
      .getByRole('dialog', { name: 'From a recipe' })
      .getByRole('button', { name: 'Read the recipe' })
      .click()
    await expect(page.getByRole('dialog', { name: 'Tomato soup' }).getByRole('checkbox')).toHaveCount(4)
  })
})

test('COOK-2 portions and an address are given to a template, corrected and taken away', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const template = {
    id: 'soup',
    templateName: 'Soup',
    products: [{ productName: 'Flour', quantity: 200, unit: 'g' }],
  }
  await app.call('POST', '/api/v3/template', template, token)
  const { page } = await device('phone')
  await logIn(page, email, '/app/template/soup')
  const dialog = page.getByRole('dialog')
  const portions = dialog.getByRole('textbox', { name: 'Portions' })
  const address = dialog.getByRole('textbox', { name: 'Address of the recipe' })
  const open = () => page.getByRole('button', { name: 'Edit template' }).click()
  const save = () => dialog.getByRole('button', { name: 'Save' }).click()

  await open()
  await expect(dialog.getByRole('button', { name: 'Less' })).toBeDisabled()
  await portions.fill('four')
  await address.fill('javascript:alert(1)')
  await save()
  await expect(dialog.getByText('Type a whole number from 1 to 500, or leave it empty.')).toBeVisible()
  await expect(dialog.getByText('Type the address of a page')).toBeVisible()
  await expect(portions).toBeFocused()
  await portions.fill('3')
  await dialog.getByRole('button', { name: 'More' }).click()
  await expect(portions).toHaveValue('4')
  await address.fill('www.example.org/soup')
  await save()
  await expect(page.getByRole('group', { name: 'Portions' })).toContainText('4')
  await expect(page.getByRole('link', { name: 'example.org' })).toHaveAttribute(
    'href',
    'https://www.example.org/soup',
  )

  // What was chosen for reading does not outlive other portions.
  const more = page.getByRole('group', { name: 'Portions' }).getByRole('button', { name: 'More' })
  for (let i = 0; i < 4; i++) await more.click()
  await expect(page.getByText('400 g')).toBeVisible()
  await open()
  await expect(portions).toHaveValue('4')
  await portions.fill('2')
  await save()
  await expect(page.getByRole('group', { name: 'Portions' })).toContainText('2')
  await expect(page.getByText('200 g')).toBeVisible()

  await open()
  await dialog.getByRole('button', { name: 'Less' }).click()
  await dialog.getByRole('button', { name: 'Less' }).click()
  await expect(portions).toHaveValue('')
  await address.fill('')
  await save()
  await expect(page.getByRole('group', { name: 'Portions' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'example.org' })).toHaveCount(0)
})
