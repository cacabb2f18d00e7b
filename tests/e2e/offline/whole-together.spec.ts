import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import type { Device } from '../../support/browser.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { choose, letEdit, onServer, rename } from '../list-steps.ts'
import { add, isSaved, names, seedList, serverNames } from '../steps.ts'

const anna = 'anna@example.org'
const ben = 'ben@example.org'
/** `isInOrder`: the one who typed first is online first. tests/engine has every order of more. */
const cases = [
  { who: 'two devices of one person', other: anna, isInOrder: true },
  { who: 'two members', other: ben, isInOrder: false },
]

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function openTray(page: Page, count: RegExp) {
  await page.getByRole('button', { name: count }).click()
  return page.getByRole('dialog', { name: 'Your changes' })
}

async function opened(device: Device, email: string, list: string): Promise<Device> {
  await logIn(device.page, email, `/app/details/${list}`)
  await expect.poll(() => names(device.page)).toEqual(['Milk', 'Bread'])
  await readyForOffline(device.page)
  await isSaved(device.page)
  return device
}

async function takeOff(...devices: Device[]): Promise<void> {
  for (const device of devices) await device.airplane(true)
}

/** What is typed meanwhile counts as typed an hour ago: how long a call is under way makes no difference to that. */
async function anHourAgo(page: Page, type: () => Promise<void>): Promise<void> {
  const shift = (hours: number) =>
    page.evaluate((ms) => {
      const { now } = Date
      Date.now = () => now() + ms
    }, hours * 3_600_000)
  await shift(-1)
  await type()
  await shift(1)
}

/** Whether the server says that there is no such list. */
async function isGone(app: App, token: string, list: string): Promise<boolean> {
  return app.call('GET', `/api/v3/list/${list}`, undefined, token).then(
    () => false,
    (error: Error) => error.message.includes(': 404 '),
  )
}

for (const { who, other, isInOrder } of cases)
  test(`WHOLE-4 ${who} name one list and one deletes it, both offline; ${isInOrder ? 'who typed first' : 'who typed last'} is online first: they end alike`, async ({
    app,
    device,
  }) => {
    const token = await app.member(anna, password)
    const others = other === anna ? token : await app.member(other, password)
    const list = await seedList(app, token, 'This week', [{ productName: 'Milk' }, { productName: 'Bread' }])
    if (other !== anna) await letEdit(app, token, list, other)
    const hers = await opened(await device('desktop'), anna, list)
    const his = await opened(await device('desktop'), other, list)

    await takeOff(hers, his)
    await anHourAgo(hers.page, () => rename(hers.page, 'Camping'))
    await rename(his.page, 'Sea')
    for (const one of isInOrder ? [hers, his] : [his, hers]) {
      await one.airplane(false)
      if (isInOrder || one === his) await isSaved(one.page)
    }
    if (!isInOrder) {
      // Her name comes last and was typed first.
      const tray = await openTray(hers.page, /1 needs a look/)
      await expect(tray.getByText('Name of the list → Camping')).toBeVisible()
      await expect(tray.getByText('Somebody changed it later than you. Name of the list → Sea')).toBeVisible()
      await tray.getByRole('button', { name: 'Keep theirs' }).click()
      await expect(tray.getByText('Everything is saved, here and on the server.')).toBeVisible()
      await hers.page.keyboard.press('Escape')
    }
    for (const { page } of [hers, his]) await expect(heading(page, 'Sea')).toBeAttached()
    for (const one of [token, others]) expect(await onServer(app, one)).toEqual(['Sea aktywna 2'])

    await takeOff(hers, his)
    await rename(hers.page, 'Attic')
    await choose(hers.page, 'Delete permanently')
    await hers.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await hers.page.waitForURL('**/app')
    await rename(his.page, 'Lake')
    await add(his.page, 'Tea')
    if (!isInOrder) {
      // He is in time: what he typed is taken, and goes with the list.
      await his.airplane(false)
      await isSaved(his.page)
      expect(await onServer(app, token)).toEqual(['Lake aktywna 3'])
      expect(await serverNames(app, others, list)).toEqual(['Milk', 'Bread', 'Tea'])
    }
    await hers.airplane(false)
    await isSaved(hers.page)
    if (isInOrder) await his.airplane(false)
    await expect(heading(his.page, 'This list is not here')).toBeVisible()
    if (isInOrder) {
      // He is too late: what he typed waits for his word.
      const tray = await openTray(his.page, /2 need a look/)
      const cards = tray.getByRole('listitem').filter({ hasText: 'The list was deleted' })
      await expect(cards).toHaveCount(2)
      await expect(cards.filter({ hasText: 'Name of the list → Lake' })).toBeVisible()
      await expect(cards.filter({ hasText: 'Added Tea' })).toContainText('Lake')
      for (const left of [1, 0]) {
        await tray.getByRole('button', { name: 'OK' }).first().click()
        await expect(cards).toHaveCount(left)
      }
      await his.page.keyboard.press('Escape')
    }

    for (const { page } of [hers, his]) {
      await page.goto('/app')
      await expect(heading(page, 'Shopping lists')).toBeVisible()
      await isSaved(page)
      await expect(page.getByRole('link', { name: /Sea|Lake|Attic|This week/ })).toHaveCount(0)
    }
    for (const one of [token, others]) {
      expect(await onServer(app, one)).toEqual([])
      expect(await isGone(app, one, list)).toBe(true)
    }
  })
