import { expect, type Locator, type Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import { type Device, isFirefox } from '../support/browser.ts'
import { logIn, password, readyForOffline } from './fixtures.ts'

/** What a person does on a wide screen; elements go by their accessible names. */

/** A press by finger, where Playwright has one. */
export function tap(target: Locator): Promise<void> {
  return isFirefox ? target.click() : target.tap()
}

export async function newList(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New list' }).first().click()
  await page.waitForURL('**/app/details/*')
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

export async function add(page: Page, ...names: string[]): Promise<void> {
  const field = page.getByRole('combobox', { name: 'New product: name' })
  for (const name of names) {
    await field.fill(name)
    await field.press('Enter')
    await expect(page.getByRole('combobox', { name: `Name: ${name}`, exact: true })).toBeVisible()
  }
}

/** Anna with a list of her own that the server has, and an app that works offline. */
export async function atNewList(app: App, phone: Device, ...products: string[]) {
  const email = 'anna@example.org'
  const token = await app.member(email, password)
  const { page } = phone
  await logIn(page, email)
  const list = await newList(page)
  await add(page, ...products)
  await isSaved(page)
  await readyForOffline(page)
  return { token, phone, page, list }
}

/** Pastes as the browser does on Ctrl+V, without this machine's clipboard. */
export async function paste(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'New product: name' })
  if (isFirefox) return pasteByKeys(page, field, text)
  await field.focus()
  await field.evaluate((target, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Firefox hands a script's own event no clipboard: the text is copied and pasted by the keyboard. */
async function pasteByKeys(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const source = document.createElement('textarea')
    source.id = 'copied'
    source.value = copied
    document.body.append(source)
    source.select()
  }, text)
  await page.keyboard.press('Control+c')
  await page.evaluate(() => document.getElementById('copied')?.remove())
  await field.focus()
  await page.keyboard.press('Control+v')
}

export async function edit(page: Page, field: string, name: string, value: string): Promise<void> {
  const input = page.getByRole('textbox', { name: `${field}: ${name}`, exact: true })
  await input.fill(value)
  await input.press('Enter')
}

export async function tick(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Bought: ${name}`, exact: true }).check()
}

export async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete: ${name}`, exact: true }).click()
  await expect(page.getByRole('combobox', { name: `Name: ${name}`, exact: true })).toBeHidden()
}

/** Returns the names in the order of the rows. Reads all in one call, so that a row that disappears is not waited for. */
export function shownNames(page: Page): Promise<string[]> {
  return page
    .getByRole('combobox', { name: /^Name: / })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
}

/** Returns the names in the order in which the products were added, however the list is sorted. */
export function names(page: Page): Promise<string[]> {
  return page.getByRole('combobox', { name: /^Name: / }).evaluateAll((fields) =>
    fields
      .map((field) => ({
        // An id begins with the time when it was made.
        id: field.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '',
        name: (field as HTMLInputElement).value,
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ name }) => name),
  )
}

/**
 * Waits until nothing is left to send: in the outbox, and on the screen, which hears of it slightly later.
 */
export async function isSaved(page: Page): Promise<void> {
  // It cannot be read while the browser makes it anew, as after a full disk.
  await expect.poll(() => waitingCount(page)).toBe(0)
  await expect(page.getByRole('button', { name: /Saved/ })).toBeVisible()
}

/** How many changes wait in this browser's outbox; null while the storage cannot be read. */
export async function waitingCount(page: Page): Promise<number | null> {
  return (await stored(page, 'outbox').catch(() => null))?.length ?? null
}

/** Waits until this browser has stored that the list was used: a page that is left earlier does not store it. */
export async function isUseStored(page: Page, list: string): Promise<void> {
  await expect
    .poll(async () => {
      type Kept = { base?: { lists?: object }; value?: { lists?: { id: string }[] } }
      const all = (await stored(page, 'kv')) as Kept[]
      // Unsent, or what the server has said since.
      return all.some(
        ({ base, value }) => list in { ...base?.lists } || value?.lists?.some(({ id }) => id === list),
      )
    })
    .toBe(true)
}

/** Waits until the device keeps these templates with their products. */
export async function keepsTemplates(page: Page, ...names: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const all = (await stored(page, 'kv')) as { template?: { templateName?: string } }[]
      const kept = all.map(({ template }) => template?.templateName)
      return names.filter((name) => !kept.includes(name))
    })
    .toEqual([])
}

/** What this browser keeps whoever is signed in: the session and the settings among it. */
export function appValues(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(
    () =>
      new Promise<Record<string, unknown>>((read, failed) => {
        const opening = indexedDB.open('app', 1)
        opening.addEventListener('error', () => failed(opening.error))
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('kv').objectStore('kv')
          const keys = store.getAllKeys()
          const values = store.getAll()
          values.addEventListener('success', () => {
            opening.result.close()
            read(Object.fromEntries(keys.result.map((key, i) => [String(key), values.result[i]])))
          })
        })
      }),
  )
}

/** Everything that this browser stores for the app's origin, as one text. */
export function storedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const all: unknown[] = [{ ...localStorage }]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name))
      for (const store of db.objectStoreNames)
        all.push(await done(db.transaction(store).objectStore(store).getAll()))
      db.close()
    }
    return JSON.stringify(all)
  })
}

/** Everything that this browser keeps of the app's answers, as one text: the app itself, and its icons. */
export function cachedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const all: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        all.push(request.url, (await answer?.text()) ?? '')
      }
    }
    return all.join('\n')
  })
}

/** Records that this browser stores for the signed-in account. */
async function stored(page: Page, store: 'outbox' | 'streams' | 'kv'): Promise<unknown[]> {
  return page.evaluate(async (store) => {
    async function read<T>(name: string, run: (db: IDBDatabase) => IDBRequest<T>): Promise<T | undefined> {
      // Opening a database that does not exist would create it.
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return undefined
      const done = <R>(request: IDBRequest<R>) =>
        new Promise<R>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error(name)))
        })
      const db = await done(indexedDB.open(name))
      const found = await done(run(db))
      db.close()
      return found
    }
    const session = await read<{ userId: string } | undefined>('app', (db) =>
      db.transaction('kv').objectStore('kv').get('session'),
    )
    if (!session) return []
    const all = await read<unknown[]>(`account:${session.userId}`, (db) =>
      db.transaction(store).objectStore(store).getAll(),
    )
    // Playwright does not pass maps on.
    const plain = JSON.stringify(all ?? [], (_, value: unknown) =>
      value instanceof Map ? Object.fromEntries(value) : value,
    )
    return JSON.parse(plain) as unknown[]
  }, store)
}

/** The server's product names, in the order of the list. */
export async function serverNames(app: App, token: string, list: string): Promise<string[]> {
  const { products } = await app.call<{ products: { productName: string }[] }>(
    'GET',
    `/api/v3/list/${list}`,
    undefined,
    token,
  )
  return products.map((product) => product.productName)
}

/** A list made through the API, with these products in this order; returns its id. */
export async function seedList(
  app: App,
  token: string,
  name: string,
  products: readonly ({ productName: string } & Record<string, unknown>)[],
): Promise<string> {
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: name }, token)
  for (const product of products) await app.call('POST', `/api/v3/list/${id}/product`, product, token)
  return id
}

/** A list from which all of these products were bought so many days ago. */
export async function seedBought(
  app: App,
  token: string,
  daysAgo: number,
  products: Parameters<typeof seedList>[3],
): Promise<void> {
  const bought = products.map((product) => ({ ...product, productStatus: true }))
  const list = await seedList(app, token, `${daysAgo} days ago`, bought)
  const ticked_at = Date.now() - daysAgo * 86_400_000
  await app.inDatabase((db) =>
    db.updateTable('product').set({ ticked_at }).where('list_id', '=', list).execute(),
  )
}

export const price = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Price: ${name}`, exact: true })

/** Waits until this browser stores this many lists completely. */
export async function hasLists(page: Page, count: number): Promise<void> {
  const whole = async () => {
    const streams = (await stored(page, 'streams')) as { cursor: number; list: { head: number } | null }[]
    return streams.filter(({ cursor, list }) => list && cursor === list.head).length
  }
  await expect.poll(whole).toBe(count)
}

/**
 * The longer the server is away, the longer the pauses between attempts; an 'online' event ends the pause.
 */
export async function isSavedAfterAll(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await isSaved(page)
}
