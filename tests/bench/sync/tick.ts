import type { Page } from 'playwright'

declare global {
  interface Window {
    benchTicked: number
    benchDurable: number
  }
}

/**
 * Runs before the page's own code: records when the pointer was released and when the change was on disk.
 */
export function watchTicks(): void {
  addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      window.benchTicked = timeStamp
      window.benchDurable = 0
    },
    { capture: true },
  )
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...args) {
    const tx = begin.apply(this, args)
    if (tx.mode === 'readwrite' && tx.objectStoreNames.contains('outbox'))
      tx.addEventListener('complete', () => {
        if (window.benchTicked > 0 && window.benchDurable === 0) window.benchDurable = performance.now()
      })
    return tx
  }
}

export const box = (name: string) => `input[type="checkbox"][aria-label="Bought: ${name}"]`

/** Presses a box: milliseconds from the pointer until the change is on the disk, and when it was pressed. */
export async function tick(page: Page, name: string): Promise<{ durable: number; at: number }> {
  await page.evaluate(() => Object.assign(window, { benchTicked: 0, benchDurable: 0 }))
  // A finger rests for a moment: what pressing it down sets off is over when it is lifted.
  await page.locator(box(name)).click({ delay: 60 })
  await page.waitForFunction(() => window.benchDurable > 0)
  return page.evaluate(() => ({
    durable: window.benchDurable - window.benchTicked,
    at: performance.timeOrigin + window.benchTicked,
  }))
}

const names = Array.from({ length: 8 }, (_, i) => `Product ${i + 1}`)
export const nameAt = (turn: number) => names[turn % names.length] ?? ''
