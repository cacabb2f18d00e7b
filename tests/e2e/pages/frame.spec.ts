import type { Page, Request } from '@playwright/test'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { isSaved, seedList } from '../steps.ts'

const email = 'anna@example.org'
/** Replaces a value in the app's own database. */
async function store(page: Page, key: string, value: unknown): Promise<void> {
  await page.evaluate(
    ([key, value]) =>
      new Promise<void>((done, failed) => {
        const open = indexedDB.open('app')
        open.addEventListener('error', () => failed(new Error('no database')))
        open.addEventListener('success', () => {
          const tx = open.result.transaction('kv', 'readwrite')
          tx.objectStore('kv').put(value, key as string)
          tx.addEventListener('complete', () => (open.result.close(), done()))
        })
      }),
    [key, value] as const,
  )
}

test('FRAME-1 ROUTE-12 ROUTE-13 ROUTE-14 ROUTE-15 ROUTE-25 the header and its pages', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'This week' }, token)
  for (let i = 1; i <= 8; i++)
    await app.call('POST', `/api/v3/list/${id}/product`, { productName: `Product ${i}` }, token)
  const { page } = await device('desktop', { reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 1440, height: 400 })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(app.url)) foreign.push(request.url())
  })
  await logIn(page, email)
  const header = page.getByRole('banner')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await expect(heading('Shopping lists')).toBeVisible()
  await page.getByRole('link', { name: 'Archived lists' }).click()
  await page.waitForURL('**/app/archive')
  await expect(heading('Archived lists')).toBeVisible()
  await page.getByRole('link', { name: 'Shared with me' }).click()
  await page.waitForURL('**/app/shared')
  await expect(heading('Shared with me')).toBeVisible()
  // Back leads to the previous page.
  await header.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL('**/app/archive')

  await page.getByRole('link', { name: 'Shopping lists' }).click()
  await page.getByText('This week').click()
  await page.waitForURL(`**/app/details/${id}`)
  await expect(page.getByRole('combobox', { name: 'Name: Product 8', exact: true })).toBeAttached()
  // Rows that become draggable keep their place in view, and the page scrolls for that.
  await expect(page.locator('[data-rfd-drag-handle-draggable-id]').first()).toBeAttached()

  // The header shows the title once the page's own title has scrolled away; it darkens a little earlier.
  const title = header.getByText('List details')
  await expect(title).toHaveCSS('opacity', '0')
  await expect(header).not.toHaveAttribute('data-scrolled')
  await page.evaluate(() => scrollTo(0, 35))
  await expect(header).toHaveAttribute('data-scrolled')
  await expect(title).toHaveCSS('opacity', '0')
  await page.evaluate(() => scrollTo(0, 200))
  await expect(title).toHaveCSS('opacity', '1')

  // Another page starts at its top, and its entrance takes at most 700 ms.
  await page.evaluate(() => {
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      const duration = typeof options === 'object' ? options.duration : options
      document.documentElement.dataset['entrance'] = String(duration)
      return animate.call(this, frames, options)
    }
  })
  await page.getByRole('link', { name: 'Archived lists' }).click()
  await page.waitForURL('**/app/archive')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.locator('html[data-entrance="700"]')).toBeAttached()

  await header.getByRole('button', { name: 'Full screen' }).click()
  await expect(header.getByRole('button', { name: 'Leave full screen' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await header.getByRole('button', { name: 'Leave full screen' }).click()
  await expect(header.getByRole('button', { name: 'Full screen' })).toBeVisible()
  await header.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByText('Hello, anna!')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`/app/details/${id}`)
  await expect(heading('This week')).toBeVisible()
  await page.goto('/app/shared')
  await expect(heading('Shared with me')).toBeVisible()
  expect(foreign).toEqual([])
})

test('ROUTE-25 under reduced motion nothing moves; a page that takes long shows a bar for half a second', async ({
  app,
  device,
}) => {
  await app.member(email, password)
  // Without the worker, which has every page already.
  const phone = await device('phone', { reducedMotion: 'reduce', serviceWorkers: 'block' })
  const { page } = phone
  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
  await page.evaluate(() => {
    Element.prototype.animate = () => {
      throw new Error('moved')
    }
    const seen: string[] = []
    Object.assign(window, { seen })
    requestAnimationFrame(function look() {
      const bar = document.querySelector('#root > [aria-hidden]')
      const now = bar && getComputedStyle(bar).opacity !== '0' ? 'on' : 'off'
      if (now !== (seen.at(-1) ?? 'off')) seen.push(now)
      requestAnimationFrame(look)
    })
  })
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  // The page's code is held back until the progress bar has disappeared.
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await phone.context.route('**/assets/templates-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Templates' }).click()
  await expect.poll(seen).toEqual(['on', 'off'])
  await expect(page.getByRole('heading', { name: 'Shopping lists' })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: 'Templates' })).toBeVisible()
})

test('FRAME-6 FRAME-9 FRAME-1 offline: the strip says so, and the status how many changes wait', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'This week' }, token)
  const desk = await device('desktop')
  const { page } = desk
  await logIn(page, email)
  await readyForOffline(page)
  await page.goto(`/app/details/${id}`)
  const field = page.getByRole('combobox', { name: 'New product: name' })
  await expect(field).toBeVisible() // unlike 'Saved', it shows that the list is stored
  await desk.airplane(true)
  const strip = page.getByText('You are offline', { exact: true })
  const description = page.getByText('Carry on: everything is kept on this device')
  await expect(strip).toBeVisible()
  await expect(description).toBeVisible()
  // The lists behind it are on the device.
  await expect(page.getByRole('button', { name: 'Back' })).toBeEnabled()
  for (const name of ['Milk', 'Bread']) {
    await field.fill(name)
    await field.press('Enter')
  }
  await expect(page.getByRole('banner').getByText('2 waiting').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(strip).toBeVisible()
  await expect(description).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })

  const status = page.getByRole('banner').getByRole('button', { name: '2 waiting' })
  await status.click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Milk')).toBeVisible()
  await expect(panel.getByText('Bread')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  // Meanwhile the list is deleted elsewhere: the typed changes cannot be applied and go into the tray.
  await app.call('DELETE', '/api/v3/list', { _id: id }, token)
  await desk.airplane(false)
  await expect(strip).toBeHidden()
  const look = page.getByRole('banner').getByRole('button', { name: '2 need a look' })
  await expect(look).toBeVisible()
  await look.click()
  await expect(page.getByRole('dialog').getByText('Milk').first()).toBeVisible()
})

test('FRAME-5 a snackbar stays 3 s; one with an action 6 s, and waits under the pointer and the focus', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'This week' }, token)
  for (const productName of ['Milk', 'Bread'])
    await app.call('POST', `/api/v3/list/${id}/product`, { productName }, token)
  const { page } = await device('desktop')
  await page.clock.install()
  await logIn(page, email)
  await page.goto(`/app/details/${id}`)
  const title = page.getByRole('textbox', { name: 'List name' })
  await expect(title).toBeEnabled()
  await isSaved(page)
  await page.clock.pauseAt(Date.now() + 60_000)

  await title.fill('Next week')
  await title.press('Enter')
  const renamed = page.getByText('Correctly updated the list')
  await expect(renamed).toBeVisible()
  await page.clock.runFor(2_800)
  await expect(renamed).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(renamed).toBeHidden()

  const deleted = page.getByText('Deleted: Milk')
  await page.getByRole('button', { name: 'Delete: Milk' }).click()
  await expect(deleted).toBeVisible()
  await page.clock.runFor(5_800)
  await expect(deleted).toBeVisible()
  await deleted.hover()
  await page.clock.runFor(20_000)
  await expect(deleted).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.mouse.move(300, 300)
  await page.clock.runFor(20_000)
  await expect(deleted).toBeVisible()
  await title.focus()
  await page.clock.runFor(7_000)
  await expect(deleted).toBeHidden()
})

test('FRAME-12 a system that asks for dark gets dark until somebody chooses, also before the first paint', async ({
  app,
  device,
}) => {
  await app.member(email, password)
  const { page } = await device('desktop', { colorScheme: 'dark' })
  await page.goto('/auth/login')
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
  expect(await scheme()).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible()
  await logIn(page, email)
  await page.getByRole('button', { name: 'Your account' }).click()
  // It is kept by a page that is left in the next moment, too.
  const appearance = page.getByRole('combobox', { name: 'Appearance' })
  const again = page.waitForEvent('load')
  await appearance.evaluate((select: HTMLSelectElement) => {
    select.value = 'dark'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    location.reload()
  })
  await again
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(appearance).toHaveValue('dark')
  expect(await scheme()).toBe('dark')
  await appearance.selectOption({ label: 'As the system' })
  await expect.poll(scheme).toBe('light')
})

test('FRAME-12 FRAME-13 before any style sheet or script is there the name is painted in its colours; texts that never come are told, a style sheet that the network lost comes with the network, and a button that waits keeps its name', async ({
  app,
  device,
}) => {
  await app.member(email, password)
  const phone = await device('phone', { colorScheme: 'dark', serviceWorkers: 'block' })
  const { page } = phone
  await page.route(/\/assets\/.*\.(css|js)$/, () => undefined)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await expect.poll(paints).toBe(1)
  await expect(page.locator('.first-paint')).toHaveText('Koszyk')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(23, 20, 18)')
  await page.unrouteAll()
  await page.route(/\/assets\/messages-.*\.js$/, (route) => route.abort())
  await page.goto('/auth/login')
  await expect(page.getByRole('alert')).toContainText('Nothing is lost: load this page again.')
  await page.unrouteAll()

  let isLost = false
  await page.route('**/late.css', async (route) => {
    if (isLost) return route.fulfill({ contentType: 'text/css', body: 'html { --late: here }' })
    isLost = true
    return route.abort('internetdisconnected')
  })
  await page.goto('/auth/login')
  await phone.airplane(true)
  const late = page.locator('link[href="/late.css"]')
  await page.evaluate(async () => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/late.css' })
    const lost = new Promise((failed) => link.addEventListener('error', failed))
    document.head.append(link)
    await lost
  })
  await phone.airplane(false)
  const value = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--late'))
  await expect.poll(value).toBe('here')
  await expect(late).toHaveCount(1)

  await page.route('**/oauth/v2/token', () => undefined)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const button = page.getByRole('button', { name: 'Log in', exact: true })
  const words = button.locator('.mantine-Button-inner')
  await button.click()
  await expect(words).toHaveCSS('opacity', '0')
  const ring = await button
    .locator('.mantine-Loader-root')
    .evaluate((element) => getComputedStyle(element, '::after').borderTopColor)
  expect(ring).toBe(await button.evaluate((element) => getComputedStyle(element).color))
  await page.unrouteAll()
})

test('SPEED-1 a page asks for its own parts while the first script is still on its way', async ({
  device,
}) => {
  const { page } = await device('phone', { serviceWorkers: 'block' })
  await page.route('**/assets/main-*.js', () => undefined)
  for (const [path, part] of [
    ['/app', 'lists'],
    ['/app/details/01890000-0000-7000-8000-000000000000', 'lists'],
    ['/public-list/01890000-0000-7000-8000-000000000000', 'public-list'],
  ] as const) {
    const asked: string[] = []
    const note = (request: Request) => void asked.push(request.url().split('/').at(-1) ?? '')
    page.on('request', note)
    await page.goto(path, { waitUntil: 'commit' })
    for (const file of [new RegExp(`^${part}.*js$`), /^lists-.*css$/, /^http-.*js$/])
      await expect.poll(() => asked.filter((name) => file.test(name)).length, String(file)).toBe(1)
    page.off('request', note)
  }
})

test('FRAME-12 FRAME-13 settings survive a restart; broken state is ignored, a failed save is told', async ({
  app,
  device,
}) => {
  await app.member(email, password)
  const desk = await device('desktop')
  let { page } = desk
  await logIn(page, email)
  const header = page.getByRole('banner')
  await expect(header).toHaveCSS('height', '64px')
  await expect(header).toHaveCSS('background-color', 'rgb(255, 251, 247)')
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(header).toHaveCSS('height', '64px')
  await expect(header).toHaveCSS('background-color', 'rgb(23, 20, 18)')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  expect(await scheme()).toBe('dark')

  await desk.close()
  page = await desk.open()
  await page.goto('/app')
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
  expect(await scheme()).toBe('dark')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  // Only the second copy of the session, which has no password.
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['session'])
  expect(await page.evaluate(() => localStorage.getItem('session'))).not.toContain(password)

  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
      const request = put.call(this, value, key)
      if (key === 'settings') this.transaction.abort()
      return request
    }
  })
  await page.getByRole('button', { name: 'Switch to light mode' }).click()
  await expect(page.getByText('This device did not let the app save.')).toBeVisible()
  expect(await scheme()).toBe('light')

  await page.goto('/app')
  await store(page, 'settings', { mode: 'sepia', sidebarOpen: 'perhaps' })
  await store(page, 'scanner', 7)
  await store(page, 'install', 'old')
  await page.goto('/app/barcode')
  await expect(page.getByRole('heading', { name: 'Barcode scanner' })).toBeVisible()
  expect(await scheme()).toBe('light')
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true')

  // In the form of an older version, without an expiry.
  await store(page, 'session', { userId: 'anna', email, accessToken: 'x', remember: true })
  await page.goto('/app')
  await page.waitForURL('**/auth/login')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

for (const [how, press, letGo] of [
  ['mouse', (page: Page) => page.mouse.down(), (page: Page) => page.mouse.up()],
  ['space bar', (page: Page) => page.keyboard.down('Space'), (page: Page) => page.keyboard.up('Space')],
] as const)
  test(`FRAME-4 A11Y-2 a menu whose code arrives while the ${how} is down on its button opens all the same`, async ({
    app,
    device,
  }) => {
    await app.member(email, password)
    // Without the worker, which has every part already.
    const { page, context } = await device('desktop', { serviceWorkers: 'block' })
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await context.route('**/assets/more-*.js', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/assets/more-*.js')
    await logIn(page, email)
    await asked
    const texts = () =>
      page.evaluate(() => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
        return new Set(loaded.filter((name) => name.includes('/assets/messages-'))).size
      })
    await expect.poll(texts).toBe(2)
    const button = page.getByRole('button', { name: 'Your account' })
    await button.hover()
    await button.focus()
    await press(page)
    release()
    // The code has run, and React has drawn what it brings.
    await page.evaluate((url) => import(url), (await asked).url())
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    await letGo(page)
    await expect(page.getByRole('dialog', { name: 'Your account' })).toBeVisible()
  })

test('A11Y-2 the focus returns from a sheet whose code arrived after the press', async ({ app, device }) => {
  const token = await app.member(email, password)
  const list = await seedList(app, token, 'Weekend', [{ productName: 'Milk' }])
  // Without the worker, which has every part already.
  const { page, context } = await device('phone', { serviceWorkers: 'block' })
  const held = Promise.withResolvers<void>()
  await context.route('**/assets/more-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await logIn(page, email, `/app/details/${list}`)
  const edit = page.getByRole('button', { name: 'Edit: Milk' })
  await edit.click()
  await page.waitForURL(/sheet=/)
  held.resolve()
  await page.getByRole('dialog', { name: 'Milk' }).getByRole('button', { name: 'Close' }).click()
  await expect(edit).toBeFocused()
})
