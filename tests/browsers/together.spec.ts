import { startProxy } from '../support/proxy.ts'
import { Device, expect, password, test } from './fixtures.ts'
import type { Engine } from './driver.ts'
import type { Page } from './page.ts'
import { add, edit, logIn, names, seedList, serverRows, shows, tick } from './steps.ts'

const ben = 'ben@example.org'

test('TOGETHER-4 a guest joins by a name, ticks and adds without a network, and is told when the link ends', async ({
  app,
  engine,
}) => {
  const { token, list, path, link, end } = await guestLink(app)
  const proxy = await startProxy(() => Number(new URL(app.url).port))
  const device = new Device(engine, proxy.url)
  try {
    const page = await device.open()
    await join(page, link, path)
    await shows(page, 'Milk', 'Bread')
    await hasWorker(page)
    proxy.refused = /^\/(api|oauth)\//
    await add(page, 'Honey')
    await tick(page, 'Milk')
    await page.see('button', /waiting/)
    await device.close()
    const again = await device.open()
    await again.goto(link)
    await shows(again, 'Milk', 'Bread', 'Honey')
    proxy.refused = null
    await again.tab.run(() => dispatchEvent(new Event('online')))
    await again.see('button', /Saved/)
    const rows = await serverRows(app, token, list)
    expect(rows.map(({ productName, productStatus }) => [productName, productStatus])).toEqual([
      ['Milk', true],
      ['Bread', false],
      ['Honey', false],
    ])
    await end()
    await again.see('heading', 'This link was ended')
  } finally {
    await device.dispose()
    proxy.close()
  }
})

test('TOGETHER-4 TOGETHER-5 two people and a guest shop in three browsers, offline in turns; then the list is brought back to its middle', async ({
  app,
  engine,
}) => {
  test.skip(engine !== 'firefox', 'it uses all three engines, so once is enough')
  test.setTimeout(300_000)
  const { token, list, path, link } = await guestLink(app)
  const bens = await app.member(ben, password)
  const to = `_list_id=${list}&_email_address=${ben}&permission=edit`
  await app.call('POST', `/api/v3/list/share?${to}`, undefined, token)
  await app.call('PUT', `/api/v3/list/${list}/accepted`, undefined, bens)

  const opened: { device: Device; proxy: Awaited<ReturnType<typeof startProxy>> }[] = []
  async function open(engine: Engine) {
    const proxy = await startProxy(() => Number(new URL(app.url).port))
    const device = new Device(engine, proxy.url)
    opened.push({ device, proxy })
    const page = await device.open()
    const offline = async (run: () => Promise<void>) => {
      proxy.refused = /^\/(api|oauth)\//
      await run()
      await page.see('button', /waiting/)
      return async () => {
        proxy.refused = null
        await page.tab.run(() => dispatchEvent(new Event('online')))
        await page.see('button', /Saved/)
      }
    }
    return { page, offline }
  }
  try {
    const anna = await open('firefox')
    await logIn(anna.page)
    await anna.page.goto(path)
    const second = await open('webkit')
    await logIn(second.page, true, ben)
    await second.page.goto(path)
    const guest = await open('chromium')
    await join(guest.page, link, path)
    const all = [anna.page, second.page, guest.page]
    const allShow = (...wanted: string[]) => Promise.all(all.map((page) => shows(page, ...wanted)))
    await allShow('Milk', 'Bread')
    await hasWorker(guest.page)

    // The guest is offline first.
    const guestBack = await guest.offline(async () => {
      await add(guest.page, 'Honey')
      await tick(guest.page, 'Milk')
    })
    await add(anna.page, 'Tea')
    await shows(second.page, 'Milk', 'Bread', 'Tea')
    await tick(second.page, 'Bread')
    await second.page.see('button', /Saved/)
    await guestBack()
    await allShow('Milk', 'Bread', 'Honey', 'Tea')

    // Then Ben is, and then Anna.
    const benBack = await second.offline(async () => {
      await second.page.click('button', 'Delete: Tea')
      await edit(second.page, 'Price', 'Milk', '4.20')
    })
    await add(guest.page, 'Salt')
    await guest.page.see('button', /Saved/)
    const middle = await state()
    await benBack()
    await allShow('Milk', 'Bread', 'Honey', 'Salt')
    const annaBack = await anna.offline(() => add(anna.page, 'Rice'))
    await guest.page.click('button', 'Delete: Honey')
    await guest.page.see('button', /Saved/)
    await annaBack()
    await allShow('Milk', 'Bread', 'Salt', 'Rice')

    // What happened is told under three names, and all of it is taken back to where Ben deleted the tea.
    await anna.page.goto(`/app/history/${list}`)
    await anna.page.see('button', /^Bring the list back to before this: ben/)
    const told = await anna.page.tab.run(() => document.querySelector('main')?.innerText ?? '')
    for (const one of ['Ola', 'ben', 'Honey', 'Deleted: Tea', 'Bought: Bread', 'Salt', 'Rice'])
      expect(told).toContain(one)
    await anna.page.click('button', /^Bring the list back to before this: ben/)
    await anna.page.click('button', 'Bring back')
    await anna.page.see('text', /The list is back as it was/)
    await anna.page.goto(path)
    await anna.page.see('button', /Saved/)
    // What was deleted is there again as new rows, so only the names count.
    for (const page of all)
      await expect
        .poll(async () => (await names(page)).toSorted())
        .toEqual(['Bread', 'Honey', 'Milk', 'Salt', 'Tea'])
    expect(await state()).toEqual(middle)
  } finally {
    for (const { device, proxy } of opened) {
      await device.dispose()
      proxy.close()
    }
  }

  async function state() {
    const rows = await serverRows(app, token, list)
    return rows.map(({ productName, productStatus }) => [productName, productStatus]).toSorted()
  }
})

/** A list of Anna's, with a link by which a guest may edit it. */
async function guestLink(app: Parameters<typeof seedList>[0]) {
  const token = await app.member('anna@example.org', password)
  const { list, path } = await seedList(app, token, { productName: 'Milk' }, { productName: 'Bread' })
  const call = `/api/v3/list/${list}/guest`
  const { id, code } = await app.call<{ id: string; code: string }>(
    'POST',
    call,
    { permission: 'edit' },
    token,
  )
  return {
    token,
    list,
    path,
    link: `/guest/${code}`,
    end: () => app.call('DELETE', `${call}/${id}`, undefined, token),
  }
}

async function join(page: Page, link: string, path: string): Promise<void> {
  await page.goto(link)
  await page.type('textbox', 'Your name', 'Ola')
  await page.click('button', 'Open the list')
  await page.until('the list', async () => (await page.path()) === path)
}

function hasWorker(page: Page): Promise<unknown> {
  return page.until('the worker', () => page.tab.run(() => navigator.serviceWorker.controller !== null))
}
