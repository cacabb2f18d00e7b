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

const box = (name: string) => `input[type="checkbox"][aria-label="Bought: ${name}"]`

/** Ticks on one page and watches the other; both use this machine's clock. */
export async function tickAndLook(here: Page, there: Page, count: number) {
  const durable: number[] = []
  const seen: number[] = []
  const names = Array.from({ length: 8 }, (_, i) => `Product ${i + 1}`)
  for (let i = 0; i < count; i++) {
    const name = names[i % names.length] ?? ''
    const before = await there.locator(box(name)).isChecked()
    const shown = there.evaluate(
      ({ selector, before }) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const input = document.querySelector<HTMLInputElement>(selector)
            if (input && input.checked !== before) resolve(performance.timeOrigin + performance.now())
            else requestAnimationFrame(look)
          }
          look()
        }),
      { selector: box(name), before },
    )
    await here.evaluate(() => Object.assign(window, { benchTicked: 0, benchDurable: 0 }))
    await here.locator(box(name)).click()
    await here.waitForFunction(() => window.benchDurable > 0)
    const tick = await here.evaluate(() => ({
      durable: window.benchDurable - window.benchTicked,
      at: performance.timeOrigin + window.benchTicked,
    }))
    durable.push(tick.durable)
    seen.push((await shown) - tick.at)
  }
  return { durable, seen }
}
