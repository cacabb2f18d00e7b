import { request } from 'node:http'
import { join } from 'node:path'
import type { Request, Route } from '@playwright/test'
import BetterSqlite from 'better-sqlite3'
import type { App } from '../../support/app.ts'
import { expect, logIn, password, readyForOffline, test } from '../fixtures.ts'
import { bought, choose, onServer, rename } from '../list-steps.ts'
import { add, isSavedAfterAll, names, newList, tick } from '../steps.ts'

/** Sends the call as the browser would. Resolves when all of it has left; nobody hears the answer. */
async function send(call: Request): Promise<void> {
  const headers = await call.allHeaders()
  await new Promise<void>((left) => {
    const sending = request(call.url(), { method: 'POST', headers })
    sending.on('error', () => undefined) // the server is killed
    sending.end(call.postDataBuffer(), left)
  })
}

const databaseOf = (app: App) => new BetterSqlite(join(app.folder, 'lists.sqlite'))

const moments = [
  {
    moment: 'while it works on the call',
    stored: 0,
    async kill(app: App, call: Route) {
      // Another process holds the write lock: the server has the call but cannot store anything of it.
      const database = databaseOf(app)
      database.exec('BEGIN IMMEDIATE')
      await send(call.request())
      await app.kill()
      database.exec('ROLLBACK')
      database.close()
    },
  },
  {
    moment: 'when all is stored and before its answer is heard',
    stored: 1,
    async kill(app: App, call: Route) {
      await call.fetch()
      await app.kill()
    },
  },
]

for (const { moment, stored, kill } of moments)
  test(`WHOLE-1 OFFLINE-6 the server is killed ${moment} that brings a list made offline: it is there once, whole and in order`, async ({
    app,
    device,
  }) => {
    const token = await app.member('anna@example.org', password)
    const phone = await device('desktop')
    let { page } = phone
    await logIn(page, 'anna@example.org')
    await readyForOffline(page)
    await phone.airplane(true)
    const list = await newList(page)
    await rename(page, 'Camping')
    await add(page, 'Rope', 'Matches', 'Soup')
    await phone.close()

    // The browser sends as soon as it starts, before the test can take it offline; so the server is down.
    await app.kill()
    page = await phone.open(true)
    await page.goto(`/app/details/${list}`)
    await expect.poll(() => names(page)).toEqual(['Rope', 'Matches', 'Soup'])
    await tick(page, 'Soup')
    await add(page, 'Tea')
    await tick(page, 'Rope')
    await choose(page, 'Archive')
    await expect(page.getByText('archived', { exact: true })).toBeVisible()
    await phone.close()
    page = await phone.open(true)
    await page.goto(`/app/details/${list}`)
    await expect.poll(() => names(page)).toEqual(['Rope', 'Matches', 'Soup', 'Tea'])

    let now: 'no network' | 'network' | 'dying' | 'dead' = 'no network'
    await phone.context.route('**/sync', async (call) => {
      if (now === 'no network') return call.abort('internetdisconnected')
      if (now !== 'network' || !call.request().postData()?.includes('"Camping"')) return call.continue()
      now = 'dying'
      await kill(app, call)
      await call.abort('connectionreset')
      now = 'dead'
    })
    await app.start()
    now = 'network'
    await phone.airplane(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => now).toBe('dead')
    const database = databaseOf(app)
    expect(database.prepare('select count(*) from list').pluck().get()).toBe(stored)
    database.close()

    await app.start()
    await isSavedAfterAll(page)
    expect(await onServer(app, token)).toEqual(['Camping archiwum 4'])
    const products = [
      ['Rope', true],
      ['Matches', false],
      ['Soup', true],
      ['Tea', false],
    ]
    expect(await bought(app, token, list)).toEqual(products)
    await page.goto('/app')
    await expect(page.getByText('Camping')).toHaveCount(0)
    await page.goto('/app/archive')
    await page.getByRole('link', { name: 'Camping' }).click()
    await expect.poll(() => names(page)).toEqual(products.map(([name]) => name))
  })
