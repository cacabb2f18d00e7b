import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { App } from '../../support/app.ts'
import { type Device, isFirefox } from '../../support/browser.ts'
import { expect, test as base } from '../fixtures.ts'
import { add, atNewList, edit, isSaved, isSavedAfterAll, names, price, serverNames, tick } from '../steps.ts'
import { SmallDisk } from './small-disk.ts'

const test = base.extend<{ disk: SmallDisk }>({
  disk: async ({}, use, testInfo) => {
    const disk = isFirefox ? null : SmallDisk.mount(160)
    testInfo.skip(!disk, 'needs Chromium, and root, who alone may mount a small disk')
    if (!disk) return
    testInfo.slow() // the app looks for room less and less often
    try {
      await use(disk)
    } finally {
      disk.end()
    }
  },
  // It uses the disk, so the browser is closed before the disk is taken away.
  device: async ({ disk, device }, use) => {
    await use((size, more) => device(size, { ...more, parent: disk.folder }))
  },
})

const noRoom = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /This device (is full|cannot store changes)/ })

/** What is stored before the disk fills up: on the server, and waiting to be sent. */
const before = ['Milk', 'Bread', 'Tea', 'Rice']

/**
 * How many second copies the browser has written to the disk. It writes them within a minute, and not at all while the disk
 * is full; until then they are lost if it is killed.
 */
function copiesOnDisk({ folder }: Device): number {
  const storage = join(folder, 'Default', 'Local Storage', 'leveldb')
  const logs = readdirSync(storage).filter((name) => name.endsWith('.log'))
  const texts = logs.map((name) => readFileSync(join(storage, name), 'latin1'))
  return new Set(texts.join('').match(/copy:[\w-]+:[\w-]+/g)).size
}

/** Anna, without a network, with a list of which the server lacks the second half. */
async function withUnsentEdits(app: App, device: Device) {
  const all = await atNewList(app, device, 'Milk', 'Bread')
  const { page, phone } = all
  await phone.airplane(true)
  await add(page, 'Tea', 'Rice')
  await edit(page, 'Price', 'Milk', '4,20')
  await tick(page, 'Bread')
  await expect(page.getByRole('button', { name: '4 waiting' })).toBeVisible()
  await expect.poll(() => copiesOnDisk(phone), { timeout: 90_000 }).toBeGreaterThanOrEqual(4)
  return all
}

/** Fills the disk and adds products until the app says that there is no room; returns all that were typed. */
async function typeUntilNoRoom(page: Page, disk: SmallDisk): Promise<string[]> {
  const typed: string[] = []
  const field = page.getByRole('combobox', { name: 'New product: name' })
  // The last block of the log may have room for some of them.
  for (const letter of 'abcdefghijklmnop') {
    const name = `Jar ${letter}${letter}`
    typed.push(name)
    disk.fill() // the browser frees something now and then
    await field.fill(name)
    await field.press('Enter')
    const row = page.getByRole('combobox', { name: `Name: ${name}`, exact: true })
    await expect(row.or(noRoom(page)).first()).toBeVisible()
    if (await noRoom(page).isVisible()) return typed
  }
  await expect(noRoom(page)).toBeVisible()
  return typed
}

/** Notes each time that the person is sent to the log-in page. */
function logInPages(page: Page): string[] {
  const seen: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('/auth/')) seen.push(frame.url())
  })
  return seen
}

/** Everything stored before has arrived once; of what was typed later, nothing arrived twice. */
async function expectArrived(app: App, token: string, list: string, later: readonly string[]): Promise<void> {
  const arrived = await serverNames(app, token, list)
  expect(arrived).toEqual(expect.arrayContaining(before))
  expect(arrived.filter((name, i) => arrived.indexOf(name) !== i)).toEqual([])
  expect([...before, ...later]).toEqual(expect.arrayContaining(arrived))
}

/** The edits of rows that the server had before. */
async function expectEdited(page: Page): Promise<void> {
  await expect(price(page, 'Milk')).toHaveValue('4.20')
  await expect(page.getByRole('checkbox', { name: 'Bought: Bread', exact: true })).toBeChecked()
}

/**
 * Opens the list without a network. False: on a full disk Chromium now and then loses its service worker too (2 of 40
 * starts), and then the app opens with a network only.
 */
function opens(page: Page, list: string): Promise<boolean> {
  return page.goto(`/app/details/${list}`).then(
    () => true,
    () => false,
  )
}

/**
 * What was stored behind half a record is lost at the next start or at the one after, so the browser is started twice
 * more, and something is stored each time.
 */
async function expectWholeAfterRestarts(app: App, token: string, list: string, phone: Device): Promise<void> {
  for (const name of ['Honey', 'Flour']) {
    await phone.close()
    const page = await phone.open()
    const sentAway = logInPages(page)
    await page.goto(`/app/details/${list}`)
    await expect.poll(() => names(page)).toEqual(await serverNames(app, token, list))
    await add(page, name)
    await isSaved(page)
    expect(sentAway).toEqual([])
  }
}

test('FULL-1 FULL-2 the disk fills up under the open app: what is typed stays in sight, and all of it arrives once', async ({
  disk,
  app,
  device,
}) => {
  const { token, phone, page, list } = await withUnsentEdits(app, await device('desktop'))
  const sentAway = logInPages(page)
  const typed = await typeUntilNoRoom(page, disk)
  await expect.poll(() => names(page)).toEqual([...before, ...typed])

  disk.makeRoom()
  await expect(noRoom(page)).toBeHidden({ timeout: 90_000 })
  await phone.airplane(false)
  await isSavedAfterAll(page)
  expect((await serverNames(app, token, list)).toSorted()).toEqual([...before, ...typed].toSorted())
  await expectEdited(page)
  expect(sentAway).toEqual([])
  await expectWholeAfterRestarts(app, token, list, phone)
})

test('FULL-2 on a full disk with a network, what is typed is sent all the same', async ({
  disk,
  app,
  device,
}) => {
  const { token, page, list } = await atNewList(app, await device('desktop'), 'Milk', 'Bread')
  const typed = await typeUntilNoRoom(page, disk)
  await expect
    .poll(async () => (await serverNames(app, token, list)).toSorted())
    .toEqual(['Milk', 'Bread', ...typed].toSorted())
  await expect(noRoom(page)).toBeVisible()

  disk.makeRoom()
  await expect(noRoom(page)).toBeHidden({ timeout: 90_000 })
  await isSavedAfterAll(page)
  expect((await serverNames(app, token, list)).toSorted()).toEqual(['Milk', 'Bread', ...typed].toSorted())
})

test('FULL-1 FULL-3 the browser is killed on a full disk: what was stored before is there and arrives once, and nobody is logged out', async ({
  disk,
  app,
  device,
}) => {
  const { token, phone, page: first, list } = await withUnsentEdits(app, await device('desktop'))
  const typed = await typeUntilNoRoom(first, disk)
  await phone.kill()

  disk.makeRoom()
  // The browser sends as soon as it starts, so the server is down.
  await app.kill()
  const page = await phone.open(true)
  const sentAway = logInPages(page)
  const isOpen = await opens(page, list)
  if (isOpen) {
    await expect.poll(() => names(page)).toEqual(expect.arrayContaining(before))
    await expectEdited(page)
  }
  await app.start()
  await phone.airplane(false)
  if (!isOpen) await page.goto(`/app/details/${list}`)
  // A page that has not read its storage yet knows of nothing that waits.
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(before))
  await isSavedAfterAll(page)
  await expectArrived(app, token, list, typed)
  await expectEdited(page)
  expect(sentAway).toEqual([])
  await expectWholeAfterRestarts(app, token, list, phone)
})

test('FULL-1 FULL-3 the app is opened on a full disk: it says that there is no room, never asks to log in, and all arrives once there is', async ({
  disk,
  app,
  device,
}) => {
  const { token, phone, page: first, list } = await withUnsentEdits(app, await device('desktop'))
  const typed = await typeUntilNoRoom(first, disk)
  await phone.close()
  disk.fill() // the closed browser has freed something

  await app.kill()
  const page = await phone.open(true)
  const sentAway = logInPages(page)
  const isOpen = await opens(page, list)
  if (isOpen) await expect(noRoom(page)).toBeVisible()

  disk.makeRoom()
  await app.start()
  await phone.airplane(false)
  if (!isOpen) await page.goto(`/app/details/${list}`)
  await expect(noRoom(page)).toBeHidden({ timeout: 90_000 })
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(before))
  await isSavedAfterAll(page)
  await expectArrived(app, token, list, typed)
  await expectEdited(page)
  expect(sentAway).toEqual([])
  await expectWholeAfterRestarts(app, token, list, phone)
})
