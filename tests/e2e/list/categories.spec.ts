import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { isSaved, seedList } from '../steps.ts'

const [anna, ola] = ['anna@example.org', 'ola@example.org']

test('WEEK-7 two people who write two languages see one group each in their own, in print and on the read link too', async ({
  app,
  device,
}) => {
  const token = await app.member(anna, password, 'en')
  const polish = await app.member(ola, password, 'pl')
  const list = await seedList(app, token, 'Weekend', [
    { productName: 'Milk', category: 'Dairy' },
    { productName: 'Seeds', category: 'Garden' },
  ])
  const share = `/api/v3/list/share?_list_id=${list}&_email_address=${ola}`
  await app.call('POST', share, undefined, token)
  const allow = `/api/v3/shared_list/${list}?email_address=${ola}&permission=edit`
  await app.call('PUT', allow, undefined, token)
  await app.call('POST', `/api/v3/list/${list}/product`, { productName: 'Ser', category: 'Nabiał' }, polish)

  const desktop = await device('desktop')
  const { page } = desktop
  await logIn(page, anna, `/app/details/${list}`)
  const category = (name: string) => page.getByRole('combobox', { name: `Category: ${name}`, exact: true })
  await expect(category('Cheese')).toHaveValue('Dairy')
  await expect(page.getByRole('rowheader')).toHaveText([/^Dairy2/, /^Garden1/])
  // The search, the suggestions and what was typed in the other language.
  await page.getByRole('searchbox', { name: 'Search in the list' }).fill('dairy')
  await expect(page.getByRole('combobox', { name: /^Name: / })).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search in the list' }).fill('')
  await readyForOffline(page)
  await desktop.airplane(true)
  await category('Milk').fill('Ryby')
  await category('Milk').press('Enter')
  await expect(category('Milk')).toHaveValue('Fish')
  await desktop.airplane(false)
  await isSaved(page)

  const other = await device('phone', { locale: 'pl' })
  await logIn(other.page, ola, `/app/details/${list}`)
  await other.page.getByRole('button', { name: 'Tryb zakupów' }).click()
  await expect(other.page.getByRole('heading', { level: 2 })).toHaveText(['Ryby', 'Nabiał', 'Garden'])
  await other.page.emulateMedia({ media: 'print' })
  await expect
    .poll(async () => {
      await other.page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      return other.page.locator('body > div h2').filter({ visible: true }).allTextContents()
    })
    .toEqual(['Ryby', 'Nabiał', 'Garden'])

  await app.call('POST', `/api/v3/list/${list}/product`, { productName: 'Butter', category: 'Dairy' }, token)
  const { hash } = await app.call<{ hash: string }>('GET', `/api/v3/list/${list}`, undefined, token)
  await other.page.emulateMedia({ media: 'screen' })
  await other.page.goto(`/read/${hash}`)
  await expect(other.page.getByRole('heading', { level: 2 })).toHaveText(['Ryby', 'Nabiał', 'Garden'])
})
