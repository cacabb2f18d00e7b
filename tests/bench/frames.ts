import type { Page } from 'playwright'

declare global {
  interface Window {
    benchTimes: number[]
    benchStop?: AbortController
  }
}

/** From now on the page notes how long each event of this kind takes until the frame after it is drawn. */
export async function watchFrames(page: Page, event: 'keydown' | 'click' | 'scroll'): Promise<void> {
  await page.evaluate((event) => {
    window.benchTimes = []
    window.benchStop?.abort()
    window.benchStop = new AbortController()
    const drawn = new MessageChannel()
    const begun: number[] = []
    drawn.port1.addEventListener('message', () => {
      const start = begun.shift()
      if (start !== undefined) window.benchTimes.push(performance.now() - start)
    })
    drawn.port1.start()
    addEventListener(
      event,
      ({ timeStamp }) => {
        // The message is heard after the frame's own work, style, layout and paint.
        requestAnimationFrame(() => {
          begun.push(timeStamp)
          drawn.port2.postMessage(null)
        })
      },
      { capture: true, passive: true, signal: window.benchStop.signal },
    )
  }, event)
}

export function frameTimes(page: Page): Promise<number[]> {
  return page.evaluate(() => window.benchTimes)
}
