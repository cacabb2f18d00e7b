import type { Page } from 'playwright'
import type { Device } from '../../support/browser.ts'
import { longList } from '../../support/long-list.ts'
import { middle } from '../figures.ts'
import type { Line } from '../line.ts'
import { thousandEdits } from './edits.ts'
import { figureLine, kib, ms, none, type Ratio, ratioLine } from './ratio.ts'
import { openList, passed, type Stage } from './stage.ts'

/** milliseconds each way */
export const delays = [0, 50]

/** A thousand edits made offline, sent once online; and the same operations in one plain request. */
export class Pushes {
  readonly #stage: Stage
  readonly #device: Device
  #times = new Map(delays.map((delay) => [delay, none()]))
  #bytes = none()
  #roundTrips: number[] = []
  #stored: number[] = []
  #products = 0
  /** what passed when the browser came online last, for whoever looks for the cause of a figure */
  others: string[] = []

  constructor(stage: Stage, device: Device) {
    this.#stage = stage
    this.#device = device
  }

  /** One round at each delay; returns the list. */
  async round(): Promise<string> {
    let list = ''
    for (const delay of delays) {
      list = await longList(this.#stage.app, this.#stage.anna.token, 200)
      await this.#once(list, delay, this.#times.get(delay) ?? none())
    }
    return list
  }

  async #once(list: string, delay: number, times: Ratio): Promise<void> {
    const { proxy, code, anna } = this.#stage
    const { page } = this.#device
    proxy.delay = 0
    await openList(page, list)
    await page.evaluate(code)
    await page.evaluate((id) => benchEngine.open(id), anna.id)
    const body = await this.#typeOffline(page, list)

    proxy.delay = delay
    proxy.exchanges.length = 0
    const sent = page.evaluate((list) => benchEngine.untilSent(list), list)
    await page.evaluate(() => undefined)
    await this.#device.airplane(false)
    times.ours.push(await sent)
    const seen = passed(proxy, /\/sync$/)
    this.#bytes.ours.push(seen.bytes)
    this.#roundTrips.push(seen.roundTrips)
    this.others = proxy.exchanges.map(({ line, up, down }) => `${line} ${up}+${down}`)

    await page.getByRole('button', { name: /Saved/ }).waitFor()
    await idle(page)
    proxy.exchanges.length = 0
    const push = [`/bare/${list}/push`, body] as const
    times.bound.push(await page.evaluate(([path, body]) => benchEngine.plain('POST', path, body), push))
    this.#bytes.bound.push(passed(proxy, /\/push$/).bytes)
    this.#products = (await page.evaluate((list) => benchEngine.rows(list), list)).length
    this.#stored.push((await page.evaluate((list) => benchEngine.size(list), list)).values)
  }

  /** Returns the body of the call that waits now. */
  async #typeOffline(page: Page, list: string): Promise<string> {
    const rows = await page.evaluate((list) => benchEngine.rows(list), list)
    const filled = [`/bare/${list}/rows`, JSON.stringify(rows)] as const
    await page.evaluate(([path, body]) => benchEngine.plain('POST', path, body), filled)
    await this.#device.airplane(true)
    const edits = thousandEdits(rows)
    for (const part of [edits.slice(0, 1), edits.slice(1, 10), edits.slice(10)])
      await page.evaluate(([list, part]) => benchEngine.edit(list, part), [list, part] as const)
    const body = await page.evaluate((list) => benchEngine.body(list), list)
    const count = (JSON.parse(body) as { ops: unknown[] }).ops.length
    if (count !== 1_000) throw new Error(`${count} operations`)
    // The screen has drawn them all, and the page has no work left.
    await page.getByRole('button', { name: /1,000|1000/ }).waitFor()
    await idle(page)
    return body
  }

  /** Drops what was measured so far, which was the warm-up. */
  forget(): void {
    for (const ratio of [...this.#times.values(), this.#bytes]) ratio.ours.length = ratio.bound.length = 0
    this.#roundTrips.length = this.#stored.length = 0
  }

  lines(): Line[] {
    const group = `1 000 edits made offline, ${this.#products} products then`
    const [near, far] = delays.map((delay) => this.#times.get(delay) ?? none())
    const most = Math.max(...this.#roundTrips)
    const stored = middle(this.#stored)
    return [
      ratioLine(group, 'sent and stored, on loopback', near ?? none(), ms, 2.5),
      ratioLine(group, 'sent and stored, round trip 100 ms', far ?? none(), ms, 1.3),
      ratioLine(group, 'bytes both ways, with heads', this.#bytes, kib, 0.4),
      figureLine(group, 'round trips, at most', String(most), '1', most === 1),
      figureLine(group, 'on the device afterwards, as JSON', kib(stored), '≤ 200 KiB', stored <= 200 << 10),
    ]
  }
}

const idle = (page: Page) => page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
