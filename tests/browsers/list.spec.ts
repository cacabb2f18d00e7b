import { expect, test } from './fixtures.ts'
import { pause } from './processes.ts'
import { add, atNewList, shows } from './steps.ts'

test('DETAIL-1 a long name of a list is seen whole, before it is typed and after', async ({
  app,
  device,
}) => {
  await atNewList(app, device)
  const { page } = device
  const cut = () =>
    page.tab.run(() => {
      const field = document.querySelector('textarea')
      return field
        ? Math.max(field.scrollHeight - field.clientHeight, field.scrollWidth - field.clientWidth)
        : -1
    })
  const height = async () => page.tab.run(() => document.querySelector('textarea')?.clientHeight ?? 0)
  await page.type('textbox', 'List name', 'Sea')
  const oneLine = await height()
  expect(await cut()).toBe(0)
  const name =
    'Everything for the long weekend with the children, their friends and both grandmothers at the lake'
  await page.type(
    'textbox',
    'List name',
    `${name}, or nearly everything that somebody may think of on the way`,
  )
  expect(await height()).toBeGreaterThan(oneLine)
  expect(await cut()).toBe(0)
  await page.type('textbox', 'List name', 'Lake')
  expect(await height()).toBe(oneLine)
})

test('DETAIL-12 space with the shift key chooses everything between two products', async ({
  app,
  device,
}) => {
  await atNewList(app, device)
  const { page } = device
  await add(page, 'Milk', 'Bread', 'Tea', 'Rice')
  await page.see('button', /Saved/)
  await page.click('button', 'Select')
  await page.click('checkbox', 'Select: Milk')
  await page.until('Milk chosen', async () => (await page.see('checkbox', 'Select: Milk')).checked)
  for (let rows = 0; rows < 2; rows++) await page.tab.press('ArrowDown')
  await page.tab.press(' ', 'Shift')
  const chosen = async () =>
    (await page.all('checkbox', /^Select: /)).flatMap(({ checked }, i) => (checked ? [i] : []))
  // Grouped by category, the bread stands before the milk.
  await expect.poll(chosen).toEqual([1, 2, 3])
})

test('DETAIL-6 OFFLINE-2 a category whose picture was never seen has a plain mark while the server is away, and its own afterwards', async ({
  app,
  device,
}) => {
  const { path } = await atNewList(app, device)
  const { page } = device
  const pictures = () => page.tab.run(() => document.querySelectorAll('[style*="--icon"]').length)
  await app.end()
  // These have no picture of their own, but their categories have, which no tile of an empty list shows.
  await add(page, 'Cinnamon', 'Baking paper')
  await expect.poll(pictures).toBe(0)
  await app.start()
  await page.tab.run(() => dispatchEvent(new Event('online')))
  await expect.poll(pictures).toBe(2)
  await page.see('button', /Saved/)
  // From then on it works without a server.
  await app.end()
  await page.goto(path)
  await shows(page, 'Cinnamon', 'Baking paper')
  await expect.poll(pictures).toBe(2)
  expect(device.complaints.filter((said) => /respondWith|rejected/.test(said))).toEqual([])
})

test('FRAME-13 a page that is left while it loads says nothing of it to anybody', async ({
  app,
  device,
  elsewhere,
}) => {
  const { path } = await atNewList(app, device)
  const { page } = device
  for (const ms of [0, 20, 40, 60, 80, 100, 150, 200, 300]) {
    await page.goto(path)
    await page.tab.run(() => void setTimeout(() => location.reload()))
    await pause(ms)
    await page.until('another site', () =>
      page.tab.run((address) => {
        if (location.href === address) return true
        // Once for each page that is still loading; once more where the reload took its place and the page stayed.
        const { left = -Infinity } = window as { left?: number }
        if (performance.now() - left < 3_000) return false
        Object.assign(window, { left: performance.now() })
        location.assign(address)
        return false
      }, elsewhere),
    )
  }
  await page.goto(path)
  await page.see('button', /Saved/)
  // The browser itself reports a cancelled font, and the fallback page reports why something did not load.
  const unheard = /^javascript error: \w*Error|Unhandled/
  expect(device.complaints.filter((said) => unheard.test(said))).toEqual([])
})

test('FRAME-13 storage that another page does not let go of is told of, and the list comes as soon as it does', async ({
  app,
  device,
}) => {
  const { path } = await atNewList(app, device)
  const { page } = device
  await add(page, 'Milk')
  await page.see('button', /Saved/)
  const holder = await device.newTab()
  for (const prefix of ['app', 'account:']) {
    await page.goto('/icons/icon-192.png') // a page without scripts
    await holder.goto('/icons/icon-192.png')
    await holder.tab.run(async (prefix) => {
      const all = (await indexedDB.databases()).map(({ name = '' }) => name)
      const opening = indexedDB.open(all.find((name) => name.startsWith(prefix)) ?? '')
      await new Promise((opened) => opening.addEventListener('success', opened))
      const held = opening.result.transaction([...opening.result.objectStoreNames], 'readwrite')
      const ask = () => {
        held
          .objectStore('kv')
          .get('nothing')
          .addEventListener('success', () => {
            if (!('free' in window)) ask()
          })
      }
      ask()
    }, prefix)
    await page.goto(path)
    await page.see('text', /This device’s storage is not responding/)
    await holder.tab.run(() => void Object.assign(window, { free: true }))
    await shows(page, 'Milk')
    await page.gone('text', /This device’s storage is not responding/)
  }
})
