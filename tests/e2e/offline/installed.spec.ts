import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { App } from '../../support/app.ts'
import { Device } from '../../support/browser.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { add, isSaved, isUseStored, names, newList, serverNames } from '../steps.ts'

const email = 'anna@example.org'
/** Checks for a new version, as the browser does when the app is opened or after an hour. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
}

test('FRAME-10 a new version is offered in every tab, not forced, and takes over without losing a letter', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'koszyk-dist-'))
  cpSync(resolve(import.meta.dirname, '../../../dist'), dist, { recursive: true })
  const app = await App.start({}, { dist })
  const device = new Device(app.url, 'desktop')
  const first = await device.open()
  const token = await app.member(email, password)
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'This week' }, token)
  await logIn(first, email)
  await readyForOffline(first)
  await first.goto(`/app/details/${id}`)
  const name = first.getByRole('combobox', { name: 'New product: name' })
  await name.fill('Milk')
  await name.press('Enter')
  await isSaved(first)
  const second = await device.context.newPage()
  await second.goto('/app/archive')
  await expect(second.getByRole('heading', { name: 'Archived lists' })).toBeVisible()
  const offer = (page: Page) => page.getByText('A new version is ready.')
  const loads = { first: 0, second: 0 }
  first.on('load', () => loads.first++)
  second.on('load', () => loads.second++)

  appendFileSync(join(dist, 'sw.js'), '\n// another version\n')
  for (const packed of ['sw.js.br', 'sw.js.gz']) rmSync(join(dist, packed), { force: true })
  await lookForUpdate(first)
  await expect(offer(first)).toBeVisible()
  await expect(offer(second)).toBeVisible()
  await second.getByRole('button', { name: 'Later' }).click()
  await expect(offer(second)).toBeHidden()
  // The update is not forced: both pages keep working with the old version.
  await first.getByRole('textbox', { name: 'Price: Milk' }).fill('3.49')
  expect(loads).toEqual({ first: 0, second: 0 })

  // What was typed in the other tab but not committed survives the reload of its page.
  await second.goto(`/app/details/${id}`)

  await second.getByRole('textbox', { name: 'Quantity: Milk' }).fill('4')
  loads.second = 0
  await first.getByRole('button', { name: 'Update now' }).click()
  await expect.poll(() => loads).toEqual({ first: 1, second: 1 })
  await expect(first.getByRole('textbox', { name: 'Price: Milk' })).toHaveValue('3.49')
  await expect(second.getByRole('textbox', { name: 'Quantity: Milk' })).toHaveValue('4')
  await expect(offer(first)).toBeHidden()
  const waiting = () =>
    first.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)
  expect(await waiting()).toBeNull()
  await isSaved(first)
  expect(await serverNames(app, token, id)).toEqual(['Milk'])
  expect(device.complaints).toEqual([])
  await device.dispose()
  await app.stop()
  rmSync(dist, { recursive: true, force: true })
})

test('OFFLINE-3 a page that the worker missed when it took over the others is taken over all the same', async ({
  device,
}) => {
  const { page, context } = await device('phone')
  await page.goto('/auth/login')
  await readyForOffline(page)
  // Like a page that was loading at that moment, one that is loaded past the worker has none.
  const cdp = await context.newCDPSession(page)
  await cdp.send('Page.reload', { ignoreCache: true })
  await page.waitForEvent('load')
  await readyForOffline(page)
})

test('FRAME-11 I18N-1 the manifest’s shortcuts, icons and screenshots are there and lead where they say', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const { page } = await device('phone')
  await logIn(page, email)
  const link = await page.locator('link[rel="manifest"]').getAttribute('href')
  interface Picture {
    src: string
    sizes: string
    type: string
  }
  const manifest = await page.evaluate(async (href) => {
    const response = await fetch(href)
    return (await response.json()) as unknown
  }, link ?? '')
  // The manifest is in the browser's language; every text has a Polish translation.
  const english = JSON.stringify(manifest)
  const polish = await (
    await fetch(new URL(link ?? '', app.url), { headers: { 'accept-language': 'pl-PL,pl;q=0.9,en;q=0.8' } })
  ).text()
  expect(JSON.parse(polish)).toMatchObject({
    lang: 'pl',
    id: '/app',
    shortcuts: { 0: { name: 'Nowa lista' } },
  })
  const texts = (json: string) =>
    [...json.matchAll(/"(?:name|description|label)":"(?!files")([^"]+)"/g)].map((found) => found[1])
  expect(texts(english)).toHaveLength(8)
  expect(texts(polish).filter((text) => texts(english).includes(text))).toEqual([])
  const { icons, screenshots, shortcuts } = manifest as {
    icons: Picture[]
    screenshots: (Picture & { form_factor: string })[]
    shortcuts: { url: string; icons: Picture[] }[]
  }
  expect(icons.some((icon) => 'purpose' in icon && icon.purpose === 'maskable')).toBe(true)
  expect(screenshots.map(({ form_factor }) => form_factor).toSorted()).toEqual(['narrow', 'wide'])
  const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]
  const sizes = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ({ src }) => {
          const picture = new Image()
          picture.src = src
          await picture.decode()
          return `${picture.naturalWidth}x${picture.naturalHeight}`
        }),
      ),
    pictures,
  )
  expect(sizes).toEqual(pictures.map((picture) => picture.sizes))

  const [toNew, toLast, toScan] = shortcuts.map(({ url }) => url)
  // Any page can lead to this address: a no makes nothing, and it is not asked again.
  const dialog = page.getByRole('dialog', { name: 'Make a new list?' })
  await page.goto(toNew ?? '')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByText('Start your first list')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto(toNew ?? '')
  await dialog.getByRole('button', { name: 'New list' }).click()
  await page.waitForURL('**/app/details/*')
  const made = page.url()
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toBeVisible()
  await isUseStored(page, made.split('/').at(-1) ?? '')
  await page.goto(toLast ?? '')
  await page.waitForURL(made)
  await page.goto(toScan ?? '')
  await expect(page.getByRole('heading', { name: 'Barcode scanner' })).toBeVisible()
  const { total } = await app.call<{ total: number }>('GET', '/api/v3/lists?status=active', undefined, token)
  expect(total).toBe(1)
  // Going back from the new list does not create another one.
  await page.goto('/app?last=1')
  await page.waitForURL(made)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

/** Whether the device keeps that the installation was refused. Runs in the page. */
function isRefused(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('app')
    opening.addEventListener('error', () => reject(new Error('no storage')))
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('kv').objectStore('kv').get('install') as IDBRequest<
        { refused?: boolean } | undefined
      >
      reading.addEventListener('success', () => {
        opening.result.close()
        resolve(reading.result?.refused === true)
      })
    })
  })
}

test('FRAME-11 the browser’s install prompt is kept and offered calmly, and ‘not now’ is remembered', async ({
  app,
  device,
}) => {
  await app.member(email, password)
  const phone = await device('phone')
  const offering = () =>
    phone.context.addInitScript(() => {
      // This Chromium's own prompt, which no test can answer, is suppressed.
      addEventListener('beforeinstallprompt', (event) => {
        if (event.isTrusted) event.stopImmediatePropagation()
      })
      const offer = () => {
        const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
          prompt: async () => {
            document.documentElement.dataset['asked'] = 'yes'
            return { outcome: 'accepted' }
          },
        })
        dispatchEvent(event)
      }
      Object.assign(window, { offer })
      addEventListener('DOMContentLoaded', () => location.hash !== '#late' && offer())
    })
  await offering()
  await logIn(phone.page, email)
  const card = (page: Page) => page.getByRole('region', { name: 'Install the app' })
  // The first visit shows no card; the menu has the entry from the start.
  await phone.page.getByRole('button', { name: 'Your account' }).click()
  await expect(phone.page.getByRole('button', { name: 'Install the app' })).toBeVisible()
  await expect(card(phone.page)).toBeHidden()

  await phone.close()
  let page = await phone.open()
  await offering()
  // It does not wait until the page is idle, when the lists are seen and would be pushed down.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await page.goto('/app')
  await expect(card(page)).toBeVisible()
  // What the browser allows when they are seen waits until they are opened the next time.
  await page.goto('about:blank')
  await page.goto('/app#late')
  await expect(page.getByRole('button', { name: 'New list' }).first()).toBeVisible()
  await page.evaluate(() => (window as unknown as { offer: () => void }).offer())
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('button', { name: 'Install the app' })).toBeVisible()
  await expect(card(page)).toBeHidden()
  await page.getByRole('link', { name: 'My profile' }).click()
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
  await page.goBack()
  await expect(card(page)).toBeVisible()
  await card(page).getByRole('button', { name: 'Not now' }).click()
  await expect(card(page)).toBeHidden()
  // It is hidden at once; a browser that is closed in the same moment would forget why.
  await expect.poll(() => page.evaluate(isRefused)).toBe(true)

  await phone.close()
  page = await phone.open()
  await offering()
  await page.goto('/app')
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(card(page)).toBeHidden()
  await page.getByRole('button', { name: 'Install the app' }).click()
  await expect(page.locator('html[data-asked="yes"]')).toBeAttached()
})

test('FRAME-11 on iOS the way to the home screen is explained; the badge counts what is left to buy', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const make = (name: string) => app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: name }, token)
  const [week, party] = [await make('This week'), await make('Party')]
  for (const [list, productName] of [
    [week, 'Milk'],
    [week, 'Bread'],
    [party, 'Balloons'],
  ] as const)
    await app.call('POST', `/api/v3/list/${list.id}/product`, { productName }, token)
  const phone = await device('phone')
  await phone.context.addInitScript(() => {
    addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation())
    const badges: number[] = []
    Object.assign(window, { badges })
    navigator.setAppBadge = async (count) => void badges.push(count ?? -1)
    navigator.clearAppBadge = async () => void badges.push(0)
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0)' })
  })
  const { page } = phone
  const startupImages = () =>
    page.evaluate(() =>
      Promise.all(
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="apple-touch-startup-image"]')].map(
          async ({ href, media }) => {
            const picture = new Image()
            picture.src = href
            await picture.decode()
            return `${media.replaceAll(/screen and |\(|\)/g, '')}: ${picture.naturalWidth / devicePixelRatio}x${picture.naturalHeight / devicePixelRatio}`
          },
        ),
      ),
    )
  const badge = () => page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1))
  await logIn(page, email)
  await expect.poll(badge).toBe(3)
  const { width, height } = await page.evaluate(() => ({ width: screen.width, height: screen.height }))
  await expect
    .poll(startupImages)
    .toEqual(
      ['light', 'dark'].flatMap((theme) => [
        `prefers-color-scheme: ${theme} and orientation: portrait: ${width}x${height}`,
        `prefers-color-scheme: ${theme} and orientation: landscape: ${height}x${width}`,
      ]),
    )
  await page.getByText('This week').click()
  await page.getByRole('checkbox', { name: 'Bought: Milk' }).check()
  await expect.poll(badge).toBe(2)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL('**/app')

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Install the app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to Home Screen' })
  await expect(dialog.getByText('Choose ‘Add to Home Screen’, then ‘Add’.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Got it' }).click()
  await expect(dialog).toBeHidden()
  await isSaved(page)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/auth/login**')
  await expect.poll(badge).toBe(0)
})

test('OFFLINE-6 OFFLINE-9 FRAME-10 a page of an older version, whose storage a newer one has taken over, says so and keeps what is typed, and no page waits for ever', async ({
  device,
}) => {
  const { page, context } = await device('desktop')
  const field = page.getByRole('combobox', { name: 'New product: name' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it now' }).click()
  await page.waitForURL('**/app**')
  const list = await newList(page)
  await add(page, 'Milk')
  const newer = await context.newPage()
  await newer.goto('/icons/icon-192.png') // runs no scripts
  await newer.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.startsWith('account:')) ?? {}
    await new Promise((opened) => {
      indexedDB.open(name, 99).addEventListener('success', opened)
    })
  })
  await field.fill('Bread')
  await field.press('Enter')
  await expect(page.getByText('That is not saved: this version of the app can change nothing')).toBeVisible()
  const banner = page.getByRole('alert').filter({ hasText: 'A newer version of the app has used' })
  await expect(banner).toBeVisible()
  await expect(field).toHaveValue('Bread')
  await expect.poll(() => names(page)).toEqual(['Milk'])
  for (const path of ['/app', `/app/details/${list}`]) {
    await page.goto(path)
    await expect(banner).toContainText('Your lists are here again once it has the newer one.')
    await expect(page.getByText('Your lists are safe on this device.')).toBeVisible()
  }
  const copies = await page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('copy:')).length,
  )
  expect(copies).toBe(2)
})
