import type { Page } from 'playwright'
import { App } from '../support/app.ts'
import { Device } from '../support/browser.ts'
import { logIn } from '../support/log-in.ts'
import { furnish, type Stop } from '../support/screens/house.ts'
import type { Line } from './line.ts'
import { slowDown } from './opening/profiles.ts'

const password = 'a long walk home'
const target = 0.02
const products = 'Milk,Bread,Butter,Eggs,Tea,Carrots,Potatoes,Apples,Ham,Cheese,Soap,Rice,Sugar,Salt,Coffee'

declare global {
  interface Window {
    /** layout shifts without a press before them: when, how far, and what moved */
    benchShifts: { at: number; value: number; moved: string[] }[]
  }
}

function watchShifts(): void {
  window.benchShifts = []
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? `${element.localName}.${element.className} ${element.textContent?.slice(0, 30)}` : ''
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[])
      if (!entry.hadRecentInput)
        window.benchShifts.push({
          at: entry.startTime,
          value: entry.value,
          moved: entry.sources.map(({ node }) => nameOf(node)),
        })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Cumulative Layout Shift (web.dev/articles/cls): the largest sum of shifts less than 1 s apart, within 5 s. */
function cls(shifts: Window['benchShifts']): number {
  let [most, sum, start, last] = [0, 0, 0, 0]
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - start > 5_000) [sum, start] = [0, at]
    sum += value
    last = at
    most = Math.max(most, sum)
  }
  return most
}

async function shiftsOf(device: Device, { path, name }: Stop): Promise<number> {
  const page = await device.context.newPage()
  await page.addInitScript(watchShifts)
  await slowDown(page, 'slow')
  await page.goto(path)
  await isQuiet(page)
  const shifts = await page.evaluate(() => window.benchShifts)
  await page.close()
  const value = cls(shifts)
  if (value > target)
    for (const shift of shifts)
      process.stdout.write(
        `${name}: ${shift.value.toFixed(3)} at ${Math.round(shift.at)} ms: ${shift.moved.join(' | ')}\n`,
      )
  return value
}

/** Nothing has been fetched for a second, so nothing more arrives. */
async function isQuiet(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const last = performance.getEntriesByType('resource').at(-1) as PerformanceResourceTiming | undefined
    const since = Math.max(last?.responseEnd ?? 0, last?.startTime ?? 0)
    return document.readyState === 'complete' && performance.now() - since > 1_000
  })
}

/** How much every page moves while it loads on a slow network and a slow CPU. */
export async function shiftsLines(): Promise<Line[]> {
  const app = await App.start()
  try {
    const house = await furnish(app, 'en', password)
    const token = await app.token(house.email, password)
    const long = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Long' }, token)
    for (const productName of products.split(','))
      await app.call('POST', `/api/v3/list/${long.id}/product`, { productName, price: 2.5 }, token)
    const member: Stop[] = [...house.member, { name: 'details-long', path: `/app/details/${long.id}` }]
    const lines: Line[] = []
    for (const size of ['phone', 'desktop'] as const) {
      const all: [number, string][] = []
      for (const [stops, isMember] of [
        [house.guest, false],
        [member, true],
      ] as const) {
        const device = new Device(app.url, size)
        const page = await device.open()
        if (isMember) await logIn(page, house.email, password)
        for (const stop of stops) all.push([await shiftsOf(device, stop), stop.name])
        await device.dispose()
      }
      const [value, name] = all.toSorted(([a], [b]) => b - a)[0] ?? [0, '']
      lines.push({
        group: size,
        what: `the worst of ${all.length} pages: ${name}`,
        ours: value.toFixed(3),
        bound: '',
        ratio: '',
        target: `≤ ${target}`,
        met: value <= target,
      })
    }
    return lines
  } finally {
    await app.stop()
  }
}
