import type { Page } from '@playwright/test'
import type { Device } from '../../support/browser.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { appValues } from '../steps.ts'

const email = 'anna@example.org'

/** Returns a function that hands the app's worker a message, as the browser's own push service does. */
async function pushTo({ context, page }: Device): Promise<(data: string) => Promise<void>> {
  await context.grantPermissions(['notifications'])
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((known) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ isDeleted }) => !isDeleted)
      if (ours) known(ours.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return (data) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }).then(() => undefined)
}

interface Shown {
  title: string
  body: string
  tag: string
  actions: string[]
}

function shown(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications()
    return notifications.map((one) => ({
      title: one.title,
      body: one.body,
      tag: one.tag,
      // Not in TypeScript's types.
      actions: ((one as { actions?: { title: string }[] }).actions ?? []).map(({ title }) => title),
    }))
  })
}

/**
 * Pushes a message until the page's notifications are these. Chromium lists what the system shows, and forgets one that
 * is listed while it is still being shown, so a message that is pushed and looked for at once may be pushed again.
 */
async function pushUntil(
  page: Page,
  push: () => Promise<void>,
  wanted: readonly Partial<Shown>[],
): Promise<void> {
  await expect(async () => {
    await push()
    await expect
      .poll(() => shown(page), { timeout: 3_000, intervals: [500] })
      .toEqual(wanted.map((one) => expect.objectContaining({ ...one }) as object))
  }).toPass({ timeout: 20_000 })
}

const trip = (account: string, list: string) =>
  JSON.stringify({
    account,
    kind: 'trips',
    list,
    title: 'Tomek is at Lidl. Anything?',
    body: 'Weekend',
    general: 'There is news on a shopping list',
    actions: [
      { action: 'add', title: 'Add something' },
      { action: 'nothing', title: 'Nothing' },
    ],
  })

test('TOGETHER-1 a message is always shown: whole to whom it is for, else without names; a press leads to the list without a reload, to the field for a new product, or only closes', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const { id } = await app.call<{ id: string }>('GET', '/api/v3/me', undefined, token)
  const { id: list } = await app.call<{ id: string }>('POST', '/api/v3/list', {}, token)
  await app.call('POST', `/api/v3/list/${list}/product`, { productName: 'Milk' }, token)
  const phone = await device('desktop', { whole: true })
  const { page } = phone
  await logIn(page, email, '/app/profile')
  await readyForOffline(page)
  const push = await pushTo(phone)

  const actions = ['Add something', 'Nothing']
  const whole = { title: 'Tomek is at Lidl. Anything?', body: 'Weekend', tag: 'trips l1', actions }
  await pushUntil(page, () => push(trip(id, 'l1')), [whole])
  // A newer one replaces it; another list has its own.
  const newer = { ...whole, title: 'Tomek is at Aldi. Anything?' }
  await pushUntil(page, () => push(trip(id, 'l1').replace('Lidl', 'Aldi')), [newer])
  await expect(async () => {
    await push(trip(id, 'l2'))
    await expect.poll(async () => (await shown(page)).length, { timeout: 3_000 }).toBe(2)
  }).toPass({ timeout: 20_000 })

  const general = { title: 'There is news on a shopping list', body: '', tag: 'general', actions: [] }
  for (const data of [trip('somebody-else', 'l3'), '', 'no JSON', '{"title":1}', '[]']) {
    await page.evaluate(async () => {
      for (const one of await (await navigator.serviceWorker.ready).getNotifications()) one.close()
    })
    await pushUntil(page, () => push(data), [general])
  }
  await page.evaluate(async () => {
    for (const one of await (await navigator.serviceWorker.ready).getNotifications()) one.close()
  })

  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  const pushed = () => pushUntil(page, () => push(trip(id, list)), [{ tag: `trips ${list}` }])
  const name = page.getByRole('combobox', { name: 'New product: name' })

  await pushed()
  await press(phone, `trips ${list}`, 'nothing')
  await expect.poll(() => shown(page)).toEqual([])
  await expect(page).toHaveURL(/\/app\/profile$/)

  await pushed()
  await press(phone, `trips ${list}`, 'add')
  await expect(name).toBeFocused()
  await expect(page).toHaveURL((url) => url.pathname === `/app/details/${list}` && url.search === '')
  expect(await shown(page)).toEqual([])

  await page.getByRole('link', { name: 'Archive' }).first().click()
  await page.waitForURL('**/app/archive')
  await pushed()
  await press(phone, `trips ${list}`, '')
  await expect(name).toBeVisible()
  await expect(name).not.toBeFocused()
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)

  // Without the app open it is a link like any other.
  await page.goto(`/app/details/${list}?add=true`)
  await expect(name).toBeFocused()
})

/** Presses a notification, as the system does: the worker gets the event. */
async function press({ context }: Device, tag: string, action: string): Promise<void> {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(
    async ([wanted, pressed]) => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget
      const [notification] = await scope.registration.getNotifications({ tag: wanted })
      const Pressed = (globalThis as unknown as { NotificationEvent: typeof Event }).NotificationEvent
      scope.dispatchEvent(new Pressed('notificationclick', { notification, action: pressed } as EventInit))
    },
    [tag, action] as const,
  )
}

test('TOGETHER-1 a press goes to the window that shows the list, else to one of the app, else opens one, and asks before something typed is lost', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const { id } = await app.call<{ id: string }>('GET', '/api/v3/me', undefined, token)
  const make = async () => (await app.call<{ id: string }>('POST', '/api/v3/list', {}, token)).id
  const [list, other] = [await make(), await make()]
  const desktop = await device('desktop', { whole: true })
  const { page, context } = desktop
  await logIn(page, email, '/app')
  await readyForOffline(page)
  const push = await pushTo(desktop)
  /** Presses a message about `list` and returns which window was focused or opened, by the path that it was loaded with. */
  const pressed = async (action = '') => {
    await pushUntil(page, () => push(trip(id, list)), [{ tag: `trips ${list}` }])
    await recordWindows(desktop)
    await press(desktop, `trips ${list}`, action)
    await expect.poll(() => recordedWindows(desktop)).toHaveLength(1)
    return (await recordedWindows(desktop))[0]
  }

  // The public page was used last, and stays.
  const publicPage = await context.newPage()
  await publicPage.goto('/about-us')
  await publicPage.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await whereIsKnown(publicPage)
  expect(await pressed()).toBe('focus /app')
  await page.waitForURL(`**/app/details/${list}`)
  await expect(publicPage).toHaveURL(/\/about-us$/)

  // This window went to the list without a load, and another window of the app was used since.
  const second = await context.newPage()
  await second.goto(`/app/details/${other}`)
  await expect(second.getByRole('combobox', { name: 'New product: name' })).toBeVisible()
  await whereIsKnown(second)
  expect(await pressed()).toBe('focus /app')
  await expect(page).toHaveURL(new RegExp(`/app/details/${list}$`))
  await expect(second).toHaveURL(new RegExp(`/app/details/${other}$`))

  // What is typed in the only window of the app is not left without a word.
  await second.close()
  await page.goto('/app/edit-profile/account')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ann')
  expect(await pressed('add')).toBe('focus /app/edit-profile/account')
  const question = page.getByRole('dialog', { name: 'Leave this page for the notification?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ann')
  await pressed('add')
  await question.getByRole('button', { name: 'Open the list' }).click()
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toBeFocused()

  // Only public pages are left.
  await page.goto('/about-us')
  await whereIsKnown(page)
  expect(await pressed()).toBe(`open /app/details/${list}`)
  await expect(page).toHaveURL(/\/about-us$/)
})

/** Waits until the page answers the worker, which it does once it is idle. */
async function whereIsKnown(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      new Promise<boolean>((known) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => known(true))
        port1.start()
        const data = { type: 'where' }
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }))
        setTimeout(() => known(false), 50)
      }),
  )
}

/** Records where the worker leads to instead of focusing and opening windows, which it may only after a real press. */
async function recordWindows({ context }: Device): Promise<void> {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const record: string[] = []
    const { WindowClient, Clients } = globalThis as unknown as Record<string, { prototype: object }>
    Object.assign(globalThis, { record })
    Object.assign(WindowClient?.prototype ?? {}, {
      async focus(this: { url: string }) {
        record.push(`focus ${new URL(this.url).pathname}`)
        return this
      },
    })
    Object.assign(Clients?.prototype ?? {}, {
      async openWindow(url: string) {
        record.push(`open ${url}`)
        return null
      },
    })
  })
}

async function recordedWindows({ context }: Device): Promise<string[]> {
  const [worker] = context.serviceWorkers()
  return (await worker?.evaluate(() => (globalThis as unknown as { record: string[] }).record)) ?? []
}

/** Gives the browser a push service; Chromium's own needs Google's servers. Firefox has a real one in tests/browsers. */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const key = 'subscription'
    const made = (options: { applicationServerKey: ArrayBuffer }, endpoint: string) => ({
      endpoint,
      options,
      toJSON: () => ({
        endpoint,
        keys: {
          p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'AAAAAAAAAAAAAAAAAAAAAA',
        },
      }),
      async unsubscribe() {
        localStorage.removeItem(key)
        return true
      },
    })
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.codePointAt(0) ?? 0)
        .buffer
    Object.assign(PushManager.prototype, {
      async getSubscription() {
        const stored = localStorage.getItem(key)
        if (!stored) return null
        const [endpoint = '', applicationServerKey = ''] = stored.split(' ')
        return made({ applicationServerKey: bytes(applicationServerKey) }, endpoint)
      },
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        const endpoint = `https://push.example.org/${crypto.randomUUID()}`
        localStorage.setItem(key, `${endpoint} ${applicationServerKey}`)
        return made({ applicationServerKey: bytes(applicationServerKey) }, endpoint)
      },
    })
  })
}

test('TOGETHER-1 turned on by a press, chosen offline too, seen on other devices, and ended by a sign-out', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const phone = await device('phone', { whole: true })
  const { page } = phone
  await withPushService(page)
  await logIn(page, email, '/app/edit-profile/notifications')
  await expect(page.getByText('Notifications are off')).toBeVisible()
  expect(await page.evaluate(() => Notification.permission)).toBe('default')
  await phone.context.grantPermissions(['notifications'])
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Notifications are on')).toBeVisible()
  interface Stored {
    id: string
    kinds: Record<string, boolean>
    quiet: object | null
    language: string
  }
  const stored = async () =>
    (await app.call<{ devices: Stored[] }>('GET', '/api/v3/me/push', undefined, token)).devices[0]
  expect(await stored()).toMatchObject({
    kinds: { shared: true, trips: true, added: false, done: false },
    quiet: null,
    language: 'en',
  })
  await expect(page.getByRole('button', { name: /^Remove: / })).toBeVisible()

  await readyForOffline(page)
  await phone.airplane(true)
  await page.getByRole('checkbox', { name: 'Everything on a list is bought' }).check()
  await page.getByRole('checkbox', { name: 'No notifications at night' }).check()
  await expect(page.getByText('What you choose is saved here')).toBeVisible()
  await expect.poll(() => appValues(page)).toMatchObject({ push: { quiet: { from: '22:00' } } })
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Everything on a list is bought' })).toBeChecked()
  await phone.airplane(false)
  await expect.poll(async () => (await stored())?.kinds['done']).toBe(true)
  expect((await stored())?.quiet).toMatchObject({ from: '22:00', to: '07:00' })
  await page.getByRole('textbox', { name: 'From' }).fill('21:30')
  await expect.poll(async () => (await stored())?.quiet).toMatchObject({ from: '21:30', to: '07:00' })

  // Removed from another device: this one says so, and is turned on again.
  await app.call('DELETE', `/api/v3/me/push/${(await stored())?.id}`, undefined, token)
  await page.reload()
  await expect(page.getByText('Notifications are off')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect.poll(async () => (await stored())?.kinds['done']).toBe(false)

  await page.goto('/app/profile')
  await page.getByRole('button', { name: 'Log out', exact: false }).last().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/app'))
  await expect.poll(stored).toBeUndefined()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('subscription'))).toBeNull()
})

test('TOGETHER-1 TOGETHER-2 what the browser does not allow is said, and trips are switched off there too', async ({
  app,
  device,
}) => {
  const token = await app.member(email, password)
  const phone = await device('phone', { whole: true })
  const { page } = phone
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await logIn(page, email, '/app/edit-profile/notifications')
  await expect(page.getByText('The browser blocks notifications of this page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeHidden()
  const tells = (on: Page) => on.getByRole('checkbox', { name: 'Tell others when I go shopping' })
  await tells(page).uncheck()
  const settings = () => app.call<{ quietTrips?: boolean }>('GET', '/api/v3/me/settings', undefined, token)
  await expect.poll(async () => (await settings()).quietTrips).toBe(true)

  const iPhone = await phone.context.newPage()
  await iPhone.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
    Object.defineProperty(navigator, 'standalone', { get: () => false })
  })
  await iPhone.goto('/app/edit-profile/notifications')
  await expect(iPhone.getByText('Add Koszyk to your home screen first')).toBeVisible()
  await expect(tells(iPhone)).not.toBeChecked()
  await tells(iPhone).check()
  await expect.poll(async () => (await settings()).quietTrips).not.toBe(true)
})
