import type { App } from '../support/app.ts'
import { anna, type Device, expect, password } from './fixtures.ts'
import type { Page } from './page.ts'

/** What a person does on a wide screen, in any engine. */

/** Logs in on the log-in page, as a person does; afterwards the service worker controls the page. */
export async function logIn(page: Page, remember = true, email = anna): Promise<void> {
  await page.goto('/auth/login')
  await page.type('textbox', 'Email', email)
  await page.type('textbox', 'Password', password)
  const { checked } = await page.see('checkbox', 'Remember me')
  if (checked !== remember) await page.click('checkbox', 'Remember me')
  await page.click('button', 'Log in')
  await page.until('the lists', async () => (await page.path()) === '/app')
  // A page that is left while its code loads is loaded again by the router, which would undo the next navigation.
  await page.see('heading', 'Shopping lists')
  await page.until('the worker', () => page.tab.run(() => navigator.serviceWorker.controller !== null))
}

/** A list made through the API, with these products in this order; returns its path. */
export async function seedList(
  app: App,
  token: string,
  ...products: ({ productName: string } & Record<string, unknown>)[]
) {
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Weekend' }, token)
  for (const product of products) await app.call('POST', `/api/v3/list/${id}/product`, product, token)
  return { list: id, path: `/app/details/${id}` }
}

export async function logOut(page: Page): Promise<void> {
  await page.click('button', 'Your account')
  await page.click('button', 'Log out')
}

/** Anna, signed in, on a new list of her own. */
export async function atNewList(app: App, { page }: Device, remember = true) {
  const token = await app.member(anna, password)
  await logIn(page, remember)
  await page.click('button', 'New list')
  await page.until('the list', async () => (await page.path()).startsWith('/app/details/'))
  await page.see('combobox', 'New product: name')
  const path = await page.path()
  return { token, path, list: path.split('/').at(-1) ?? '' }
}

export async function add(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await page.type('combobox', 'New product: name', name)
    await page.tab.press('Enter')
    await page.see('combobox', `Name: ${name}`)
  }
}

export async function edit(page: Page, field: string, name: string, value: string): Promise<void> {
  await page.type('textbox', `${field}: ${name}`, value)
  await page.tab.press('Enter')
}

export async function tick(page: Page, name: string): Promise<void> {
  await page.click('checkbox', `Bought: ${name}`)
  await page.until(`${name} ticked`, async () => (await page.see('checkbox', `Bought: ${name}`)).checked)
}

/** Returns the names in the order in which the products were added, however the list is sorted. */
export function names(page: Page): Promise<string[]> {
  return page.tab.run(() =>
    [...document.querySelectorAll<HTMLInputElement>('[data-row] input[data-field="productName"]')]
      // An id begins with the time when it was made. The row for a new product has none.
      .map((field) => ({
        id: field.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '',
        name: field.value,
      }))
      .filter(({ id }) => id !== '')
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ name }) => name),
  )
}

export async function shows(page: Page, ...wanted: string[]): Promise<void> {
  await expect.poll(() => names(page)).toEqual(wanted)
}

/** Waits until the rows stand in this order on the screen. */
export async function showsInOrder(page: Page, ...wanted: string[]): Promise<void> {
  const shown = async () => (await page.all('combobox', /^Name: /)).map(({ value }) => value)
  await expect.poll(shown).toEqual(wanted)
}

interface ServerProduct {
  productName: string
  price: number
  quantity: number
  note: string
  productStatus: boolean
}

/** The server's products of the list, in its order. */
export async function serverRows(app: App, token: string, list: string): Promise<ServerProduct[]> {
  const answer = await app.call<{ products: ServerProduct[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  return answer.products
}

export async function serverNames(app: App, token: string, list: string): Promise<string[]> {
  return (await serverRows(app, token, list)).map(({ productName }) => productName)
}
