import type { Page } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { letEdit } from '../list-steps.ts'
import { isSaved, seedList, serverNames, waitingCount } from '../steps.ts'

const [anna, tomek] = ['anna@example.org', 'tomek@example.org']

const row = (page: Page, name: string) =>
  page.locator('[data-row]').filter({ has: page.getByRole('combobox', { name: new RegExp(`: ${name}$`) }) })
const shownNames = (page: Page) =>
  page
    .locator('[data-row]:not([data-row=""]) [data-field="productName"]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
const valueOf = (page: Page, name: string, field: string) =>
  row(page, name).locator(`[data-field="${field}"]`)

test('TONGUE-1 TONGUE-2 TONGUE-4 each of two people sees one list in their own language, offline too', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password, 'en')
  await app.member(tomek, password, 'pl')
  const list = await seedList(app, token, 'Weekend', [])
  await letEdit(app, token, list, tomek)
  const { page: annas } = await device('desktop')
  const desk = await device('desktop', { locale: 'pl' })
  const tomeks = desk.page
  await logIn(annas, anna, `/app/details/${list}`)
  await logIn(tomeks, tomek, `/app/details/${list}`)

  const annaAdds = annas.getByRole('combobox', { name: 'New product: name' })
  await annaAdds.focus()
  await annas.keyboard.type('potatoes\nbutter\nLurpak butter\npasta\nsourdough starter\n')
  const all = ['Potatoes', 'Butter', 'Lurpak butter', 'Pasta', 'Sourdough starter']
  await expect.poll(() => shownNames(annas)).toEqual(expect.arrayContaining(all))
  await isSaved(annas)
  const polish = ['Ziemniaki', 'Masło', 'Lurpak butter', 'Pasta', 'Sourdough starter']
  await expect.poll(async () => (await shownNames(tomeks)).toSorted()).toEqual(polish.toSorted())
  for (const [name, category] of [
    ['Ziemniaki', 'Warzywa'],
    ['Masło', 'Nabiał'],
    ['Lurpak butter', 'Nabiał'],
  ] as const)
    await expect(valueOf(tomeks, name, 'category')).toHaveValue(category)

  // Everything from here on is done without a network.
  await readyForOffline(tomeks)
  await desk.airplane(true)
  const tomekAdds = tomeks.getByRole('combobox', { name: 'Nowy produkt: nazwa' })
  await tomekAdds.fill('2 kg ziemniaków')
  await tomekAdds.press('Enter')
  const question = tomeks.getByRole('status').filter({ hasText: 'Ziemniaki' })
  await expect(question).toBeVisible()
  await tomekAdds.fill('papier toaletowy')
  await tomekAdds.press('Enter')
  await expect(row(tomeks, 'Papier toaletowy')).toBeVisible()
  await tomekAdds.fill('butt')
  await expect(tomeks.getByRole('option').filter({ hasText: 'Masło' }).first()).toBeVisible()
  await tomekAdds.fill('')
  const name = valueOf(tomeks, 'Lurpak butter', 'productName')
  await name.fill('masło Lurpak')
  await name.press('Enter')
  // Who only looks into a field rewrites nothing.
  await valueOf(tomeks, 'Ziemniaki', 'productName').focus()
  await tomeks.keyboard.press('Tab')
  await tomeks.getByRole('checkbox', { name: 'Kupione: Masło', exact: true }).check()
  await tomeks.getByRole('button', { name: 'Usuń: Ziemniaki', exact: true }).click()
  await tomeks.getByRole('button', { name: 'Cofnij' }).first().click()
  await expect(row(tomeks, 'Ziemniaki')).toBeVisible()
  const search = tomeks.getByRole('searchbox', { name: 'Szukaj na liście' })
  await search.fill('potat')
  await expect.poll(() => shownNames(tomeks)).toEqual(['Ziemniaki'])
  await search.fill('')
  await desk.airplane(false)
  await expect.poll(() => waitingCount(tomeks)).toBe(0)

  await expect(valueOf(annas, 'Toilet paper', 'category')).toHaveValue('Household')
  await expect(annas.getByRole('checkbox', { name: 'Bought: Butter', exact: true })).toBeChecked()
  await expect(row(annas, 'masło Lurpak')).toBeVisible()
  expect((await serverNames(app, token, list)).toSorted()).toEqual(
    ['Potatoes', 'Butter', 'masło Lurpak', 'Pasta', 'Sourdough starter', 'Papier toaletowy'].toSorted(),
  )

  // The lists are searched by the words of both languages.
  await tomeks.goto('/app')
  await tomeks.getByRole('searchbox').fill('potatoes')
  await expect(tomeks.getByRole('link', { name: 'Ziemniaki' })).toBeVisible()
  await tomeks.getByRole('link', { name: 'Ziemniaki' }).click()
  await expect(row(tomeks, 'Ziemniaki').getByRole('checkbox', { name: 'Kupione: Ziemniaki' })).toBeFocused()
})
