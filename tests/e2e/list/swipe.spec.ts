import type { Locator, Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import type { Device } from '../../support/browser.ts'
import { expect, logIn, password, test } from '../fixtures.ts'
import { isSaved, seedList, serverNames } from '../steps.ts'

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const bought = (page: Page, name: string) => row(page, name).getByRole('checkbox')

async function atList(app: App, phone: Device) {
  const token = await app.member('anna@example.org', password)
  const products = ['Milk', 'Bread', 'Eggs', 'Tea'].map((productName) => ({ productName }))
  const list = await seedList(app, token, 'Weekend', products)
  const { page } = phone
  await page.addInitScript(ownClock)
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect(row(page, 'Milk')).toBeVisible()
  await isSaved(page)
  return { page, list, token }
}

/** Events tell their time by a clock that the test moves on, so that a finger rests without waiting. */
function ownClock(): void {
  const real = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get
  let rested = 0
  Object.assign(window, { rest: () => (rested += 150) })
  Object.defineProperty(Event.prototype, 'timeStamp', {
    configurable: true,
    get(this: Event) {
      return Number(real?.call(this)) + rested
    },
  })
}

async function placeOf(one: Locator) {
  await expect.poll(() => one.boundingBox()).not.toBeNull()
  const box = await one.boundingBox()
  if (!box) throw new Error('it has gone')
  return box
}

/** A real finger, as the browser hears it. */
async function fingerOn(phone: Device, name: string, from = 0.5) {
  const { page } = phone
  const touch = await phone.context.newCDPSession(page)
  const box = await placeOf(row(page, name))
  const start = { x: from < 1 ? box.x + box.width * from : from, y: box.y + 28 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', points: object[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points as never })
  await send('touchStart', [start])
  return {
    async to(dx: number, dy = 0) {
      for (let n = 1; n <= 10; n++)
        await send('touchMove', [{ x: start.x + (dx * n) / 10, y: start.y + (dy * n) / 10 }])
    },
    /** Whoever does not flick keeps still before lifting: the clock of the page's events goes on meanwhile. */
    async lift() {
      await page.evaluate(() => (window as unknown as { rest: () => void }).rest())
      await send('touchEnd', [])
      await touch.detach()
    },
    second: () => send('touchStart', [start, { x: start.x, y: start.y + 200 }]),
    cancel: () => send('touchCancel', []),
  }
}

async function swipe(phone: Device, name: string, dx: number, from?: number): Promise<void> {
  const finger = await fingerOn(phone, name, from)
  await finger.to(dx)
  await finger.lift()
}

const isAtRest = (page: Page) => expect(page.locator('[data-swiped]')).toHaveCount(0)

test('HAND-7 HAND-8 a swipe to the left deletes, also without a network, and Undo puts it back', async ({
  app,
  device,
}) => {
  const phone = await device('phone')
  const { page, list, token } = await atList(app, phone)
  const finger = await fingerOn(phone, 'Bread')
  await finger.to(-120)
  await expect(row(page, 'Bread')).toHaveAttribute('data-swiped')
  await expect(page.locator('[data-says="delete"]').getByText('Delete')).toBeVisible()
  await finger.to(-200)
  await finger.lift()
  await expect(row(page, 'Bread')).toHaveCount(0)
  await swipe(phone, 'Eggs', -200)
  await expect(page.getByText('2 products deleted')).toBeVisible()
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Milk', 'Tea'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Eggs', 'Tea'])
  await isAtRest(page)

  await phone.airplane(true)
  await swipe(phone, 'Tea', -200)
  await expect(row(page, 'Tea')).toHaveCount(0)
  await swipe(phone, 'Milk', 200)
  await expect(bought(page, 'Milk')).toBeChecked()
  await phone.airplane(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Eggs'])
})

test('HAND-7 a swipe to the right ticks with Undo, and again unticks; a short way, a scroll, a second finger, a call, the edge of the screen and rows that are chosen do nothing', async ({
  app,
  device,
}) => {
  const phone = await device('phone')
  const { page, list, token } = await atList(app, phone)
  for (const mode of ['editing', 'shopping']) {
    if (mode === 'shopping') {
      await page.getByRole('button', { name: 'Shopping mode' }).click()
      await expect(page.getByRole('region', { name: 'Dairy' })).toBeVisible()
    }
    await swipe(phone, 'Milk', 200)
    await expect(bought(page, 'Milk')).toBeChecked()
    await expect(page.getByText('Milk: bought')).toBeVisible()
    await isAtRest(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(bought(page, 'Milk')).not.toBeChecked()
    await swipe(phone, 'Milk', 200)
    await expect(bought(page, 'Milk')).toBeChecked()
    await isAtRest(page)
    await swipe(phone, 'Milk', 200)
    await expect(bought(page, 'Milk')).not.toBeChecked()
    await expect(page.getByText('Milk: still to buy')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Done' }).click()

  const nothing = async () => {
    await isAtRest(page)
    await expect(page.locator('[data-row]')).toHaveCount(4)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    // The finger pressed nothing either: no sheet has opened.
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await swipe(phone, 'Milk', -100)
  await nothing()
  const down = await fingerOn(phone, 'Milk')
  await down.to(10, 150)
  await down.to(-220, 150)
  await down.lift()
  await nothing()
  const two = await fingerOn(phone, 'Bread')
  await two.to(-200)
  await expect(row(page, 'Bread')).toHaveAttribute('data-swiped')
  await two.second()
  await isAtRest(page)
  await two.lift()
  await nothing()
  const called = await fingerOn(phone, 'Eggs')
  await called.to(200)
  await expect(row(page, 'Eggs')).toHaveAttribute('data-swiped')
  await called.cancel()
  await nothing()
  await swipe(phone, 'Eggs', 220, 20)
  await nothing()
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Eggs', 'Tea'])

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  await swipe(phone, 'Tea', -200)
  await expect(row(page, 'Tea')).toBeVisible()
  await expect(page.getByText('Nothing selected')).toBeVisible()
  await isAtRest(page)
})

test('HAND-3 HAND-7 DETAIL-27 who may only tick swipes only to the right and has neither sheet nor field, and who may look not at all', async ({
  app,
  device,
}) => {
  const anna = await app.member('anna@example.org', password)
  await app.member('ben@example.org', password)
  const list = await seedList(app, anna, 'Weekend', [{ productName: 'Milk' }, { productName: 'Bread' }])
  const query = `_list_id=${list}&_email_address=ben@example.org`
  await app.call('POST', `/api/v3/list/share?${query}`, undefined, anna)
  const allow = (permission: string) => {
    const change = `email_address=ben@example.org&permission=${permission}`
    return app.call('PUT', `/api/v3/shared_list/${list}?${change}`, undefined, anna)
  }
  await allow('shopping')
  const phone = await device('phone')
  const { page } = phone
  await page.addInitScript(ownClock)
  await logIn(page, 'ben@example.org', `/app/details/${list}`)
  await expect(bought(page, 'Milk')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit: Milk' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'New product: name' })).toHaveCount(0)
  await swipe(phone, 'Milk', -220)
  await expect(row(page, 'Milk')).toBeVisible()
  await swipe(phone, 'Milk', 220)
  await expect(bought(page, 'Milk')).toBeChecked()
  await isSaved(page)
  await allow('view')
  await expect(page.getByText('anna · you can view')).toBeVisible()
  await swipe(phone, 'Bread', 220)
  await isAtRest(page)
  expect(await serverNames(app, anna, list)).toEqual(['Milk', 'Bread'])
  await expect(row(page, 'Bread').getByRole('img', { name: 'Bought' })).toHaveCount(0)
})
