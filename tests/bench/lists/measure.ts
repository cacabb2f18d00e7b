import { gunzipSync } from 'node:zlib'
import type { Page, Request } from 'playwright'
import { Device } from '../../support/browser.ts'
import { logIn } from '../../support/log-in.ts'
import type { Proxy } from '../../support/proxy.ts'
import { shopping } from './fill.ts'

/** The calls that passed, and the bytes of both ways. */
function passed(proxy: Proxy, what: RegExp) {
  const each = proxy.exchanges.filter((exchange) => what.test(exchange.line))
  const sum = (way: 'up' | 'down') => each.reduce((bytes, exchange) => bytes + exchange[way], 0)
  return {
    calls: each.length,
    up: sum('up'),
    down: sum('down'),
    answered: each.every(({ down }) => down > 0),
  }
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((later) => setTimeout(later, 20))
}

export interface Push {
  calls: number
  operations: number
  up: number
  down: number
  json: number
  ms: number
}

/** Types a list offline and has it sent; `asked`: the sync calls that only ask for news. */
export async function makeAndSend(proxy: Proxy, device: Device) {
  const { page, context } = device
  await page.goto('/app')
  await device.airplane(true)
  await page.getByRole('button', { name: 'New list' }).first().click()
  const field = page.getByRole('combobox', { name: 'New product: name' })
  for (const name of shopping) {
    await field.fill(name)
    await field.press('Enter')
    await page.getByRole('checkbox', { name: `Bought: ${name}`, exact: true }).waitFor()
  }
  const bodies: string[] = []
  const note = (request: Request) => {
    const body = request.url().endsWith('/sync') ? request.postDataBuffer() : null
    if (body) bodies.push(String(body[0] === 0x1f ? gunzipSync(body) : body))
  }
  context.on('request', note)
  proxy.exchanges.length = 0
  const start = performance.now()
  await device.airplane(false)
  await page.getByRole('button', { name: /Saved/ }).waitFor()
  const took = performance.now() - start
  context.off('request', note)
  const sent = bodies.filter((body) => !body.includes('"ops":[]'))
  // A call that only asks is shorter.
  const pushes = proxy.exchanges.filter(({ line, up }) => line.endsWith('/sync') && up > 2_000)
  const push: Push = {
    calls: sent.length,
    operations: sent.reduce((count, body) => count + (JSON.parse(body) as { ops: [] }).ops.length, 0),
    up: pushes.reduce((bytes, { up }) => bytes + up, 0),
    down: pushes.reduce((bytes, { down }) => bytes + down, 0),
    json: sent.reduce((bytes, body) => bytes + Buffer.byteLength(body), 0),
    ms: took,
  }
  return { push, asked: passed(proxy, /\/sync$/).calls - pushes.length, body: sent[0] ?? '' }
}

const overview = /^GET \/api\/v3\/lists/

/** When the page asked for its overview first and had the last answer, and when all cards stood there. */
async function overviewTimes(page: Page, count: number) {
  await page.waitForFunction((count) => document.querySelectorAll('main li h2').length >= count, count)
  return page.evaluate(() => {
    const calls = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/v3/lists'))
    const [first, drawn] = [Math.min(...calls.map((one) => one.startTime)), performance.now()]
    const last = Math.max(...(calls as PerformanceResourceTiming[]).map((one) => one.responseEnd))
    return { answered: last - first, drawn: drawn - first }
  })
}

/** A device that has nothing logs in and gets so many lists: first the overview, then the products of each. */
export async function overviewOf(proxy: Proxy, email: string, password: string, count: number) {
  const device = new Device(proxy.url, 'desktop')
  const page = await device.open()
  await page.addInitScript(() => performance.setResourceTimingBufferSize(2_000))
  proxy.exchanges.length = 0
  await logIn(page, email, password)
  const start = performance.now()
  const times = await overviewTimes(page, count)
  const lists = passed(proxy, overview)
  await until(() => passed(proxy, /\/sync$/).calls >= count && passed(proxy, /\/sync$/).answered)
  const products = { ...passed(proxy, /\/sync$/), ms: performance.now() - start }
  await page.getByRole('button', { name: /Saved/ }).waitFor()
  proxy.exchanges.length = 0
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await until(() => passed(proxy, overview).calls >= 3 && passed(proxy, overview).answered)
  const again = passed(proxy, overview)
  await device.dispose()
  return { times, lists, products, again }
}
