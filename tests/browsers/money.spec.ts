import { expect, test } from './fixtures.ts'
import type { Page } from './page.ts'
import { add, atNewList, edit, names, serverRows, tick } from './steps.ts'

const pancakes = `Pancakes
Serves 4
200 g flour
3 eggs
300 ml milk
2 tbsp tahini`

/** Puts a text on the clipboard, by the keyboard as in another app. */
async function copy(page: Page, text: string): Promise<void> {
  await page.tab.run((copied) => {
    const source = document.createElement('textarea')
    source.id = 'copied'
    source.value = copied
    document.body.append(source)
    source.select()
  }, text)
  await page.tab.press('c', 'Control')
  await page.tab.run(() => document.getElementById('copied')?.remove())
}

test('MONEY-2 MONEY-3 in a list in euro a price is typed and its product ticked, and the page about spending has the sum', async ({
  app,
  device,
}) => {
  const { token, list } = await atNewList(app, device)
  const { page } = device
  await page.click('button', 'Actions')
  await page.click('menuitem', 'Copy, file, currency')
  await page.type('combobox', 'Currency of the prices', 'euro')
  await page.click('text', 'Euro (EUR)')
  await page.until('the currency', async () => {
    const { value } = await page.see('combobox', 'Currency of the prices')
    return value === 'Euro (EUR)'
  })
  await page.tab.press('Escape')
  await add(page, 'Milk', 'Bread')
  await edit(page, 'Price', 'Milk', '2.50')
  await tick(page, 'Milk')
  await page.see('text', '€2.50')
  const bought = async () =>
    (await serverRows(app, token, list))
      .filter(({ productStatus }) => productStatus)
      .map(({ productName, price }) => [productName, price])
  await expect.poll(bought).toEqual([['Milk', 2.5]])

  await page.click('link', 'Spending')
  await page.see('heading', 'Spending')
  // The sum of the month, of the category and of the list.
  await page.until('the sums', async () => (await page.all('text', '€2.50')).length >= 3)
  await page.see('text', '1 product')
})

test('COOK-1 a recipe from a pasted text becomes products, without what is at home', async ({
  app,
  device,
}) => {
  const { token, list } = await atNewList(app, device)
  const { page } = device
  await copy(page, pancakes)
  await page.click('button', 'From a recipe')
  await page.click('textbox', 'Address of the recipe, or its text')
  await page.tab.press('v', 'Control')
  await page.see('heading', 'Pancakes')
  await page.click('button', 'More')
  await page.see('text', /^250\sg$/)
  await page.click('checkbox', 'Flour')
  await page.click('button', 'Add 3 products')
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(['Eggs', 'Milk', 'Tahini'])
  const quantities = async () =>
    (await serverRows(app, token, list))
      .map(({ productName, quantity }) => [productName, quantity] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  await expect.poll(quantities).toEqual([
    ['Eggs', 4],
    ['Milk', 375],
    ['Tahini', 1],
  ])
})
