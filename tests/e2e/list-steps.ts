import type { Page } from '@playwright/test'
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

/** One entry of the open list's menu. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Shows the open list in its own order, in which rows can be dragged, instead of by category. */
export async function sortByHand(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 900) return choose(page, 'Group by category')
  await page.getByRole('button', { name: 'Group by category' }).click()
}

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
