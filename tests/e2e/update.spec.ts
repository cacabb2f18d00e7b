import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { startProxy } from '../support/proxy.ts'
import { expect, test } from './fixtures.ts'
import { add, atNewList, edit, isSaved, names, paste, price, remove, serverNames, tick } from './steps.ts'

/** What a build of other code leaves: one file has another name, and everything that names it is another too. */
function makeNextVersion(dist: string): void {
  const assets = join(dist, 'assets')
  const old = readdirSync(assets).find((name) => /^pasted-lines-.*\.js$/.test(name)) ?? ''
  const files = [
    ...readdirSync(assets).map((name) => join(assets, name)),
    join(dist, 'sw.js'),
    join(dist, 'index.html'),
  ]
  for (const file of files.filter((name) => /\.(js|html)$/.test(name))) {
    const text = readFileSync(file, 'utf8')
    const next = file.endsWith(old) ? file.replace(old, 'pasted-lines-next.js') : file
    const isSame = next === file && !text.includes(old)
    if (isSame) continue
    for (const gone of [file, `${file}.br`]) rmSync(gone, { force: true })
    writeFileSync(next, text.replaceAll(old, 'pasted-lines-next.js'))
  }
}

test('OFFLINE-6 FRAME-10 an update with changes waiting and an old tab open: all of them arrive, once', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'koszyk-dist-'))
  cpSync(resolve(import.meta.dirname, '../../dist'), dist, { recursive: true })
  const app = await App.start({}, { dist })
  const proxy = await startProxy(() => Number(new URL(app.url).port))
  const phone = new Device(proxy.url, 'desktop')
  try {
    await phone.open()
    const { token, page, list } = await atNewList(app, phone, 'Milk', 'Bread')
    const old = await phone.context.newPage()
    await old.goto(`/app/details/${list}`)
    await expect.poll(() => names(old)).toEqual(['Milk', 'Bread'])
    await phone.airplane(true)
    await add(page, 'Tea', 'Rice')
    await edit(page, 'Price', 'Milk', '4,20')
    await tick(page, 'Bread')
    await remove(page, 'Rice')
    await old.getByRole('textbox', { name: 'Quantity: Milk' }).fill('4')

    // Of the server only the new version can be had yet. (With a route of Playwright's, workers and all, the
    // browser installs that version several times over.)
    proxy.refused = /^\/(api|oauth)\//
    makeNextVersion(dist)
    await phone.airplane(false)
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    // An old worker that is asked for something when it should give way is started again by the browser.
    await old.evaluate(() => {
      const asking = setInterval(() => void fetch('/icons/icon-192.png'), 10)
      setTimeout(() => clearInterval(asking), 4_000)
    })
    await Promise.all([
      page.waitForEvent('load'),
      old.waitForEvent('load'),
      page.getByRole('button', { name: 'Update now' }).click(),
    ])
    for (const tab of [page, old]) {
      await expect.poll(() => names(tab)).toEqual(['Milk', 'Bread', 'Tea'])
      await expect(price(tab, 'Milk')).toHaveValue('4.20')
      await expect(tab.getByRole('textbox', { name: 'Quantity: Milk' })).toHaveValue('4')
      await expect(tab.getByRole('button', { name: /waiting/ })).toBeVisible()
    }
    proxy.refused = null
    await phone.airplane(true)
    await phone.airplane(false)
    await isSaved(page)
    expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Tea'])
    // It runs the new files: the old ones are nowhere any more.
    await paste(old, 'Salt\nPepper')
    await old.getByRole('button', { name: 'Add 2 products' }).click()
    await expect.poll(() => names(page)).toEqual(['Milk', 'Bread', 'Tea', 'Salt', 'Pepper'])
    await isSaved(old)
    expect(await serverNames(app, token, list)).toEqual(['Milk', 'Bread', 'Tea', 'Salt', 'Pepper'])
    expect(phone.complaints).toEqual([])
  } finally {
    await phone.dispose()
    proxy.close()
    await app.stop()
    rmSync(dist, { recursive: true, force: true })
  }
})
