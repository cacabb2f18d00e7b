import type { Page } from 'playwright'
import type { Line } from '../line.ts'
import { delays } from './push.ts'
import { kib, ms, none, type Ratio, ratioLine } from './ratio.ts'
import { passed, type Stage } from './stage.ts'

/** A list pulled to a device that has never seen it, and the same rows by one plain request. */
export class Pulls {
  readonly #stage: Stage
  readonly #page: Page
  #times = new Map(delays.map((delay) => [delay, { ...none(), stored: [] as number[] }]))
  #bytes = none()

  constructor(stage: Stage, page: Page) {
    this.#stage = stage
    this.#page = page
  }

  async round(list: string, times: number): Promise<void> {
    const rows = await this.#page.evaluate(async (list) => {
      await benchEngine.pull(list)
      const rows = await benchEngine.rows(list)
      await benchEngine.forget(list)
      return rows
    }, list)
    const filled = [`/bare/${list}/rows`, JSON.stringify(rows)] as const
    await this.#page.evaluate(([path, body]) => benchEngine.plain('POST', path, body), filled)
    for (let i = 0; i < times; i++) for (const delay of delays) await this.#once(list, delay, i)
  }

  async #once(list: string, delay: number, turn: number): Promise<void> {
    const { proxy } = this.#stage
    const times = this.#times.get(delay)
    proxy.delay = delay
    const bound = async () => {
      proxy.exchanges.length = 0
      times?.bound.push(
        await this.#page.evaluate((path) => benchEngine.plain('GET', path), `/bare/${list}/rows`),
      )
      this.#bytes.bound.push(passed(proxy, /\/rows$/).bytes)
    }
    const ours = async () => {
      proxy.exchanges.length = 0
      const { stored, read } = await this.#page.evaluate((list) => benchEngine.pull(list), list)
      times?.ours.push(read)
      times?.stored.push(stored)
      this.#bytes.ours.push(passed(proxy, /\/sync$/).bytes)
      await this.#page.evaluate((list) => benchEngine.forget(list), list)
    }
    for (const run of turn % 2 === 0 ? [bound, ours] : [ours, bound]) await run()
  }

  /** Drops what was measured so far, which was the warm-up. */
  forget(): void {
    this.#bytes.ours.length = this.#bytes.bound.length = 0
    for (const times of this.#times.values()) times.ours.length = times.bound.length = times.stored.length = 0
  }

  lines(): Line[] {
    const group = 'A fresh pull of that list'
    const each = [...this.#times].flatMap(([delay, { ours, bound, stored }]) => {
      const where = delay === 0 ? 'on loopback' : `round trip ${2 * delay} ms`
      const read: Ratio = { ours, bound }
      return [
        ratioLine(group, `answer read, ${where}`, read, ms, delay === 0 ? undefined : 1.05),
        ratioLine(group, `all stored on the device, ${where}`, { ours: stored, bound }, ms),
      ]
    })
    return [...each, ratioLine(group, 'bytes both ways, with heads', this.#bytes, kib, 0.3)]
  }
}
