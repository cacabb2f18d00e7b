import { cpSync, rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accountVersion } from '../../../device/storage/stored.ts'
import { App } from '../../support/app.ts'
import { Device } from '../../support/browser.ts'
import { copyOfDist, makeNextStore } from '../../support/next-version.ts'
import { type Proxy, startProxy } from '../../support/proxy.ts'
import { test as base, expect, logIn, readyForOffline } from '../fixtures.ts'
import { add, atNewList, isSaved, names, serverNames, waitingCount } from '../steps.ts'

type Build = 'older' | 'newer'

interface Operator {
  app: App
  proxy: Proxy
  /** the browser; it reaches the server by the proxy */
  phone: Device
  /** stops the server, and starts it with this build */
  deploy: (build: Build) => Promise<void>
}

/** A server whose operator deploys this build, or one whose accounts' databases have the next version. */
const test = base.extend<{ operator: Operator }>({
  operator: async ({}, use) => {
    const builds = { older: copyOfDist(), newer: copyOfDist() }
    makeNextStore(builds.newer)
    const dist = copyOfDist()
    const app = await App.start({}, { dist })
    const proxy = await startProxy(() => Number(new URL(app.url).port))
    const phone = new Device(proxy.url, 'desktop')
    await phone.open()
    const deploy = async (build: Build) => {
      await app.kill()
      rmSync(dist, { recursive: true })
      cpSync(builds[build], dist, { recursive: true })
      await app.start()
    }
    await use({ app, proxy, phone, deploy })
    expect(phone.complaints).toEqual([])
    await phone.dispose()
    proxy.close()
    await app.stop()
    for (const folder of [dist, builds.older, builds.newer]) rmSync(folder, { recursive: true, force: true })
  },
})

/** Has the worker look for what was deployed, and takes it. */
async function update(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update now' }).click()])
}

const storedVersion = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases()
    return all.find(({ name }) => name?.startsWith('account:'))?.version
  })

const copies = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('copy:')).length)

const banner = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'A newer version of the app has used' })

/** The names of a list that can only be read. */
const readNames = async (page: Page) =>
  (await page.locator('[data-row]').allInnerTexts()).map((text) => text.split('\n')[0]).toSorted()

test('OFFLINE-9 FRAME-10 the operator goes back to an older version: its page says so, shows the server’s lists, and what waits is sent by the newer one', async ({
  operator: { app, proxy, phone, deploy },
}) => {
  const { token, list, page: first } = await atNewList(app, phone, 'Milk', 'Bread')
  let page = first
  await deploy('newer')
  await update(page)
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread'])
  expect(await storedVersion(page)).toBe(accountVersion + 1)
  await phone.airplane(true)
  await add(page, 'Tea')

  // The older version is there before the change can be sent.
  await deploy('older')
  proxy.refused = /^\/(api|oauth)\//
  await phone.airplane(false)
  await update(page)
  await expect(banner(page)).toBeVisible()
  await expect(page.getByText('Your lists are safe. They are shown here')).toBeVisible()
  proxy.refused = null
  await app.call('POST', `/api/v3/list/${list}/product`, { productName: 'Salt' }, token)
  await page.reload()
  for (const isAgain of [false, true]) {
    if (isAgain) {
      await phone.close()
      page = await phone.open()
      await page.goto(`/app/details/${list}`)
    }
    await expect(banner(page)).toContainText('The server went back to the older version.')
    await expect.poll(() => readNames(page)).toEqual(['Bread', 'Milk', 'Salt'])
    await expect(page.getByRole('combobox', { name: 'New product: name' })).toBeHidden()
    // Others' changes are shown as they come.
    if (isAgain) {
      await app.call('POST', `/api/v3/list/${list}/product`, { productName: 'Rice' }, token)
      await expect.poll(async () => (await readNames(page)).length).toBe(4)
    }
    await page.goto('/app')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'New list' })).toBeHidden()
    await page.getByRole('button', { name: 'Look for the newer version' }).click()
    await expect(banner(page)).toContainText('The server went back to the older version.')
  }
  expect(await storedVersion(page)).toBe(accountVersion + 1)
  expect(await copies(page)).toBe(1)
  expect(await waitingCount(page)).toBe(1)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Salt', 'Rice'])

  await deploy('newer')
  await page.goto(`/app/details/${list}`)
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: /^(Look for|Load) the newer version$/ }).click(),
  ])
  await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Tea', 'Salt', 'Rice'])
  await isSaved(page)
  await expect(banner(page)).toBeHidden()
  expect((await serverNames(app, token, list)).toSorted()).toEqual(['Bread', 'Milk', 'Rice', 'Salt', 'Tea'])
  await expect.poll(() => copies(page)).toBe(0)
})

test('OFFLINE-9 FRAME-10 a tab of the version before, beside one of a newer version, loads it with a press and loses nothing', async ({
  operator: { app, phone, deploy },
}) => {
  const { token, page, list } = await atNewList(app, phone, 'Milk')
  const field = page.getByRole('combobox', { name: 'New product: name' })
  await deploy('newer')
  const other = await phone.context.newPage()
  await other.goto(`/app/details/${list}`)
  await readyForOffline(other)
  // A forced reload passes the worker, which still has the version before.
  await (await phone.context.newCDPSession(other)).send('Page.reload', { ignoreCache: true })
  await expect.poll(() => storedVersion(page)).toBe(accountVersion + 1)
  await field.fill('Bread')
  await field.press('Enter')
  await expect(page.getByText('That is not saved')).toBeVisible()
  await expect(field).toHaveValue('Bread')
  await expect.poll(() => names(page)).toEqual(['Milk'])
  await add(other, 'Tea')
  await isSaved(other)
  await expect(banner(page)).toContainText('Load the newer version to go on.')
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Load the newer version' }).click(),
  ])
  await expect.poll(() => names(page)).toEqual(['Milk', 'Tea'])
  await add(page, 'Bread')
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Tea', 'Bread'])
})

test('OFFLINE-9 a log-out beside storage of a newer version says what stays, and it is sent after the next log-in', async ({
  operator: { app, proxy, phone, deploy },
}) => {
  const { token, page, list } = await atNewList(app, phone, 'Milk')
  await deploy('newer')
  await update(page)
  await expect.poll(() => names(page)).toEqual(['Milk'])
  await phone.airplane(true)
  await add(page, 'Tea')
  await deploy('older')
  proxy.refused = /^\/api\/v3\/list\/.*sync/
  await phone.airplane(false)
  await update(page)
  await expect(banner(page)).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('dialog', { name: 'Log out before everything is saved?' })
  await expect(question).toContainText('1 change is not saved on the server yet.')
  await question.getByRole('button', { name: 'Log out and keep them' }).click()
  await page.waitForURL('**/auth/login**')
  await expect(page.getByText('only it can remove them')).toBeVisible()
  expect(await copies(page)).toBe(1)

  await deploy('newer')
  proxy.refused = null
  await update(page)
  await page.waitForURL('**/auth/login**')
  await logIn(page, 'anna@example.org', `/app/details/${list}`)
  await expect.poll(() => names(page)).toEqual(['Milk', 'Tea'])
  await isSaved(page)
  expect(await serverNames(app, token, list)).toEqual(['Milk', 'Tea'])
})
