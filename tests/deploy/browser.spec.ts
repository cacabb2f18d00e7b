import { logIn, readyForOffline } from '../e2e/fixtures.ts'
import { add, isSaved, newList } from '../e2e/steps.ts'
import { expect, password, test } from './fixtures.ts'

const email = 'anna@example.org'

test('RUN-2 over https the app can be installed, and works while the network, the proxy or the server is away', async ({
  app,
  front,
  device,
}) => {
  await app.member(email, password)
  let page = await device.open()
  await logIn(page, email)
  const list = await newList(page)
  await add(page, 'Milk')
  await isSaved(page)
  await readyForOffline(page)
  const browser = await device.context.newCDPSession(page)
  expect((await browser.send('Page.getAppManifest')).errors).toEqual([])
  expect((await browser.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  expect(await page.evaluate(() => isSecureContext)).toBe(true)
  const shows = (name: string) =>
    expect(page.getByRole('combobox', { name: `Name: ${name}`, exact: true })).toBeVisible()

  await device.close()
  page = await device.open(true)
  await page.goto(`/app/details/${list}`)
  await shows('Milk')
  await device.close()

  // Nothing answers at all.
  await front.stop()
  page = await device.open()
  await page.goto(`/app/details/${list}`)
  await shows('Milk')
  await add(page, 'Bread')

  // The proxy answers that it has no server.
  await app.end()
  await front.start()
  await page.reload()
  await shows('Bread')
  await add(page, 'Tea')

  await app.start()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await isSaved(page)
  expect(device.complaints).toEqual([])
})
