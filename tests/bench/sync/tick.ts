import type { Page } from 'playwright'
import type { Device } from '../../support/browser.ts'

declare global {
  interface Window {
    benchTicked: number
    benchTold: number
    benchDurable: number
    benchWait: () => Promise<void>
  }
}

/**
 * Runs before the page's own code: records when the pointer was released and when the page was told that the change is
 * on the disk, and lets `watchDisk` know that the write has begun.
 */
export function watchTicks(): void {
  const channel = new BroadcastChannel('bench-ticks')
  addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      window.benchTicked = performance.timeOrigin + timeStamp
      window.benchTold = 0
    },
    { capture: true },
  )
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...args) {
    const tx = begin.apply(this, args)
    if (tx.mode !== 'readwrite' || !tx.objectStoreNames.contains('outbox')) return tx
    if (!(window.benchTicked > 0) || window.benchTold > 0) return tx
    channel.postMessage('begun')
    tx.addEventListener('complete', () => {
      if (window.benchTold === 0) window.benchTold = performance.timeOrigin + performance.now()
    })
    return tx
  }
}

/**
 * Runs in a page of another process, which nobody presses: Chromium tells a page only after its next frame what came of
 * the work that a press began. What another page can read has been written: a strict transaction is on the disk before
 * its stores are given to those who wait for them.
 */
async function watchDisk(userId: string): Promise<void> {
  const db = await new Promise<IDBDatabase>((open, failed) => {
    const request = indexedDB.open(`account:${userId}`)
    request.addEventListener('success', () => open(request.result))
    request.addEventListener('error', () => failed(request.error ?? new Error('no database')))
  })
  const newest = () =>
    new Promise<number>((read) => {
      const request = db.transaction('outbox').objectStore('outbox').openKeyCursor(null, 'prev')
      request.addEventListener('success', () => read(Number(request.result?.key ?? 0)))
    })
  let known = 0
  window.benchWait = async () => {
    window.benchDurable = 0
    known = await newest()
  }
  const isThere = () =>
    new Promise<boolean>((read) => {
      const request = db
        .transaction('outbox')
        .objectStore('outbox')
        .getKey(IDBKeyRange.lowerBound(known, true))
      request.addEventListener('success', () => read(request.result !== undefined))
    })
  new BroadcastChannel('bench-ticks').addEventListener('message', async () => {
    while (!(await isThere()));
    window.benchDurable = performance.timeOrigin + performance.now()
  })
}

export const box = (name: string) => `input[type="checkbox"][aria-label="Bought: ${name}"]`

/** milliseconds from the pointer on; `at`: when it was released */
export interface Ticked {
  durable: number
  told: number
  at: number
}

/** Presses boxes on a device, with a second page that watches its disk. */
export class Presser {
  readonly #page: Page
  readonly #disk: Page

  private constructor(page: Page, disk: Page) {
    this.#page = page
    this.#disk = disk
  }

  static async on(device: Device, userId: string): Promise<Presser> {
    const disk = await device.context.newPage()
    await disk.goto('/healthz')
    await disk.evaluate(watchDisk, userId)
    await device.page.bringToFront()
    return new Presser(device.page, disk)
  }

  async tick(name: string): Promise<Ticked> {
    await this.#page.evaluate(() => Object.assign(window, { benchTicked: 0, benchTold: 0 }))
    await this.#disk.evaluate(() => window.benchWait())
    // A finger rests for a moment: what pressing it down sets off is over when it is lifted.
    await this.#page.locator(box(name)).click({ delay: 60 })
    await this.#page.waitForFunction(() => window.benchTold > 0)
    // Not by frames: a page behind another one has none.
    await this.#disk.waitForFunction(() => window.benchDurable > 0, undefined, { polling: 5 })
    const durable = await this.#disk.evaluate(() => window.benchDurable)
    const [at, told] = await this.#page.evaluate(() => [window.benchTicked, window.benchTold] as const)
    return { durable: durable - at, told: told - at, at }
  }

  close(): Promise<void> {
    return this.#disk.close()
  }
}

const names = Array.from({ length: 8 }, (_, i) => `Product ${i + 1}`)
export const nameAt = (turn: number) => names[turn % names.length] ?? ''
