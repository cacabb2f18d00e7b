import type { Locator, Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import { expect } from './fixtures.ts'

/** What a person does to a whole list, and what the server has of it. */

interface Lists {
  items: { id: string; listName: string; listStatus: string; productCount: number }[]
}

/** All lists of an account on the server, those shared with it too: name, status and number of products. */
export async function onServer(app: App, token: string): Promise<string[]> {
  const all: string[] = []
  for (const status of ['active', 'shared', 'archived']) {
    const { items } = await app.call<Lists>('GET', `/api/v3/lists?status=${status}`, undefined, token)
    all.push(...items.map((list) => `${list.listName} ${list.listStatus} ${list.productCount}`))
  }
  return all.toSorted()
}

/** The server's products in the order of the list: name and whether it was bought. */
export async function bought(app: App, token: string, list: string): Promise<[string, boolean][]> {
  const { products } = await app.call<{ products: { productName: string; productStatus: boolean }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  return products.map(({ productName, productStatus }) => [productName, productStatus])
}

/** What the menu's entry 'Copy, file, currency' offers. */
const copies = ['Duplicate', 'Archive and copy unbought', 'Create template from list']

/** One action of the open list, from its menu. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  const entry = copies.includes(name) ? 'Copy, file, currency' : name
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  if (entry !== name) await copy(page, name).click()
}

/** One action of the dialog 'Copy, file, currency'. */
export const copy = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Copy, file, currency' }).getByRole('button', { name, exact: true })

/** Opens the dialog in which the open list is sorted. */
export async function openSort(page: Page): Promise<Locator> {
  if ((page.viewportSize()?.width ?? 0) < 900) await choose(page, 'Sort')
  else await page.getByRole('button', { name: 'Sort', exact: true }).click()
  return page.getByRole('dialog', { name: 'Sort' })
}

interface Sorting {
  grouped?: boolean
  order?: 'By hand' | 'A to Z' | 'Z to A'
}

/** Sorts the open list, on this device only. */
export async function sort(page: Page, { grouped, order }: Sorting): Promise<void> {
  const dialog = await openSort(page)
  if (grouped !== undefined)
    await dialog.getByRole('checkbox', { name: 'Group by category' }).setChecked(grouped)
  if (order) await dialog.getByText(order, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Shows the open list in its own order, in which rows can be dragged, instead of by category. */
export const sortByHand = (page: Page) => sort(page, { grouped: false, order: 'By hand' })

export async function rename(page: Page, name: string): Promise<void> {
  const title = page.getByRole('textbox', { name: 'List name' })
  await title.fill(name)
  await title.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeAttached()
}

/** Only the owner can: lets somebody with an account edit the list. */
export async function letEdit(app: App, token: string, list: string, email: string): Promise<void> {
  await app.call('POST', `/api/v3/list/share?_list_id=${list}&_email_address=${email}`, undefined, token)
  const query = `email_address=${email}&permission=edit`
  await app.call('PUT', `/api/v3/shared_list/${list}?${query}`, undefined, token)
}

/** From now on notes which rows are marked, since a mark is gone after two seconds, or when its row is drawn anew. */
export function noteMarks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const marks: (string | undefined)[] = []
    Object.assign(window, { marks })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && 'arrived' in target.dataset) marks.push(target.dataset['row'])
    }).observe(document.body, { subtree: true, attributeFilter: ['data-arrived'] })
  })
}

export const marksOf = (page: Page) => page.evaluate(() => (window as unknown as { marks: string[] }).marks)

/** Picks a row up by its handle with the mouse and holds it over another one's handle. */
export async function dragOver(page: Page, grip: Locator, other: Locator): Promise<void> {
  await grip.hover() // waits until it has stopped moving
  const from = await grip.boundingBox()
  const to = await other.boundingBox()
  if (!from || !to) throw new Error('no handles')
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 - 10, { steps: 3 })
  await expect(page.locator('[data-lifted]')).toBeVisible()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 + (from.y < to.y ? 10 : -10), { steps: 8 })
}

/** Returns how many rows of the open list are wholly in view, with nothing over them. */
export const rowsInSight = (page: Page) =>
  page.evaluate(() => {
    const isWhole = (row: Element) => {
      const { left, top, bottom } = row.getBoundingClientRect()
      const at = (y: number) => document.elementFromPoint(left + 100, y)
      return [top + 3, bottom - 3].every((y) => y < innerHeight && row.contains(at(y)))
    }
    return [...document.querySelectorAll('[data-row]:not([data-adding])')].filter(isWhole).length
  })
