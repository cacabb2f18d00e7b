import { expect, test } from './fixtures.ts'
import type { Page } from './page.ts'
import { pause } from './processes.ts'
import { atNewList, serverNames } from './steps.ts'

/** `npm run browsers -- --left-early 40` sets the number of rounds. */
const rounds = Number(process.env['LEFT_EARLY'] ?? 10)

/** Spread over 0.1 to 3 s; all different. */
const stays = Array.from({ length: rounds }, (_, i) => 100 + 2_900 * ((i * 0.618) % 1))

/** A list that has not loaded within this time never will. */
const mostMs = 10_000

async function isThere(page: Page, path: string): Promise<boolean> {
  await page.goto(path)
  return page.see('combobox', 'New product: name', mostMs).then(
    () => true,
    () => false,
  )
}

test('OFFLINE-6 a list is left before it is there, or right after a change, and comes back each time with every change', async ({
  app,
  device,
  elsewhere,
}) => {
  test.setTimeout(60_000 + rounds * 20_000)
  const { token, path, list } = await atNewList(app, device)
  const typed: string[] = []
  const hung: number[] = []
  const reopened = async () => {
    await device.close()
    await device.open()
  }
  for (const [round, stay] of stays.entries()) {
    const { page } = device
    if (round % 2 === 0) {
      await page.goto(path)
      await pause(stay)
      await page.tab.goto(elsewhere)
    } else {
      if (!(await isThere(page, path))) {
        hung.push(round)
        await reopened()
        continue
      }
      const name = `Product ${round}`
      await page.type('combobox', 'New product: name', name)
      // Leaves the page this many milliseconds after the change, while the change is being written to disk.
      await page.tab.run(
        (address, ms) =>
          addEventListener('keydown', () => void setTimeout(() => location.assign(address), ms)),
        elsewhere,
        [0, 1, 2, 4, 8, 16, 32][round % 7] ?? 0,
      )
      await page.tab.press('Enter').catch(() => undefined) // the page may be gone before the driver answers
      typed.push(name)
      await page.until('another site', () => page.tab.run((to) => location.href === to, elsewhere))
    }
    if (await isThere(page, path)) continue
    hung.push(round)
    await reopened()
  }
  const { page } = device
  await isThere(page, path)
  await expect.poll(() => serverNames(app, token, list)).toEqual(typed)
  await page.see('button', /Saved/)
  expect(hung, 'rounds after which the list never came').toEqual([])
})
